// Nothing here forks: what upstream starts with fork and exec is started with posix_spawn, and what it runs in a copy of
// itself with wasmsand_clone. With fork, asyncify would instrument nearly every function, because git reaches
// start_command through hundreds of pointers.
const spawnCommand = `
#include <spawn.h>

/* A descriptor of the child, and what the parent had in its place. */
static void spawn_move(posix_spawn_file_actions_t *actions, int from, int to)
{
	posix_spawn_file_actions_adddup2(actions, from, to);
	if (from != to)
		posix_spawn_file_actions_addclose(actions, from);
}

/* The far end of a pipe whose near end the parent keeps. */
static void spawn_move_pipe(posix_spawn_file_actions_t *actions, const int *pipe, int end, int to)
{
	posix_spawn_file_actions_adddup2(actions, pipe[end], to);
	posix_spawn_file_actions_addclose(actions, pipe[0]);
	posix_spawn_file_actions_addclose(actions, pipe[1]);
}

static enum child_errcode spawn_error(const struct child_process *cmd)
{
	struct stat st;

	if (cmd->dir && (stat(cmd->dir, &st) || !S_ISDIR(st.st_mode) || access(cmd->dir, X_OK)))
		return CHILD_ERR_CHDIR;
	if (errno != ENOENT)
		return CHILD_ERR_ERRNO;
	return cmd->silent_exec_failure ? CHILD_ERR_SILENT : CHILD_ERR_ENOENT;
}

/*
 * What the child of start_command does between fork and exec. fdin, fdout and fderr are NULL where no pipe is needed.
 * Returns the process id, or -1 with errno and cerr set.
 */
static pid_t spawn_command(struct child_process *cmd, char **argv, char **env, const sigset_t *mask, int null_fd,
			   const int *fdin, const int *fdout, const int *fderr, struct child_err *cerr)
{
	posix_spawn_file_actions_t actions;
	posix_spawnattr_t attributes;
	pid_t pid;
	int failure;

	posix_spawn_file_actions_init(&actions);
	if (cmd->no_stdin)
		posix_spawn_file_actions_adddup2(&actions, null_fd, 0);
	else if (fdin)
		spawn_move_pipe(&actions, fdin, 0, 0);
	else if (cmd->in)
		spawn_move(&actions, cmd->in, 0);

	if (cmd->no_stderr)
		posix_spawn_file_actions_adddup2(&actions, null_fd, 2);
	else if (fderr)
		spawn_move_pipe(&actions, fderr, 1, 2);
	else if (cmd->err > 1)
		spawn_move(&actions, cmd->err, 2);

	if (cmd->no_stdout)
		posix_spawn_file_actions_adddup2(&actions, null_fd, 1);
	else if (cmd->stdout_to_stderr)
		posix_spawn_file_actions_adddup2(&actions, 2, 1);
	else if (fdout)
		spawn_move_pipe(&actions, fdout, 1, 1);
	else if (cmd->out > 1)
		spawn_move(&actions, cmd->out, 1);

	if (cmd->dir)
		posix_spawn_file_actions_addchdir_np(&actions, cmd->dir);

	posix_spawnattr_init(&attributes);
	posix_spawnattr_setsigmask(&attributes, mask);
	posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);

	failure = posix_spawn(&pid, argv[1], &actions, &attributes, argv + 1, env);
	if (failure == ENOEXEC)
		failure = posix_spawn(&pid, argv[0], &actions, &attributes, argv, env);
	posix_spawn_file_actions_destroy(&actions);
	if (!failure)
		return pid;
	errno = failure;
	cerr->err = spawn_error(cmd);
	errno = cerr->syserr = failure;
	return -1;
}

int start_command(struct child_process *cmd)`.trimStart();

const asyncChild = `
int wasmsand_clone(int (*function)(void *), void *argument);

struct async_child {
	struct async *async;
	int in, out, unused_in, unused_out;
};

static int run_async(void *data)
{
	struct async_child *child = data;

	if (child->unused_in >= 0)
		close(child->unused_in);
	if (child->unused_out >= 0)
		close(child->unused_out);
	git_atexit_clear();
	process_is_async = 1;
	return !!child->async->proc(child->in, child->out, child->async->data);
}

int start_async(struct async *async)`.trimStart();

const startAsync = `
	struct async_child child = {
		async, proc_in, proc_out, need_in ? fdin[1] : -1, need_out ? fdout[0] : -1
	};
	async->pid = wasmsand_clone(run_async, &child);`.slice(1);

