// posix_spawn, popen, system.
#include <signal.h>
#include <spawn.h>

#include "conformance.h"

extern char **environ;

static void run(const char *label, const posix_spawn_file_actions_t *actions, const posix_spawnattr_t *attributes, char **argv) {
  pid_t pid = -1;
  int error = posix_spawn(&pid, argv[0], actions, attributes, argv, environ);
  if (error)
    printf("%s: %s\n", label, errno_text(error));
  else
    wait_and_show(label, pid);
}
#define SHELL(script) (char *[]){"/bin/sh", "-c", script, NULL}

CASE(simple) {
  run("echo", NULL, NULL, SHELL("echo hello"));
  run("status", NULL, NULL, SHELL("exit 44"));
  run("signal", NULL, NULL, SHELL("kill -TERM $$"));
  run("missing", NULL, NULL, (char *[]){"/no/such/program", NULL});
  run("directory", NULL, NULL, (char *[]){"/tmp", NULL});
  write_file("f", "text");
  run("not executable", NULL, NULL, (char *[]){"./f", NULL});
  chmod("f", 0755);
  run("no format", NULL, NULL, (char *[]){"./f", NULL});
}

CASE(by_path) {
  pid_t pid;
  printf("%d\n", posix_spawnp(&pid, "sh", NULL, NULL, (char *[]){"sh", "-c", "exit 5", NULL}, environ));
  wait_and_show("sh", pid);
  printf("%s\n", errno_text(posix_spawnp(&pid, "no-such-program", NULL, NULL, (char *[]){"x", NULL}, environ)));
}

CASE(file_actions) {
  write_file("in", "from the file\n");
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "in", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, 5, "out", O_WRONLY | O_CREAT | O_TRUNC, 0640);
  posix_spawn_file_actions_adddup2(&actions, 5, 1);
  posix_spawn_file_actions_addclose(&actions, 5);
  run("cat", &actions, NULL, SHELL("cat; if ( : >&5 ) 2>/dev/null; then echo open; else echo closed; fi"));
  show_file("out");
  struct stat st;
  stat("out", &st);
  printf("%o\n", st.st_mode & 0777);
  posix_spawn_file_actions_addopen(&actions, 0, "none", O_RDONLY, 0);
  run("open fails", &actions, NULL, SHELL("echo not reached"));
  posix_spawn_file_actions_destroy(&actions);
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, 77, 1);
  run("dup2 fails", &actions, NULL, SHELL("echo not reached"));
  posix_spawn_file_actions_destroy(&actions);
}

CASE(directories) {
  mkdir("d", 0755);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addchdir_np(&actions, "d");
  posix_spawn_file_actions_addopen(&actions, 1, "made-there", O_WRONLY | O_CREAT, 0644);
  run("chdir", &actions, NULL, SHELL("echo x"));
  show_file("d/made-there");
  posix_spawn_file_actions_destroy(&actions);
  posix_spawn_file_actions_init(&actions);
  int fd = open("d", O_RDONLY);
  posix_spawn_file_actions_addfchdir_np(&actions, fd);
  run("fchdir", &actions, NULL, SHELL("test -f made-there && echo found"));
  posix_spawn_file_actions_destroy(&actions);
}

// dup2 of a descriptor onto itself clears close-on-exec.
CASE(same_descriptor) {
  write_file("in", "kept open\n");
  int fd = open("in", O_RDONLY | O_CLOEXEC);
  char script[64];
  snprintf(script, sizeof script, "cat <&%d", fd);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, fd, fd);
  run("inherited", &actions, NULL, SHELL(script));
  posix_spawn_file_actions_destroy(&actions);
}

CASE(attributes) {
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  posix_spawnattr_setpgroup(&attributes, 0);
  pid_t pid;
  posix_spawn(&pid, "/bin/sh", NULL, &attributes, SHELL("sleep 5"), environ);
  printf("own group %d\n", getpgid(pid) == pid);
  kill(-pid, SIGKILL);
  wait_and_show("group", pid);

  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  sigprocmask(SIG_BLOCK, &set, NULL);
  signal(SIGUSR2, SIG_IGN);
  run("inherited", NULL, NULL, SHELL("kill -USR2 $$; kill -USR1 $$; echo both held"));
  sigset_t none;
  sigemptyset(&none);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
  posix_spawnattr_setsigmask(&attributes, &none);
  run("mask cleared", NULL, &attributes, SHELL("kill -USR1 $$; echo not reached"));
  sigemptyset(&set);
  sigaddset(&set, SIGUSR2);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
  posix_spawnattr_setsigdefault(&attributes, &set);
  run("default again", NULL, &attributes, SHELL("kill -USR2 $$; echo not reached"));
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID);
  posix_spawn(&pid, "/bin/sh", NULL, &attributes, SHELL("sleep 5"), environ);
  printf("own session %d\n", getsid(pid) == pid);
  kill(pid, SIGKILL);
  wait_and_show("session", pid);
}

CASE(system_command) {
  show_status("true", system("true"));
  show_status("exit 3", system("exit 3"));
  show_status("killed", system("kill -TERM $$"));
  show_status("not found", system("no-such-command 2>/dev/null"));
  printf("shell %d\n", system(NULL) != 0);
  show_status("pipe", system("echo a | tr a b"));
}

CASE(pipe_streams) {
  char line[64];
  FILE *in = popen("echo one; echo two", "r");
  while (fgets(line, sizeof line, in)) printf("got %s", line);
  show_status("reader", pclose(in));
  FILE *out = popen("tr a-z A-Z", "w");
  fputs("to the command\n", out);
  show_status("writer", pclose(out));
  show_status("status", pclose(popen("exit 9", "r")));
  errno = 0;
  printf("%s\n", popen("true", "x") ? "opened" : errno_text(errno));
}

CASE(environment) {
  setenv("SHOWN", "yes", 1);
  unsetenv("HOME");
  run("shell", NULL, NULL, SHELL("echo $SHOWN ${HOME-none}"));
  pid_t pid;
  char *none[] = {NULL};
  posix_spawn(&pid, "/usr/bin/env", NULL, NULL, (char *[]){"env", NULL}, none);
  wait_and_show("empty", pid);
  clearenv();
  printf("%s\n", getenv("PATH") ? "left" : "cleared");
  SHOW(setenv("", "x", 1));
  SHOW(setenv("a=b", "x", 1));
  SHOW(putenv("PUT=1"));
  printf("%s\n", getenv("PUT"));
}
