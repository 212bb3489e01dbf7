// The suites, by the recipe whose source package they come from.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { recipes } from '../../../wasm/ports/recipes.mjs';
import { automakeSuite } from './automake-suite.mjs';
import { autotestSuite } from './autotest-suite.mjs';
import { dejagnuSuite } from './dejagnu-suite.mjs';
import { gawkSuite } from './gawk-suite.mjs';
import { gitSuite } from './git-suite.mjs';
import { jqSuite } from './jq-suite.mjs';
import { makeSuite } from './make-suite.mjs';
import { commandLines, Makefile } from './makefile.mjs';
import { nativeSuite } from './native-suite.mjs';
import { pythonSuite } from './python-suite.mjs';
import { scriptSuite } from './script-suite.mjs';
import { sqlite3Suite } from './sqlite3-suite.mjs';

const usrBin = (names) => names.map((name) => [name, `/usr/bin/${name}`]);

/** What a recipe installs in /usr/bin, by name. */
function installedBy(recipe) {
  const paths = [...recipe.programs.map(({ path }) => path), ...Object.values(recipe.links ?? {}).flat()];
  return paths.map((path) => path.split('/').at(-1)).sort();
}

function coreutils(recipe) {
  const names = installedBy(recipe).filter((name) => name !== 'coreutils');
  // The build tree's name of install.
  const built = names.map((name) => (name === 'install' ? 'ginstall' : name));
  return [
    automakeSuite({
      program: 'coreutils',
      version: recipe.version,
      requires: ['/usr/bin/coreutils'],
      makefile: 'tests/local.mk',
      files: (path) => /^(tests\/|init\.cfg$|src\/(tail|remove|stty|ls|dircolors)\.)/.test(path),
      programs: { src: names.map((name) => [name === 'install' ? 'ginstall' : name, `/usr/bin/${name}`]) },
      helpers: { 'src/getlimits': 'getlimits' },
      variables: { built_programs: built.join(' ') },
    }),
  ];
}

function sed(recipe) {
  return [
    automakeSuite({
      program: 'sed',
      version: recipe.version,
      requires: ['/usr/bin/sed'],
      makefile: 'testsuite/local.mk',
      files: (path) => /^(testsuite\/|init\.cfg$|build-aux\/|COPYING|README)/.test(path),
      conditions: ['TEST_SYMLINKS'],
      programs: { sed: usrBin(['sed']) },
      helpers: { 'testsuite/get-mb-cur-max': 'get-mb-cur-max', 'testsuite/test-mbrtowc': 'test-mbrtowc' },
    }),
  ];
}

function grep(recipe) {
  return [
    automakeSuite({
      program: 'grep',
      version: recipe.version,
      requires: ['/usr/bin/grep'],
      makefile: 'tests/Makefile.am',
      directory: 'tests',
      files: (path) => /^tests\//.test(path),
      conditions: ['USE_INCLUDED_REGEX'],
      programs: { src: usrBin(['grep', 'egrep', 'fgrep']) },
      helpers: { 'tests/get-mb-cur-max': 'get-mb-cur-max' },
    }),
  ];
}

function diffutils(recipe) {
  return [
    automakeSuite({
      program: 'diffutils',
      version: recipe.version,
      requires: ['/usr/bin/diff'],
      makefile: 'tests/Makefile.am',
      directory: 'tests',
      files: (path) => /^(tests|build-aux)\//.test(path),
      programs: { src: usrBin(['cmp', 'diff', 'diff3', 'sdiff']) },
      variables: { built_programs: 'echo cmp diff diff3 sdiff' },
      needsPerl: ['large-subopt'],
    }),
  ];
}

