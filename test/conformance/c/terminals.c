// Pseudo-terminals: the line discipline, its settings, job control, hang-up.
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
  sleep_ms(30);
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

CASE(defaults) {
  open_both();
  struct termios now = settings();
  printf("%#x %#x %#x %#x %d\n", now.c_iflag, now.c_oflag, now.c_cflag, now.c_lflag, now.c_line);
  for (int i = 0; i < 19; i++) printf("%d ", now.c_cc[i]);
  printf("\n");
  struct winsize size = {9, 9, 9, 9};
  SHOW(ioctl(terminal, TIOCGWINSZ, &size));
  printf("%d %d %d %d\n", size.ws_row, size.ws_col, size.ws_xpixel, size.ws_ypixel);
  SHOW(tcgetattr(master, &now));
  printf("%#x\n", now.c_lflag);
}

CASE(names) {
  open_both();
  SHOW(isatty(master));
  SHOW(isatty(terminal));
  SHOW(strcmp(ttyname(terminal), ptsname(master)));
  SHOW(strncmp(ptsname(master), "/dev/pts/", 9));
  struct stat entry, opened;
  SHOW(stat(ptsname(master), &entry));
  SHOW(fstat(terminal, &opened));
  SHOW(entry.st_ino == opened.st_ino && entry.st_dev == opened.st_dev);
  SHOW(entry.st_uid == getuid());
  SHOW(S_ISCHR(entry.st_mode));
  SHOW(entry.st_rdev >> 8);
  int number = -1;
  SHOW(ioctl(master, TIOCGPTN, &number));
  SHOW(number == atoi(ptsname(master) + 9));
  SHOW(ioctl(terminal, TIOCGPTN, &number));
  SHOW(ptsname(terminal) == NULL);
}

CASE(locked) {
  master = posix_openpt(O_RDWR | O_NOCTTY);
  char name[64];
  SHOW(ptsname_r(master, name, sizeof name));
  int locked = -1;
  SHOW(ioctl(master, TIOCGPTLCK, &locked));
  SHOW(locked);
  SHOW(open(name, O_RDWR | O_NOCTTY));
  SHOW(unlockpt(master));
  SHOW(ioctl(master, TIOCGPTLCK, &locked));
  SHOW(locked);
  int opened = open(name, O_RDWR | O_NOCTTY);
  SHOW(opened >= 0);
  close(master);
  SHOW(access(name, F_OK));
}

CASE(typing_before_it_is_open) {
  master = posix_openpt(O_RDWR | O_NOCTTY);
  SHOW(write(master, "a", 1));
  not_waiting(master);
  show_read("read", master, 10);
  SHOW(events_of(master));
}

CASE(peer) {
  master = posix_openpt(O_RDWR | O_NOCTTY);
  SHOW(ioctl(master, TIOCGPTPEER, O_RDWR | O_NOCTTY));
  unlockpt(master);
  terminal = ioctl(master, TIOCGPTPEER, O_RDWR | O_NOCTTY);
  SHOW(isatty(terminal));
  SHOW(strcmp(ttyname(terminal), ptsname(master)));
  typed("hi\n");
}

CASE(line) {
  open_both();
  typed("hello\n");
  type("no line yet");
  show_line();
  SHOW(queued(terminal));
  typed("\r");
}

CASE(lines_one_by_one) {
  open_both();
  type("one\ntwo\nthree");
  SHOW(queued(terminal));
  show_line();
  show_line();
  show_line();
}

CASE(parts_of_a_line) {
  open_both();
  type("abcdef\nxy\n");
  show_read("three", terminal, 3);
  show_read("three", terminal, 3);
  show_read("one", terminal, 1);
  show_line();
}

CASE(erase) {
  open_both();
  typed("abc\x7f\x7fxy\n");
  typed("\x7f\x7f\n");
  typed("a\x01\x7f" "b\n");
}

CASE(erase_without_echoe) {
  open_both();
  set_local(ECHOE, 0);
  typed("abc\x7f\x7fxy\n");
}

CASE(erase_of_tabs) {
  open_both();
  typed("ab\tc\x7f\x7f\x7f\n");
  typed("\t\x7f\n");
  typed("\t\ta\x7f\x7f\x7f.\n");
  write(terminal, "> ", 2);
  typed("a\t\x7f\x7f\n");
}

