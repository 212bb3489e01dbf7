// killall, pstree and what else looks for processes in /proc. peekfd traces, which nothing here can do.
const programs = ['fuser', 'killall', 'prtstat', 'pslog', 'pstree'];

export default {
  name: 'psmisc',
  version: '23.6',
  homepage: 'https://gitlab.com/psmisc/psmisc',
  licence: 'GPL-2.0-or-later',
  source: {
    package: 'psmisc',
    version: '23.6',
    orig: 'psmisc_23.6.orig.tar.xz',
    sha256: '0750d545d1e043a119e62d5d6f6948a5bec1528e69c64f181420da2c556178cf',
  },
  libraries: ['ncurses'],
  edits: [
    // A second name of SIGPOLL, which glibc does not define as a number.
    {
      file: 'src/signames.c',
      replace: '#include <signal.h>',
      by: '#include <signal.h>\n#undef SIGIO\n#undef SIGPOLL\n#define SIGPOLL 29',
    },
    // There are no sockets, so no file can be one.
    { file: 'src/fuser.c', replace: 'fprintf(stderr, _("Cannot open a network socket.\\n"));', by: '' },
  ],
  // Its own statx wants the kernel's headers.
  configure: ['--disable-nls', '--disable-harden-flags', 'ac_cv_have_decl_SYS_statx=no'],
  make: [['src/signames.h'], programs.map((name) => `src/${name}`)],
  programs: programs.map((name) => ({
    built: `src/${name}`,
    path: `/usr/bin/${name}`,
  })),
};
