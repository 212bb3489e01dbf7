// epoll and eventfd.
#include <signal.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>

#include "conformance.h"

static void show_events(const char *label, int epoll, int timeout) {
  struct epoll_event events[8];
  errno = 0;
  int count = epoll_wait(epoll, events, 8, timeout);
  printf("%s = %d%s%s\n", label, count, count < 0 ? " " : "", count < 0 ? errno_text(errno) : "");
  for (int i = 0; i < count; i++) {
    unsigned seen = events[i].events;
    printf("  %llu:%s%s%s%s%s\n", (unsigned long long)events[i].data.u64, seen & EPOLLIN ? " in" : "",
           seen & EPOLLOUT ? " out" : "", seen & EPOLLHUP ? " hup" : "", seen & EPOLLERR ? " err" : "",
           seen & EPOLLRDHUP ? " rdhup" : "");
  }
}

static int control(int epoll, int operation, int fd, unsigned events, unsigned long long data) {
  struct epoll_event event = {.events = events, .data.u64 = data};
  return epoll_ctl(epoll, operation, fd, &event);
}

CASE(level) {
  int ends[2], epoll = epoll_create1(EPOLL_CLOEXEC);
  pipe(ends);
  SHOW(fcntl(epoll, F_GETFD));
  SHOW(control(epoll, EPOLL_CTL_ADD, ends[0], EPOLLIN, 7));
  SHOW(control(epoll, EPOLL_CTL_ADD, ends[0], EPOLLIN, 7));
  show_events("nothing", epoll, 0);
  write(ends[1], "abc", 3);
  show_events("bytes", epoll, 0);
  show_events("still", epoll, 0);
  show_read("read", ends[0], 10);
  show_events("gone", epoll, 0);
  SHOW(control(epoll, EPOLL_CTL_MOD, ends[1], EPOLLOUT, 8));
  SHOW(control(epoll, EPOLL_CTL_ADD, ends[1], EPOLLOUT, 8));
  show_events("room", epoll, 0);
  SHOW(control(epoll, EPOLL_CTL_DEL, ends[1], 0, 0));
  SHOW(control(epoll, EPOLL_CTL_DEL, ends[1], 0, 0));
  close(ends[1]);
  show_events("hung up", epoll, 0);
  close(ends[0]);
  show_events("closed", epoll, 0);
}

CASE(edge) {
  int ends[2], epoll = epoll_create1(0);
  pipe(ends);
  write(ends[1], "a", 1);
  SHOW(control(epoll, EPOLL_CTL_ADD, ends[0], EPOLLIN | EPOLLET, 1));
  show_events("first", epoll, 0);
  show_events("no change", epoll, 0);
  write(ends[1], "b", 1);
  show_events("more", epoll, 0);
  show_events("no change", epoll, 0);
  SHOW(control(epoll, EPOLL_CTL_MOD, ends[0], EPOLLIN | EPOLLET, 2));
  show_events("asked again", epoll, 0);
}

CASE(oneshot) {
  int ends[2], epoll = epoll_create1(0);
  pipe(ends);
  SHOW(control(epoll, EPOLL_CTL_ADD, ends[0], EPOLLIN | EPOLLONESHOT, 1));
  write(ends[1], "a", 1);
  show_events("once", epoll, 0);
  write(ends[1], "b", 1);
  show_events("never", epoll, 0);
  SHOW(control(epoll, EPOLL_CTL_MOD, ends[0], EPOLLIN | EPOLLONESHOT, 3));
  show_events("again", epoll, 0);
}

CASE(waiting) {
  int ends[2], epoll = epoll_create1(0);
  pipe(ends);
  control(epoll, EPOLL_CTL_ADD, ends[0], EPOLLIN, 1);
  pid_t child = fork();
  if (child == 0) {
    sleep_ms(30);
    write(ends[1], "x", 1);
    _exit(0);
  }
  show_events("woken", epoll, 5000);
  wait_and_show("child", child);
  show_read("read", ends[0], 10);
  show_events("timed out", epoll, 20);
}

CASE(duplicates) {
  int ends[2], epoll = epoll_create1(0);
  pipe(ends);
  int copy = dup(ends[0]);
  SHOW(control(epoll, EPOLL_CTL_ADD, ends[0], EPOLLIN, 1));
  SHOW(control(epoll, EPOLL_CTL_ADD, copy, EPOLLIN, 2));
  write(ends[1], "x", 1);
  struct epoll_event events[8];
  SHOW(epoll_wait(epoll, events, 8, 0));
  close(ends[0]);
  SHOW(epoll_wait(epoll, events, 8, 0));
  close(copy);
  SHOW(epoll_wait(epoll, events, 8, 0));
}

CASE(sockets) {
  int pair[2], epoll = epoll_create1(0);
  socketpair(AF_UNIX, SOCK_STREAM, 0, pair);
  SHOW(control(epoll, EPOLL_CTL_ADD, pair[0], EPOLLIN | EPOLLOUT | EPOLLRDHUP, 1));
  show_events("fresh", epoll, 0);
  write(pair[1], "x", 1);
  show_events("bytes", epoll, 0);
  shutdown(pair[1], SHUT_WR);
  show_events("shut", epoll, 0);
  close(pair[1]);
  show_events("closed", epoll, 0);
}

CASE(refused) {
  int epoll = epoll_create1(0), ends[2];
  pipe(ends);
  struct epoll_event event = {0};
  int file = open("file", O_RDWR | O_CREAT, 0644), directory = open(".", O_RDONLY);
  SHOW(control(epoll, EPOLL_CTL_ADD, file, EPOLLIN, 1));
  SHOW(control(epoll, EPOLL_CTL_ADD, directory, EPOLLIN, 1));
  SHOW(control(epoll, EPOLL_CTL_ADD, 99, EPOLLIN, 1));
  SHOW(control(ends[0], EPOLL_CTL_ADD, ends[1], EPOLLIN, 1));
  SHOW(control(epoll, EPOLL_CTL_ADD, epoll, EPOLLIN, 1));
  SHOW(control(epoll, 77, ends[0], EPOLLIN, 1));
  SHOW(epoll_wait(epoll, &event, 0, 0));
  SHOW(epoll_wait(ends[0], &event, 1, 0));
  SHOW(epoll_create1(12345));
  char byte;
  SHOW(read(epoll, &byte, 1));
}

CASE(counter) {
  int fd = eventfd(3, EFD_NONBLOCK), epoll = epoll_create1(0);
  unsigned long long value = 0;
  control(epoll, EPOLL_CTL_ADD, fd, EPOLLIN, 1);
  show_events("three", epoll, 0);
  SHOW(read(fd, &value, 8));
  printf("%llu\n", value);
  SHOW(read(fd, &value, 8));
  show_events("empty", epoll, 0);
  value = 5;
  SHOW(write(fd, &value, 8));
  SHOW(write(fd, &value, 8));
  SHOW(read(fd, &value, 8));
  printf("%llu\n", value);
  value = ~0ull;
  SHOW(write(fd, &value, 8));
  value = ~0ull - 1;
  SHOW(write(fd, &value, 8));
  value = 1;
  SHOW(write(fd, &value, 8));
  SHOW(read(fd, &value, 4));
  int semaphore = eventfd(2, EFD_SEMAPHORE | EFD_NONBLOCK);
  for (int i = 0; i < 3; i++) {
    SHOW(read(semaphore, &value, 8));
    printf("%llu\n", value);
  }
  SHOW(eventfd(0, 0x12345));
}
