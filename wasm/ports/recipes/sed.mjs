export default {
  name: 'sed',
  version: '4.9',
  homepage: 'https://www.gnu.org/software/sed/',
  licence: 'GPL-3.0-or-later',
  source: {
    package: 'sed',
    version: '4.9',
    orig: 'sed_4.9.orig.tar.xz',
    sha256: '6e226b732e1cd739464ad6862bd1a1aba42d7982922da7a53519631d24975181',
  },
  optimise: '-O3',
  configure: ['--disable-nls', '--disable-acl', '--without-selinux'],
  make: [['--eval=.SECONDEXPANSION:', '--eval=built-sources: $$(BUILT_SOURCES)', 'built-sources'], ['sed/sed']],
  programs: [{ built: 'sed/sed', path: '/usr/bin/sed' }],
};
