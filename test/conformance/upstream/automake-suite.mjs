// Suites in automake's style, as gnulib's are: the makefile lists scripts in TESTS and an environment for them in
// TESTS_ENVIRONMENT. A script ends with 0 (pass), 77 (skip), 99 (could not be set up) or another status (fail).

import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { helperEntries } from './helpers.mjs';
import { Makefile } from './makefile.mjs';
import { runScript, withSandbox } from './sandbox-run.mjs';
import { readTree } from './tree.mjs';

const perl = '/usr/bin/perl';

// What gnulib's scripts look up in the build's configuration.
const gnulibConfiguration = ['LINKAT', 'LUTIMES', 'MNTENT_H', 'OPENAT', 'SETGROUPS', 'UTIMENSAT'];

/** What a script says of why it skipped: the line with its name, else the last one. */
function reasonOf(output) {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  const said = lines.findLast((line) => /(skipped test|failed test|set-up failure|hard error):/.test(line));
  return (said ?? lines.at(-1) ?? '').replace(/^.*?(skipped test|failed test): ?/, '');
}

function outcomeOf({ status, timedOut, output }, expectedToFail) {
  if (timedOut) return { outcome: 'fail', reason: 'over the time limit', output };
  if (status === 77) return { outcome: 'skip', reason: reasonOf(output), output };
  const passed = expectedToFail ? status !== 0 : status === 0;
  return passed
    ? { outcome: 'pass', output }
    : { outcome: 'fail', reason: `status ${status}: ${reasonOf(output)}`, output };
}

/**
 * `makefile` and `directory` (where make would run) are paths in the source; `files`: which of the source's files are laid
 * into the sandbox; `variables` are those configure would have set; `programs`: directory of the build tree → names that
 * would have been built there, with the installed path where it is another; `helpers`: programs of the build tree that we
 * compile ourselves, by their path in it; `configuration`: what of HAVE_… config.h defines; `needsPerl`: scripts that call perl and do not look for it first.
 */
export function automakeSuite({
  program,
  makefile,
  directory = '.',
  files,
  conditions = [],
  variables = {},
  needsPerl = [],
  configuration = gnulibConfiguration,
  ...rest
}) {
  return {
    program,
    requires: rest.requires,
    async cases(source) {
      const top = `/home/user/${program}`;
      const entries = readTree(source, top, files);
      entries.set(`${top}/config.h`, { data: configuration.map((name) => `#define HAVE_${name} 1\n`).join('') });
      for (const [path, names] of Object.entries(rest.programs)) {
        for (const [name, installed] of names) entries.set(join(top, path, name), { target: installed });
      }
      for (const [path, entry] of await helperEntries(rest.helpers ?? {})) entries.set(join(top, path), entry);
      const rules = new Makefile(readFileSync(join(source, makefile), 'utf8'), ['HAVE_PERL', ...conditions]);
      const cwd = join(top, directory);
      const version = rest.version;
      const set = {
        PERL: perl,
        SHELL: '/bin/sh',
        PREFERABLY_POSIX_SHELL: '/bin/sh',
        AWK: 'gawk',
        EGREP: 'grep -E',
        CC: 'no-compiler',
        MAKE: 'make',
        MKDIR_P: 'mkdir -p',
        PATH_SEPARATOR: ':',
        VERSION: version,
        PACKAGE_VERSION: version,
        PACKAGE_BUGREPORT: `bug-${program}@gnu.org`,
        LOCALE_FR: 'none',
        LOCALE_FR_UTF8: 'none',
        LOCALE_JA: 'none',
        abs_top_builddir: top,
        abs_top_srcdir: top,
        abs_srcdir: cwd,
        srcdir: '.',
        top_srcdir: directory === '.' ? '.' : '..',
        host_os: 'linux-gnu',
        host_triplet: 'wasm32-unknown-linux-gnu',
        CONFIG_INCLUDE: 'config.h',
        ...variables,
      };
      for (const [name, value] of Object.entries(set)) rules.set(name, value);
      const expectedToFail = new Set(rules.words('XFAIL_TESTS'));

      const run = async (name, { timeoutMs, verbose, hasPerl, expensive }) => {
        const isPerl = /\.x?pl$/.test(name);
        if (!hasPerl && (isPerl || needsPerl.includes(name))) return { outcome: 'skip', reason: 'needs perl' };
        const exists = existsSync(join(source, directory, name));
        const generate = exists ? [] : rules.commands(name)?.map(({ command }) => command);
        if (generate === undefined) return { outcome: 'skip', reason: 'needs a test program of the build tree' };
        const compiler = isPerl
          ? rules.expand(name.endsWith('.xpl') ? '$(XPL_LOG_COMPILER)' : '$(PL_LOG_COMPILER)')
          : '/bin/sh';
        const script = [
          ...generate,
          `tst=${name} f=${name}; export srcdir=.`,
          ...(verbose ? ['export VERBOSE=yes'] : []),
          ...(expensive ? ['export RUN_EXPENSIVE_TESTS=yes RUN_VERY_EXPENSIVE_TESTS=yes'] : []),
          `${rules.expand('$(TESTS_ENVIRONMENT)')} ${compiler} ./${name}`,
        ].join('\n');
        const result = await withSandbox(entries, (sandbox) => runScript(sandbox, script, { cwd, timeoutMs }));
        return outcomeOf(result, expectedToFail.has(name));
      };
      return rules
        .words('TESTS')
        .map((name) => ({ name: shorten(name, makefile), run: (options) => run(name, options) }));
    },
  };
}

/** The directory of all tests says nothing. */
function shorten(name, makefile) {
  const prefix = `${dirname(makefile)}/`;
  return name.startsWith(prefix) ? name.slice(prefix.length) : name;
}
