// The library behind git, unzip, file and others.
export default {
  name: 'zlib',
  version: '1.2.13',
  homepage: 'https://zlib.net/',
  licence: 'Zlib',
  source: {
    package: 'zlib',
    version: '1.2.13.dfsg',
    orig: 'zlib_1.2.13.dfsg.orig.tar.bz2',
    sha256: '71feb7947e3c00ef125f83b79a4e529bde31171e5babe48b391f06758d1ab0a1',
  },
  optimise: '-O3',
  // Its configure is not autoconf's; what it would find out is here.
  cflags: ['-DHAVE_UNISTD_H', '-DHAVE_STDARG_H', '-DHAVE_HIDDEN'],
  make: [['-e', '-f', 'Makefile.in', 'libz.a']],
  library: {
    include: ['zlib.h', 'zconf.h'],
    lib: ['libz.a'],
  },
};
