// One attack in a process of its own: node attack.mjs JSON. Runs the module as programs of one or several sandboxes, and says how
// they ended, how much memory this process took at most, and how long its event loop stood still at worst.
import { readFileSync } from 'node:fs';
import { Sandbox } from '../../dist/esm/index.js';
import { watchEventLoop } from './watch.mjs';

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
  let child;
  try {
    child = sandbox.spawn(command, args, { stdin: '', timeoutMs });
  } catch ({ message }) {
    // Refused at once: as a shell says it.
    return { exitCode: 126, timedOut: false, stdout: '', stderr: message, ms: 0 };
  }
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

const ended = [];
const figures = { stallMs: 0, besideMs: 0 };
let sandbox;
for (let round = 0; round < rounds; round++) {
  if (!together) sandbox?.destroy();
  if (!together || round === 0) sandbox = await Sandbox.create(options);
  const path = `/tmp/attack-${round}`;
  sandbox.writeFile(path, readFileSync(paths[round % paths.length]));
  sandbox.chmod(path, 0o755);
  // What came before was our own doing.
  const endWatch = await watchEventLoop();
  ended.push(...(await Promise.all(Array.from({ length: copies }, () => run(sandbox, path)))));
  const { stallMs, besideMs } = await endWatch();
  if (stallMs - besideMs >= figures.stallMs - figures.besideMs) Object.assign(figures, { stallMs, besideMs });
}
sandbox.destroy();
// The machine goes on working.
const { stdout } = await warm.run('echo a | cat');
const peakMb = status('VmHWM') - before;
// Time for idle workers to hear of what is gone.
if (rounds > 1) await new Promise((resolve) => setTimeout(resolve, 2_500));
const leftMb = status('VmRSS') - before;
warm.destroy();
process.stdout.write(JSON.stringify({ ended, works: stdout === 'a\n', peakMb, leftMb, ...figures }));
