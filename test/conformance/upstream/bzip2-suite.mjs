// bzip2's suite: the target test of its makefile.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandLines, Makefile } from './makefile.mjs';
import { runScript, withSandbox } from './sandbox-run.mjs';
import { readTree } from './tree.mjs';

export function bzip2Suite() {
  return {
    program: 'bzip2',
    requires: ['/usr/bin/bzip2'],
    async cases(source) {
      const cwd = '/home/user/bzip2';
      const entries = readTree(source, cwd, (path) => /^(sample|words)/.test(path));
      entries.set(`${cwd}/bzip2`, { target: '/usr/bin/bzip2' });
      const script = commandLines(new Makefile(readFileSync(join(source, 'Makefile'), 'utf8')).commands('test')).join(
        '\n',
      );
      const run = async ({ timeoutMs }) => {
        const result = await withSandbox(entries, (sandbox) => runScript(sandbox, script, { cwd, timeoutMs }));
        if (result.timedOut) return { outcome: 'fail', reason: 'over the time limit', output: result.output };
        return { outcome: result.status === 0 ? 'pass' : 'fail', reason: 'a step failed', output: result.output };
      };
      return [{ name: 'test', run }];
    },
  };
}
