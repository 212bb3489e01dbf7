// One attack in a process of its own: node attack.mjs JSON. Runs the module as programs of one or several sandboxes, and says how
// they ended, how much memory this process took at most, and how long its event loop stood still at worst.
import { readFileSync } from 'node:fs';
import { Sandbox } from '../../dist/esm/index.js';

const {
  paths,
  options = {},
  timeoutMs,
  copies = 1,
  rounds = 1,
  together = false,
  byExec = false,
} = JSON.parse(process.argv[2]);

const status = (name) => {
  const text = readFileSync('/proc/self/status', 'utf8');
  return Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(text)[1]) / 1024);
};

async function text(stream) {
  let result = '';
  for await (const chunk of stream) result += Buffer.from(chunk).toString('latin1');
  return result;
}

async function run(sandbox, path) {
  const started = performance.now();
  const [command, ...args] = byExec ? ['dash', '-c', `exec ${path}`] : [path];
  const child = sandbox.spawn(command, args, { stdin: '', timeoutMs });
  const [stdout, stderr, { exitCode, timedOut }] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    child.exited,
  ]);
  return { exitCode, timedOut, stdout, stderr, ms: Math.round(performance.now() - started) };
}

// What a first process costs is not the attack's.
const warm = await Sandbox.create();
await run(warm, '/usr/bin/true');
const before = status('VmRSS');

let stallMs = 0;
let last = performance.now();
setInterval(() => {
  const now = performance.now();
  stallMs = Math.max(stallMs, Math.round(now - last - 5));
  last = now;
}, 5).unref();

const ended = [];
let sandbox;
for (let round = 0; round < rounds; round++) {
  if (!together) sandbox?.destroy();
  if (!together || round === 0) sandbox = await Sandbox.create(options);
  const path = `/tmp/attack-${round}`;
  sandbox.writeFile(path, readFileSync(paths[round % paths.length]));
  sandbox.chmod(path, 0o755);
  // That was our own doing.
  last = performance.now();
  ended.push(...(await Promise.all(Array.from({ length: copies }, () => run(sandbox, path)))));
}
sandbox.destroy();
// The machine goes on working.
const { stdout } = await warm.run('echo a | cat');
const peakMb = status('VmHWM') - before;
// Time for idle workers to hear of what is gone.
if (rounds > 1) await new Promise((resolve) => setTimeout(resolve, 2_500));
const leftMb = status('VmRSS') - before;
warm.destroy();
process.stdout.write(JSON.stringify({ ended, works: stdout === 'a\n', peakMb, leftMb, stallMs }));
