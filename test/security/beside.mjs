// A process beside an attack, whose event loop does nothing but watch itself: what the machine does to it is not the attack's doing.
// A number that comes for the first time begins a watch. The second time, the answer is the longest time for which the loop has stood
// still since then, in ms.
const intervalMs = 5;
const longest = new Map();
let due = performance.now() + intervalMs;
setInterval(() => {
  const now = performance.now();
  for (const [watch, known] of longest) longest.set(watch, Math.max(known, now - due));
  due = now + intervalMs;
}, intervalMs);
process.on('message', (watch) => {
  process.send({ watch, stallMs: longest.get(watch) ?? 0 });
  if (!longest.delete(watch)) longest.set(watch, 0);
});
process.on('disconnect', () => process.exit());