CASE(erase_of_utf8) {
  open_both();
  set_input(0, IUTF8);
  typed("h\xc3\xa9\xe2\x82\xac\x7f\x7f" "e\n");
  set_input(IUTF8, 0);
  typed("h\xc3\xa9\x7f" "e\n");
}

CASE(erase_printed) {
  open_both();
  set_local(0, ECHOPRT);
  typed("abc\x7f\x7f" "d\n");
  typed("abc\x7f\x7f\x7f\n");
}

CASE(erase_word) {
  open_both();
  typed("one two_2 \x17three\n");
  typed("one two...\x17\x17.\n");
  typed("a.b\x17\x17\n");
}

CASE(erase_line) {
  open_both();
  typed("abc\x15xy\n");
  set_local(ECHOKE, 0);
  typed("abc\x15xy\n");
  set_local(ECHOK, 0);
  typed("abc\x15xy\n");
  set_local(ECHO, 0);
  typed("abc\x15xy\n");
}

CASE(literal) {
  open_both();
  typed("a\x16\x03" "b\x16\x7f\n");
  typed("\x16\n\n");
  set_local(ECHOCTL, 0);
  typed("a\x16\x01\n");
  set_local(IEXTEN, 0);
  typed("a\x16\n");
}

CASE(reprint) {
  open_both();
  typed("abc\x12");
  typed("def\n");
}

CASE(end_of_file) {
  open_both();
  typed("\x04");
  typed("abc\x04");
  typed("abc\x04\x04");
  show_line();
  type("abc\x04");
  show_read("three", terminal, 3);
  show_line();
  type("a\x04\x04" "b\n");
  SHOW(queued(terminal));
  show_line();
  show_line();
  show_line();
}

CASE(other_ends_of_lines) {
  open_both();
  struct termios now = settings();
  now.c_cc[VEOL] = '.';
  now.c_cc[VEOL2] = ';';
  tcsetattr(terminal, TCSANOW, &now);
  typed("a.b;c\n");
  show_line();
  show_line();
}

CASE(disabled_characters) {
  open_both();
  struct termios now = settings();
  now.c_cc[VERASE] = now.c_cc[VINTR] = 0;
  tcsetattr(terminal, TCSANOW, &now);
  type_bytes("a\0b\x7f\x03\n", 6);
  show_screen();
  show_line();
}

CASE(echo_off) {
  open_both();
  set_local(ECHO, 0);
  typed("secret\n");
  set_local(0, ECHONL);
  typed("secret\n");
}

CASE(control_characters) {
  open_both();
  typed("\x01\t\x1b[A\n");
  set_local(ECHOCTL, 0);
  typed("\x01\t\x1b[A\n");
}

CASE(carriage_returns) {
  open_both();
  set_input(ICRNL, 0);
  typed("a\rb\n");
  set_input(0, IGNCR);
  typed("a\rb\n");
  set_input(IGNCR | ICRNL, INLCR);
  typed("a\nb");
  set_input(INLCR, ICRNL);
  typed("\r");
}

CASE(stripped) {
  open_both();
  set_input(0, ISTRIP);
  typed("\xe1\xe2\x8a");
}

CASE(marked) {
  open_both();
  set_raw(1, 0);
  set_input(0, PARMRK);
  typed("a\xff" "b");
}

CASE(long_line) {
  open_both();
  set_local(ECHO, 0);
  char text[1000];
  memset(text, 'x', sizeof text);
  for (int i = 0; i < 5; i++) type_bytes(text, sizeof text);
  type("yz\n");
  SHOW(queued(terminal));
  char line[8192];
  not_waiting(terminal);
  ssize_t count = read(terminal, line, sizeof line);
  SHOW(count);
  print_bytes(line + count - 4, 4);
}

CASE(output) {
  open_both();
  write(terminal, "a\nb\tc\r\n", 7);
  show_screen();
  set_output(ONLCR, 0);
  write(terminal, "a\nb\n", 4);
  show_screen();
  set_output(0, TAB3);
  write(terminal, "\rab\tc\t\td\n", 9);
  show_screen();
  set_output(OPOST, 0);
  write(terminal, "a\n\t", 3);
  show_screen();
}

