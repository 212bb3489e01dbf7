// Beside our own shell: the exact reference.
export default {
  name: 'bash',
  version: '5.2.15',
  homepage: 'https://www.gnu.org/software/bash/',
  licence: 'GPL-3.0-or-later',
  source: {
    package: 'bash',
    version: '5.2.15',
    orig: 'bash_5.2.15.orig.tar.gz',
    sha256: '7a315bc0e9d90713159e4390ec1096a41e4f33cd8cc3d1a749a8e5ad56600f51',
  },
  // Compiled without config.h, it calls write undeclared, which our compiler does not take.
  // iconv, whose tables are as large as a small program, would only be for \u elsewhere than in UTF-8.
  environment: { am_cv_func_iconv: 'no' },
  edits: [
    { file: 'lib/termcap/tparam.c', replace: '#include "ltcap.h"', by: '#include <unistd.h>\n#include "ltcap.h"' },
  ],
  configure: ['--disable-nls', '--without-bash-malloc', '--without-curses', '--disable-net-redirections'],
  programs: [
    {
      built: 'bash',
      path: '/usr/bin/gnu-bash',
      // Bash calls its cleanup functions through pointers of another type, which WebAssembly refuses.
      postlink: { passes: ['--fpcast-emu'] },
    },
  ],
  smoke: [{ run: ['gnu-bash', '-c', '(echo child) & wait; echo parent'], prints: 'child\nparent\n' }],
};
