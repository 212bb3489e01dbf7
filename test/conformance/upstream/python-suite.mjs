// CPython's own regression tests: modules of its package `test`, each in a sandbox of its own, by CPython's own runner. What is counted are
// their cases.

import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { hasPythonTests, pythonTests } from '../python/native.mjs';
import { pythonExceptions } from './python-exceptions.mjs';
import { withSandbox } from './sandbox-run.mjs';

const textOf = (name) => readFileSync(fileURLToPath(new URL(name, import.meta.url)), 'utf8');
const env = { LC_ALL: 'C.UTF-8', HOME: '/home/user', USER: 'user' };
const files = { driver: '/home/user/regrtest.py', outcomes: '/home/user/outcomes', leftOut: '/home/user/left-out' };
/** A case that a module ends or stays at is left out of its next run, up to so many times. */
const mostRuns = 12;

/** What the driver tells goes through a pipe: tests limit the size of files. */
const command = [
  '{ python3 "${@:2}" </dev/null 250>&1 >&3 2>&4 | cat >>"$1"',
  'exit "${PIPESTATUS[0]}"; } 3>&1 4>&2',
].join('\n');

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
  const chunks = [];
  const onChunk = (chunk) => chunks.push(chunk);
  const options = { env, cwd: '/home/user', signal: controller.signal, onStdout: onChunk, onStderr: onChunk };
  const args = [files.outcomes, files.driver, files.leftOut, module];
  let ended = false;
  const end = sandbox
    .run(command, { args, ...options })
    .catch((error) => ({ exitCode: error.message }))
    .finally(() => {
      ended = true;
    });
  let size = -1;
  let since = performance.now();
  let late = false;
  while (!ended && !late) {
    await Promise.race([end, sleep(500)]);
    const now = sandbox.stat(files.outcomes).size;
    if (now !== size) since = performance.now();
    size = now;
    late = !ended && performance.now() - since > timeoutMs;
  }
  if (late) controller.abort();
  const { exitCode } = await end;
  return { exitCode, late, output: Buffer.concat(chunks).toString('utf8') };
}

const statuses = { allRight: 0, someFailed: 2, noneRan: 4 };

/** Runs a module: the outcomes of its cases, why it has none, and what it wrote. */
async function runModule(sandbox, module, timeoutMs, leftOut) {
  const read = () => outcomesIn(sandbox.readFile(files.outcomes, 'utf8'));
  sandbox.writeFiles({ [files.driver]: textOf('./helpers/regrtest.py'), [files.outcomes]: '' });
  const stopped = new Map();
  let output = '';
  for (let count = 0; count < mostRuns; count++) {
    const known = [...[...read().keys()].map((name) => [name, '']), ...leftOut];
    sandbox.writeFile(files.leftOut, known.map((line) => `${line.join('\t')}\n`).join(''));
    const { exitCode, late, output: said } = await runOnce(sandbox, module, timeoutMs);
    output += said;
    const open = [...read()].filter(([name, { outcome }]) => outcome === undefined && !stopped.has(name));
    const reason = late ? 'over the time limit' : `ended with status ${exitCode}`;
    for (const [name] of open) stopped.set(name, { outcome: 'fail', reason });
    if (open.length > 0) continue;
    const crash = /^test \S+ crashed -- [\s\S]*?\n(?=\S)/m.exec(said)?.[0].trimEnd().split('\n').at(-1);
    if (late || crash !== undefined || !Object.values(statuses).includes(exitCode))
      stopped.set(module, { outcome: 'fail', reason: crash ?? reason });
    break;
  }
  const skipped = new RegExp(`^${module} skipped -- (.*)`, 'm').exec(output)?.[1];
  return { outcomes: new Map([...read(), ...stopped]), output, skipped };
}

export function pythonSuite() {
  return {
    program: 'python',
    requires: ['/usr/bin/python3'],
    hasSource: hasPythonTests,
    source: () => pythonTests(),
    async cases(library) {
      const leftOut = pythonExceptions().flatMap(({ text, reason, isRun }) =>
        isRun ? [] : [[`test.${text}`, reason]],
      );
      const run = (module, { timeoutMs, verbose }) =>
        withSandbox([], async (sandbox) => {
          sandbox.mount('/usr/lib/python3.14/test', library);
          for (const name of ['_pydecimal.py', 'zoneinfo/_zoneinfo.py'])
            sandbox.symlink(`/usr/lib/python3.14/test/pure/${name}`, `/usr/lib/python3.14/${name}`);
          const { outcomes, output, skipped } = await runModule(sandbox, module, timeoutMs / 2, leftOut);
          const told = [...outcomes].map(([name, { outcome, reason }]) => ({
            name: name.replace(/^test\./, ''),
            outcome,
            reason: outcome === 'fail' ? reason.trimEnd().split('\n').at(-1).slice(0, 200) : reason,
            output: verbose ? reason : undefined,
          }));
          return skipped === undefined || told.length > 0
            ? { cases: told, output }
            : { outcome: 'skip', reason: skipped };
        });
      const modules = textOf('../python/regression-modules.txt').split('\n').filter(Boolean);
      return modules.map((name) => ({ name, run: (options) => run(name, options) }));
    },
  };
}
