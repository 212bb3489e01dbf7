export default {
  name: 'cpio',
  version: '2.13',
  homepage: 'https://www.gnu.org/software/cpio/',
  licence: 'GPL-3.0-or-later',
  source: {
    package: 'cpio',
    version: '2.13+dfsg',
    orig: 'cpio_2.13+dfsg.orig.tar.bz2',
    sha256: 'fd1e6fb3c683bf82ae0db237af87376c6a376d1f6bf6564c9b335785e76106a9',
  },
  // gnulib of its time declares a handler that does not return and sets one that is not said to.
  cflags: ['-Wno-incompatible-function-pointer-types'],
  configure: ['--libexecdir=/usr/sbin', '--disable-nls', '--disable-mt'],
  make: [
    ['-C', 'gnu'],
    ['-C', 'lib'],
    ['-C', 'src'],
  ],
  programs: [{ built: 'src/cpio', path: '/usr/bin/cpio' }],
};
