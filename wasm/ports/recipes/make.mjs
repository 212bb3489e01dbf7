export default {
  name: 'make',
  version: '4.3',
  homepage: 'https://www.gnu.org/software/make/',
  licence: 'GPL-3.0-or-later',
  source: {
    package: 'make-dfsg',
    version: '4.3',
    orig: 'make-dfsg_4.3.orig.tar.gz',
    sha256: 'be4c17542578824e745f83bcd2a9ba264206187247cb6a5f5df99b0a9d1f9047',
  },
  // gettext's own files are in the tree: its autopoint need not bring them.
  edits: [{ file: 'configure.ac', replace: 'AM_GNU_GETTEXT_VERSION([0.19.4])', by: '' }],
  autoreconf: true,
  configure: [
    '--disable-nls',
    '--without-guile',
    'make_cv_synchronous_posix_spawn=yes',
    'ac_cv_lib_util_getloadavg=no',
  ],
  make: [['-C', 'lib'], ['make']],
  programs: [{ built: 'make', path: '/usr/bin/make' }],
  files: [{ from: 'src/gnumake.h', path: '/usr/include/gnumake.h' }],
  symlinks: { '/usr/bin/gmake': 'make' },
};
