// What sudo and su have in common: whom they obey, and how a process becomes another user's.
#pragma once

#include <errno.h>
#include <grp.h>
#include <pwd.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

extern char** environ;

// Root, and the members of group sudo: no password is asked for, since a sandbox has none.
static inline bool may_become_others(uid_t uid) {
  if (uid == 0) return true;
  struct passwd* user = getpwuid(uid);
  struct group* group = getgrnam("sudo");
  if (user == NULL || group == NULL) return false;
  if (user->pw_gid == group->gr_gid) return true;
  for (char** member = group->gr_mem; *member != NULL; member++)
    if (strcmp(*member, user->pw_name) == 0) return true;
  return false;
}

// From now on the process is `user`'s, with the groups of that user and `group` as its own.
static inline int become(const char* user, uid_t uid, gid_t group) {
  if (initgroups(user, group) != 0 || setgid(group) != 0 || setuid(uid) != 0) return -1;
  return 0;
}

static inline const char* shell_of(const struct passwd* user) {
  return user->pw_shell != NULL && user->pw_shell[0] != '\0' ? user->pw_shell : "/bin/sh";
}

static inline const char* last_name(const char* path) {
  const char* slash = strrchr(path, '/');
  return slash == NULL ? path : slash + 1;
}

// The first argument of a shell that is to be a login shell: "-bash".
static inline char* login_name(const char* shell) {
  char* name;
  return asprintf(&name, "-%s", last_name(shell)) < 0 ? NULL : name;
}

// The status of a command that cannot be run.
static inline int cannot_run(void) { return errno == ENOENT ? 127 : 126; }