CASE(output_of_returns) {
  open_both();
  set_output(0, OCRNL);
  write(terminal, "a\rb", 3);
  show_screen();
  set_output(OCRNL, ONOCR);
  write(terminal, "\r\rab\r\rc", 7);
  show_screen();
  set_output(ONOCR | ONLCR, ONLRET | TAB3);
  write(terminal, "abc\n\tx", 6);
  show_screen();
}

CASE(upper_case) {
  open_both();
  set_output(0, OLCUC);
  set_input(0, IUCLC);
  typed("Hello\n");
}

CASE(raw) {
  open_both();
  set_raw(1, 0);
  typed("a\x03\x04\r\n\x7f");
  SHOW(events_of(terminal));
  show_line();
}

CASE(minimum) {
  open_both();
  set_raw(3, 0);
  type("ab");
  SHOW(events_of(terminal) & POLLIN);
  SHOW(queued(terminal));
  type("cd");
  SHOW(events_of(terminal) & POLLIN);
  show_read("read", terminal, 10);
  type("ab");
  show_read("two", terminal, 2);
  type("ab");
  show_line();
}

CASE(no_minimum) {
  open_both();
  set_raw(0, 0);
  show_read("nothing", terminal, 10);
  type("a");
  show_read("one", terminal, 10);
  set_raw(0, 1);
  show_read("after a time", terminal, 10);
  show_line();
}

CASE(time_between_bytes) {
  open_both();
  set_raw(5, 1);
  type("ab");
  SHOW(events_of(terminal) & POLLIN);
  show_read("two", terminal, 10);
}

CASE(raw_after_lines) {
  open_both();
  type("ab\ncd");
  set_raw(1, 0);
  SHOW(queued(terminal));
  show_line();
}

CASE(lines_after_raw) {
  open_both();
  set_raw(1, 0);
  type("abc");
  set_local(0, ICANON);
  show_line();
  typed("d\n");
}

CASE(changing_settings_flushes) {
  open_both();
  type("ab\n");
  struct termios now = settings();
  SHOW(tcsetattr(terminal, TCSAFLUSH, &now));
  show_line();
  type("cd\n");
  SHOW(tcsetattr(terminal, TCSADRAIN, &now));
  show_line();
  SHOW(tcsetattr(terminal, 9, &now));
  SHOW(tcsetattr(master, TCSANOW, &now));
}

CASE(form_of_bytes_stays) {
  open_both();
  struct termios now = settings();
  now.c_cflag = (now.c_cflag & ~CSIZE) | CS5 | PARENB;
  tcsetattr(terminal, TCSANOW, &now);  // one C library looks whether all was done, another does not
  printf("%#x\n", settings().c_cflag);
}

CASE(flushing) {
  open_both();
  set_local(ECHO, 0);
  type("ab\n");
  SHOW(tcflush(terminal, TCIFLUSH));
  show_line();
  type("ab\n");
  SHOW(tcflush(terminal, TCIOFLUSH));
  show_line();
  SHOW(tcflush(terminal, 7));
  SHOW(tcdrain(terminal));
  SHOW(tcsendbreak(terminal, 0));
}

CASE(flow) {
  open_both();
  set_local(ECHO, 0);
  type("\x13");
  not_waiting(terminal);
  SHOW(write(terminal, "a", 1));
  SHOW(events_of(terminal) & POLLOUT);
  type("\x11");
  SHOW(write(terminal, "b", 1));
  show_screen();
  show_line();
}

CASE(echo_waits) {
  open_both();
  type("\x13" "ab");
  show_screen();
  type("\x11");
  show_screen();
}

CASE(flow_by_any_character) {
  open_both();
  set_input(0, IXANY);
  type("\x13");
  not_waiting(terminal);
  SHOW(write(terminal, "a", 1));
  type("x");
  SHOW(write(terminal, "b", 1));
  show_screen();
}

CASE(flow_off) {
  open_both();
  set_input(IXON, 0);
  typed("a\x13\x11\n");
}

CASE(held_output) {
  open_both();
  SHOW(tcflow(terminal, TCOOFF));
  not_waiting(terminal);
  SHOW(write(terminal, "a", 1));
  type("\x11");
  SHOW(write(terminal, "a", 1));
  SHOW(tcflow(terminal, TCOON));
  SHOW(write(terminal, "b", 1));
  show_screen();
  SHOW(tcflow(terminal, TCIOFF));
  show_screen();
  SHOW(tcflow(terminal, TCION));
  show_screen();
  SHOW(tcflow(terminal, 9));
}

