export default {
  name: 'm4',
  version: '1.4.19',
  homepage: 'https://www.gnu.org/software/m4/',
  licence: 'GPL-3.0-or-later',
  source: {
    package: 'm4',
    version: '1.4.19',
    orig: 'm4_1.4.19.orig.tar.xz',
    sha256: '63aede5c6d33b6d9b13511cd0be2cac046f2e70fd0a07aa9573a04a82783af96',
  },
  // iconv, whose tables are as large as a small program, would only be for the names of authors in --version.
  environment: { am_cv_func_iconv: 'no' },
  configure: ['--disable-nls', '--disable-rpath'],
  make: [
    ['-C', 'lib'],
    ['-C', 'src'],
  ],
  programs: [{ built: 'src/m4', path: '/usr/bin/m4' }],
};
