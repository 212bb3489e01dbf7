// Who the process is, what it may use, and what /proc says about it.
#include <grp.h>
#include <pwd.h>
#include <sys/resource.h>
#include <sys/statvfs.h>
#include <sys/utsname.h>
#include <termios.h>
#include <sys/ioctl.h>

#include "conformance.h"

CASE(user) {
  printf("%d %d %d %d\n", (int)getuid(), (int)geteuid(), (int)getgid(), (int)getegid());
  SHOW(setuid(0));
  SHOW(setgid(0));
  SHOW(setuid(1000));
  SHOW(seteuid(0));
  SHOW(setreuid(-1, 0));
  SHOW(setresuid(1000, 1000, 1000));
  static gid_t groups[65536];
  SHOW(getgroups(0, NULL) >= 0);
  SHOW(getgroups(65536, groups) >= 0);
  SHOW(setgroups(0, NULL));
  SHOW(chroot("/"));
  SHOW(nice(-5));
  SHOW(getpwuid(0) != NULL);
  printf("%s\n", getpwuid(0)->pw_name);
  printf("%s\n", getgrgid(0)->gr_name);
}

CASE(limits) {
  struct rlimit limit;
  SHOW(getrlimit(RLIMIT_NOFILE, &limit));
  limit.rlim_cur = 100;
  limit.rlim_max = 200;
  SHOW(setrlimit(RLIMIT_NOFILE, &limit));
  SHOW(getrlimit(RLIMIT_NOFILE, &limit));
  printf("%lld %lld\n", (long long)limit.rlim_cur, (long long)limit.rlim_max);
  limit.rlim_max = 300;
  SHOW(setrlimit(RLIMIT_NOFILE, &limit));
  limit.rlim_cur = 250, limit.rlim_max = 200;
  SHOW(setrlimit(RLIMIT_NOFILE, &limit));
  SHOW(getrlimit(99, &limit));
  SHOW(getrlimit(RLIMIT_FSIZE, &limit));
  SHOW(IN_SANDBOX(limit.rlim_cur == RLIM_INFINITY));
  SHOW(getrlimit(RLIMIT_CPU, &limit));
  SHOW(getrlimit(RLIMIT_STACK, &limit));
  SHOW(getrlimit(RLIMIT_NPROC, &limit));
  SHOW(getrlimit(RLIMIT_CORE, &limit));
}

#include <signal.h>
CASE(file_size_limit) {
  struct rlimit limit = {1000, 1000};
  SHOW(setrlimit(RLIMIT_FSIZE, &limit));
  pid_t child = fork();
  if (child == 0) {
    int fd = open("f", O_WRONLY | O_CREAT, 0644);
    char block[600] = "";
    SHOW(write(fd, block, 600));
    SHOW(write(fd, block, 600));
    write(fd, block, 600);
    _exit(0);
  }
  wait_and_show("child", child);
  signal(SIGXFSZ, SIG_IGN);
  int fd = open("g", O_WRONLY | O_CREAT, 0644);
  SHOW(pwrite(fd, "x", 1, 1000));
  SHOW(ftruncate(fd, 1001));
  SHOW(ftruncate(fd, 1000));
}

CASE(cpu_limit) {
  struct rlimit limit = {1, 3};
  pid_t child = fork();
  if (child == 0) {
    setrlimit(RLIMIT_CPU, &limit);
    for (volatile unsigned i = 0;; i++) {
    }
  }
  wait_and_show("child", child);
}

CASE(system_names) {
  struct utsname names;
  SHOW(uname(&names));
  printf("%s %d %d\n", names.sysname, names.release[0] != 0, names.nodename[0] != 0);
  char host[256];
  SHOW(gethostname(host, sizeof host));
  printf("same %d\n", strcmp(host, names.nodename) == 0);
  SHOW(sysconf(_SC_NPROCESSORS_ONLN) > 0);
  SHOW(sysconf(_SC_OPEN_MAX) > 0);
  SHOW(sysconf(_SC_CLK_TCK));
  SHOW(sysconf(_SC_PHYS_PAGES) > 0);
  SHOW(pathconf(".", _PC_NAME_MAX));
  SHOW(pathconf(".", _PC_PIPE_BUF));
}

