// Suites of programs in a language, without expected results: this machine's interpreter, of the same version, says what
// they print.

import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { runScript, withSandbox } from './sandbox-run.mjs';
import { readTree } from './tree.mjs';

/** What this machine's program makes of it. */
function natively(program, args, cwd) {
  return new Promise((resolve) => {
    const child = execFile(program, args, { cwd, maxBuffer: 1 << 26 }, (error, stdout, stderr) =>
      resolve({ status: error === null ? 0 : error.code, stdout, stderr }),
    );
    child.stdin.end();
  });
}

/**
 * `directory`: in the source, where the program runs; `wanted`: which of its files are cases; `args`: what the program is
 * called with for a case; `slow`: cases that get four times the time.
 */
export function nativeSuite({ program, directory, wanted, args, slow = [] }) {
  return {
    program,
    requires: [`/usr/bin/${program}`],
    async cases(source) {
      const cwd = `/home/user/${program}`;
      const files = join(source, directory);
      const entries = readTree(files, cwd);
      const run = async (name, { timeoutMs }) => {
        const { timedOut, output, ...ours } = await withSandbox(entries, (sandbox) =>
          runScript(sandbox, `exec ${program} ${args(name).join(' ')} </dev/null`, {
            cwd,
            timeoutMs: slow.includes(name) ? 4 * timeoutMs : timeoutMs,
          }),
        );
        if (timedOut) return { outcome: 'fail', reason: 'over the time limit', output };
        const expected = await natively(program, args(name), files);
        const differs = ['status', 'stdout', 'stderr'].find((part) => ours[part] !== expected[part]);
        if (differs === undefined) return { outcome: 'pass', output };
        return { outcome: 'fail', reason: `another ${differs} than natively`, output };
      };
      return readdirSync(files)
        .filter(wanted)
        .sort()
        .map((name) => ({ name, run: (options) => run(name, options) }));
    },
  };
}
