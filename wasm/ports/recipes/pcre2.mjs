// The library behind grep -P.
export default {
  name: 'pcre2',
  version: '10.42',
  homepage: 'https://www.pcre.org/',
  licence: 'BSD-3-Clause',
  source: {
    package: 'pcre2',
    version: '10.42',
    orig: 'pcre2_10.42.orig.tar.gz',
    sha256: 'c33b418e3b936ee3153de2c61cc638e7e4fe3156022a5c77d0711bcbb9d64f1f',
  },
  optimise: '-O3',
  configure: ['--disable-shared', '--enable-static', '--enable-unicode', '--disable-cpp', '--disable-pcre2grep-jit'],
  make: [['libpcre2-8.la']],
  library: {
    include: ['src/pcre2.h'],
    lib: ['.libs/libpcre2-8.a'],
  },
};