CASE(readiness) {
  open_both();
  SHOW(events_of(master));
  SHOW(events_of(terminal));
  type("ab");
  SHOW(events_of(master));
  SHOW(events_of(terminal));
  type("\n");
  SHOW(events_of(terminal));
  int epoll = epoll_create1(0);
  struct epoll_event event = {.events = EPOLLIN, .data.u64 = 5}, seen;
  SHOW(epoll_ctl(epoll, EPOLL_CTL_ADD, terminal, &event));
  SHOW(epoll_wait(epoll, &seen, 1, 0));
  show_line();
  SHOW(epoll_wait(epoll, &seen, 1, 0));
  close(terminal);
  show_screen();
  SHOW(events_of(master));
}

CASE(last_terminal_closed) {
  open_both();
  write(terminal, "bye\n", 4);
  close(terminal);
  settle_down();
  show_read("the rest", master, 100);
  show_read("nothing", master, 100);
  SHOW(write(master, "a", 1));
  terminal = open(ptsname(master), O_RDWR | O_NOCTTY);
  write(terminal, "again", 5);
  show_screen();
}

CASE(master_closed) {
  open_both();
  type("abc\n");
  close(master);
  show_read("read", terminal, 10);
  SHOW(write(terminal, "a", 1));
  SHOW(events_of(terminal));
  SHOW(isatty(terminal));
  struct termios now;
  SHOW(tcgetattr(terminal, &now));
  SHOW(tcsetpgrp(terminal, getpid()));
}

CASE(blocked_reader_of_a_closed_master) {
  open_both();
  pid_t child = fork();
  if (child == 0) {
    close(master);
    show_read("read", terminal, 10);
    _exit(0);
  }
  sleep_ms(100);
  close(master);
  wait_and_show("child", child);
}

CASE(window_size) {
  open_both();
  struct winsize size = {24, 80, 1, 2}, seen;
  SHOW(ioctl(master, TIOCSWINSZ, &size));
  SHOW(ioctl(terminal, TIOCGWINSZ, &seen));
  printf("%d %d %d %d\n", seen.ws_row, seen.ws_col, seen.ws_xpixel, seen.ws_ypixel);
}

CASE(refused) {
  open_both();
  int file = open("file", O_RDWR | O_CREAT, 0600);
  struct termios now;
  SHOW(tcgetattr(file, &now));
  SHOW(isatty(file));
  SHOW(ttyname(file) == NULL);
  SHOW(ioctl(terminal, TIOCSTI, "x") < 0);  // with which error a machine can be told
  SHOW(ioctl(terminal, 0x54ff, 0));
  SHOW(tcgetattr(99, &now));
  SHOW(lseek(terminal, 0, SEEK_SET));
  SHOW(tcgetpgrp(terminal));
  SHOW(tcsetpgrp(terminal, getpgrp()));
  SHOW(tcgetsid(terminal));
  SHOW(ioctl(terminal, TIOCNOTTY));
}

// Runs `body` as the leader of a new session, with the terminal as its own if `takes` says so.
static void in_session(int takes, void (*body)(void)) {
  open_both();
  pid_t child = fork();
  if (child == 0) {
    setsid();
    if (takes && ioctl(terminal, TIOCSCTTY, 0) < 0) printf("TIOCSCTTY: %s\n", errno_text(errno));
    body();
    _exit(0);
  }
  wait_and_show("leader", child);
}

static void without_terminal(void) {
  SHOW(open("/dev/tty", O_RDWR));
  SHOW(ioctl(terminal, TIOCSCTTY, 0));
  SHOW(ioctl(terminal, TIOCSCTTY, 0));
  int own = open("/dev/tty", O_RDWR);
  SHOW(own >= 0);
  SHOW(strcmp(ttyname(own), "/dev/tty"));
  SHOW(tcgetpgrp(own) == getpid());
  SHOW(tcgetsid(own) == getpid());
  SHOW(tcgetpgrp(master) == getpid());
  SHOW(setsid());
}
CASE(controlling) { in_session(0, without_terminal); }

