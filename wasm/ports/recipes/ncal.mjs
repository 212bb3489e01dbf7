// The calendar: Debian's cal and ncal.
export default {
  name: 'ncal',
  version: '12.1.8',
  homepage: 'https://packages.debian.org/source/bookworm/bsdmainutils',
  licence: 'BSD-3-Clause',
  source: {
    package: 'bsdmainutils',
    version: '12.1.8',
    orig: 'bsdmainutils_12.1.8.tar.xz',
    sha256: '9e3e693b2f8ca4f3f10f0d154dac092e6251f12dc782a069a22a48c92d11bcbf',
  },
  libraries: ['ncurses'],
  // Debian's own flags add a header of libbsd; the C library has what it is wanted for. D_MD_ORDER, which only glibc
  // of old had, asks whether the day comes first.
  write: { 'usr.bin/ncal/sys/cdefs.h': '/* musl has none. */\n#define __FBSDID(id) struct unused\n' },
  edits: [
    // Only glibc's locales say on what day the week begins; without them it would not be set at all.
    { file: 'debian/patches/ncal_fdow.diff', replace: '+int weekstart = -1;', by: '+int weekstart = 0;' },
  ],
  // The package is Debian's own, and its build applies these patches.
  make: [
    [
      '--eval=patched:; while read -r name; do patch -p1 -i debian/patches/$$name || exit 1; done < debian/patches/series',
      'patched',
    ],

    [
      '-C',
      'usr.bin/ncal',
      'FLAGS=-D_GNU_SOURCE -DD_MD_ORDER=D_FMT -I. $(CPPFLAGS)',
      'LIBS=-ltinfo',
      '--environment-overrides',
    ],
  ],
  programs: [{ built: 'usr.bin/ncal/ncal', path: '/usr/bin/ncal' }],
  symlinks: { '/usr/bin/cal': 'ncal' },
};
