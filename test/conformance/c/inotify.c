// inotify: who is told of what, in which order.
#include <dirent.h>
#include <poll.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <sys/uio.h>

#include "conformance.h"

static unsigned cookies[16];
static int cookie_count;

// Cookies are numbered in the order in which they are seen.
static int cookie_number(unsigned cookie) {
  if (cookie == 0) return 0;
  for (int i = 0; i < cookie_count; i++)
    if (cookies[i] == cookie) return i + 1;
  cookies[cookie_count++] = cookie;
  return cookie_count;
}

static void show_mask(unsigned mask) {
  static const struct {
    unsigned bit;
    const char *name;
  } names[] = {{IN_ACCESS, "access"},       {IN_MODIFY, "modify"},         {IN_ATTRIB, "attrib"},
               {IN_CLOSE_WRITE, "close-w"}, {IN_CLOSE_NOWRITE, "close-nw"}, {IN_OPEN, "open"},
               {IN_MOVED_FROM, "from"},     {IN_MOVED_TO, "to"},           {IN_CREATE, "create"},
               {IN_DELETE, "delete"},       {IN_DELETE_SELF, "delete-self"}, {IN_MOVE_SELF, "move-self"},
               {IN_UNMOUNT, "unmount"},     {IN_Q_OVERFLOW, "overflow"},   {IN_IGNORED, "ignored"},
               {IN_ISDIR, "dir"}};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    if (mask & names[i].bit) printf(" %s", names[i].name);
    mask &= ~names[i].bit;
  }
  if (mask) printf(" %#x", mask);
}

// All that is queued.
static void show_events(const char *label, int fd) {
  static char buffer[65536] __attribute__((aligned(8)));
  printf("%s\n", label);
  int left = 0;
  while (ioctl(fd, FIONREAD, &left) == 0 && left > 0) {
    ssize_t count = read(fd, buffer, sizeof buffer);
    if (count <= 0) {
      printf("  read = %zd %s\n", count, errno_text(errno));
      return;
    }
    for (char *at = buffer; at < buffer + count;) {
      struct inotify_event *event = (struct inotify_event *)at;
      printf("  %d", event->wd);
      show_mask(event->mask);
      if (event->cookie) printf(" cookie %d", cookie_number(event->cookie));
      if (event->len) printf(" %s (%u)", event->name, event->len);
      printf("\n");
      at += sizeof *event + event->len;
    }
  }
}

static int opened(void) { return inotify_init1(IN_NONBLOCK | IN_CLOEXEC); }

static int watching(const char *path, unsigned mask) {
  int fd = opened();
  if (fd < 0) printf("inotify_init1: %s\n", errno_text(errno));
  SHOW(inotify_add_watch(fd, path, mask));
  return fd;
}

static void append(const char *path, const char *text) {
  int fd = open(path, O_WRONLY | O_APPEND);
  write(fd, text, strlen(text));
  close(fd);
}

CASE(flags) {
  SHOW(inotify_init1(1) < 0);
  SHOW(inotify_init1(O_APPEND) < 0);
  int fd = opened();
  SHOW(fcntl(fd, F_GETFD));
  SHOW(fcntl(fd, F_GETFL) & (O_ACCMODE | O_NONBLOCK));
  fd = inotify_init();
  SHOW(fcntl(fd, F_GETFD));
  SHOW(fcntl(fd, F_GETFL) & (O_ACCMODE | O_NONBLOCK));
}

CASE(bad_masks) {
  int fd = opened();
  write_file("file", "text");
  SHOW(inotify_add_watch(fd, "file", 0));
  SHOW(inotify_add_watch(fd, "file", 0x1000));
  SHOW(inotify_add_watch(fd, "file", IN_OPEN | 0x800000));
  SHOW(inotify_add_watch(fd, "file", IN_OPEN | IN_MASK_ADD | IN_MASK_CREATE));
  SHOW(inotify_add_watch(fd, "file", IN_ONLYDIR));
  SHOW(inotify_add_watch(fd, ".", IN_ONLYDIR));
  SHOW(inotify_add_watch(fd, ".", IN_UNMOUNT));
}

