// gawk's suite: each test is a target of its makefile. The command lines run as make runs them, a shell for each; a test has
// failed when it leaves a file whose name begins with an underscore.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandLines, Makefile } from './makefile.mjs';
import { runScript, withSandbox } from './sandbox-run.mjs';
import { readTree } from './tree.mjs';

const groups = [
  'BASIC_TESTS',
  'UNIX_TESTS',
  'GAWK_EXT_TESTS',
  'MACHINE_TESTS',
  'LOCALE_CHARSET_TESTS',
  'SHLIB_TESTS',
  'NEED_MPFR',
  'ARRAYDEBUG_TESTS',
  'NEED_PMA',
];

// Groups upstream's makefile leaves out of a build like ours.
const leftOut = new Map([
  ['SHLIB_TESTS', 'gawk is built without extensions'],
  ['NEED_MPFR', 'gawk is built without MPFR'],
  ['ARRAYDEBUG_TESTS', 'gawk is not compiled with ARRAYDEBUG'],
  ['NEED_PMA', 'gawk is built without the persistent memory allocator'],
]);

function scriptOf(commands) {
  const left = 'for f in _*; do [ -e "$f" ] || continue; diff -u "${f#_}.ok" "$f" | head -50; exit 1; done';
  return [...commandLines(commands), left, 'exit 0'].join('\n');
}

export function gawkSuite() {
  return {
    program: 'gawk',
    requires: ['/usr/bin/gawk'],
    async cases(source) {
      const top = '/home/user/gawk';
      const test = join(source, 'test');
      const text = ['Makefile.am', 'Maketests'].map((name) => readFileSync(join(test, name), 'utf8')).join('\n');
      const entries = readTree(source, top, (path) => /^test\/|\.[ch]$|^README|^awkgram\.y$/.test(path));
      entries.set(`${top}/test/Makefile`, { data: text });
      entries.set(`${top}/gawk`, { target: '/usr/bin/gawk' });
      const makefile = new Makefile(text);
      const set = {
        srcdir: '.',
        top_srcdir: '..',
        abs_srcdir: `${top}/test`,
        abs_builddir: `${top}/test`,
        PATH_SEPARATOR: ':',
        SHELL: '/bin/sh',
        DATE: 'date',
        ZOS_FAIL: '',
        EXEEXT: '',
      };
      for (const [name, value] of Object.entries(set)) makefile.set(name, value);
      const run = async (name, { timeoutMs }) => {
        const commands = makefile.commands(name);
        if (commands === undefined) return { outcome: 'fail', reason: 'the makefile has no rule for it', output: '' };
        const result = await withSandbox(entries, (sandbox) =>
          runScript(sandbox, scriptOf(commands), { cwd: `${top}/test`, timeoutMs }),
        );
        if (result.timedOut) return { outcome: 'fail', reason: 'over the time limit', output: result.output };
        const outcome = result.status === 0 ? 'pass' : 'fail';
        return { outcome, reason: outcome === 'fail' ? 'other output' : undefined, output: result.output };
      };
      return groups.flatMap((group) =>
        makefile.words(group).map((name) => ({
          name,
          run: async (options) =>
            leftOut.has(group) ? { outcome: 'skip', reason: leftOut.get(group) } : run(name, options),
        })),
      );
    },
  };
}
