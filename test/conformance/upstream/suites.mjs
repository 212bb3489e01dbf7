// The suites, by the recipe whose source package they come from.

import { recipes } from '../../../wasm/ports/recipes.mjs';
import { dejagnuSuite } from './dejagnu-suite.mjs';
import { gawkSuite } from './gawk-suite.mjs';
import { gnulibSuite } from './gnulib-suite.mjs';

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
    gnulibSuite({
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
    gnulibSuite({
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
    gnulibSuite({
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
    gnulibSuite({
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
    gnulibSuite({
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

/** Program → its suites; all of them come from the recipe of that name. */
export const suites = new Map(
  Object.entries({ coreutils, sed, grep, gawk, findutils, diffutils }).map(([name, make]) => [
    name,
    make(recipes.get(name)),
  ]),
);
