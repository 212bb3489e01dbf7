export default {
  name: 'diffutils',
  version: '3.8',
  homepage: 'https://www.gnu.org/software/diffutils/',
  licence: 'GPL-3.0-or-later',
  source: {
    package: 'diffutils',
    version: '3.8',
    orig: 'diffutils_3.8.orig.tar.xz',
    sha256: 'a6bdd7d1b31266d11c4f4de6c1b748d4607ab0231af5188fc2533d0ae2438fec',
  },
  // "byte" outside the POSIX locale, "char" in it: also without message catalogues.
  // iconv, whose tables are as large as a small program, would only be for the names of authors in --version.
  environment: { am_cv_func_iconv: 'no' },
  optimise: '-O2',
  edits: [
    {
      file: 'src/cmp.c',
      replace: 'define hard_locale_LC_MESSAGES 0',
      by: 'define hard_locale_LC_MESSAGES (MB_CUR_MAX > 1)',
    },
  ],
  configure: ['--disable-nls'],
  make: [
    ['-C', 'lib'],
    ['-C', 'src'],
  ],
  programs: ['cmp', 'diff', 'diff3', 'sdiff'].map((name) => ({ built: `src/${name}`, path: `/usr/bin/${name}` })),
};
