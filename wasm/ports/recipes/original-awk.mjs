export default {
  name: 'original-awk',
  version: '2022-09-12',
  homepage: 'https://github.com/onetrueawk/awk',
  licence: 'HPND',
  source: {
    package: 'original-awk',
    version: '2022-09-12',
    orig: 'original-awk_2022-09-12.orig.tar.gz',
    sha256: '25e0846d5a4a20e90304bee282b068f65966406178a1e737fa0ac6744aef71d9',
  },
  optimise: '-O3',
  // It looks at errno after log and exp.
  cflags: ['-fmath-errno'],
  make: [
    ['-e', 'HOSTCC=gcc', 'proctab.c'],
    ['-e', 'HOSTCC=gcc', 'a.out'],
  ],
  programs: [{ built: 'a.out', path: '/usr/bin/original-awk' }],
};