CASE(bad_descriptors) {
  int other = open(".", O_RDONLY);
  SHOW(inotify_add_watch(-1, ".", IN_OPEN));
  SHOW(inotify_add_watch(99, ".", IN_OPEN));
  SHOW(inotify_add_watch(other, ".", IN_OPEN));
  SHOW(inotify_rm_watch(99, 1));
  SHOW(inotify_rm_watch(other, 1));
  int fd = opened();
  SHOW(inotify_rm_watch(fd, 1));
  SHOW(inotify_rm_watch(fd, -1));
}

CASE(bad_paths) {
  int fd = opened();
  SHOW(inotify_add_watch(fd, "missing", IN_OPEN));
  SHOW(inotify_add_watch(fd, "", IN_OPEN));
  write_file("file", "");
  SHOW(inotify_add_watch(fd, "file/", IN_OPEN));
  SHOW(inotify_add_watch(fd, "file/x", IN_OPEN));
  chmod("file", 0200);
  SHOW(inotify_add_watch(fd, "file", IN_OPEN));
  chmod("file", 0400);
  SHOW(inotify_add_watch(fd, "file", IN_OPEN));
}

CASE(numbers) {
  int fd = opened();
  mkdir("a", 0755);
  mkdir("b", 0755);
  SHOW(inotify_add_watch(fd, "a", IN_OPEN));
  SHOW(inotify_add_watch(fd, "b", IN_OPEN));
  SHOW(inotify_add_watch(fd, "./a", IN_CREATE));
  SHOW(inotify_rm_watch(fd, 2));
  SHOW(inotify_add_watch(fd, "b", IN_OPEN));
  SHOW(inotify_rm_watch(fd, 2));
  show_events("removed", fd);
}

CASE(nothing) {
  int fd = watching(".", IN_ALL_EVENTS);
  char byte;
  SHOW(read(fd, &byte, 1));
  int left = -1;
  SHOW(ioctl(fd, FIONREAD, &left));
  SHOW(left);
  struct pollfd entry = {.fd = fd, .events = POLLIN | POLLOUT};
  SHOW(poll(&entry, 1, 0));
  SHOW(write(fd, "x", 1));
  SHOW(lseek(fd, 5, SEEK_SET));
  SHOW(pread(fd, &byte, 1, 0));
}

CASE(create) {
  int fd = watching(".", IN_ALL_EVENTS);
  SHOW(close(open("file", O_WRONLY | O_CREAT, 0644)));
  show_events("created", fd);
  SHOW(close(open("file", O_WRONLY | O_CREAT, 0644)));
  show_events("there", fd);
  SHOW(open("file", O_WRONLY | O_CREAT | O_EXCL, 0644));
  show_events("refused", fd);
}

CASE(write_and_read) {
  write_file("file", "one");
  int fd = watching("file", IN_ALL_EVENTS);
  int file = open("file", O_RDWR);
  char bytes[8];
  show_events("open", fd);
  SHOW(read(file, bytes, 2));
  show_events("read", fd);
  SHOW(read(file, bytes, 2));
  SHOW(read(file, bytes, 2));
  show_events("read to the end", fd);
  SHOW(write(file, "more", 4));
  SHOW(write(file, "more", 4));
  show_events("written", fd);
  SHOW(write(file, "", 0));
  show_events("nothing written", fd);
  SHOW(pwrite(file, "x", 1, 20));
  SHOW(pread(file, bytes, 1, 0));
  show_events("at", fd);
  close(file);
  show_events("closed", fd);
}

CASE(vectors) {
  write_file("file", "0123456789");
  int file = open("file", O_RDWR);
  int fd = watching("file", IN_ALL_EVENTS);
  char a[4], b[4];
  struct iovec parts[] = {{a, 4}, {b, 4}};
  SHOW(readv(file, parts, 2));
  SHOW(writev(file, parts, 2));
  show_events("moved", fd);
}

CASE(directory_of_file) {
  write_file("file", "one");
  int fd = watching(".", IN_ALL_EVENTS);
  append("file", "two");
  show_file("file");
  show_events("used", fd);
  SHOW(chmod("file", 0600));
  SHOW(truncate("file", 1));
  show_events("changed", fd);
}

CASE(both) {
  write_file("file", "one");
  int fd = watching(".", IN_ALL_EVENTS);
  SHOW(inotify_add_watch(fd, "file", IN_ALL_EVENTS));
  append("file", "two");
  show_events("appended", fd);
  SHOW(chmod("file", 0600));
  show_events("changed", fd);
  SHOW(unlink("file"));
  show_events("removed", fd);
}