const transferChildren = `
int wasmsand_clone(int (*function)(void *), void *argument);

static int copy_to_program(void *transfer)
{
	struct bidirectional_transfer_state *s = transfer;
	udt_kill_transfer(&s->ptg);
	return udt_copy_task_routine(&s->gtp) ? 0 : 1;
}

static int copy_to_git(void *transfer)
{
	struct bidirectional_transfer_state *s = transfer;
	udt_kill_transfer(&s->gtp);
	return udt_copy_task_routine(&s->ptg) ? 0 : 1;
}

/*
 * Join process, with appropriate errors on failure.`.trimStart();

const core = '/usr/lib/git-core';
const templates = '/usr/share/git-core/templates';

// Not from the installed tree: programs, which come by themselves, what serves or sends mail, and scripts of languages that
// are not here.
const left = [
  'git',
  'git-(add--interactive|archimport|cvs.*|p4|send-email|svn)',
  'git-(daemon|http-.*|imap-send|instaweb|remote-https?|remote-ftps?|shell|sh-i18n--envsubst)',
  'scalar',
];
const installed = new RegExp(`^${core}/(?!(${left.join('|')})$)`);
// A sixth of all: what only git's own tests and fuzzers need, and programs that are left. One of these it insists on installing.
const notBuilt = ['FUZZ_OBJS=', 'PROGRAM_OBJS=shell.o', 'TEST_PROGRAMS_NEED_X='];

// Directories of the host that a session mounts may belong to anyone. Nothing can run behind the user's back.
const gitconfig = `[safe]
	directory = *
[gc]
	autoDetach = false
`;

// Without its compiler to machine code, pcre2 checks that all of its subject is UTF-8 at each match. Looking ahead makes
// the rest of the file the subject, for every line.
const checksUtf = `
static int checks_utf(const struct grep_pat *p)
{
	uint32_t options = 0;

	if (p->pcre2_pattern)
		pcre2_pattern_info(p->pcre2_pattern, PCRE2_INFO_ALLOPTIONS, &options);
	return !!(options & PCRE2_UTF);
}

static int should_lookahead(struct grep_opt *opt)`.trimStart();

const hot = ['block-sha1/%', 'diff%', 'object-file', 'pack%', 'patch-delta', 'read-cache', 'tree-walk', 'xdiff/%'];

// What iconv leaves out of UTF-16 and UTF-32, git writes itself: a mark, and the byte order of this machine and of Debian's.
const omittedBom = `
#ifdef ICONV_OMITS_BOM
	} else if (same_utf_encoding("UTF-16", out_encoding)) {
		bom_str = utf16_be_bom;
		bom_len = sizeof(utf16_be_bom);
		out_encoding = "UTF-16BE";
	} else if (same_utf_encoding("UTF-32", out_encoding)) {
		bom_str = utf32_be_bom;
		bom_len = sizeof(utf32_be_bom);
		out_encoding = "UTF-32BE";`;

// git's own regular expressions with characters of several bytes, as the C library's are on Debian.
const multibyte = ['MBS_SUPPORT', 'HAVE_LANGINFO_H', 'HAVE_LANGINFO_CODESET', 'HAVE_WCHAR_H', 'HAVE_WCTYPE_H'];

