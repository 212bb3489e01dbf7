// npm run soak -- [--minutes N] [--sandboxes N] [--seed N]: random commands, programs, jobs, aborts, kills and destroys in many
// sandboxes at a time (default: 60 minutes, 100 sandboxes). Ends with status 1 when an answer was wrong, something was stuck, or the
// host's memory or its event loop did not stay as they were.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { Sandbox } from '../dist/esm/index.js';
import { Choices } from './fuzz/choices.mjs';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    sandboxes: { type: 'string', default: '100' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
  },
});
const minutes = Number(values.minutes);
const count = Number(values.sandboxes);
const seed = Number(values.seed);
if (!(minutes > 0) || !(count > 0) || !Number.isInteger(seed)) {
  console.error('usage: soak.mjs [--minutes N] [--sandboxes N] [--seed N]');
  process.exit(2);
}

const mebibyte = 2 ** 20;
/** An operation that has not come to its end so long after it should have is stuck. Its turn may be late: many want the processors. */
const patienceMs = 60_000;
const until = performance.now() + minutes * 60_000;
const done = {};
const wrong = [];
const operations = new Map();

/** Commands whose output is known, each once for what it needs: builtins, programs, files, jobs, forks, signals, deep stacks. */
const commands = [
  (n) => [`echo ${n}`, `${n}\n`],
  (n) => [`for i in 1 2 3; do echo $((i * ${n})); done`, `${n}\n${2 * n}\n${3 * n}\n`],
  (n) => [
    `seq 1 ${n + 1} | sort -rn | head -1 | tr 0-9 a-j`,
    `${[...String(n + 1)].map((d) => 'abcdefghij'[d]).join('')}\n`,
  ],
  (n) => [`echo ${n} > /tmp/file; cat /tmp/file; rm /tmp/file`, `${n}\n`],
  (n) => [`x=$(echo $(echo ${n})); (x=1; exit 3); echo $x $?`, `${n} 3\n`],
  (n) => [`awk 'BEGIN { for (i = 0; i < ${n}; i++) s += i; print s + 0 }'`, `${(n * (n - 1)) / 2}\n`],
  (n) => [`sleep 0.0${n % 10} & wait $!; echo $?`, '0\n'],
  () => [`sleep 100 & kill $!; wait $! 2>/dev/null; echo $?`, '143\n'],
  (n) => [`trap 'echo caught' USR1; kill -USR1 $$; trap - USR1; echo ${n}`, `caught\n${n}\n`],
  (n) => [`f() { (($1 == 0)) || f $(($1 - 1)); }; f ${n % 200}; echo deep`, 'deep\n'],
  () => [`printf '%s\\n' b a c | sort | xargs`, 'a b c\n'],
  () => [`yes | head -c 100000 | wc -c`, '100000\n'],
  () => [`mkdir -p /tmp/d/e; touch /tmp/d/e/f; find /tmp/d -type f | wc -l; rm -r /tmp/d`, '1\n'],
];

/** Names what is under way, so that what never ends can be named. */
async function operation(name, detail, action) {
  const key = {};
  operations.set(key, { name, detail, since: performance.now() });
  try {
    await action();
    done[name] = (done[name] ?? 0) + 1;
  } catch (error) {
    wrong.push(`${name}: ${detail}: ${error.stack}`);
  } finally {
    operations.delete(key);
  }
}

function expect(actual, expected, what) {
  if (actual !== expected) throw new Error(`${what}: ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`);
}

