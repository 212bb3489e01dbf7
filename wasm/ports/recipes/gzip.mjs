const scripts = 'gunzip gzexe zcat zcmp zdiff zegrep zfgrep zforce zgrep zless zmore znew'.split(' ');

export default {
  name: 'gzip',
  version: '1.12',
  homepage: 'https://www.gnu.org/software/gzip/',
  licence: 'GPL-3.0-or-later',
  source: {
    package: 'gzip',
    version: '1.12',
    orig: 'gzip_1.12.orig.tar.xz',
    sha256: 'ce5e03e519f637e1f814011ace35c4f87b33c0bbabeec35baf5fbd3479e91956',
  },
  optimise: '-O3',
  cflags: ['-DNO_ASM', '-DUNALIGNED_OK'],
  configure: [],
  make: [['version.h'], ['-C', 'lib'], ['gzip', ...scripts]],
  programs: [{ built: 'gzip', path: '/usr/bin/gzip' }],
  files: scripts.map((name) => ({ from: name, path: `/usr/bin/${name}`, mode: 0o755 })),
  links: { '/usr/bin/gunzip': ['/usr/bin/uncompress'] },
};
