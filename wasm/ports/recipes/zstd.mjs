export default {
  name: 'zstd',
  version: '1.5.4',
  homepage: 'https://facebook.github.io/zstd/',
  licence: 'BSD-3-Clause OR GPL-2.0-only',
  source: {
    package: 'libzstd',
    version: '1.5.4+dfsg2',
    orig: 'libzstd_1.5.4+dfsg2.orig.tar.xz',
    sha256: '8cf4bbb65e77ec348d052c8d6230eba66d435bddf64c8b5be2fcb16880c19953',
  },
  libraries: ['xz', 'zlib'],
  optimise: '-O3',
  make: [['-C', 'programs', 'zstd', 'HAVE_THREAD=0', 'HAVE_ZLIB=1', 'HAVE_LZMA=1', 'HAVE_LZ4=0', 'BACKTRACE=0']],
  programs: [{ built: 'programs/zstd', path: '/usr/bin/zstd' }],
  files: ['zstdgrep', 'zstdless'].map((name) => ({ from: `programs/${name}`, path: `/usr/bin/${name}`, mode: 0o755 })),
  symlinks: Object.fromEntries(['unzstd', 'zstdcat', 'zstdmt'].map((name) => [`/usr/bin/${name}`, 'zstd'])),
};
