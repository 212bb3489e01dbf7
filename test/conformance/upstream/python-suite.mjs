// CPython's own regression tests: a case of theirs is one of ours. Each module runs in a sandbox of its own, by CPython's runner.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { Sandbox } from 'wasmsand';

const driver = readFileSync(fileURLToPath(new URL('./helpers/regrtest.py', import.meta.url)));
const limits = { memoryLimitMb: 1024, fsLimitMb: 1024, fileCountLimit: 1_000_000, maxProcesses: 256 };
const env = { LC_ALL: 'C.UTF-8', HOME: '/home/user', USER: 'user' };
const files = { driver: '/home/user/regrtest.py', outcomes: '/home/user/outcomes', leftOut: '/home/user/left-out' };
const mostRuns = 12;

/** The outcomes of the lines that the driver has written: case → `{ outcome, reason }`. */
function outcomesIn(text) {
  const outcomes = new Map();
  for (const line of text.split('\n').filter(Boolean)) {
    const [name, outcome, reason] = JSON.parse(line);
    // Of the parts of a case that have failed the first is told of.
    if (outcomes.get(name)?.outcome === 'fail') continue;
    outcomes.set(name, outcome === null ? {} : { outcome, reason });
  }
  return outcomes;
}

/** Runs what is left of a module, until its end or until a case has taken longer than it may. */
async function runOnce(sandbox, module, timeoutMs) {
  const controller = new AbortController();
  const { signal } = controller;
  const chunks = [];
  const onChunk = (chunk) => chunks.push(chunk);
  const options = { env, cwd: '/home/user', signal, onStdout: onChunk, onStderr: onChunk };
  const args = [files.driver, files.outcomes, files.leftOut, module];
  const running = sandbox.run('exec python3 "$@" </dev/null', { args, ...options });
  let ended = false;
  const end = running.catch((error) => ({ exitCode: error.message })).finally(() => (ended = true));
  let size = -1;
  let late = false;
  for (let since = performance.now(); !ended; ) {
    await Promise.race([end, sleep(500)]);
    const now = sandbox.stat(files.outcomes).size;
    if (now !== size) since = performance.now();
    size = now;
    if (!ended && performance.now() - since > timeoutMs) {
      late = true;
      controller.abort();
      break;
    }
  }
  const { exitCode } = await end;
  return { exitCode, late, output: Buffer.concat(chunks).toString('utf8') };
}

/** Runs a module: the outcomes of its cases, and what it wrote. A case at which it ends or stays is left out, and the others run on. */
export async function runModule(module, library, { timeoutMs, leftOut = [] }) {
  const sandbox = await Sandbox.create({ ...limits, timeoutMs: 0 });
  try {
    sandbox.mount('/usr/lib/python3.14/test', library);
    sandbox.writeFiles({ [files.driver]: driver, [files.outcomes]: '' });
    const stopped = new Map();
    let output = '';
    let skipped;
    for (let count = 0; count < mostRuns; count++) {
      const before = outcomesIn(sandbox.readFile(files.outcomes, 'utf8'));
      const known = [...[...before.keys()].map((name) => [name, '']), ...leftOut];
      sandbox.writeFile(files.leftOut, known.map(([pattern, reason]) => `${pattern}\t${reason}\n`).join(''));
      const run = await runOnce(sandbox, module, timeoutMs);
      output += run.output;
      const after = outcomesIn(sandbox.readFile(files.outcomes, 'utf8'));
      skipped ??= new RegExp(`^${module} skipped -- (.*)`, 'm').exec(run.output)?.[1];
      const crashed = /^test \S+ crashed -- ([^]*?)\n(?=\S)/m.exec(run.output)?.[0];
      const open = [...after].filter(([name, { outcome }]) => outcome === undefined && !stopped.has(name));
      const why = run.late ? 'over the time limit' : `ended with status ${run.exitCode}`;
      for (const [name] of open) stopped.set(name, { outcome: 'fail', reason: why });
      if (open.length === 0) {
        if (run.late || crashed !== undefined || ![0, 2, 4].includes(run.exitCode))
          stopped.set(`${module} itself`, { outcome: 'fail', reason: crashed ?? why });
        break;
      }
    }
    const outcomes = new Map([...outcomesIn(sandbox.readFile(files.outcomes, 'utf8')), ...stopped]);
    return { outcomes, output, skipped };
  } finally {
    await sandbox[Symbol.asyncDispose]();
  }
}