const actions = {
  async run(choices, sandbox) {
    const [command, output] = choices.pick(commands)(choices.below(500));
    await operation('run', command, async () => {
      const { stdout, stderr, exitCode } = await sandbox.run(command, { timeoutMs: 0 });
      expect(stdout, output, `output (status ${exitCode}, ${JSON.stringify(stderr)})`);
    });
  },
  async crowd(choices, sandbox) {
    for (let left = 4; left > 0; left--) await actions.run(choices, sandbox);
  },
  async timeout(choices, sandbox) {
    const command = choices.pick(['while :; do :; done', 'sleep 100', 'sleep 100 | cat', `awk 'BEGIN { while (1); }'`]);
    await operation('timeout', command, async () => {
      const { timedOut } = await sandbox.run(command, { timeoutMs: 50 + choices.below(200) });
      expect(timedOut, true, 'timed out');
    });
  },
  async abort(choices, sandbox) {
    const command = choices.pick(['sleep 100', 'cat /dev/zero > /dev/null', 'yes | cat | wc']);
    await operation('abort', command, async () => {
      const controller = new AbortController();
      setTimeout(() => controller.abort(), choices.below(100));
      const { errorClass } = await sandbox.run(command, { signal: controller.signal, timeoutMs: 0 });
      expect(errorClass, 'CANCELLED', 'error class');
    });
  },
  async spawn(choices, sandbox) {
    await operation('spawn', 'cat', async () => {
      const text = 'x'.repeat(choices.below(100_000));
      const child = sandbox.spawn('cat', [], { stdin: text });
      let length = 0;
      for await (const chunk of child.stdout) length += chunk.length;
      await child.exited;
      expect(length, text.length, 'bytes');
    });
  },
  async kill(choices, sandbox) {
    await operation('kill', 'sleep', async () => {
      const child = sandbox.spawn('sleep', ['100'], {});
      setTimeout(() => child.kill(), choices.below(50));
      await child.exited;
    });
  },
  async background(_choices, sandbox) {
    await operation('background', 'sleep 60 | cat &', async () => {
      await sandbox.run('sleep 60 | cat & jobs -p > /dev/null', { timeoutMs: 0 });
    });
  },
};
const weights = Object.entries({ run: 40, crowd: 4, timeout: 2, abort: 3, spawn: 6, kill: 4, background: 1 });
const bag = weights.flatMap(([name, weight]) => Array(weight).fill(name));

async function live(number) {
  const choices = new Choices(seed + number);
  while (performance.now() < until) {
    const sandbox = await Sandbox.create();
    for (let left = 1 + choices.below(30); left > 0 && performance.now() < until; left--)
      await actions[choices.pick(bag)](choices, sandbox);
    // In the middle of something, or not.
    const last = choices.chance(2) ? sandbox.run('sleep 100 | cat', { timeoutMs: 0 }).catch(() => {}) : undefined;
    await operation('destroy', '', async () => {
      sandbox.destroy();
      await last;
    });
  }
}

const delay = monitorEventLoopDelay({ resolution: 10 });
delay.enable();
const samples = [];
let stuck = false;
const watch = setInterval(
  () => {
    const now = performance.now();
    for (const { name, detail, since } of operations.values()) {
      if (now - since < patienceMs) continue;
      stuck = true;
      console.log(`stuck for ${Math.round((now - since) / 1000)} s: ${name} ${detail}`);
    }
    const resident = process.memoryUsage.rss();
    samples.push(resident);
    const total = Object.values(done).reduce((sum, n) => sum + n, 0);
    console.log(
      `${Math.round((minutes * 60_000 - (until - now)) / 1000)} s: ${total} operations, ${wrong.length} wrong, ${Math.round(resident / mebibyte)} MiB, event loop p99 ${Math.round(delay.percentile(99) / 1e6)} ms, most ${Math.round(delay.max / 1e6)} ms`,
    );
    for (const text of wrong.splice(10)) console.log(text);
    if (stuck) finish();
  },
  Math.min(60_000, minutes * 6_000),
);

function finish() {
  clearInterval(watch);
  for (const text of wrong) console.log(text);
  // The first tenth is for what is made once.
  const steady = samples.slice(Math.ceil(samples.length / 10));
  const third = Math.floor(steady.length / 3);
  const middle = (list) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0;
  const growth = third > 0 ? middle(steady.slice(-third)) - middle(steady.slice(0, third)) : 0;
  const grew = growth > 0.1 * middle(steady) + 32 * mebibyte;
  const slow = delay.percentile(99) / 1e6 > 20;
  console.log(JSON.stringify(done));
  console.log(
    `soak: seed ${seed}, ${wrong.length} wrong, ${stuck ? 'stuck' : 'nothing stuck'}, memory grew by ${Math.round(growth / mebibyte)} MiB${grew ? ' (too much)' : ''}, event loop p99 ${(delay.percentile(99) / 1e6 - 10).toFixed(1)} ms, most ${Math.round(delay.max / 1e6 - 10)} ms`,
  );
  process.exit(wrong.length > 0 || stuck || grew || slow ? 1 : 0);
}

await Promise.all(Array.from({ length: count }, (_, i) => live(i)));
finish();
