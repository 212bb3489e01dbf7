export default {
  name: 'ed',
  version: '1.19',
  homepage: 'https://www.gnu.org/software/ed/',
  licence: 'GPL-2.0-or-later',
  source: {
    package: 'ed',
    version: '1.19',
    orig: 'ed_1.19.orig.tar.gz',
    sha256: '8e5c3e7c84972e73957ff396b8318a21795f86547dd1fe4ec4232a9e6e44ca1d',
  },
  // Its configure is not autoconf's and knows nothing of the environment.
  configure: [],
  make: [['-e', 'ed', 'red']],
  programs: [{ built: 'ed', path: '/usr/bin/ed' }],
  files: [{ from: 'red', path: '/usr/bin/red', mode: 0o755 }],
  symlinks: { '/usr/bin/editor': 'ed' },
};
