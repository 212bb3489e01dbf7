// What Debian has in gettext-base. The translators' tools have a configure of their own, which is not run.
const configure = `
cd gettext-runtime && exec sh ./configure --no-recursion "$@" --cache-file=../config.cache
`;

export default {
  name: 'gettext',
  version: '0.21',
  homepage: 'https://www.gnu.org/software/gettext/',
  licence: 'GPL-3.0-or-later',
  source: {
    package: 'gettext',
    version: '0.21',
    orig: 'gettext_0.21.orig.tar.xz',
    sha256: 'd20fcbb537e02dcf1383197ba05bd0734ef7bf5db06bdb241eb69b7d16b73192',
  },
  write: { configure: configure.trimStart() },
  configure: ['--disable-nls', '--disable-shared', '--disable-java', '--disable-csharp', '--disable-libasprintf'],
  make: [
    ['-C', 'gettext-runtime/gnulib-lib'],
    ['-C', 'gettext-runtime/src'],
  ],
  programs: ['envsubst', 'gettext', 'ngettext'].map((name) => ({
    built: `gettext-runtime/src/${name}`,
    path: `/usr/bin/${name}`,
  })),
  files: [{ from: 'gettext-runtime/src/gettext.sh', path: '/usr/bin/gettext.sh', mode: 0o755 }],
};