static void by_opening(void) {
  close(terminal);
  int other = open(ptsname(master), O_RDWR | O_NOCTTY);
  SHOW(open("/dev/tty", O_RDWR));
  int only_written = open(ptsname(master), O_WRONLY);
  SHOW(open("/dev/tty", O_RDWR));
  terminal = open(ptsname(master), O_RDWR);
  SHOW(open("/dev/tty", O_RDWR) >= 0);
  SHOW(tcgetsid(other) == getpid());
  SHOW(only_written >= 0);
}
CASE(controlling_by_opening) { in_session(0, by_opening); }

static void give_up(void) {
  handle(SIGHUP, 0);
  handle(SIGCONT, 0);
  SHOW(ioctl(terminal, TIOCNOTTY));
  SHOW(caught[SIGHUP]);
  SHOW(caught[SIGCONT]);
  SHOW(open("/dev/tty", O_RDWR));
  SHOW(tcgetsid(terminal));
  SHOW(ioctl(terminal, TIOCSCTTY, 0));
}
CASE(given_up) { in_session(1, give_up); }

static void taken(void) {
  pid_t child = fork();
  if (child == 0) {
    SHOW(open("/dev/tty", O_RDWR) >= 0);
    SHOW(ioctl(terminal, TIOCSCTTY, 0));
    setsid();
    SHOW(open("/dev/tty", O_RDWR));
    SHOW(ioctl(terminal, TIOCSCTTY, 0));
    SHOW(tcgetsid(terminal));
    _exit(0);
  }
  wait_and_show("child", child);
}
CASE(of_another_session) { in_session(1, taken); }

static void signals(void) {
  handle(SIGINT, 0);
  handle(SIGQUIT, 0);
  handle(SIGTSTP, 0);
  type("abc\x03");
  type("\x1c");
  type("\x1a");
  printf("%d %d %d\n", caught[SIGINT], caught[SIGQUIT], caught[SIGTSTP]);
  show_screen();
  show_line();
  set_local(ECHO, NOFLSH);
  type("abc\x03\n");
  printf("%d\n", caught[SIGINT]);
  show_line();
  set_local(ISIG, 0);
  type("\x03\n");
  printf("%d\n", caught[SIGINT]);
  show_line();
}
CASE(signals_of_keys) { in_session(1, signals); }

static void interrupted_read(void) {
  handle(SIGINT, 0);
  pid_t typist = fork();
  if (typist == 0) {
    sleep_ms(100);
    type("ab\x03");
    _exit(0);
  }
  show_read("interrupted", terminal, 10);
  waitpid(typist, NULL, 0);
  handle(SIGINT, SA_RESTART);
  typist = fork();
  if (typist == 0) {
    signal(SIGINT, SIG_IGN);
    sleep_ms(100);
    type("ab\x03");
    type("cd\n");
    _exit(0);
  }
  show_read("restarted", terminal, 10);
  waitpid(typist, NULL, 0);
}
CASE(a_read_that_is_interrupted) { in_session(1, interrupted_read); }

static void killed(void) {
  signal(SIGINT, SIG_IGN);
  pid_t child = fork();
  if (child == 0) {
    signal(SIGINT, SIG_DFL);
    for (;;) pause();
  }
  sleep_ms(100);
  type("\x03");
  wait_and_show("child", child);
}
CASE(interrupt_kills) { in_session(1, killed); }

static void resized(void) {
  handle(SIGWINCH, 0);
  struct winsize size = {30, 90, 0, 0};
  ioctl(master, TIOCSWINSZ, &size);
  printf("%d\n", caught[SIGWINCH]);
  ioctl(master, TIOCSWINSZ, &size);
  printf("%d\n", caught[SIGWINCH]);
  size.ws_col = 91;
  ioctl(terminal, TIOCSWINSZ, &size);
  printf("%d\n", caught[SIGWINCH]);
}
CASE(resizing_signals) { in_session(1, resized); }

// A child in a group of its own, in the background, does `body`; shows how it stops or ends.
static pid_t in_background(void (*body)(void)) {
  pid_t child = fork();
  if (child == 0) {
    setpgid(0, 0);
    body();
    _exit(0);
  }
  setpgid(child, child);
  int status;
  waitpid(child, &status, WUNTRACED);
  show_status("background", status);
  return child;
}