CASE(truncating) {
  write_file("file", "one");
  int fd = watching("file", IN_ALL_EVENTS);
  SHOW(truncate("file", 2));
  show_events("shorter", fd);
  SHOW(truncate("file", 2));
  show_events("the same", fd);
  int file = open("file", O_WRONLY);
  show_events("opened", fd);
  SHOW(ftruncate(file, 100));
  show_events("longer", fd);
  SHOW(fallocate(file, 0, 0, 200));
  show_events("allocated", fd);
}

CASE(opened_to_truncate) {
  write_file("file", "one");
  int fd = watching(".", IN_ALL_EVENTS);
  SHOW(close(open("file", O_WRONLY | O_TRUNC)));
  show_events("emptied", fd);
  SHOW(close(open("file", O_WRONLY | O_CREAT | O_TRUNC, 0644)));
  show_events("again", fd);
  SHOW(close(open("new", O_WRONLY | O_CREAT | O_TRUNC, 0644)));
  show_events("new", fd);
}

CASE(attributes) {
  write_file("file", "one");
  int fd = watching("file", IN_ALL_EVENTS);
  SHOW(chmod("file", 0600));
  show_events("chmod", fd);
  SHOW(chmod("file", 0600));
  show_events("the same", fd);
  SHOW(chown("file", getuid(), getgid()));
  show_events("chown", fd);
  SHOW(chown("file", -1, -1));
  show_events("chown to nothing", fd);
  SHOW(utimensat(AT_FDCWD, "file", NULL, 0));
  show_events("times", fd);
}

CASE(times) {
  write_file("file", "one");
  int fd = watching("file", IN_ALL_EVENTS);
  struct timespec accessed[] = {{100, 0}, {0, UTIME_OMIT}}, modified[] = {{0, UTIME_OMIT}, {100, 0}};
  struct timespec both[] = {{100, 0}, {100, 0}}, none[] = {{0, UTIME_OMIT}, {0, UTIME_OMIT}};
  SHOW(utimensat(AT_FDCWD, "file", accessed, 0));
  show_events("accessed", fd);
  SHOW(utimensat(AT_FDCWD, "file", modified, 0));
  show_events("modified", fd);
  SHOW(utimensat(AT_FDCWD, "file", both, 0));
  show_events("both", fd);
  SHOW(utimensat(AT_FDCWD, "file", none, 0));
  show_events("none", fd);
}

CASE(directories) {
  int fd = watching(".", IN_ALL_EVENTS);
  SHOW(mkdir("sub", 0755));
  show_events("made", fd);
  SHOW(chmod("sub", 0700));
  show_events("changed", fd);
  DIR *listing = opendir("sub");
  while (readdir(listing) != NULL) continue;
  closedir(listing);
  show_events("listed", fd);
  write_file("sub/file", "text");
  show_events("below", fd);
  unlink("sub/file");
  SHOW(rmdir("sub"));
  show_events("removed", fd);
}

CASE(own_directory) {
  mkdir("sub", 0755);
  int fd = watching("sub", IN_ALL_EVENTS);
  SHOW(chmod("sub", 0700));
  SHOW(rename("sub", "other"));
  show_events("moved", fd);
  SHOW(rmdir("other"));
  show_events("removed", fd);
  SHOW(inotify_rm_watch(fd, 1));
}

CASE(links) {
  write_file("file", "one");
  int fd = watching(".", IN_ALL_EVENTS);
  SHOW(inotify_add_watch(fd, "file", IN_ALL_EVENTS));
  SHOW(link("file", "name"));
  show_events("linked", fd);
  SHOW(symlink("file", "sym"));
  show_events("symlink", fd);
  SHOW(mkfifo("fifo", 0644));
  show_events("fifo", fd);
  SHOW(unlink("file"));
  show_events("one name less", fd);
  SHOW(unlink("name"));
  show_events("none", fd);
  SHOW(unlink("sym"));
  show_events("no symlink", fd);
}

CASE(other_name) {
  write_file("file", "one");
  mkdir("sub", 0755);
  link("file", "sub/name");
  int fd = watching(".", IN_ALL_EVENTS & ~IN_ACCESS);
  SHOW(inotify_add_watch(fd, "sub", IN_ALL_EVENTS & ~IN_ACCESS));
  append("sub/name", "two");
  show_events("by the other name", fd);
  append("file", "two");
  show_events("by the first", fd);
}

