// The library behind less, top, watch and every program that draws on a terminal, its own programs, and the
// descriptions of terminals that Debian installs everywhere (ncurses-base).
const described =
  /\/(a\/ansi|c\/(cons25(-debian)?|cygwin)|d\/dumb|E\/Eterm(-color)?|h\/hurd|l\/linux|m\/mach.*|p\/pcansi|r\/rxvt(-basic|-m|-unicode.*)?|s\/(screen(-256color(-bce)?|-bce|-s|-w|\.xterm-256color)?|sun)|t\/tmux(-256color)?|v\/vt(100|102|220|52)|w\/wsvt25m?|x\/xterm(-256color|-color|-debian|-mono|-r5|-r6|-vt220|-xfree86)?)$/;

export default {
  name: 'ncurses',
  version: '6.4',
  homepage: 'https://invisible-island.net/ncurses/',
  licence: 'X11-distribute-modifications-variant',
  source: {
    package: 'ncurses',
    version: '6.4',
    orig: 'ncurses_6.4.orig.tar.gz',
    sha256: '6931283d9ac87c5073f30b6290c4c75f21632bb4fc3603ac8100812bed248159',
  },
  write: { 'include/ncurses.h': '#include <curses.h>\n' },
  // As Debian configures it; the descriptions are compiled by this machine's own tic of the same version.
  configure: [
    '--with-build-cc=gcc',
    '--with-tic-path=/usr/bin/tic',
    '--with-infocmp-path=/usr/bin/infocmp',
    '--enable-widec',
    '--without-ada',
    '--without-cxx',
    '--without-cxx-binding',
    '--without-debug',
    '--without-manpages',
    '--without-tests',
    '--disable-stripping',
    '--enable-echo',
    '--enable-const',
    '--enable-symlinks',
    '--enable-overwrite',
    '--disable-root-environ',
    '--disable-termcap',
    '--disable-wattr-macros',
    '--with-default-terminfo-dir=/etc/terminfo',
    '--with-terminfo-dirs=/etc/terminfo:/lib/terminfo:/usr/share/terminfo',
    '--with-xterm-kbs=del',
  ],
  make: [
    ['-C', 'include'],
    ['-C', 'ncurses'],
    ['-C', 'progs'],
    // The one library holds what Debian has in two, and goes by all the names that programs look for.
    ['--eval=names:; cp lib/libncursesw.a lib/libncurses.a && cp lib/libncursesw.a lib/libtinfo.a', 'names'],
    ['-C', 'misc', 'terminfo.tmp'],
    // One line for each source: tic reads one at a time.
    ...['misc/terminfo.tmp', 'debian/hurd.ti', 'debian/rxvt.ti', 'debian/rxvt-unicode.ti'].map((source) => [
      `--eval=described:; TERMINFO=terminfo tic -x -o terminfo ${source}`,
      'described',
    ]),
  ],
  programs: ['clear', 'infocmp', 'tabs', 'tic', 'toe', 'tput', 'tset'].map((name) => ({
    built: `progs/${name}`,
    path: `/usr/bin/${name}`,
  })),
  trees: [
    { from: 'terminfo', path: '/usr/lib/terminfo', only: described },
    { from: 'misc/tabset', path: '/usr/share/tabset' },
  ],
  // Also where users' own descriptions are looked for.
  symlinks: {
    '/usr/share/terminfo': '/usr/lib/terminfo',
    '/usr/bin/reset': 'tset',
    '/usr/bin/captoinfo': 'tic',
    '/usr/bin/infotocap': 'tic',
  },
  library: {
    include: [
      'include/curses.h',
      'include/ncurses.h',
      'include/ncurses_dll.h',
      'include/term.h',
      'include/termcap.h',
      'include/unctrl.h',
    ],
    lib: ['lib/libncurses.a', 'lib/libncursesw.a', 'lib/libtinfo.a'],
  },
};
