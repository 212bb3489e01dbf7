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
  // xmlcatalog is in xmllint, which looks at the name it was called by: each alone would hold the library again.
  edits: [
    {
      file: 'xmlcatalog.c',
      replace: 'int main(int argc, char **argv) {',
      by: 'int xmlcatalog_main(int argc, char **argv) {',
    },
    {
      file: 'xmllint.c',
      replace: 'int\nmain(int argc, char **argv) {\n',
      by: `int xmlcatalog_main(int argc, char **argv);

int
main(int argc, char **argv) {
    const char *slash = strrchr(argv[0], '/');
    if (!strcmp(slash ? slash + 1 : argv[0], "xmlcatalog"))
        return xmlcatalog_main(argc, argv);
`,
    },
  ],
  make: [['xmllint', 'xmllint_OBJECTS=xmllint.o xmlcatalog.o']],
  programs: [{ built: 'xmllint', path: '/usr/bin/xmllint' }],
  links: { '/usr/bin/xmllint': ['/usr/bin/xmlcatalog'] },
};
