// The suites, by the recipe whose source package they come from.

import { recipes } from '../../../wasm/ports/recipes.mjs';
import { automakeSuite } from './automake-suite.mjs';
import { autotestSuite } from './autotest-suite.mjs';
import { bzip2Suite } from './bzip2-suite.mjs';
import { dejagnuSuite } from './dejagnu-suite.mjs';
import { gawkSuite } from './gawk-suite.mjs';
import { gitSuite } from './git-suite.mjs';

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
      helpers: { genfile: 'genfile' },
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

function jq(recipe) {
  return [
    automakeSuite({
      program: 'jq',
      version: recipe.version,
      requires: ['/usr/bin/jq'],
      makefile: 'Makefile.am',
      files: (path) => /^tests\//.test(path),
      programs: { '.': usrBin(['jq']) },
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
  gzip,
  xz,
  bzip2: () => [bzip2Suite()],
  patch,
  jq,
  git: () => [gitSuite()],
};

/** Program → its suites, from the source of the recipe of that name; undefined when there is no such recipe. */
export const suites = new Map(
  Object.entries(makers).map(([name, make]) => [name, recipes.has(name) ? make(recipes.get(name)) : undefined]),
);
