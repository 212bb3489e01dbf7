const scripts = ['bzdiff', 'bzgrep', 'bzmore'].map((name) => ({ from: name, path: `/usr/bin/${name}`, mode: 0o755 }));

export default {
  name: 'bzip2',
  version: '1.0.8',
  homepage: 'https://sourceware.org/bzip2/',
  licence: 'bzip2-1.0.6',
  source: {
    package: 'bzip2',
    version: '1.0.8',
    orig: 'bzip2_1.0.8.orig.tar.gz',
    sha256: 'ab5a03176ee106d3f0fa90e381da478ddae405918153cca248e682cd0c4a2269',
  },
  optimise: '-O3',
  cflags: ['-D_FILE_OFFSET_BITS=64'],
  // glibc's own letter for long long.
  edits: [{ file: 'bzip2recover.c', replace: 'MaybeUInt64_FMT "%Lu"', by: 'MaybeUInt64_FMT "%llu"' }],
  make: [
    ['-e', 'libbz2.a', 'bzip2.o', 'bzip2recover'],
    // Debian's makefile links it with a shared library.
    ['-e', '--eval=linked: ; $(CC) $(CFLAGS) -o bzip2 bzip2.o libbz2.a', 'linked'],
  ],
  programs: [
    { built: 'bzip2', path: '/usr/bin/bzip2' },
    { built: 'bzip2recover', path: '/usr/bin/bzip2recover' },
  ],
  files: [...scripts, { from: 'debian/bzexe', path: '/usr/bin/bzexe', mode: 0o755 }],
  links: { '/usr/bin/bzip2': ['/usr/bin/bunzip2', '/usr/bin/bzcat'] },
  symlinks: {
    '/usr/bin/bzcmp': 'bzdiff',
    '/usr/bin/bzegrep': 'bzgrep',
    '/usr/bin/bzfgrep': 'bzgrep',
    '/usr/bin/bzless': 'bzmore',
  },
  library: {
    include: ['bzlib.h'],
    lib: ['libbz2.a'],
  },
};