CASE(unlink_self) {
  write_file("file", "one");
  int fd = watching("file", IN_ALL_EVENTS);
  SHOW(unlink("file"));
  show_events("gone", fd);
  SHOW(inotify_rm_watch(fd, 1));
  write_file("file", "one");
  show_events("another", fd);
}

CASE(unlink_open) {
  write_file("file", "one");
  int file = open("file", O_RDWR);
  int fd = watching("file", IN_ALL_EVENTS);
  SHOW(inotify_add_watch(fd, ".", IN_ALL_EVENTS));
  SHOW(unlink("file"));
  show_events("without a name", fd);
  write(file, "x", 1);
  show_events("written", fd);
  close(file);
  show_events("closed", fd);
}

CASE(exclude_unlinked) {
  write_file("file", "one");
  int file = open("file", O_RDWR);
  int fd = watching(".", IN_ALL_EVENTS | IN_EXCL_UNLINK);
  write(file, "x", 1);
  show_events("written", fd);
  unlink("file");
  write(file, "x", 1);
  close(file);
  show_events("without a name", fd);
}

CASE(renaming) {
  write_file("file", "one");
  int fd = watching(".", IN_ALL_EVENTS);
  SHOW(inotify_add_watch(fd, "file", IN_ALL_EVENTS));
  SHOW(rename("file", "name"));
  show_events("renamed", fd);
  SHOW(rename("name", "name"));
  show_events("to itself", fd);
  append("name", "x");
  show_events("used", fd);
}

CASE(renaming_onto) {
  write_file("a", "one");
  write_file("b", "two");
  int fd = watching(".", IN_ALL_EVENTS);
  SHOW(inotify_add_watch(fd, "a", IN_ALL_EVENTS));
  SHOW(inotify_add_watch(fd, "b", IN_ALL_EVENTS));
  SHOW(rename("a", "b"));
  show_events("replaced", fd);
}

CASE(renaming_onto_directory) {
  mkdir("a", 0755);
  mkdir("b", 0755);
  int fd = watching(".", IN_ALL_EVENTS);
  SHOW(inotify_add_watch(fd, "a", IN_ALL_EVENTS));
  SHOW(inotify_add_watch(fd, "b", IN_ALL_EVENTS));
  SHOW(rename("a", "b"));
  show_events("replaced", fd);
}

CASE(renaming_onto_open) {
  write_file("a", "one");
  write_file("b", "two");
  int file = open("b", O_RDONLY);
  int fd = watching("b", IN_ALL_EVENTS);
  SHOW(rename("a", "b"));
  show_events("replaced", fd);
  close(file);
  show_events("closed", fd);
}

CASE(moving) {
  mkdir("a", 0755);
  mkdir("b", 0755);
  write_file("a/file", "one");
  int fd = watching("a", IN_MOVE | IN_CREATE | IN_DELETE);
  SHOW(inotify_add_watch(fd, "b", IN_MOVE | IN_CREATE | IN_DELETE));
  SHOW(rename("a/file", "b/name"));
  show_events("there", fd);
  SHOW(rename("b/name", "a/file"));
  show_events("and back", fd);
  SHOW(rename("a/file", "file"));
  show_events("out", fd);
  SHOW(rename("file", "b/file"));
  show_events("in", fd);
}

CASE(moving_directory) {
  mkdir("a", 0755);
  mkdir("b", 0755);
  mkdir("a/sub", 0755);
  int fd = watching("a", IN_ALL_EVENTS);
  SHOW(inotify_add_watch(fd, "b", IN_ALL_EVENTS));
  SHOW(inotify_add_watch(fd, "a/sub", IN_ALL_EVENTS));
  SHOW(rename("a/sub", "b/other"));
  show_events("moved", fd);
  write_file("b/other/file", "x");
  show_events("in it", fd);
}

CASE(exchanging) {
  write_file("a", "one");
  mkdir("b", 0755);
  int fd = watching(".", IN_ALL_EVENTS);
  SHOW(inotify_add_watch(fd, "a", IN_ALL_EVENTS));
  SHOW(inotify_add_watch(fd, "b", IN_ALL_EVENTS));
  SHOW(syscall(SYS_renameat2, AT_FDCWD, "a", AT_FDCWD, "b", 2));
  show_events("exchanged", fd);
}

