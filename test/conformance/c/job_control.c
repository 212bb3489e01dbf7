// Terminals of sessions: who controls one, signals of its keys, jobs in the background, hang-up.
#include "terminals.h"

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
