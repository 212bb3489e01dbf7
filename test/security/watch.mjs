// Watching an event loop, in the tests' own process and in that of an attack.

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

let idle;
let watches = 0;

async function ask(watch) {
  idle ??= fork(fileURLToPath(new URL('beside.mjs', import.meta.url)), { execArgv: [] });
  idle.ref();
  idle.channel.ref();
  idle.send(watch);
  for (;;) {
    const [answer] = await once(idle, 'message');
    if (answer.watch !== watch) continue;
    idle.unref();
    idle.channel.unref();
    return answer.stallMs;
  }
}

/**
 * Watches the event loop, and calls `each` whenever it turns. The function that comes back ends that and gives the longest time that it
 * did not turn, and the same of an idle process beside, in ms; and how often it turned, at most once in 5 ms.
 */
export async function watchEventLoop(each = () => {}) {
  const watch = ++watches;
  await ask(watch);
  const intervalMs = 5;
  let longest = 0;
  let turns = 0;
  let due = performance.now() + intervalMs;
  const timer = setInterval(() => {
    each();
    turns++;
    const now = performance.now();
    longest = Math.max(longest, now - due);
    due = now + intervalMs;
  }, intervalMs);
  let ended;
  return () => {
    clearInterval(timer);
    ended ??= ask(watch).then((besideMs) => ({ stallMs: longest, besideMs, turns }));
    return ended;
  };
}
