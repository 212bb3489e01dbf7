export default {
  name: 'dos2unix',
  version: '7.4.3',
  homepage: 'https://waterlan.home.xs4all.nl/dos2unix.html',
  licence: 'BSD-2-Clause',
  source: {
    package: 'dos2unix',
    version: '7.4.3',
    orig: 'dos2unix_7.4.3.orig.tar.gz',
    sha256: 'b68db41956daf933828423aa30510e00c12d29ef5916e715e8d4e694fe66ca72',
  },
  make: [['ENABLE_NLS=', 'dos2unix', 'unix2dos']],
  programs: ['dos2unix', 'unix2dos'].map((name) => ({ built: name, path: `/usr/bin/${name}` })),
  symlinks: { '/usr/bin/mac2unix': 'dos2unix', '/usr/bin/unix2mac': 'unix2dos' },
};
