export default {
  name: 'tree',
  version: '2.1.0',
  homepage: 'http://mama.indstate.edu/users/ice/tree/',
  licence: 'GPL-2.0-or-later',
  source: {
    package: 'tree',
    version: '2.1.0',
    orig: 'tree_2.1.0.orig.tar.gz',
    sha256: '0160c535bff2b0dc6a830b9944e981e3427380f63e748da96ced7071faebabf6',
  },
  // musl's strverscmp takes a digit for greater than a letter; tree brings one for other systems.
  edits: [{ file: 'strverscmp.c', replace: '#ifndef __linux__', by: '#ifndef __GLIBC__' }],
  cflags: ['-std=c11', '-D_LARGEFILE64_SOURCE', '-D_FILE_OFFSET_BITS=64', '-DLINUX'],
  make: [['-e', 'tree']],
  programs: [{ built: 'tree', path: '/usr/bin/tree' }],
};