export default {
  name: 'git',
  version: '2.39.5',
  homepage: 'https://git-scm.com/',
  licence: 'GPL-2.0-only',
  source: {
    package: 'git',
    version: '2.39.5',
    orig: 'git_2.39.5.orig.tar.xz',
    sha256: 'c58da92c378df4a986ca33266897a7397e86c22ee266a284d8c2432c39066b59',
  },
  libraries: ['curl', 'pcre2', 'tls', 'zlib'],
  edits: [
    { file: 'grep.c', replace: 'static int should_lookahead(struct grep_opt *opt)', by: checksUtf },
    {
      file: 'grep.c',
      replace: 'if (p->token != GREP_PATTERN)\n\t\t\treturn 0; /* punt',
      by: 'if (p->token != GREP_PATTERN || checks_utf(p))\n\t\t\treturn 0; /* punt',
    },
    {
      file: 'Makefile',
      replace: '-DGAWK -DNO_MBSUPPORT',
      by: ['-DGAWK -DNO_MBSUPPORT', ...multibyte.map((name) => `-D${name}`)].join(' '),
    },
    // An invalid byte is not the character of its number, in brackets either.
    { file: 'compat/regex/regexec.c', replace: ' && (wc != WEOF && wc < SBC_MAX))', by: ')' },
    { file: 'utf8.c', replace: omittedBom, by: omittedBom.replaceAll('_be_', '_le_').replaceAll('BE"', 'LE"') },
    { file: 'run-command.c', replace: 'int start_command(struct child_process *cmd)', by: spawnCommand },
    // posix_spawn itself reports what the child of fork reports through this pipe.
    { file: 'run-command.c', replace: 'if (pipe(notify_pipe))', by: 'if (1)' },
    {
      file: 'run-command.c',
      replace: 'cmd->pid = fork();',
      by: `cmd->pid = spawn_command(cmd, (char **)argv.v, childenv, &as.old, null_fd, need_in ? fdin : NULL,
				 need_out ? fdout : NULL, need_err ? fderr : NULL, &cerr);`,
    },
    {
      file: 'run-command.c',
      replace: 'error_errno("cannot fork() for %s", cmd->args.v[0]);',
      by: 'child_err_spew(cmd, &cerr);',
    },
    { file: 'run-command.c', replace: 'int start_async(struct async *async)', by: asyncChild },
    { file: 'run-command.c', replace: '\tasync->pid = fork();', by: startAsync },
    {
      file: 'transport-helper.c',
      replace: '/*\n * Join process, with appropriate errors on failure.',
      by: transferChildren,
    },
    { file: 'transport-helper.c', replace: 'pid1 = fork();', by: 'pid1 = wasmsand_clone(copy_to_program, s);' },
    { file: 'transport-helper.c', replace: 'pid2 = fork();', by: 'pid2 = wasmsand_clone(copy_to_git, s);' },
  ],
  write: {
    'config.mak': `prefix = /usr
gitexecdir = /usr/lib/git-core
htmldir = /usr/share/doc/git/html
sysconfdir = /etc
DEFAULT_PAGER = pager
DEFAULT_EDITOR = editor
SANE_TOOL_PATH =
INSTALLDIRS = vendor
NO_INSTALL_HARDLINKS = 1
NO_CROSS_DIRECTORY_HARDLINKS = 1
USE_LIBPCRE2 = 1
BLK_SHA1 = 1
CURL_CFLAGS =
CURL_LDFLAGS = -lcurl -lssl -lcrypto -lz
# No threads, no translations, no WebDAV; daemonize() would fork.
NO_EXPAT = 1
NO_GETTEXT = 1
NO_OPENSSL = 1
NO_POSIX_GOODIES = 1
NO_PTHREADS = 1
NO_TCLTK = 1
NO_UNIX_SOCKETS = 1
# Packs are read through windows of 1 MB instead of whole.
NO_MMAP = 1
# musl's regexec has no REG_STARTEND, and its iconv writes UTF-16 without a mark.
NO_REGEX = 1
ICONV_OMITS_BOM = 1
NEEDS_LIBRT =
CSPRNG_METHOD = getrandom
NO_PERL = 1
NO_PYTHON = 1
# Where the time goes.
$(addsuffix .o,${hot.join(' ')}): override CFLAGS := $(CFLAGS:-Os=-O3)
`,
  },
  // Its makefile sets what our environment gives: -e.
  make: [
    ['-e', 'all', ...notBuilt],
    ['-e', 'install', 'DESTDIR=stage', ...notBuilt],
    ['-e', '-C', 'contrib/subtree', 'git-subtree'],
  ],
  programs: [
    { built: 'git', path: '/usr/bin/git' },
    { built: 'git-remote-http', path: `${core}/git-remote-http` },
  ],
  files: [
    { from: 'contrib/completion/git-prompt.sh', path: `${core}/git-sh-prompt` },
    { from: 'contrib/subtree/git-subtree', path: `${core}/git-subtree`, mode: 0o755 },
  ],
  trees: [
    { from: 'stage/usr/lib/git-core', path: core, only: installed },
    { from: 'templates/blt', path: templates },
  ],
  scripts: [
    { path: '/etc/gitconfig', text: gitconfig },
    // Makes the directory; git leaves out what begins with a dot.
    { path: `${templates}/branches/.keep`, text: '' },
  ],
  // git-sh-i18n--envsubst is gettext's program with all of git's library.
  links: { '/usr/bin/git': [`${core}/git`], '/usr/bin/envsubst': [`${core}/git-sh-i18n--envsubst`] },
  symlinks: {
    '/usr/bin/git-receive-pack': 'git',
    '/usr/bin/git-upload-archive': 'git',
    '/usr/bin/git-upload-pack': 'git',
    [`${core}/git-remote-https`]: 'git-remote-http',
  },
};
