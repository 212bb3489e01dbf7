export default {
  name: 'findutils',
  version: '4.9.0',
  homepage: 'https://www.gnu.org/software/findutils/',
  licence: 'GPL-3.0-or-later',
  source: {
    package: 'findutils',
    version: '4.9.0',
    orig: 'findutils_4.9.0.orig.tar.xz',
    sha256: 'a2bfb8c09d436770edc59f50fa483e785b161a3b7b9d547573cb08065fd462fe',
  },
  // The source package lacks this wrapper, which its configure asks for.
  auxiliary: ['build-aux/compile'],
  configure: ['--disable-nls', '--without-selinux'],
  make: [
    ['-C', 'gl'],
    ['-C', 'lib'],
    ['-C', 'find', 'find'],
    ['-C', 'xargs', 'xargs'],
  ],
  programs: [
    { built: 'find/find', path: '/usr/bin/find' },
    { built: 'xargs/xargs', path: '/usr/bin/xargs' },
  ],
};
