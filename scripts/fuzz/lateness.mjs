// How long an event loop does not turn.
const intervalMs = 5;

/** Watches this process's. The function that comes back gives the longest time since it was asked last, in ms. */
export function watchLateness() {
  let longest = 0;
  let due = performance.now() + intervalMs;
  setInterval(() => {
    const now = performance.now();
    longest = Math.max(longest, now - due);
    due = now + intervalMs;
  }, intervalMs).unref();
  return () => {
    const latest = longest;
    longest = 0;
    return latest;
  };
}
