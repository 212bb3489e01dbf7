// Descriptors: duplication, flags, inheritance, the shared offset.
#include <sys/resource.h>

#include "conformance.h"

CASE(duplicates) {
  write_file("f", "0123456789");
  int fd = open("f", O_RDWR);
  int copy = SHOW(dup(fd));
  show_read("copy", copy, 3);
  SHOW(lseek(fd, 0, SEEK_CUR));
  SHOW(close(fd));
  show_read("after close", copy, 2);
  SHOW(dup(fd));
  SHOW(dup(99));
  SHOW(dup(-1));
  SHOW(dup2(copy, 20));
  SHOW(dup2(copy, copy));
  SHOW(dup2(99, 99));
  SHOW(dup2(copy, -1));
  SHOW(dup2(copy, 1 << 20));
  SHOW(dup3(copy, copy, 0));
  SHOW(dup3(copy, 21, O_CLOEXEC));
  SHOW(fcntl(21, F_GETFD));
  SHOW(fcntl(20, F_GETFD));
  SHOW(dup3(copy, 22, 12345));
  show_read("20", 20, 2);
  show_read("21", 21, 2);
}

CASE(lowest_number) {
  int a = open("/dev/null", O_RDONLY), b = open("/dev/null", O_RDONLY), c = open("/dev/null", O_RDONLY);
  int gap = b;
  close(b);
  int next = open("/dev/null", O_RDONLY);
  printf("lowest %d\n", next == gap);
  SHOW(fcntl(c, F_DUPFD, 100));
  SHOW(fcntl(c, F_DUPFD, 100));
  SHOW(fcntl(c, F_DUPFD_CLOEXEC, 100));
  SHOW(fcntl(102, F_GETFD));
  SHOW(fcntl(c, F_DUPFD, -1));
  SHOW(fcntl(c, F_DUPFD, 1 << 22));
  close(a);
}

CASE(flags) {
  int fd = open("f", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  SHOW(fcntl(fd, F_GETFD));
  SHOW(fcntl(fd, F_SETFD, 0));
  SHOW(fcntl(fd, F_GETFD));
  int copy = dup(fd);
  SHOW(fcntl(copy, F_SETFL, O_NONBLOCK));
  int flags = fcntl(fd, F_GETFL);
  printf("shared: append %d nonblock %d writeonly %d\n", !!(flags & O_APPEND), !!(flags & O_NONBLOCK), (flags & O_ACCMODE) == O_WRONLY);
  SHOW(fcntl(fd, 9999));
  SHOW(fcntl(77, F_GETFL));
  int path = open("f", O_PATH);
  SHOW(path >= 0);
  char byte;
  SHOW(read(path, &byte, 1));
  struct stat st;
  SHOW(fstat(path, &st));
}

CASE(inheritance) {
  write_file("f", "abcdefghij");
  int fd = open("f", O_RDONLY);
  pid_t child = fork();
  if (child == 0) {
    show_read("child", fd, 3);
    close(fd);
    _exit(0);
  }
  wait_and_show("child", child);
  show_read("parent", fd, 3);
}

CASE(cloexec_over_exec) {
  int kept = open("/dev/null", O_RDONLY), closed = open("/dev/null", O_RDONLY | O_CLOEXEC);
  char script[200];
  snprintf(script, sizeof script, "if ( : <&%d ) 2>/dev/null; then echo kept; fi; if ( : <&%d ) 2>/dev/null; then echo open; else echo closed; fi",
           kept, closed);
  pid_t child = fork();
  if (child == 0) {
    execl("/bin/sh", "sh", "-c", script, (char *)NULL);
    _exit(127);
  }
  wait_and_show("sh", child);
}

CASE(too_many) {
  struct rlimit limit;
  SHOW(getrlimit(RLIMIT_NOFILE, &limit));
  limit.rlim_cur = 40;
  SHOW(setrlimit(RLIMIT_NOFILE, &limit));
  int count = 0, fd;
  while ((fd = open("/dev/null", O_RDONLY)) >= 0 && count < 100) count++;
  printf("%s highest below 40: %d\n", errno_text(errno), count <= 37);
  SHOW(dup(0));
  int ends[2];
  SHOW(pipe(ends));
  SHOW(dup2(0, 40));
  SHOW(dup2(0, 39));
  SHOW(close(39));
  SHOW(open("/dev/null", O_RDONLY));
}

CASE(device_files) {
  int null = open("/dev/null", O_RDWR), zero = open("/dev/zero", O_RDWR), full = open("/dev/full", O_RDWR);
  SHOW(write(null, "x", 1));
  show_read("null", null, 4);
  show_read("zero", zero, 4);
  SHOW(write(zero, "x", 1));
  show_read("full", full, 3);
  SHOW(write(full, "x", 1));
  char buffer[64];
  int random = open("/dev/urandom", O_RDONLY);
  SHOW(read(random, buffer, sizeof buffer));
  struct stat st;
  fstat(null, &st);
  printf("character device %d mode %o\n", S_ISCHR(st.st_mode), st.st_mode & 0777);
  SHOW(isatty(null));
  SHOW(ftruncate(null, 0));
  SHOW(lseek(null, 5, SEEK_SET));
}

CASE(dev_fd) {
  write_file("f", "through dev fd");
  int fd = open("f", O_RDONLY);
  char path[64];
  snprintf(path, sizeof path, "/dev/fd/%d", fd);
  int again = open(path, O_RDONLY);
  show_read("again", again, 7);
  show_read("original offset", fd, 7);
  SHOW(open("/dev/fd/99", O_RDONLY));
  int ends[2];
  pipe(ends);
  snprintf(path, sizeof path, "/proc/self/fd/%d", ends[1]);
  int writer = open(path, O_WRONLY);
  SHOW(write(writer, "pipe", 4));
  show_read("pipe", ends[0], 10);
  char target[256] = "";
  snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(path, target, sizeof target - 1);
  printf("%s\n", length > 2 ? target + length - 2 : "none");
  SHOW(unlink("f"));
  memset(target, 0, sizeof target);
  length = readlink(path, target, sizeof target - 1);
  printf("%s\n", length > 12 ? target + length - 12 : "none");
}

CASE(stdio_append_and_update) {
  FILE *file = fopen("f", "w+");
  fputs("line one\nline two\n", file);
  rewind(file);
  char line[32];
  fgets(line, sizeof line, file);
  printf("%s", line);
  fseek(file, 0, SEEK_END);
  fprintf(file, "%s %d %5.2f\n", "line", 3, 3.14159);
  fclose(file);
  file = fopen("f", "a");
  fputs("appended\n", file);
  SHOW(ftell(file));
  fclose(file);
  show_file("f");
  errno = 0;
  printf("%s\n", fopen("f", "wx") ? "opened" : errno_text(errno));
  printf("%s\n", fopen("none/f", "r") ? "opened" : errno_text(errno));
}
