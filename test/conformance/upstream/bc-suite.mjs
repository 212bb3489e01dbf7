// bc's suite: programs without expected results. This machine's bc, of the same version, says what they print; its
// script timetest runs them, as here, with the library of mathematics. dc has no tests.

import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { runScript, withSandbox } from './sandbox-run.mjs';
import { readTree } from './tree.mjs';

// checklib.b computes for a quarter of a minute natively.
const longest = 'checklib.b';

/** What this machine's bc makes of a program. */
function natively(name, cwd) {
  return new Promise((resolve) => {
    const child = execFile('bc', ['-l', name], { cwd }, (error, stdout, stderr) =>
      resolve({ status: error === null ? 0 : error.code, stdout, stderr }),
    );
    child.stdin.end();
  });
}

export function bcSuite() {
  return {
    program: 'bc',
    requires: ['/usr/bin/bc'],
    async cases(source) {
      const cwd = '/home/user/bc';
      const programs = join(source, 'Test');
      const entries = readTree(programs, cwd);
      const run = async (name, { timeoutMs }) => {
        const { timedOut, output, ...ours } = await withSandbox(entries, (sandbox) =>
          runScript(sandbox, `exec bc -l ${name} </dev/null`, {
            cwd,
            timeoutMs: name === longest ? 4 * timeoutMs : timeoutMs,
          }),
        );
        if (timedOut) return { outcome: 'fail', reason: 'over the time limit', output };
        const wanted = await natively(name, programs);
        const differs = ['status', 'stdout', 'stderr'].find((part) => ours[part] !== wanted[part]);
        if (differs === undefined) return { outcome: 'pass', output };
        return { outcome: 'fail', reason: `another ${differs} than natively`, output };
      };
      return readdirSync(programs)
        .filter((name) => name !== 'timetest')
        .sort()
        .map((name) => ({ name, run: (options) => run(name, options) }));
    },
  };
}
