// Commands are started with posix_spawn: with fork, the interpreter's main loop would be on the way to it and run at
// half the speed (see README.md, "Post-link").
const spawnShell = `
#include <spawn.h>

/* spawn_shell --- run a command with these descriptors as its input and output */

static pid_t
spawn_shell(const char *command, int input, int output, int unwanted1, int unwanted2)
{
	extern char **environ;
	char *argv[] = { "sh", "-c", (char *) command, NULL };
	posix_spawn_file_actions_t actions;
	posix_spawnattr_t attributes;
	sigset_t defaults;
	pid_t pid;

	posix_spawn_file_actions_init(& actions);
	if (input != 0) {
		posix_spawn_file_actions_adddup2(& actions, input, 0);
		posix_spawn_file_actions_addclose(& actions, input);
	}
	if (output != 1) {
		posix_spawn_file_actions_adddup2(& actions, output, 1);
		posix_spawn_file_actions_addclose(& actions, output);
	}
	posix_spawn_file_actions_addclose(& actions, unwanted1);
	if (unwanted2 >= 0)
		posix_spawn_file_actions_addclose(& actions, unwanted2);
	posix_spawnattr_init(& attributes);
	sigemptyset(& defaults);
	sigaddset(& defaults, SIGPIPE);
	posix_spawnattr_setsigdefault(& attributes, & defaults);
	posix_spawnattr_setflags(& attributes, POSIX_SPAWN_SETSIGDEF);
	errno = posix_spawn(& pid, "/bin/sh", & actions, & attributes, argv, environ);
	posix_spawn_file_actions_destroy(& actions);
	return errno == 0 ? pid : -1;
}

/* fork_and_open_slave_pty --- `;

export default {
  name: 'gawk',
  version: '5.2.1',
  homepage: 'https://www.gnu.org/software/gawk/',
  licence: 'GPL-3.0-or-later',
  source: {
    package: 'gawk',
    version: '5.2.1',
    orig: 'gawk_5.2.1.orig.tar.xz',
    sha256: '2337a0283b180ec1b9c727973a34781c6478b3ae9bcbdcca0a4dc49861d75a65',
  },
  edits: [
    { file: 'io.c', replace: '/* fork_and_open_slave_pty --- ', by: spawnShell.trimStart() },
    {
      file: 'io.c',
      replace: 'if ((pid = fork()) < 0) {',
      by: 'if ((pid = spawn_shell(str, ptoc[0], ctop[1], ptoc[1], ctop[0])) < 0) {',
    },
    {
      file: 'io.c',
      replace: 'if ((pid = fork()) == 0) {',
      by: 'if ((pid = spawn_shell(cmd, 0, p[1], p[0], -1)) == 0) {',
    },
    // There are no pseudo-terminals; this is behind their opening.
    { file: 'io.c', replace: 'switch (*pid = fork()) {', by: 'switch (*pid = -1) {' },
  ],
  optimise: '-O3',
  configure: ['--disable-nls', '--disable-extensions', '--disable-mpfr', '--disable-pma', '--without-readline'],
  make: [['-C', 'support'], ['gawk']],
  programs: [{ built: 'gawk', path: '/usr/bin/gawk' }],
  symlinks: { '/usr/bin/awk': 'gawk', '/usr/bin/nawk': 'gawk' },
};
