const scripts = ['xzdiff', 'xzgrep', 'xzless', 'xzmore'];
const headers = [
  ...['base', 'bcj', 'block', 'check', 'container', 'delta', 'filter', 'hardware', 'index', 'index_hash', 'lzma12'],
  ...['stream_flags', 'version', 'vli'],
];

export default {
  name: 'xz',
  version: '5.4.1',
  homepage: 'https://tukaani.org/xz/',
  licence: 'LicenseRef-Public-Domain AND LGPL-2.1-or-later AND GPL-2.0-or-later',
  source: {
    package: 'xz-utils',
    version: '5.4.1',
    orig: 'xz-utils_5.4.1.orig.tar.xz',
    sha256: '5d9827aa1875b21c288f78864bb26d2650b436ea8d2cad364e4921eb6266a5a5',
  },
  // -9 takes 674 MiB even of small input, where other machines give a process more than they have. With a limit by
  // default xz takes a smaller dictionary and says so.
  edits: [
    {
      file: 'src/xz/hardware.c',
      replace: '\tmemlimit_mt_default = total_ram / 4;\n',
      by: '\tmemlimit_mt_default = total_ram / 4;\n\tmemlimit_compress = total_ram / 4 * 3;\n',
    },
  ],
  optimise: '-O3',
  configure: [
    '--disable-shared',
    '--disable-threads',
    '--disable-nls',
    '--disable-doc',
    '--disable-xzdec',
    '--disable-lzmadec',
  ],
  make: [
    ['-C', 'src'],
    // A library's headers lie in one directory here.
    ['--eval=lzma.h: ; sed s,lzma/,, src/liblzma/api/lzma.h > $@', 'lzma.h'],
  ],
  programs: [
    { built: 'src/xz/xz', path: '/usr/bin/xz' },
    { built: 'src/lzmainfo/lzmainfo', path: '/usr/bin/lzmainfo' },
  ],
  files: scripts.map((name) => ({ from: `src/scripts/${name}`, path: `/usr/bin/${name}`, mode: 0o755 })),
  symlinks: {
    ...Object.fromEntries(['unxz', 'xzcat', 'lzma', 'unlzma', 'lzcat'].map((name) => [`/usr/bin/${name}`, 'xz'])),
    ...Object.fromEntries(scripts.map((name) => [`/usr/bin/${name.replace('xz', 'lz')}`, name])),
    '/usr/bin/xzcmp': 'xzdiff',
    '/usr/bin/xzegrep': 'xzgrep',
    '/usr/bin/xzfgrep': 'xzgrep',
    '/usr/bin/lzcmp': 'xzdiff',
    '/usr/bin/lzegrep': 'xzgrep',
    '/usr/bin/lzfgrep': 'xzgrep',
  },
  library: {
    include: ['lzma.h', ...headers.map((name) => `src/liblzma/api/lzma/${name}.h`)],
    lib: ['src/liblzma/.libs/liblzma.a'],
  },
};
