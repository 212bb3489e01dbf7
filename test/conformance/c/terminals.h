// What programs about terminals have in common: both ends of one, its settings, and what comes out of it.
#pragma once
#include <poll.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/epoll.h>
#include <termios.h>

#include "conformance.h"

// The master's end, and the terminal, which becomes nobody's controlling terminal.
static int master, terminal;

static void open_both(void) {
  master = posix_openpt(O_RDWR | O_NOCTTY);
  if (master < 0 || grantpt(master) < 0 || unlockpt(master) < 0) {
    printf("no terminal: %s\n", errno_text(errno));
    exit(99);
  }
  terminal = open(ptsname(master), O_RDWR | O_NOCTTY);
  if (terminal < 0) {
    printf("cannot open the terminal: %s\n", errno_text(errno));
    exit(99);
  }
}

static struct termios settings(void) {
  struct termios now;
  if (tcgetattr(terminal, &now) < 0) printf("tcgetattr: %s\n", errno_text(errno));
  return now;
}

static void set_local(tcflag_t off, tcflag_t on) {
  struct termios now = settings();
  now.c_lflag = (now.c_lflag & ~off) | on;
  tcsetattr(terminal, TCSANOW, &now);
}

static void set_input(tcflag_t off, tcflag_t on) {
  struct termios now = settings();
  now.c_iflag = (now.c_iflag & ~off) | on;
  tcsetattr(terminal, TCSANOW, &now);
}

static void set_output(tcflag_t off, tcflag_t on) {
  struct termios now = settings();
  now.c_oflag = (now.c_oflag & ~off) | on;
  tcsetattr(terminal, TCSANOW, &now);
}

static void set_raw(int least, int tenths) {
  struct termios now = settings();
  cfmakeraw(&now);
  now.c_cc[VMIN] = least;
  now.c_cc[VTIME] = tenths;
  tcsetattr(terminal, TCSANOW, &now);
}

// Typed bytes reach the line discipline of a real machine a little later.
static void settle_down(void) {
#ifndef __wasm__
  sleep_ms(60);
#endif
}

static void type_bytes(const char *bytes, size_t length) {
  if (write(master, bytes, length) != (ssize_t)length) printf("typing: %s\n", errno_text(errno));
  settle_down();
}
static void type(const char *text) { type_bytes(text, strlen(text)); }

static void not_waiting(int fd) { fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK); }

static void show_screen(void) {
  settle_down();
  not_waiting(master);
  show_read("shown", master, 4096);
}

static void show_line(void) {
  not_waiting(terminal);
  show_read("read", terminal, 4096);
}

// Types, and shows what was echoed and what can be read.
static void typed(const char *text) {
  type(text);
  show_screen();
  show_line();
}

static int events_of(int fd) {
  struct pollfd entry = {fd, POLLIN | POLLOUT | POLLPRI, 0};
  poll(&entry, 1, 0);
  return entry.revents;
}

static int queued(int fd) {
  int count = -1;
  ioctl(fd, FIONREAD, &count);
  return count;
}

static volatile sig_atomic_t caught[65];
static void catch(int signo) { caught[signo]++; }
static void handle(int signo, int flags) {
  struct sigaction action = {.sa_handler = catch, .sa_flags = flags};
  sigaction(signo, &action, NULL);
}
