// Pseudo-terminals: the line discipline, its settings, and both ends.
#include "terminals.h"

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
  settle_down();
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
  settle_down();
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
