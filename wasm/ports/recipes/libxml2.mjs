export default {
  name: 'libxml2',
  version: '2.9.14',
  homepage: 'https://gitlab.gnome.org/GNOME/libxml2',
  licence: 'MIT',
  source: {
    package: 'libxml2',
    version: '2.9.14+dfsg',
    orig: 'libxml2_2.9.14+dfsg.orig.tar.xz',
    sha256: '4fe913dec8b1ab89d13b489b419a8203176ea39e931eaa0d25b17eafb9c279e9',
  },
  libraries: ['zlib'],
  configure: [
    ...['--disable-shared', '--without-python', '--without-readline', '--without-icu', '--without-lzma'],
    ...['--without-http', '--without-ftp', '--without-modules', '--without-threads'],
  ],
  make: [['xmllint']],
  programs: [{ built: 'xmllint', path: '/usr/bin/xmllint' }],
};
