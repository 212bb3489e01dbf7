// Suites in Autotest's style: one script, testsuite, holds numbered groups and runs those it is given.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { helperEntries } from './helpers.mjs';
import { runScript, withSandbox } from './sandbox-run.mjs';
import { readTree } from './tree.mjs';

/** The script's own list: number;file.at:line;title;keywords; */
function groupsOf(testsuite) {
  const [, list] = /^at_help_all="([^"]*)"/m.exec(testsuite) ?? [];
  const groups = list
    .trim()
    .split('\n')
    .map((line) => line.split(';'));
  const seen = new Map();
  return groups.map(([number, place, title]) => {
    const file = place.replace(/\.at:\d+$/, '');
    const count = (seen.get(file) ?? 0) + 1;
    seen.set(file, count);
    return { number, title, name: count === 1 ? file : `${file}-${count}` };
  });
}

function outcomeOf({ timedOut, output }) {
  if (timedOut) return { outcome: 'fail', reason: 'over the time limit', output };
  const [, said, place] =
    /^ *\d+[.:] .*?\b(ok|expected failure|skipped|FAILED|UNEXPECTED PASS)(?: \((.*)\))?$/m.exec(output) ?? [];
  if (said === 'ok' || said === 'expected failure') return { outcome: 'pass', output };
  if (said === 'skipped') return { outcome: 'skip', reason: `by its own condition at ${place}`, output };
  return { outcome: 'fail', reason: said === undefined ? 'no verdict' : `${said} at ${place}`, output };
}

/**
 * `directory` holds testsuite; `programs`: names of the build tree's directory src that are installed ones; `helpers` lie
 * beside testsuite; `scripts`: paths of scripts of the source that the cases call.
 */
export function autotestSuite({ program, requires, directory, programs, helpers, scripts }) {
  return {
    program,
    requires,
    async cases(source) {
      const top = `/home/user/${program}`;
      const cwd = join(top, directory);
      const entries = readTree(join(source, directory), cwd, (path) => /^testsuite$|^star\//.test(path));
      const places = {
        abs_builddir: cwd,
        abs_srcdir: cwd,
        abs_top_builddir: top,
        abs_top_srcdir: top,
        srcdir: '.',
        top_srcdir: '..',
        builddir: '.',
        top_builddir: '..',
        top_build_prefix: '../',
      };
      const set = Object.entries({ at_testdir: directory, at_top_builddir: '..', AUTOTEST_PATH: 'src', ...places });
      entries.set(join(cwd, 'atconfig'), { data: set.map(([name, value]) => `${name}='${value}'\n`).join('') });
      const local = readFileSync(join(source, directory, 'atlocal.in'), 'utf8');
      entries.set(join(cwd, 'atlocal'), { data: local.replaceAll(/@(\w+)@/g, (_, name) => places[name] ?? '') });
      for (const name of programs) entries.set(join(top, 'src', name), { target: `/usr/bin/${name}` });
      for (const [path, entry] of readTree(source, top, (path) => scripts.includes(path))) entries.set(path, entry);
      for (const [path, entry] of helperEntries(helpers)) entries.set(join(cwd, path), entry);
      const run = async ({ number }, { timeoutMs, verbose }) => {
        const script = `exec sh ./testsuite ${verbose ? '-v -x' : ''} ${number}`;
        return outcomeOf(await withSandbox(entries, (sandbox) => runScript(sandbox, script, { cwd, timeoutMs })));
      };
      const groups = groupsOf(readFileSync(join(source, directory, 'testsuite'), 'utf8'));
      return groups.map((group) => ({ name: group.name, run: (options) => run(group, options) }));
    },
  };
}
