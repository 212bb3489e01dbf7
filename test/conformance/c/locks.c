// flock, POSIX record locks and open file description locks.
#include <sys/file.h>

#include "conformance.h"


static int set(int fd, int command, int type, off_t start, off_t length) {
  struct flock lock = {.l_type = type, .l_whence = SEEK_SET, .l_start = start, .l_len = length};
  return fcntl(fd, command, &lock);
}
static void in_child(void (*run)(int), int argument) {
  pid_t child = fork();
  if (child == 0) {
    run(argument);
    _exit(0);
  }
  wait_and_show("child", child);
}

static void try_flock(int fd) {
  (void)fd;
  int own = open("f", O_RDWR);
  SHOW(flock(own, LOCK_EX | LOCK_NB));
  SHOW(flock(own, LOCK_SH | LOCK_NB));
}

CASE(whole_file) {
  write_file("f", "x");
  int fd = open("f", O_RDWR), other = open("f", O_RDWR);
  SHOW(flock(fd, LOCK_EX));
  SHOW(flock(other, LOCK_EX | LOCK_NB));
  SHOW(flock(other, LOCK_SH | LOCK_NB));
  SHOW(flock(fd, LOCK_SH));
  SHOW(flock(other, LOCK_SH | LOCK_NB));
  in_child(try_flock, 0);
  SHOW(flock(other, LOCK_UN));
  int copy = dup(fd);
  close(fd);
  SHOW(flock(other, LOCK_EX | LOCK_NB));
  close(copy);
  SHOW(flock(other, LOCK_EX | LOCK_NB));
  SHOW(flock(77, LOCK_EX));
  SHOW(flock(other, LOCK_UN));
}

static void try_records(int fd) {
  SHOW(set(fd, F_SETLK, F_WRLCK, 0, 10));
  SHOW(set(fd, F_SETLK, F_WRLCK, 10, 10));
  SHOW(set(fd, F_SETLK, F_RDLCK, 20, 10));
  SHOW(set(fd, F_SETLK, F_WRLCK, 20, 10));
  struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = 0, .l_len = 0};
  SHOW(fcntl(fd, F_GETLK, &lock));
  printf("type %d start %lld length %lld by parent %d\n", lock.l_type, (long long)lock.l_start, (long long)lock.l_len, lock.l_pid == getppid());
  lock = (struct flock){.l_type = F_RDLCK, .l_whence = SEEK_SET, .l_start = 20, .l_len = 5};
  SHOW(fcntl(fd, F_GETLK, &lock));
  printf("free %d\n", lock.l_type == F_UNLCK);
}

CASE(records) {
  write_file("f", "0123456789012345678901234567890");
  int fd = open("f", O_RDWR);
  SHOW(set(fd, F_SETLK, F_WRLCK, 0, 10));
  SHOW(set(fd, F_SETLK, F_RDLCK, 20, 10));
  in_child(try_records, fd);
  SHOW(set(fd, F_SETLK, F_UNLCK, 3, 4));
  SHOW(set(fd, F_SETLK, F_WRLCK, -5, 2));
  int reader = open("f", O_RDONLY);
  SHOW(set(reader, F_SETLK, F_WRLCK, 25, 1));
  close(reader);  // closing any descriptor of the file drops the process's locks
  in_child(try_records, fd);
}

CASE(description_locks) {
  write_file("f", "0123456789");
  int a = open("f", O_RDWR), b = open("f", O_RDWR);
  SHOW(set(a, F_OFD_SETLK, F_WRLCK, 0, 5));
  SHOW(set(b, F_OFD_SETLK, F_WRLCK, 0, 5));
  SHOW(set(b, F_OFD_SETLK, F_WRLCK, 5, 5));
  SHOW(set(b, F_SETLK, F_WRLCK, 0, 5));
  close(dup(a));
  SHOW(set(b, F_OFD_SETLK, F_WRLCK, 0, 5));
  close(a);
  SHOW(set(b, F_OFD_SETLK, F_WRLCK, 0, 5));
}

CASE(waiting) {
  write_file("f", "x");
  int fd = open("f", O_RDWR), ready[2];
  pipe(ready);
  SHOW(set(fd, F_SETLK, F_WRLCK, 0, 0));
  pid_t child = fork();
  if (child == 0) {
    write(ready[1], "r", 1);
    SHOW(set(fd, F_SETLKW, F_WRLCK, 0, 0));
    _exit(3);
  }
  char byte;
  read(ready[0], &byte, 1);
  sleep_ms(50);
  printf("unlocking\n");
  set(fd, F_SETLK, F_UNLCK, 0, 0);  // silent: the child may print first
  wait_and_show("child", child);
}

CASE(released_at_exit) {
  write_file("f", "x");
  int fd = open("f", O_RDWR);
  pid_t child = fork();
  if (child == 0) {
    int own = open("f", O_RDWR);
    _exit(set(own, F_SETLK, F_WRLCK, 0, 0) || flock(own, LOCK_EX | LOCK_NB));
  }
  wait_and_show("child", child);
  SHOW(set(fd, F_SETLK, F_WRLCK, 0, 0));
  SHOW(flock(fd, LOCK_EX | LOCK_NB));
}

CASE(deadlock) {
  write_file("f", "0123456789");
  int fd = open("f", O_RDWR), ready[2];
  pipe(ready);
  SHOW(set(fd, F_SETLK, F_WRLCK, 0, 1));
  pid_t child = fork();
  if (child == 0) {
    set(fd, F_SETLK, F_WRLCK, 5, 1);
    write(ready[1], "r", 1);
    _exit(set(fd, F_SETLKW, F_WRLCK, 0, 1) == 0 ? 0 : errno == EDEADLK ? 1 : 2);
  }
  char byte;
  read(ready[0], &byte, 1);
  // Whoever asks second is refused.
  int refused = set(fd, F_SETLKW, F_WRLCK, 5, 1) < 0 && errno == EDEADLK;
  SHOW(set(fd, F_SETLK, F_UNLCK, 0, 1));
  int status;
  waitpid(child, &status, 0);
  printf("refused %d and %d\n", refused != WEXITSTATUS(status), refused + WEXITSTATUS(status));
}

// Make's --output-sync locks its standard output.
CASE(of_a_pipe) {
  int ends[2];
  pipe(ends);
  SHOW(set(ends[1], F_SETLK, F_WRLCK, 0, 1));
  SHOW(set(ends[0], F_SETLK, F_WRLCK, 0, 1));
  pid_t child = fork();
  if (child == 0) {
    SHOW(set(ends[1], F_SETLK, F_WRLCK, 0, 1));
    SHOW(set(ends[1], F_SETLK, F_WRLCK, 5, 1));
    _exit(0);
  }
  wait_and_show("child", child);
  SHOW(set(ends[1], F_SETLK, F_UNLCK, 0, 1));
  struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
  SHOW(fcntl(ends[1], F_GETLK, &lock));
  SHOW(lock.l_type == F_UNLCK);
}
