// A conformance program is a list of cases that print what they see. The same source runs on the real machine and in the
// sandbox, as uid 1000 in an empty directory, and both outputs must be the same: print no pids, addresses or absolute times.
// What depends on the machine is asked of the sandbox alone: IN_SANDBOX().
// `prog NAME` runs one case. Compiled with -D_GNU_SOURCE.
#pragma once
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// What must hold in the sandbox and may be otherwise on a real machine, where it counts as true and is not evaluated.
#ifdef __wasm__
#define IN_SANDBOX(expression) (!!(expression))
#else
#define IN_SANDBOX(expression) 1
#endif

// Above the pids of any Linux (PID_MAX_LIMIT is 1 << 22).
enum { kNoProcess = 99999999 };

typedef void (*CaseFunction)(void);
static struct {
  const char *name;
  CaseFunction run;
} cases[128];
static int case_count;

#define CASE(case_name)                                                     \
  static void case_name(void);                                              \
  __attribute__((constructor)) static void register_##case_name(void) {     \
    cases[case_count].name = #case_name;                                    \
    cases[case_count++].run = case_name;                                    \
  }                                                                         \
  static void case_name(void)

static const char *errno_text(int number) {
  switch (number) {
#define E(name) \
  case name:    \
    return #name;
    E(EPERM) E(ENOENT) E(ESRCH) E(EINTR) E(EIO) E(ENXIO) E(E2BIG) E(ENOEXEC) E(EBADF) E(ECHILD) E(EAGAIN) E(ENOMEM)
    E(EACCES) E(EFAULT) E(EBUSY) E(EEXIST) E(EXDEV) E(ENODEV) E(ENOTDIR) E(EISDIR) E(EINVAL) E(ENFILE) E(EMFILE)
    E(ENOTTY) E(ETXTBSY) E(EFBIG) E(ENOSPC) E(ESPIPE) E(EROFS) E(EMLINK) E(EPIPE) E(EDOM) E(ERANGE) E(EDEADLK)
    E(ENAMETOOLONG) E(ENOLCK) E(ENOSYS) E(ENOTEMPTY) E(ELOOP) E(EOVERFLOW) E(EOPNOTSUPP) E(ETIMEDOUT) E(ENODATA)
    E(ENOTSOCK) E(EILSEQ)
#undef E
  }
  static char other[32];
  snprintf(other, sizeof other, "errno %d", number);
  return other;
}

static long long show_value(const char *label, long long value) {
  if (value == -1)
    printf("%s = -1 %s\n", label, errno_text(errno));
  else
    printf("%s = %lld\n", label, value);
  return value;
}
// Prints the expression's text and its value, with the errno when it is -1.
#define SHOW(expression) ((errno = 0), show_value(#expression, (long long)(expression)))

static inline void write_file(const char *path, const char *text) {
  int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0644);
  if (fd < 0 || write(fd, text, strlen(text)) != (ssize_t)strlen(text)) {
    printf("cannot write %s: %s\n", path, errno_text(errno));
    exit(99);
  }
  close(fd);
}

static inline void print_bytes(const char *bytes, ssize_t count) {
  putchar('"');
  for (ssize_t i = 0; i < count; i++) {
    unsigned char c = bytes[i];
    if (c == '\n')
      printf("\\n");
    else if (c < 32 || c > 126 || c == '"' || c == '\\')
      printf("\\x%02x", c);
    else
      putchar(c);
  }
  printf("\"\n");
}

// The bytes a read gives, as text.
static inline void show_read(const char *label, int fd, size_t most) {
  char buffer[4096];
  errno = 0;
  ssize_t count = read(fd, buffer, most < sizeof buffer ? most : sizeof buffer);
  printf("%s = %zd ", label, count);
  if (count < 0)
    printf("%s\n", errno_text(errno));
  else
    print_bytes(buffer, count);
}

static inline void show_file(const char *path) {
  char buffer[4096];
  int fd = open(path, O_RDONLY);
  if (fd < 0) {
    printf("%s: %s\n", path, errno_text(errno));
    return;
  }
  ssize_t count = read(fd, buffer, sizeof buffer);
  printf("%s: ", path);
  if (count < 0)
    printf("%s\n", errno_text(errno));
  else
    print_bytes(buffer, count);
  close(fd);
}

static inline void show_status(const char *label, int status) {
  if (WIFEXITED(status))
    printf("%s: exited %d\n", label, WEXITSTATUS(status));
  else if (WIFSIGNALED(status))
    printf("%s: killed by signal %d\n", label, WTERMSIG(status));
  else if (WIFSTOPPED(status))
    printf("%s: stopped by signal %d\n", label, WSTOPSIG(status));
  else if (WIFCONTINUED(status))
    printf("%s: continued\n", label);
  else
    printf("%s: status %#x\n", label, status);
}

static inline void wait_and_show(const char *label, pid_t pid) {
  int status = 0;
  pid_t got;
  do got = waitpid(pid, &status, 0);
  while (got < 0 && errno == EINTR);
  if (got < 0)
    printf("%s: wait: %s\n", label, errno_text(errno));
  else
    show_status(label, status);
}

static inline void sleep_ms(int milliseconds) {
  struct timespec left = {milliseconds / 1000, milliseconds % 1000 * 1000000l};
  while (nanosleep(&left, &left) < 0 && errno == EINTR) {
  }
}

#ifndef __wasm__
static void limit(int resource, rlim_t most) {
  struct rlimit now;
  getrlimit(resource, &now);
  if (now.rlim_cur > most) now.rlim_cur = most;
  setrlimit(resource, &now);
}

// Takes away what the real machine may have handed down: open descriptors or a closed input, and limits other than the usual.
static void settle(void) {
  for (int fd = 3; fd < 1024; fd++) close(fd);
  if (fcntl(0, F_GETFD) < 0) open("/dev/null", O_RDONLY);
  limit(RLIMIT_NOFILE, 1024);
  limit(RLIMIT_NICE, 0);
  limit(RLIMIT_CORE, 1);  // neither a file nor, with 1, a crash handler
}
#else
static void settle(void) {}
#endif

int main(int argc, char **argv) {
  setvbuf(stdout, NULL, _IONBF, 0);
  umask(022);
  settle();
  for (int i = 0; i < case_count; i++) {
    if (argc < 2 || strcmp(argv[1], cases[i].name) != 0) continue;
    cases[i].run();
    return 0;
  }
  printf("no such case\n");
  return 97;
}
