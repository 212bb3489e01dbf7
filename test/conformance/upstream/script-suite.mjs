// Suites that are a script of upstream's, called once for each case or for all there is. Its status says whether it passed.

import { join } from 'node:path';
import { runScript, withSandbox } from './sandbox-run.mjs';
import { readTree } from './tree.mjs';

function outcomeOf({ status, timedOut, output }) {
  if (timedOut) return { outcome: 'fail', reason: 'over the time limit', output };
  if (/^Skipped checks were:$/m.test(output)) {
    return { outcome: 'skip', reason: / skipping: (.*)/.exec(output)?.[1] ?? 'by its own condition', output };
  }
  return status === 0 ? { outcome: 'pass', output } : { outcome: 'fail', reason: `status ${status}`, output };
}

/**
 * `files`: which of the source's files are laid into the sandbox; `directory`: where the script runs, a path in the source;
 * `built`: the installed program, where it would have been built there; `scripts`: of an unpacked source, the command line
 * of each case by its name.
 */
export function scriptSuite({ program, files, directory, built = {}, scripts }) {
  return {
    program,
    requires: [`/usr/bin/${program}`],
    async cases(source) {
      const top = `/home/user/${program}`;
      const entries = readTree(source, top, files);
      for (const [path, target] of Object.entries(built)) entries.set(join(top, path), { target });
      const run = async (script, { timeoutMs }) => {
        const result = await withSandbox(entries, (sandbox) =>
          runScript(sandbox, script, { cwd: join(top, directory), timeoutMs }),
        );
        return outcomeOf(result);
      };
      return Object.entries(scripts(source)).map(([name, script]) => ({
        name,
        run: (options) => run(script, options),
      }));
    },
  };
}
