// Changing users, as root: what becomes of the real, the effective and the saved one, and what each may do then.
#include <grp.h>
#include <signal.h>
#include <sys/prctl.h>

#include "conformance.h"

static void show_ids(void) {
  uid_t real, effective, saved;
  gid_t real_group, effective_group, saved_group;
  getresuid(&real, &effective, &saved);
  getresgid(&real_group, &effective_group, &saved_group);
  printf("%u %u %u, %u %u %u\n", real, effective, saved, real_group, effective_group, saved_group);
}

// In a process of its own, for there is no way back.
#define APART(...)                 \
  do {                             \
    fflush(stdout);                \
    pid_t apart = fork();          \
    if (apart == 0) {              \
      __VA_ARGS__;                 \
      fflush(stdout);              \
      _exit(0);                    \
    }                              \
    waitpid(apart, NULL, 0);       \
  } while (0)

CASE(set_user) {
  show_ids();
  APART(SHOW(setuid(1000)); show_ids(); SHOW(setuid(0)); SHOW(seteuid(0)); SHOW(setuid(1000)); show_ids());
  APART(SHOW(setuid(-1)); SHOW(setgid(-1)); show_ids());
  APART(SHOW(setgid(1000)); show_ids(); SHOW(setuid(1000)); SHOW(setgid(0)); show_ids());
}

CASE(effective_user) {
  APART(SHOW(seteuid(1000)); show_ids(); SHOW(setuid(1001)); SHOW(seteuid(1001)); SHOW(seteuid(0)); show_ids());
  APART(SHOW(seteuid(1000)); SHOW(setuid(0)); show_ids(); SHOW(setuid(1000)); show_ids(); SHOW(setuid(0)); show_ids());
  APART(SHOW(setegid(1000)); show_ids(); SHOW(setegid(1001)); show_ids(); SHOW(setegid(0)); show_ids());
}

CASE(set_two) {
  APART(SHOW(setreuid(1000, -1)); show_ids(); SHOW(setreuid(-1, 1000)); show_ids(); SHOW(seteuid(0)); show_ids());
  APART(SHOW(setreuid(1000, 1001)); show_ids(); SHOW(setreuid(1001, 1000)); show_ids(); SHOW(setreuid(1002, -1));
        SHOW(setreuid(-1, 1001)); show_ids(); SHOW(setreuid(-1, 0)));
  APART(SHOW(setreuid(-1, -1)); show_ids());
  APART(SHOW(setreuid(0, 1000)); show_ids(); SHOW(setreuid(1000, 0)); show_ids());
  APART(SHOW(setregid(1000, 1001)); show_ids(); SHOW(setuid(1000)); SHOW(setregid(1001, 1000)); show_ids());
}

CASE(set_three) {
  APART(SHOW(setresuid(1000, 1001, 1002)); show_ids(); SHOW(setresuid(1002, 1000, 1001)); show_ids();
        SHOW(setresuid(-1, 1003, -1)); SHOW(setresuid(-1, -1, -1)); show_ids());
  APART(SHOW(setresuid(-1, 1000, -1)); show_ids(); SHOW(setresuid(1000, 1000, -1)); show_ids(); SHOW(seteuid(0)));
  APART(SHOW(setresgid(1000, 1001, 1002)); show_ids(); SHOW(setresuid(1000, 1000, 1000));
        SHOW(setresgid(1001, 1002, 1000)); show_ids(); SHOW(setresgid(0, -1, -1)));
}

CASE(groups) {
  APART(gid_t many[4] = {30, 10, 20, 10}; SHOW(setgroups(4, many)); gid_t got[8] = {0}; SHOW(getgroups(8, got));
        for (int i = 0; i < 4; i++) printf("%u ", got[i]); printf("\n"); SHOW(setuid(1000)); SHOW(setgroups(0, NULL)));
  APART(SHOW(setgroups(-1, NULL)); SHOW(setgroups(0, NULL)); SHOW(getgroups(0, NULL)));
  APART(SHOW(setgroups(1, (void*)-8)));
}

CASE(files_of_others) {
  int fd = open("secret", O_CREAT | O_WRONLY, 0600);
  close(fd);
  mkdir("closed", 0700);
  close(open("closed/inside", O_CREAT | O_WRONLY, 0666));
  APART(SHOW(seteuid(1000)); SHOW(open("secret", O_RDONLY)); SHOW(open("closed/inside", O_RDONLY));
        SHOW(access("secret", R_OK)); SHOW(faccessat(AT_FDCWD, "secret", R_OK, AT_EACCESS)); SHOW(seteuid(0));
        SHOW(access("secret", R_OK)));
  APART(SHOW(setreuid(1000, 0)); SHOW(access("secret", R_OK)); SHOW(faccessat(AT_FDCWD, "secret", R_OK, AT_EACCESS));
        SHOW(open("secret", O_RDONLY) >= 0));
  SHOW(chmod("secret", 0));
  SHOW(open("secret", O_RDWR) >= 0);
  SHOW(access("secret", X_OK));
  SHOW(chmod("secret", 010));
  SHOW(access("secret", X_OK));
}

