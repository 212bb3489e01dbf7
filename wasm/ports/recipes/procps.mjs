// ps, top and what else reads /proc. As in Debian, kill and uptime are procps', not coreutils'; pidof, which Debian has
// from sysvinit-utils, is procps' too.
const programs = ['free', 'kill', 'pgrep', 'pidof', 'pmap', 'pwdx', 'skill', 'uptime', 'vmstat', 'w', 'watch'];

const installed = (name, built = `src/${name}`) => ({ built, path: `/usr/bin/${name}` });

export default {
  name: 'procps',
  version: '4.0.2',
  homepage: 'https://gitlab.com/procps-ng/procps',
  licence: 'GPL-2.0-or-later AND LGPL-2.1-or-later',
  source: {
    package: 'procps',
    version: '4.0.2',
    orig: 'procps_4.0.2.orig.tar.xz',
    sha256: 'ee3fcd2ea6ff94aa43a81ba5cc7912b7c9615acd2911c7a3d3ea081287fdf47a',
  },
  libraries: ['ncurses'],
  write: { 'local/ncursesw/ncurses.h': '#include <curses.h>\n' },
  edits: [
    // As glibc's error(), which this stands for, would say it.
    {
      file: 'local/c.h',
      replace: 'fprintf(stderr, "%s: ", program_invocation_short_name);',
      by: 'fprintf(stderr, "%s: ", program_invocation_name);',
    },
  ],
  // w wants glibc's names for the sizes of utmpx's fields.
  cflags: ['-D__UT_HOSTSIZE=256', '-D__UT_LINESIZE=32', '-D__UT_NAMESIZE=32'],
  // The flags of ncurses are given instead of asked for.
  environment: { PKG_CONFIG: 'true', NCURSES_CFLAGS: ' ', NCURSES_LIBS: '-lncursesw' },
  configure: [
    '--disable-shared',
    '--disable-nls',
    '--disable-numa',
    '--enable-watch8bit',
    '--enable-w-from',
    '--enable-skill',
    '--disable-modern-top',
  ],
  make: [[...programs.map((name) => `src/${name}`), 'src/ps/pscommand', 'src/sysctl', 'src/top/top']],
  programs: [
    ...programs.map((name) => installed(name)),
    installed('ps', 'src/ps/pscommand'),
    installed('top', 'src/top/top'),
    { built: 'src/sysctl', path: '/usr/sbin/sysctl' },
  ],
  symlinks: { '/usr/bin/pkill': 'pgrep', '/usr/bin/snice': 'skill' },
};