function findutils(recipe) {
  return [
    automakeSuite({
      program: 'findutils',
      version: recipe.version,
      requires: ['/usr/bin/find', '/usr/bin/xargs'],
      makefile: 'tests/local.mk',
      files: (path) => /^(tests\/|init\.cfg$)/.test(path),
      programs: { find: usrBin(['find']), xargs: usrBin(['xargs']), locate: [] },
      variables: { built_programs: 'find xargs' },
    }),
    dejagnuSuite({ tool: 'find', path: 'find/testsuite' }),
    dejagnuSuite({ tool: 'xargs', path: 'xargs/testsuite' }),
  ];
}

function gawk() {
  return [gawkSuite()];
}

function gzip(recipe) {
  const scripts = ['gunzip', 'gzexe', 'zcat', 'zcmp', 'zdiff', 'zegrep', 'zfgrep', 'zforce', 'zgrep', 'zmore', 'znew'];
  return [
    automakeSuite({
      program: 'gzip',
      version: recipe.version,
      requires: ['/usr/bin/gzip'],
      makefile: 'tests/Makefile.am',
      directory: 'tests',
      files: (path) => /^tests\/|^COPYING$/.test(path),
      programs: { '.': usrBin(['gzip', ...scripts]) },
      variables: { GREP: 'grep' },
    }),
  ];
}

function tar() {
  return [
    autotestSuite({
      program: 'tar',
      requires: ['/usr/bin/tar'],
      directory: 'tests',
      programs: ['tar'],
      helpers: { genfile: 'genfile', ckmtime: 'ckmtime', checkseekhole: 'checkseekhole' },
      scripts: ['build-aux/install-sh'],
    }),
  ];
}

function cpio() {
  return [
    autotestSuite({
      program: 'cpio',
      requires: ['/usr/bin/cpio'],
      directory: 'tests',
      programs: ['cpio'],
      helpers: { genfile: 'genfile' },
      scripts: [],
    }),
  ];
}

function patch(recipe) {
  return [
    automakeSuite({
      program: 'patch',
      version: recipe.version,
      requires: ['/usr/bin/patch'],
      makefile: 'tests/Makefile.am',
      directory: 'tests',
      files: (path) => /^tests\//.test(path),
      programs: { src: usrBin(['patch']) },
    }),
  ];
}

function xz(recipe) {
  const coders = ['ARM', 'ARM64', 'ARMTHUMB', 'DELTA', 'IA64', 'LZMA1', 'LZMA2', 'POWERPC', 'SPARC', 'X86'];
  const configuration = ['ENCODERS', 'DECODERS', 'CHECK_CRC32', 'CHECK_CRC64', 'CHECK_SHA256', 'LZIP_DECODER'];
  for (const coder of coders) configuration.push(`ENCODER_${coder}`, `DECODER_${coder}`);
  const scripts = ['xzdiff', 'xzgrep', 'xzless', 'xzmore'];
  return [
    automakeSuite({
      program: 'xz',
      version: recipe.version,
      requires: ['/usr/bin/xz'],
      makefile: 'tests/Makefile.am',
      directory: 'tests',
      files: (path) => /^tests\//.test(path),
      conditions: ['COND_SCRIPTS'],
      programs: { 'src/xz': usrBin(['xz']), 'src/scripts': usrBin(scripts) },
      helpers: { 'tests/create_compress_files': 'create_compress_files' },
      configuration,
    }),
  ];
}

function bzip2() {
  const commands = (source) => new Makefile(readFileSync(join(source, 'Makefile'), 'utf8')).commands('test');
  return [
    scriptSuite({
      program: 'bzip2',
      files: (path) => /^(sample|words)/.test(path),
      directory: '.',
      built: { bzip2: '/usr/bin/bzip2' },
      scripts: (source) => ({ test: commandLines(commands(source)).join('\n') }),
    }),
  ];
}

function m4() {
  const checks = (source) => readdirSync(join(source, 'checks')).filter((name) => /^\d+\.|\.test$/.test(name));
  return [
    scriptSuite({
      program: 'm4',
      files: (path) => /^(checks|examples)\//.test(path),
      directory: 'checks',
      scripts: (source) =>
        Object.fromEntries(checks(source).map((name) => [name, `./check-them -I ../examples ./${name}`])),
    }),
  ];
}

