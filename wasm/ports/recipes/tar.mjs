export default {
  name: 'tar',
  version: '1.34',
  homepage: 'https://www.gnu.org/software/tar/',
  licence: 'GPL-3.0-or-later',
  source: {
    package: 'tar',
    version: '1.34+dfsg',
    orig: 'tar_1.34+dfsg.orig.tar.xz',
    sha256: '7d57029540cb928394defb3b377b3531237c947e795b51aa8acac0c5ba0e4844',
  },
  // iconv, whose tables are as large as a small program, would only be for names in archives elsewhere than in UTF-8.
  environment: { RSH: '/usr/bin/rsh', am_cv_func_iconv: 'no' },
  configure: [
    '--libexecdir=/usr/sbin',
    '--disable-nls',
    '--with-lzma=xz',
    '--without-selinux',
    '--without-posix-acls',
    '--without-xattrs',
  ],
  make: [
    ['-C', 'gnu'],
    ['-C', 'lib'],
    ['-C', 'src'],
  ],
  programs: [{ built: 'src/tar', path: '/usr/bin/tar' }],
};
