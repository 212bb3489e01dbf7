export default {
  name: 'bc',
  version: '1.07.1',
  homepage: 'https://www.gnu.org/software/bc/',
  licence: 'GPL-3.0-or-later',
  source: {
    package: 'bc',
    version: '1.07.1',
    orig: 'bc_1.07.1.orig.tar.gz',
    sha256: '62adfca89b0a1c0164c2cdca59ca210c1d44c3ffc46daf9931cf4942664cb02a',
  },
  // WebAssembly calls a function only as it was declared, and dc calls these two undeclared.
  optimise: '-O2',
  write: { 'h/checks.h': '#include <stdio.h>\nvoid checkferror_input(FILE *);\nvoid checkferror_output(FILE *);\n' },
  // ELIDE_CODE: the library's getopt, whose messages are glibc's, not the one that is in the source.
  cflags: ['-DDOT_IS_LAST', '-DDONTEXIT', '-DELIDE_CODE'],
  configure: [],
  make: [
    ['-C', 'lib'],
    // bc compiles its own mathematics; this machine's bc is of the same version.
    ['-C', 'bc', '--eval=mathematics: ; bc -c libmath.b </dev/null >libmath.h && ./fix-libmath_h', 'mathematics'],
    ['-C', 'bc', '-o', 'libmath.h', 'bc'],
    ['-C', 'dc', 'AM_CPPFLAGS=-I.. -I../h -include checks.h', 'dc'],
  ],
  programs: [
    { built: 'bc/bc', path: '/usr/bin/bc' },
    { built: 'dc/dc', path: '/usr/bin/dc' },
  ],
};
