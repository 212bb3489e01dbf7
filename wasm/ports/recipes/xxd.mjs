// Debian builds it from Vim's sources.
export default {
  name: 'xxd',
  version: '9.0.1378',
  homepage: 'https://www.vim.org/',
  licence: 'MIT OR GPL-2.0-only',
  source: {
    package: 'vim',
    version: '9.0.1378',
    orig: 'vim_9.0.1378.orig.tar.xz',
    sha256: '6f20c108c0fe5dbcb00a00080b3607feb024a499de2c4d004de9c3bd74516523',
  },
  make: [['-C', 'src/xxd']],
  programs: [{ built: 'src/xxd/xxd', path: '/usr/bin/xxd' }],
};