function ed(recipe) {
  return [
    scriptSuite({
      program: 'ed',
      files: (path) => /^testsuite\//.test(path),
      directory: '.',
      built: { ed: '/usr/bin/ed' },
      scripts: () => ({ check: `sh testsuite/check.sh testsuite ${recipe.version}` }),
    }),
  ];
}

function mawk() {
  const call = (name) => `MAWK=/usr/bin/mawk sh ./${name}`;
  return [
    scriptSuite({
      program: 'mawk',
      files: (path) => /^(test|examples)\//.test(path),
      directory: 'test',
      scripts: () => ({ mawktest: call('mawktest'), fpe_test: call('fpe_test') }),
    }),
  ];
}

function originalAwk() {
  const program = 'original-awk';
  // T.errmsg has a case that is made to fail.
  const complaints = "sed '/this should print a BAD message/d' /tmp/said | grep -q BAD";
  const withInput = (source, name) =>
    existsSync(join(source, 'bugs-fixed', `${name}.in`)) ? `${name}.awk ${name}.in` : `${name}.awk`;
  return [
    nativeSuite({
      program,
      directory: 'testdir',
      wanted: (name) => /^[tp]\./.test(name),
      args: (name) => ['-f', name, ...(name.startsWith('t') ? ['test.data'] : ['test.countries', 'test.countries'])],
    }),
    // These say BAD themselves, of what their own expectations or two runs show.
    scriptSuite({
      program,
      files: (path) => /^testdir\//.test(path),
      directory: 'testdir',
      built: { 'a.out': `/usr/bin/${program}`, 'testdir/echo': '/usr/bin/echo' },
      scripts: (source) =>
        Object.fromEntries(
          readdirSync(join(source, 'testdir'))
            .filter((name) => name.startsWith('T.'))
            .map((name) => [name, `oldawk=../a.out awk=../a.out sh ./${name} 2>&1 | tee /tmp/said; ! ${complaints}`]),
        ),
    }),
    scriptSuite({
      program,
      files: (path) => /^bugs-fixed\//.test(path),
      directory: 'bugs-fixed',
      built: { 'a.out': `/usr/bin/${program}` },
      scripts: (source) =>
        Object.fromEntries(
          readdirSync(join(source, 'bugs-fixed'))
            .flatMap((file) => /^(.*)\.awk$/.exec(file)?.[1] ?? [])
            .map((name) => [name, `../a.out -f ${withInput(source, name)} >OUT 2>&1; diff -u ${name}.ok OUT`]),
        ),
    }),
  ];
}

// What the script timetest does, with the library of mathematics. dc has no tests; checklib.b takes 18 s natively.
function bc() {
  return [
    nativeSuite({
      program: 'bc',
      directory: 'Test',
      wanted: (name) => name !== 'timetest',
      args: (name) => ['-l', name],
      slow: ['checklib.b'],
    }),
  ];
}

const makers = {
  coreutils,
  sed,
  grep,
  gawk,
  findutils,
  diffutils,
  tar,
  cpio,
  gzip,
  xz,
  bzip2,
  patch,
  jq: () => [jqSuite()],
  make: () => [makeSuite()],
  m4,
  ed,
  mawk,
  'original-awk': originalAwk,
  bc,
  sqlite3: () => [sqlite3Suite()],
  lua: () => [{ note: 'its source package has no tests: upstream publishes them by themselves' }],
  git: () => [gitSuite()],
};

/**
 * Program → its suites, from the source of the recipe of that name; undefined when there is no such recipe. Python has no recipe. `note` in
 * place of a suite: why there is none.
 */
export const suites = new Map([
  ...Object.entries(makers).map(([name, make]) => [name, recipes.has(name) ? make(recipes.get(name)) : undefined]),
  ['python', [pythonSuite()]],
]);
