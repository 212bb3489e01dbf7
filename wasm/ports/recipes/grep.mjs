export default {
  name: 'grep',
  version: '3.8',
  homepage: 'https://www.gnu.org/software/grep/',
  licence: 'GPL-3.0-or-later',
  source: {
    package: 'grep',
    version: '3.8',
    orig: 'grep_3.8.orig.tar.xz',
    sha256: '498d7cc1b4fb081904d87343febb73475cf771e424fb7e6141aff66013abc382',
  },
  libraries: ['pcre2'],
  optimise: '-O3',
  environment: { PCRE_CFLAGS: '-DPCRE2_STATIC', PCRE_LIBS: '-lpcre2-8' },
  configure: ['--disable-nls', '--enable-perl-regexp'],
  make: [
    ['-C', 'lib'],
    ['-C', 'src'],
  ],
  programs: [{ built: 'src/grep', path: '/usr/bin/grep' }],
  files: [
    { from: 'src/egrep', path: '/usr/bin/egrep', mode: 0o755 },
    { from: 'src/fgrep', path: '/usr/bin/fgrep', mode: 0o755 },
    { from: 'debian/rgrep', path: '/usr/bin/rgrep', mode: 0o755 },
  ],
};
