export default {
  name: 'patch',
  version: '2.7.6',
  homepage: 'https://savannah.gnu.org/projects/patch/',
  licence: 'GPL-3.0-or-later',
  source: {
    package: 'patch',
    version: '2.7.6',
    orig: 'patch_2.7.6.orig.tar.xz',
    sha256: 'ac610bda97abe0d9f6b7c963255a11dcb196c25e337c61f94e4778d632f1d8fd',
  },
  environment: { ac_cv_path_ED: 'ed' },
  configure: ['--disable-xattr'],
  make: [
    ['-C', 'lib'],
    ['-C', 'src'],
  ],
  programs: [{ built: 'src/patch', path: '/usr/bin/patch' }],
};
