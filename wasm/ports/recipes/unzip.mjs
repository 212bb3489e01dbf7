// As Debian's debian/rules define it.
const options = [
  ...['ACORN_FTYPE_NFS', 'WILD_STOP_AT_DIR', 'LARGE_FILE_SUPPORT', 'UNICODE_SUPPORT', 'UNICODE_WCHAR', 'NO_LCHMOD'],
  ...['UTF8_MAYBE_NATIVE', 'DATE_FORMAT=DF_YMD', 'USE_BZIP2', 'IZ_HAVE_UXUIDGID', 'NOMEMCPY', 'NO_WORKING_ISPRINT'],
].map((name) => `-D${name}`);

export default {
  name: 'unzip',
  version: '6.0',
  homepage: 'https://infozip.sourceforge.net/UnZip.html',
  licence: 'Info-ZIP',
  source: {
    package: 'unzip',
    version: '6.0',
    orig: 'unzip_6.0.orig.tar.gz',
    sha256: '036d96991646d0449ed0aa952e4fbe21b476ce994abc276e49d30e686708bd37',
  },
  libraries: ['bzip2'],
  optimise: '-O3',
  // gcc defines them.
  cflags: ['-Dlinux=1', '-Dunix=1', ...options],
  make: [
    [
      ...['-e', '-f', 'unix/Makefile', 'D_USE_BZ2=-DUSE_BZIP2', 'L_BZ2=-lbz2', 'LF2=$(LDFLAGS)', 'HOST_VERSINFO='],
      ...['CF_NOOPT=$(CPPFLAGS) -I. -DUNIX', 'unzip', 'funzip'],
    ],
  ],
  programs: [
    { built: 'unzip', path: '/usr/bin/unzip' },
    { built: 'funzip', path: '/usr/bin/funzip' },
  ],
  files: [{ from: 'unix/zipgrep', path: '/usr/bin/zipgrep', mode: 0o755 }],
  links: { '/usr/bin/unzip': ['/usr/bin/zipinfo'] },
};