static void reads(void) { show_read("read", terminal, 10); }
static void reading(void) {
  type("abc\n");
  pid_t child = in_background(reads);
  SHOW(tcsetpgrp(terminal, child));
  kill(-child, SIGCONT);
  wait_and_show("continued", child);
  SHOW(tcgetpgrp(terminal) == child);
  signal(SIGTTOU, SIG_IGN);
  SHOW(tcsetpgrp(terminal, getpid()));
}
CASE(background_reads) { in_session(1, reading); }

static void reads_ignoring(void) {
  signal(SIGTTIN, SIG_IGN);
  reads();
}
static void reads_blocking(void) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGTTIN);
  sigprocmask(SIG_BLOCK, &set, NULL);
  reads();
}
static void reads_catching(void) {
  handle(SIGTTIN, 0);
  reads();
  printf("%d\n", caught[SIGTTIN]);
}
static void not_stopped(void) {
  in_background(reads_ignoring);
  in_background(reads_blocking);
  in_background(reads_catching);
}
CASE(background_reads_that_fail) { in_session(1, not_stopped); }

static void writes(void) { SHOW(write(terminal, "x", 1)); }
static void writes_ignoring(void) {
  signal(SIGTTOU, SIG_IGN);
  writes();
}
static void writing(void) {
  in_background(writes);
  set_local(0, TOSTOP);
  pid_t child = in_background(writes);
  kill(-child, SIGKILL);
  wait_and_show("child", child);
  in_background(writes_ignoring);
  show_screen();
}
CASE(background_writes) { in_session(1, writing); }

static void sets(void) {
  struct termios now = settings();
  SHOW(tcsetattr(terminal, TCSANOW, &now));
}
static void sets_ignoring(void) {
  signal(SIGTTOU, SIG_IGN);
  sets();
}
static void takes_foreground(void) { SHOW(tcsetpgrp(terminal, getpid())); }
static void flushes(void) { SHOW(tcflush(terminal, TCIFLUSH)); }
static void setting(void) {
  void (*bodies[])(void) = {sets, takes_foreground, flushes};
  for (int i = 0; i < 3; i++) {
    pid_t child = in_background(bodies[i]);
    kill(-child, SIGKILL);
    wait_and_show("child", child);
  }
  in_background(sets_ignoring);
}
CASE(background_changes) { in_session(1, setting); }

static void orphan(void) {
  int ends[2];
  pipe(ends);
  pid_t child = fork();
  if (child == 0) {
    setpgid(0, 0);
    if (fork() == 0) {
      close(ends[0]);
      sleep_ms(200);
      show_read("read", terminal, 10);
      struct termios now = settings();
      SHOW(tcsetattr(terminal, TCSANOW, &now));
      _exit(0);
    }
    _exit(0);
  }
  waitpid(child, NULL, 0);
  close(ends[1]);
  char none;
  read(ends[0], &none, 1);
}
CASE(orphaned_group) { in_session(1, orphan); }

static void foreground_errors(void) {
  SHOW(tcsetpgrp(terminal, -1));
  SHOW(tcsetpgrp(terminal, kNoProcess));
  pid_t child = fork();
  if (child == 0) {
    setsid();
    sleep_ms(300);
    _exit(0);
  }
  sleep_ms(100);
  SHOW(tcsetpgrp(terminal, child));
  SHOW(tcsetpgrp(master, getpid()));
  waitpid(child, NULL, 0);
}
CASE(foreground_that_cannot_be) { in_session(1, foreground_errors); }

static void suspended(void) {
  pid_t child = fork();
  if (child == 0) {
    setpgid(0, 0);
    for (;;) pause();
  }
  setpgid(child, child);
  signal(SIGTTOU, SIG_IGN);
  tcsetpgrp(terminal, child);
  sleep_ms(50);
  type("\x1a");
  int status;
  waitpid(child, &status, WUNTRACED);
  show_status("child", status);
  kill(-child, SIGCONT);
  waitpid(child, &status, WCONTINUED);
  show_status("child", status);
  type("\x1c");
  waitpid(child, &status, 0);
  SHOW(WIFSIGNALED(status) ? WTERMSIG(status) : 0);
}
CASE(suspended_and_continued) { in_session(1, suspended); }