CASE(file_system) {
  struct statvfs info;
  SHOW(statvfs(".", &info));
  SHOW(IN_SANDBOX(info.f_blocks > 0));  // 0: a tmpfs without a limit
  printf("%d %d %ld\n", info.f_bsize > 0, info.f_bavail <= info.f_blocks, (long)info.f_namemax);
  SHOW(statvfs("none", &info));
  int fd = open(".", O_RDONLY);
  SHOW(fstatvfs(fd, &info));
  sync();
}

CASE(not_a_terminal) {
  SHOW(isatty(1));
  struct termios settings;
  SHOW(tcgetattr(1, &settings));
  struct winsize size;
  SHOW(ioctl(1, TIOCGWINSZ, &size));
  SHOW(tcgetpgrp(1));
  SHOW(IN_SANDBOX(open("/dev/tty", O_RDWR) < 0 && errno == ENXIO));
  pid_t child = fork();
  if (child == 0) {
    setsid();
    SHOW(open("/dev/tty", O_RDWR));
    _exit(0);
  }
  wait_and_show("without a controlling terminal", child);
  errno = 0;
  printf("%s\n", ttyname(1) ? "name" : errno_text(errno));
}

static int find_in(const char *path, const char *text) {
  static char buffer[65536];
  int fd = open(path, O_RDONLY);
  if (fd < 0) return -1;
  size_t have = 0;
  for (ssize_t count; have < sizeof buffer - 1 && (count = read(fd, buffer + have, sizeof buffer - 1 - have)) > 0;) have += count;
  close(fd);
  buffer[have] = 0;
  for (size_t i = 0; i < have; i++)
    if (buffer[i] == 0) buffer[i] = ' ';
  return strstr(buffer, text) != NULL;
}

CASE(proc_self) {
  char text[64], path[64];
  SHOW(find_in("/proc/self/status", "Uid:\t1000\t1000\t1000\t1000"));
  snprintf(text, sizeof text, "Pid:\t%d\n", getpid());
  SHOW(find_in("/proc/self/status", text));
  snprintf(text, sizeof text, "PPid:\t%d\n", getppid());
  SHOW(find_in("/proc/self/status", text));
  snprintf(text, sizeof text, "%d (", getpid());
  SHOW(find_in("/proc/self/stat", text));
  SHOW(find_in("/proc/self/cmdline", "proc_self"));
  SHOW(find_in("/proc/self/environ", "PATH="));
  SHOW(find_in("/proc/self/limits", "Max open files"));
  SHOW(find_in("/proc/meminfo", "MemTotal:"));
  SHOW(find_in("/proc/cpuinfo", "processor"));
  SHOW(find_in("/proc/version", "Linux version"));
  SHOW(find_in("/proc/mounts", " / "));
  SHOW(find_in("/proc/filesystems", "nodev"));
  SHOW(find_in("/proc/uptime", "."));
  SHOW(find_in("/proc/loadavg", "."));
  SHOW(find_in("/proc/none", ""));
  snprintf(path, sizeof path, "/proc/%d/stat", getpid());
  SHOW(find_in(path, text));
  struct stat one, two;
  SHOW(stat("/proc/self/cwd/.", &one));
  SHOW(stat(".", &two));
  printf("same %d\n", one.st_ino == two.st_ino);
  char target[4096] = "";
  ssize_t length = readlink("/proc/self/exe", target, sizeof target - 1);
  printf("%d\n", length > 0 && target[0] == '/');
  char own[16] = "";
  readlink("/proc/self", own, sizeof own - 1);
  printf("%d\n", atoi(own) == getpid());
  SHOW(open("/proc/self/stat", O_WRONLY));
  SHOW(unlink("/proc/uptime"));
}

CASE(proc_cannot_grow) {
  SHOW(open("/proc/new", O_WRONLY | O_CREAT, 0644));
  SHOW(mkdir("/proc/d", 0755));
}

CASE(proc_of_a_zombie) {
  pid_t child = fork();
  if (child == 0) _exit(0);
  siginfo_t info;
  waitid(P_PID, child, &info, WEXITED | WNOWAIT);
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/stat", child);
  SHOW(find_in(path, ") Z "));
  snprintf(path, sizeof path, "/proc/%d/cmdline", child);
  struct stat st;
  SHOW(stat(path, &st));
  wait_and_show("child", child);
  SHOW(stat(path, &st));
}