CASE(once) {
  write_file("file", "one");
  int fd = watching("file", IN_ALL_EVENTS | IN_ONESHOT);
  append("file", "two");
  show_events("the first", fd);
  SHOW(inotify_rm_watch(fd, 1));
  SHOW(inotify_add_watch(fd, "file", IN_MODIFY | IN_ONESHOT));
  append("file", "two");
  show_events("again", fd);
}

CASE(changed_mask) {
  write_file("file", "one");
  int fd = watching("file", IN_OPEN);
  append("file", "x");
  show_events("open", fd);
  SHOW(inotify_add_watch(fd, "file", IN_MODIFY));
  append("file", "x");
  show_events("modify", fd);
  SHOW(inotify_add_watch(fd, "file", IN_OPEN | IN_MASK_ADD));
  append("file", "x");
  show_events("both", fd);
  SHOW(inotify_add_watch(fd, "file", IN_CLOSE | IN_MASK_CREATE));
  write_file("other", "");
  SHOW(inotify_add_watch(fd, "other", IN_CLOSE | IN_MASK_CREATE));
}

CASE(symlinks) {
  write_file("file", "one");
  symlink("file", "sym");
  int fd = watching("sym", IN_ALL_EVENTS);
  SHOW(inotify_add_watch(fd, "sym", IN_ALL_EVENTS | IN_DONT_FOLLOW));
  SHOW(inotify_add_watch(fd, "sym", IN_OPEN | IN_DONT_FOLLOW | IN_ONLYDIR));
  append("sym", "x");
  show_events("through it", fd);
  SHOW(unlink("sym"));
  show_events("removed", fd);
}

CASE(removing_watch) {
  int fd = watching(".", IN_CREATE);
  write_file("a", "");
  SHOW(inotify_rm_watch(fd, 1));
  write_file("b", "");
  show_events("before", fd);
}

CASE(small_buffers) {
  int fd = watching(".", IN_CREATE);
  close(open("a", O_CREAT | O_WRONLY, 0644));
  close(open("a-name-of-twenty-and-", O_CREAT | O_WRONLY, 0644));
  char buffer[256];
  int left = 0;
  SHOW(ioctl(fd, FIONREAD, &left));
  SHOW(left);
  SHOW(read(fd, buffer, 0));
  SHOW(read(fd, buffer, 16));
  SHOW(read(fd, buffer, 31));
  SHOW(read(fd, buffer, 79));
  SHOW(read(fd, buffer, 40));
  SHOW(read(fd, buffer, 48));
  SHOW(read(fd, buffer, 48));
}

CASE(name_lengths) {
  int fd = watching(".", IN_CREATE);
  static const char *names[] = {"1", "123456789012345", "1234567890123456", "1234567890123456789012345678901"};
  for (int i = 0; i < 4; i++) close(open(names[i], O_CREAT | O_WRONLY, 0644));
  show_events("padded", fd);
}

CASE(coalescing) {
  write_file("a", "");
  write_file("b", "");
  int fd = watching(".", IN_MODIFY);
  int a = open("a", O_WRONLY), b = open("b", O_WRONLY);
  for (int i = 0; i < 3; i++) write(a, "x", 1);
  for (int i = 0; i < 2; i++) {
    write(b, "x", 1);
    write(a, "x", 1);
  }
  show_events("in turn", fd);
}

CASE(overflow) {
  FILE *setting = fopen("/proc/sys/fs/inotify/max_queued_events", "r");
  int most = 16384;
  if (setting) fscanf(setting, "%d", &most);
  write_file("a", "");
  write_file("b", "");
  int fd = watching(".", IN_ATTRIB);
  for (int i = 0; i < most + 100; i++) chmod(i % 2 ? "a" : "b", 0644);
  int events = 0, overflows = 0, last = 0;
  static char buffer[65536] __attribute__((aligned(8)));
  ssize_t count;
  while ((count = read(fd, buffer, sizeof buffer)) > 0) {
    for (char *at = buffer; at < buffer + count; events++) {
      struct inotify_event *event = (struct inotify_event *)at;
      if (event->mask & IN_Q_OVERFLOW) overflows++, last = events, printf("wd %d\n", event->wd);
      at += sizeof *event + event->len;
    }
  }
  SHOW(events == most + 1);
  SHOW(overflows);
  SHOW(last == events - 1);
  chmod("a", 0600);
  show_events("goes on", fd);
}