CASE(leader_ends) {
  open_both();
  int ends[2];
  pipe(ends);
  pid_t leader = fork();
  if (leader == 0) {
    close(master);
    setsid();
    ioctl(terminal, TIOCSCTTY, 0);
    handle(SIGHUP, 0);
    if (fork() == 0) {
      close(ends[0]);
      while (!caught[SIGHUP]) sleep_ms(20);
      const char *own = open("/dev/tty", O_RDWR) < 0 ? errno_text(errno) : "open";
      dprintf(ends[1], "hung up, /dev/tty: %s, write: %zd", own, write(terminal, "x", 1));
      _exit(0);
    }
    sleep_ms(100);
    _exit(0);
  }
  close(ends[1]);
  waitpid(leader, NULL, 0);
  show_read("child", ends[0], 100);
  SHOW(tcgetsid(master));
  show_screen();
}

CASE(hang_up) {
  open_both();
  int ends[2];
  pipe(ends);
  pid_t leader = fork();
  if (leader == 0) {
    close(master);
    close(ends[0]);
    setsid();
    ioctl(terminal, TIOCSCTTY, 0);
    handle(SIGHUP, 0);
    handle(SIGCONT, 0);
    write(ends[1], "+", 1);
    while (!caught[SIGHUP] || !caught[SIGCONT]) sleep_ms(20);
    dprintf(ends[1], "hung up, /dev/tty: %s", open("/dev/tty", O_RDWR) < 0 ? errno_text(errno) : "open");
    _exit(0);
  }
  close(ends[1]);
  close(terminal);
  show_read("ready", ends[0], 1);
  close(master);
  wait_and_show("leader", leader);
  show_read("leader", ends[0], 100);
}

CASE(hang_up_kills) {
  open_both();
  pid_t leader = fork();
  if (leader == 0) {
    close(master);
    setsid();
    ioctl(terminal, TIOCSCTTY, 0);
    for (;;) pause();
  }
  close(terminal);
  sleep_ms(200);
  close(master);
  wait_and_show("leader", leader);
}

static void status_file(void) {
  char text[1024], path[64];
  snprintf(path, sizeof path, "/proc/%d/stat", getpid());
  int fd = open(path, O_RDONLY);
  ssize_t count = read(fd, text, sizeof text - 1);
  text[count > 0 ? count : 0] = 0;
  int group = 0, session = 0, tty = 0, foreground = 0;
  sscanf(strrchr(text, ')') + 1, " %*c %*d %d %d %d %d", &group, &session, &tty, &foreground);
  SHOW(group == getpid() && session == getpid() && foreground == getpid());
  SHOW(tty == 136 * 256 + atoi(ptsname(master) + 9));
}
CASE(status) { in_session(1, status_file); }

CASE(many) {
  int count = 0;
  while (count < 20 && posix_openpt(O_RDWR | O_NOCTTY) >= 0) count++;
  SHOW(count);
}

CASE(large_transfer) {
  open_both();
  set_raw(1, 0);
  pid_t child = fork();
  char block[1000];
  if (child == 0) {
    close(master);
    for (int i = 0; i < 100; i++) {
      memset(block, 'a' + i % 26, sizeof block);
      for (size_t done = 0; done < sizeof block;) done += (size_t)write(terminal, block + done, sizeof block - done);
    }
    _exit(0);
  }
  close(terminal);
  long total = 0, sum = 0;
  for (ssize_t count; (count = read(master, block, sizeof block)) > 0; total += count)
    for (ssize_t i = 0; i < count; i++) sum += block[i];
  printf("%ld %ld %s\n", total, sum, errno_text(errno));
  wait_and_show("child", child);
}

CASE(large_typing) {
  open_both();
  set_raw(1, 0);
  pid_t child = fork();
  char block[1000];
  if (child == 0) {
    close(master);
    long total = 0, sum = 0;
    while (total < 100000) {
      ssize_t count = read(terminal, block, sizeof block);
      if (count <= 0) break;
      total += count;
      for (ssize_t i = 0; i < count; i++) sum += block[i];
    }
    printf("%ld %ld\n", total, sum);
    _exit(0);
  }
  for (int i = 0; i < 100; i++) {
    memset(block, 'a' + i % 26, sizeof block);
    for (size_t done = 0; done < sizeof block;) done += (size_t)write(master, block + done, sizeof block - done);
  }
  wait_and_show("child", child);
}
