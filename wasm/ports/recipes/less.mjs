// The pager. lesspipe is not here: there is nothing for it to unpack with.
export default {
  name: 'less',
  version: '590',
  homepage: 'https://www.greenwoodsoftware.com/less/',
  licence: 'GPL-3.0-or-later OR BSD-2-Clause',
  source: {
    package: 'less',
    version: '590',
    orig: 'less_590.orig.tar.gz',
    sha256: '6aadf54be8bf57d0e2999a3c5d67b1de63808bb90deb8f77b028eafae3a08e10',
  },
  libraries: ['ncurses'],
  // configure calls functions that it does not declare.
  cflags: ['-Wno-implicit-function-declaration', '-Wno-implicit-int'],
  configure: ['--with-regex=posix', '--with-editor=/usr/bin/editor'],
  make: [['less', 'lessecho', 'lesskey']],
  programs: [
    { built: 'less', path: '/usr/bin/less' },
    { built: 'lessecho', path: '/usr/bin/lessecho' },
    { built: 'lesskey', path: '/usr/bin/lesskey' },
  ],
  symlinks: { '/usr/bin/pager': 'less' },
};