CASE(owners) {
  close(open("file", O_CREAT | O_WRONLY, 0644));
  struct stat found;
  SHOW(chown("file", 1000, 1001));
  stat("file", &found);
  printf("%u %u %o\n", found.st_uid, found.st_gid, found.st_mode);
  APART(SHOW(setgid(1000)); SHOW(setuid(1000)); SHOW(chown("file", 1001, -1)); SHOW(chown("file", -1, 1002));
        SHOW(chown("file", 1000, 1000)); SHOW(chmod("file", 02755)));
  stat("file", &found);
  printf("%u %u %o\n", found.st_uid, found.st_gid, found.st_mode);
  SHOW(chmod("file", 06755));
  SHOW(chown("file", 0, 0));
  stat("file", &found);
  printf("%u %u %o\n", found.st_uid, found.st_gid, found.st_mode);
}

CASE(new_files) {
  chmod(".", 0777);
  APART(SHOW(setegid(1001)); SHOW(seteuid(1000)); close(open("made", O_CREAT | O_WRONLY, 0666)); mkdir("dir", 0777));
  struct stat found;
  stat("made", &found);
  printf("%u %u\n", found.st_uid, found.st_gid);
  mkdir("inheriting", 0755);
  chown("inheriting", 0, 1002);
  chmod("inheriting", 02777);
  APART(SHOW(setuid(1000)); close(open("inheriting/made", O_CREAT | O_WRONLY, 0666)); mkdir("inheriting/dir", 0777));
  stat("inheriting/made", &found);
  printf("%u %u\n", found.st_uid, found.st_gid);
  stat("inheriting/dir", &found);
  printf("%u %u %o\n", found.st_uid, found.st_gid, found.st_mode);
}

CASE(sticky_directory) {
  mkdir("shared", 01777);
  chmod("shared", 01777);
  APART(setuid(1000); close(open("shared/of1000", O_CREAT | O_WRONLY, 0666)));
  APART(setuid(1001); SHOW(unlink("shared/of1000")); SHOW(rename("shared/of1000", "shared/x")));
  APART(setuid(1000); SHOW(rename("shared/of1000", "shared/x")));
  SHOW(unlink("shared/x"));
}

CASE(signals_between_users) {
  pid_t child = fork();
  if (child == 0) {
    setuid(1001);
    for (;;) pause();
  }
  // Until it is another's.
  for (;;) {
    char path[64], line[256];
    unsigned real = 0;
    snprintf(path, sizeof path, "/proc/%d/status", child);
    FILE* status = fopen(path, "r");
    while (fgets(line, sizeof line, status)) sscanf(line, "Uid: %u", &real);
    fclose(status);
    if (real == 1001) break;
  }
  APART(setuid(1000); SHOW(kill(child, 0)); SHOW(kill(child, SIGTERM)); SHOW(kill(child, SIGCONT)));
  APART(setreuid(1001, 1000); SHOW(kill(child, 0)));
  APART(setresuid(1000, 1001, 1000); SHOW(kill(child, 0)));
  APART(setresuid(1000, 1000, 1001); SHOW(kill(child, 0)));
  SHOW(kill(child, SIGKILL));
  int status;
  waitpid(child, &status, 0);
  printf("%d\n", WTERMSIG(status));
}

// Copies this program, so that the copy can be given to others.
static void copy_program(const char* to) {
  int from = open("/proc/self/exe", O_RDONLY), out = open(to, O_CREAT | O_WRONLY | O_TRUNC, 0755);
  char buffer[65536];
  ssize_t length;
  while ((length = read(from, buffer, sizeof buffer)) > 0) write(out, buffer, length);
  close(from);
  close(out);
}

CASE(show) { show_ids(); }

CASE(set_user_id_program) {
  chmod(".", 0755);
  copy_program("raised");
  SHOW(chmod("raised", 04755));
  APART(setgid(1000); setuid(1000); execl("./raised", "raised", "show", (char*)0));
  SHOW(chown("raised", 1001, 1002));
  SHOW(chmod("raised", 06755));
  APART(setgid(1000); setuid(1000); execl("./raised", "raised", "show", (char*)0));
  SHOW(chmod("raised", 06745));
  APART(setgid(1000); setuid(1000); execl("./raised", "raised", "show", (char*)0));
  APART(execl("./raised", "raised", "show", (char*)0));
  SHOW(chmod("raised", 0644));
  APART(SHOW(execl("./raised", "raised", "show", (char*)0)));
}

CASE(set_user_id_script) {
  chmod(".", 0755);
  int fd = open("script", O_CREAT | O_WRONLY, 0755);
  dprintf(fd, "#!/usr/bin/id -u\n");
  close(fd);
  SHOW(chmod("script", 04755));
  APART(setgid(1000); setuid(1000); execl("./script", "script", (char*)0));
}

CASE(writing_takes_the_bit) {
  chmod(".", 0777);
  close(open("file", O_CREAT | O_WRONLY, 0666));
  chmod("file", 06777);
  APART(setuid(1000); int fd = open("file", O_WRONLY); SHOW(write(fd, "x", 1)));
  struct stat found;
  stat("file", &found);
  printf("%o\n", found.st_mode);
  chmod("file", 06777);
  int fd = open("file", O_WRONLY);
  SHOW(write(fd, "x", 1));
  stat("file", &found);
  printf("%o\n", found.st_mode);
}

CASE(exec_keeps_users) {
  chmod(".", 0755);
  copy_program("plain");
  APART(setresuid(1000, 1001, 1002); execl("./plain", "plain", "show", (char*)0));
  APART(setresgid(1000, 1001, 1002); execl("./plain", "plain", "show", (char*)0));
}