CASE(polling) {
  int fd = watching(".", IN_CREATE);
  struct pollfd entry = {.fd = fd, .events = POLLIN | POLLOUT | POLLPRI};
  SHOW(poll(&entry, 1, 0));
  write_file("a", "");
  SHOW(poll(&entry, 1, -1));
  SHOW(entry.revents);
  show_events("read", fd);
  SHOW(poll(&entry, 1, 0));
}

CASE(epolling) {
  int fd = watching(".", IN_CREATE), epoll = epoll_create1(0);
  struct epoll_event event = {.events = EPOLLIN | EPOLLET, .data.u64 = 7};
  SHOW(epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event));
  SHOW(epoll_wait(epoll, &event, 1, 0));
  write_file("a", "");
  SHOW(epoll_wait(epoll, &event, 1, -1));
  SHOW(event.events);
  SHOW(epoll_wait(epoll, &event, 1, 0));
  write_file("b", "");
  SHOW(epoll_wait(epoll, &event, 1, 0));
}

CASE(waiting) {
  int fd = inotify_init();
  SHOW(inotify_add_watch(fd, ".", IN_CREATE));
  pid_t child = fork();
  if (child == 0) {
    usleep(20000);
    write_file("file", "");
    _exit(0);
  }
  char buffer[256] __attribute__((aligned(8)));
  SHOW(read(fd, buffer, sizeof buffer));
  printf("%s\n", ((struct inotify_event *)buffer)->name);
  waitpid(child, NULL, 0);
}

static void ignore(int signal) { (void)signal; }

CASE(interrupted) {
  int fd = inotify_init();
  SHOW(inotify_add_watch(fd, ".", IN_CREATE));
  struct sigaction action = {.sa_handler = ignore};
  sigaction(SIGALRM, &action, NULL);
  alarm(1);
  char buffer[256];
  SHOW(read(fd, buffer, sizeof buffer));
}

CASE(inherited) {
  int fd = watching(".", IN_CREATE);
  pid_t child = fork();
  if (child == 0) {
    write_file("by the child", "");
    show_events("in the child", fd);
    fflush(stdout);
    inotify_rm_watch(fd, 1);
    _exit(0);
  }
  waitpid(child, NULL, 0);
  show_events("left", fd);
  SHOW(inotify_rm_watch(fd, 1));
}

CASE(duplicated) {
  int fd = watching(".", IN_CREATE), copy = dup(fd);
  close(fd);
  write_file("a", "");
  show_events("by the copy", copy);
  close(copy);
  write_file("b", "");
}

CASE(several) {
  int one = watching(".", IN_CREATE), two = watching(".", IN_CREATE | IN_CLOSE);
  write_file("a", "");
  show_events("one", one);
  show_events("two", two);
  close(one);
  write_file("b", "");
  show_events("two", two);
}

CASE(path_only) {
  write_file("file", "x");
  int fd = watching("file", IN_ALL_EVENTS);
  int path = open("file", O_PATH);
  close(path);
  show_events("opened for its path", fd);
  struct stat found;
  stat("file", &found);
  access("file", R_OK);
  show_events("looked at", fd);
  int copy = dup(open("file", O_RDONLY));
  show_events("opened", fd);
  close(copy);
  show_events("one of two closed", fd);
}

CASE(instances) {
  static int fds[300];
  int count = 0;
  while (count < 300 && (fds[count] = opened()) >= 0) count++;
  SHOW(errno == EMFILE);
  SHOW(count > 100 && count <= 128);
  close(fds[0]);
  SHOW(opened() >= 0);
}

CASE(stat_of_it) {
  int fd = opened();
  struct stat found;
  SHOW(fstat(fd, &found));
  SHOW(found.st_size);
  char text[64] = "";
  snprintf(text, sizeof text, "/proc/self/fd/%d", fd);
  char target[64] = "";
  SHOW(readlink(text, target, sizeof target - 1));
  puts(target);
}

CASE(set_id_dropped) {
  write_file("file", "x");
  chmod("file", 04755);
  int fd = watching("file", IN_ALL_EVENTS);
  append("file", "x");
  show_events("written", fd);
}

CASE(working_directory_removed) {
  mkdir("sub", 0755);
  int fd = watching("sub", IN_ALL_EVENTS);
  SHOW(chdir("sub"));
  SHOW(rmdir("../sub"));
  show_events("still entered", fd);
  SHOW(chdir("/"));
  show_events("left", fd);
}
