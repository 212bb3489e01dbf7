// What its configure, which is not autoconf's, finds out on a Debian machine.
const options = [
  ...['UNIX', 'BZIP2_SUPPORT', 'UIDGID_NOT_16BIT', 'LARGE_FILE_SUPPORT', 'UNICODE_SUPPORT'],
  ...['HAVE_DIRENT_H', 'HAVE_TERMIOS_H'],
].map((name) => `-D${name}`);

export default {
  name: 'zip',
  version: '3.0',
  homepage: 'https://infozip.sourceforge.net/Zip.html',
  licence: 'Info-ZIP',
  source: {
    package: 'zip',
    version: '3.0',
    orig: 'zip_3.0.orig.tar.gz',
    sha256: 'f0e8bb1f9b7eb0b01285495a2699df3a4b766784c1765a8f1aeedf63c0806369',
  },
  libraries: ['bzip2'],
  optimise: '-O3',
  // gcc defines the first two.
  cflags: ['-Dlinux=1', '-Dunix=1', '-I.', ...options],
  make: [
    [
      ...['-e', '-f', 'unix/Makefile', 'CFLAGS_NOOPT=$(CFLAGS)', 'OCRCU8=crc32_.o', 'OCRCTB='],
      ...['LFLAGS2=$(LDFLAGS) -lbz2', '--eval=override CFLAGS += $(CPPFLAGS)', 'zips'],
    ],
  ],
  programs: [
    { built: 'zip', path: '/usr/bin/zip' },
    ...['zipcloak', 'zipnote', 'zipsplit'].map((name) => ({ built: name, path: `/usr/bin/${name}` })),
  ],
};
