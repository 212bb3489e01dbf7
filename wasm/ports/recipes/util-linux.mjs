// The part of util-linux that needs no devices, mounts or terminals of its own: what Debian has in util-linux, bsdutils,
// bsdextrautils and uuid-runtime.
// biome-ignore format: a list of words
const small = [
  'choom', 'col', 'colcrt', 'colrm', 'column', 'fallocate', 'getopt', 'hardlink', 'look', 'mcookie', 'more', 'mountpoint',
  'namei',
  'prlimit', 'renice', 'rev', 'setsid', 'ul', 'uuidgen', 'uuidparse', 'whereis',
];

export default {
  name: 'util-linux',
  version: '2.38.1',
  homepage: 'https://www.kernel.org/pub/linux/utils/util-linux/',
  licence: 'GPL-2.0-or-later AND BSD-3-Clause AND LGPL-2.1-or-later',
  source: {
    package: 'util-linux',
    version: '2.38.1',
    orig: 'util-linux_2.38.1.orig.tar.xz',
    sha256: '60492a19b44e6cf9a3ddff68325b333b8b52b6c59ce3ebd6a0ecaa4c5117e84f',
  },
  libraries: ['ncurses'],
  // Of the kernel's headers, which configure insists on, only this is included.
  write: { 'include/linux/version.h': '#define LINUX_VERSION_CODE 0\n' },
  configure: [
    'ac_cv_header_linux_version_h=yes',
    '--disable-shared',
    '--disable-nls',
    '--disable-asciidoc',
    '--disable-bash-completion',
    '--without-python',
    '--without-systemd',
    '--without-udev',
    '--without-selinux',
    '--without-libmagic',
    '--without-cap-ng',
    '--without-readline',
    '--without-util',
    '--without-btrfs',
  ],
  // Only what is named here: configure believes that there is more to build.
  make: [[...small, 'flock', 'hexdump', 'rename']],
  programs: [
    ...small.map((name) => ({ built: name, path: `/usr/bin/${name}` })),
    { built: 'flock', path: '/usr/bin/flock' },
    { built: 'hexdump', path: '/usr/bin/hexdump' },
    { built: 'rename', path: '/usr/bin/rename.ul' },
  ],
  // Debian's rename is Perl's, which is not here.
  symlinks: { '/usr/bin/hd': 'hexdump', '/usr/bin/rename': 'rename.ul' },
};
