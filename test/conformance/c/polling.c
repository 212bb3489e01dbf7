// poll, ppoll, select, pselect.
#include <poll.h>
#include <signal.h>
#include <sys/select.h>
#include <sys/time.h>

#include "conformance.h"

static void show_poll(const char *label, int fd, short events, int timeout) {
  struct pollfd entry = {fd, events, 0};
  errno = 0;
  int count = poll(&entry, 1, timeout);
  printf("%s = %d%s%s%s%s%s%s\n", label, count, entry.revents & POLLIN ? " IN" : "", entry.revents & POLLOUT ? " OUT" : "",
         entry.revents & POLLERR ? " ERR" : "", entry.revents & POLLHUP ? " HUP" : "", entry.revents & POLLNVAL ? " NVAL" : "",
         count < 0 ? errno_text(errno) : "");
}

CASE(pipe_states) {
  int ends[2];
  pipe(ends);
  show_poll("empty read end", ends[0], POLLIN, 0);
  show_poll("write end", ends[1], POLLOUT, 0);
  write(ends[1], "x", 1);
  show_poll("read end with data", ends[0], POLLIN, 0);
  show_poll("not asked", ends[0], 0, 0);
  close(ends[1]);
  show_poll("data and no writer", ends[0], POLLIN, 0);
  show_read("data", ends[0], 5);
  show_poll("no writer", ends[0], POLLIN, 0);
  close(ends[0]);
  show_poll("closed", ends[0], POLLIN, 0);
  show_poll("negative", -1, POLLIN, 0);
  pipe(ends);
  close(ends[0]);
  show_poll("no reader", ends[1], POLLOUT, 0);
}

CASE(full_pipe) {
  int ends[2];
  pipe2(ends, O_NONBLOCK);
  static char block[65536];
  SHOW(write(ends[1], block, sizeof block));
  show_poll("full", ends[1], POLLOUT, 0);
  SHOW(read(ends[0], block, 8192));
  show_poll("room", ends[1], POLLOUT, 0);
}

CASE(files_are_ready) {
  int fd = open("f", O_RDWR | O_CREAT, 0644);
  show_poll("file", fd, POLLIN | POLLOUT, 1000);
  show_poll("null", open("/dev/null", O_RDWR), POLLIN | POLLOUT, 1000);
}

CASE(fifo_states) {
  mkfifo("p", 0644);
  int reader = open("p", O_RDONLY | O_NONBLOCK);
  show_poll("never had a writer", reader, POLLIN, 0);
  int writer = open("p", O_WRONLY);
  show_poll("writer, empty", reader, POLLIN, 0);
  close(writer);
  show_poll("writer left", reader, POLLIN, 0);
}

CASE(timeouts) {
  int ends[2];
  pipe(ends);
  struct timespec start, end;
  clock_gettime(CLOCK_MONOTONIC, &start);
  show_poll("50 ms", ends[0], POLLIN, 50);
  clock_gettime(CLOCK_MONOTONIC, &end);
  printf("waited %d\n", (end.tv_sec - start.tv_sec) * 1000 + (end.tv_nsec - start.tv_nsec) / 1000000 >= 49);
  SHOW(poll(NULL, 0, 10));
  struct timespec bad = {0, 2000000000};
  SHOW(ppoll(NULL, 0, &bad, NULL));
}

CASE(wakes_when_written) {
  int ends[2];
  pipe(ends);
  pid_t child = fork();
  if (child == 0) {
    sleep_ms(50);
    write(ends[1], "x", 1);
    _exit(0);
  }
  show_poll("infinite", ends[0], POLLIN, -1);
  wait_and_show("child", child);
  pipe(ends);
  child = fork();
  if (child == 0) {
    close(ends[0]);
    sleep_ms(50);
    _exit(0);
  }
  close(ends[1]);
  show_poll("hang-up", ends[0], POLLIN, -1);
  wait_and_show("child", child);
}

static volatile sig_atomic_t caught;
static void on_signal(int signo) { caught = signo; }

CASE(interrupted) {
  int ends[2];
  pipe(ends);
  struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART};
  sigaction(SIGALRM, &action, NULL);
  // Again and again: the first may come before the call.
  struct itimerval ticks = {{0, 100000}, {0, 100000}}, none = {0};
  setitimer(ITIMER_REAL, &ticks, NULL);
  show_poll("SA_RESTART does not restart poll", ends[0], POLLIN, -1);
  setitimer(ITIMER_REAL, &none, NULL);
  printf("caught %d\n", caught);
}

CASE(ppoll_mask) {
  struct sigaction action = {.sa_handler = on_signal};
  sigaction(SIGUSR1, &action, NULL);
  sigset_t blocked, empty;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGUSR1);
  sigprocmask(SIG_BLOCK, &blocked, NULL);
  raise(SIGUSR1);
  printf("held %d\n", caught == 0);
  sigemptyset(&empty);
  struct timespec second = {1, 0};
  SHOW(ppoll(NULL, 0, &second, &empty));
  printf("caught %d\n", caught == SIGUSR1);
  sigprocmask(SIG_BLOCK, NULL, &empty);
  printf("blocked again %d\n", sigismember(&empty, SIGUSR1));
}

CASE(select_sets) {
  int a[2], b[2];
  pipe(a);
  pipe(b);
  write(b[1], "x", 1);
  fd_set readable, writable;
  FD_ZERO(&readable);
  FD_ZERO(&writable);
  FD_SET(a[0], &readable);
  FD_SET(b[0], &readable);
  FD_SET(a[1], &writable);
  struct timeval none = {0, 0};
  SHOW(select(b[1] + 1, &readable, &writable, NULL, &none));
  printf("%d %d %d\n", !!FD_ISSET(a[0], &readable), !!FD_ISSET(b[0], &readable), !!FD_ISSET(a[1], &writable));
  FD_ZERO(&readable);
  FD_SET(a[0], &readable);
  struct timeval brief = {0, 20000};
  SHOW(select(a[0] + 1, &readable, NULL, NULL, &brief));
  printf("%d\n", !!FD_ISSET(a[0], &readable));
  FD_SET(60, &readable);
  SHOW(select(61, &readable, NULL, NULL, &none));
  SHOW(select(-1, NULL, NULL, NULL, &none));
  close(a[1]);
  FD_ZERO(&readable);
  FD_SET(a[0], &readable);
  SHOW(select(a[0] + 1, &readable, NULL, NULL, NULL));
}

CASE(several) {
  int ends[3][2];
  struct pollfd entries[4];
  for (int i = 0; i < 3; i++) {
    pipe(ends[i]);
    entries[i] = (struct pollfd){ends[i][0], POLLIN, 0};
  }
  entries[3] = (struct pollfd){77, POLLIN, 0};
  write(ends[1][1], "x", 1);
  SHOW(poll(entries, 4, -1));
  for (int i = 0; i < 4; i++) printf("%d", !!entries[i].revents);
  printf("\n");
}
