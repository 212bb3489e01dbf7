export default {
  name: 'gawk',
  version: '5.2.1',
  homepage: 'https://www.gnu.org/software/gawk/',
  licence: 'GPL-3.0-or-later',
  source: {
    package: 'gawk',
    version: '5.2.1',
    orig: 'gawk_5.2.1.orig.tar.xz',
    sha256: '2337a0283b180ec1b9c727973a34781c6478b3ae9bcbdcca0a4dc49861d75a65',
  },
  optimise: '-O3',
  configure: ['--disable-nls', '--disable-extensions', '--disable-mpfr', '--disable-pma', '--without-readline'],
  make: [['-C', 'support'], ['gawk']],
  programs: [{ built: 'gawk', path: '/usr/bin/gawk', postlink: { level: '-O3' } }],
  symlinks: { '/usr/bin/awk': 'gawk' },
};
