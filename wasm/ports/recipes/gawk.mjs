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

// The extensions that upstream loads at run time are linked in: there is no dynamic linker. Not `fork`: it would make all
// functions of the interpreter ones on the way to fork.
const extensions = [
  ...[
    'filefuncs',
    'fnmatch',
    'inplace',
    'intdiv',
    'ordchr',
    'readdir',
    'readfile',
    'revoutput',
    'revtwoway',
    'rwarray',
  ],
  'time',
];

const linkedExtensions = `
typedef int extension_loader(const gawk_api_t *, awk_ext_id_t);
${extensions.map((name) => `extern extension_loader ${name}_dl_load;`).join('\n')}

static const struct { const char *name; extension_loader *load; } linked[] = {
${extensions.map((name) => `\t{ "${name}", ${name}_dl_load },`).join('\n')}
};

static int linked_is_GPL_compatible;

/* find_linked --- the extension that a library's path names, or NULL */

static extension_loader *
find_linked(const char *path)
{
	const char *slash = strrchr(path, '/');
	const char *name = slash != NULL ? slash + 1 : path;
	size_t length = strcspn(name, "."), i;

	for (i = 0; i < sizeof(linked) / sizeof(linked[0]); i++)
		if (strlen(linked[i].name) == length && strncmp(linked[i].name, name, length) == 0)
			return linked[i].load;
	return NULL;
}`;

const has = [
  ...[
    'DIRENT_H',
    'DIRFD',
    'FDOPENDIR',
    'FNMATCH',
    'FNMATCH_H',
    'GETDTABLESIZE',
    'GETTIMEOFDAY',
    'LIMITS_H',
    'NANOSLEEP',
  ],
  ...['SELECT', 'STATVFS', 'STRUCT_STAT_ST_BLKSIZE', 'SYS_STATVFS_H', 'SYS_SYSMACROS_H'],
].map((name) => `-DHAVE_${name}=1`);

// Beside the extensions the two programs that Debian's group.awk and passwd.awk read.
const makefile = `
objects := ${[...extensions, 'gawkfts', 'stack'].map((name) => `extension/${name}.o`).join(' ')}
all: extensions.a pwcat grcat group.awk passwd.awk
extensions.a: $(objects)
	$(AR) rcD $@ $^
extension/%.o: extension/%.c
	$(CC) $(CFLAGS) -D_GNU_SOURCE -DHAVE_CONFIG_H ${has.join(' ')} -DHAVE_DECL_DIRFD=1 -Dstack_top=extension_stack_top \\
	  -Ddl_load=$*_dl_load -Dplugin_is_GPL_compatible=$*_is_GPL_compatible -I. -Iextension -c $< -o $@
pwcat grcat: %: awklib/eg/lib/%.c
	$(CC) $(CFLAGS) -D_GNU_SOURCE -DHAVE_CONFIG_H -I. $< -o $@
group.awk passwd.awk: %.awk: awklib/eg/lib/%awk.in
	sed 's;/usr/local/libexec/awk;/usr/libexec/awk;' $< >$@
`;

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
    { file: 'ext.c', replace: '#include <dlfcn.h>', by: linkedExtensions.trimStart() },
    { file: 'ext.c', replace: 'void *dl;\n\tint flags = RTLD_LAZY;', by: 'extension_loader *dl;' },
    { file: 'ext.c', replace: 'dlopen(lib_name, flags)', by: 'find_linked(lib_name)' },
    { file: 'ext.c', replace: '(int *) dlsym(dl, "plugin_is_GPL_compatible")', by: '& linked_is_GPL_compatible' },
    {
      file: 'ext.c',
      replace: '(int (*)(const gawk_api_t *const, awk_ext_id_t))\n\t\t\t\tdlsym(dl, INIT_FUNC)',
      by: 'dl',
    },
    { file: 'ext.c', replace: 'dlerror()', by: '"it is none of the extensions linked into gawk"' },
  ],
  write: { 'wasmsand.mk': makefile },
  optimise: '-O3',
  cflags: ['-DDYNAMIC=1'],
  configure: ['--disable-nls', '--disable-extensions', '--disable-mpfr', '--disable-pma', '--without-readline'],
  make: [
    ['-C', 'support'],
    ['-f', 'wasmsand.mk'],
    ['gawk', 'LIBS=extensions.a'],
  ],
  programs: [
    { built: 'gawk', path: '/usr/bin/gawk' },
    { built: 'pwcat', path: '/usr/libexec/awk/pwcat' },
    { built: 'grcat', path: '/usr/libexec/awk/grcat' },
  ],
  files: ['group.awk', 'passwd.awk'].map((name) => ({ from: name, path: `/usr/share/awk/${name}` })),
  trees: [{ from: 'awklib/eg/lib', path: '/usr/share/awk', only: /\.awk$/ }],
  // What gawk looks for on AWKLIBPATH before it loads an extension.
  scripts: extensions.map((name) => ({ text: `Linked into /usr/bin/gawk.\n`, path: `/usr/lib/gawk/${name}.so` })),
  symlinks: { '/usr/bin/awk': 'gawk', '/usr/bin/nawk': 'gawk' },
};
