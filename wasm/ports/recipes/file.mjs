export default {
  name: 'file',
  version: '5.44',
  homepage: 'https://www.darwinsys.com/file/',
  licence: 'BSD-2-Clause',
  source: {
    package: 'file',
    version: '5.44',
    orig: 'file_5.44.orig.tar.gz',
    sha256: '3751c7fba8dbc831cb8d7cc8aff21035459b8ce5155ef8b0880a27d028475f3b',
  },
  libraries: ['bzip2', 'xz', 'zlib'],
  cflags: ['-DHOWMANY=0x18000'],
  configure: ['--datadir=/usr/share', '--disable-shared', '--enable-static', '--disable-libseccomp'],
  make: [
    ['-C', 'src'],
    // Compiled by this machine's file, which is of the same version.
    ['-C', 'magic', 'magic.mgc'],
  ],
  programs: [{ built: 'src/file', path: '/usr/bin/file' }],
  files: [
    { from: 'magic/magic.mgc', path: '/usr/lib/file/magic.mgc' },
    { from: 'magic/magic.local', path: '/etc/magic' },
    { from: 'magic/magic.local', path: '/etc/magic.mime' },
  ],
  symlinks: {
    '/usr/share/file/magic.mgc': '../../lib/file/magic.mgc',
    '/usr/share/misc/magic.mgc': '../../lib/file/magic.mgc',
    '/usr/share/misc/magic': '../file/magic',
  },
};
