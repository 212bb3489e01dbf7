// File times, clocks and sleeping.
#include <signal.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/times.h>
#include <utime.h>

#include "conformance.h"

static struct stat look(const char *path) {
  struct stat st;
  memset(&st, 0, sizeof st);
  if (lstat(path, &st) < 0) printf("%s: %s\n", path, errno_text(errno));
  return st;
}
static int later(struct timespec a, struct timespec b) {
  return a.tv_sec != b.tv_sec ? a.tv_sec > b.tv_sec : a.tv_nsec > b.tv_nsec;
}

CASE(set_times) {
  write_file("f", "x");
  struct timespec times[2] = {{1000000000, 123456789}, {1500000000, 987654321}};
  SHOW(utimensat(AT_FDCWD, "f", times, 0));
  struct stat st = look("f");
  printf("%lld.%09ld %lld.%09ld\n", (long long)st.st_atim.tv_sec, st.st_atim.tv_nsec, (long long)st.st_mtim.tv_sec, st.st_mtim.tv_nsec);
  times[0].tv_nsec = UTIME_OMIT;
  times[1] = (struct timespec){-5, 500000000};
  SHOW(utimensat(AT_FDCWD, "f", times, 0));
  st = look("f");
  printf("%lld %lld.%09ld\n", (long long)st.st_atim.tv_sec, (long long)st.st_mtim.tv_sec, st.st_mtim.tv_nsec);
  times[1].tv_nsec = 1000000000;
  SHOW(utimensat(AT_FDCWD, "f", times, 0));
  times[1] = (struct timespec){5000000000ll, 1};  // after 2106, which some file systems end before
  SHOW(utimensat(AT_FDCWD, "f", times, 0));
  st = look("f");
  SHOW(IN_SANDBOX(st.st_mtim.tv_sec == 5000000000ll && st.st_mtim.tv_nsec == 1));
  time_t before = time(NULL);
  SHOW(utimensat(AT_FDCWD, "f", NULL, 0));
  st = look("f");
  printf("now %d\n", st.st_mtim.tv_sec >= before - 1 && st.st_mtim.tv_sec <= before + 5);
  symlink("f", "s");
  times[0] = times[1] = (struct timespec){77, 0};
  SHOW(utimensat(AT_FDCWD, "s", times, AT_SYMLINK_NOFOLLOW));
  printf("link %lld file still now %d\n", (long long)look("s").st_mtim.tv_sec, look("f").st_mtim.tv_sec > 1000);
  SHOW(utimensat(AT_FDCWD, "none", times, 0));
  int fd = open("f", O_RDONLY);
  SHOW(futimens(fd, times));
  printf("%lld\n", (long long)look("f").st_mtim.tv_sec);
  struct utimbuf old = {100, 200};
  SHOW(utime("f", &old));
  printf("%lld %lld\n", (long long)look("f").st_atim.tv_sec, (long long)look("f").st_mtim.tv_sec);
}

CASE(now_is_one_time) {
  write_file("f", "x");
  sleep_ms(20);
  SHOW(utimensat(AT_FDCWD, "f", NULL, 0));
  struct stat st = look("f");
  printf("%d %d\n", later(st.st_ctim, st.st_atim), later(st.st_ctim, st.st_mtim));
  sleep_ms(20);
  struct timespec accessed[2] = {{.tv_nsec = UTIME_NOW}, {.tv_nsec = UTIME_OMIT}};
  SHOW(utimensat(AT_FDCWD, "f", accessed, 0));
  st = look("f");
  printf("%d %d\n", later(st.st_ctim, st.st_atim), later(st.st_ctim, st.st_mtim));
}

CASE(what_changes_times) {
  write_file("f", "x");
  mkdir("d", 0755);
  struct timespec old[2] = {{1000, 0}, {1000, 0}};
  utimensat(AT_FDCWD, "f", old, 0);
  struct timespec change = look("f").st_ctim;
  sleep_ms(20);
  chmod("f", 0600);
  printf("chmod: ctime %d mtime %d\n", later(look("f").st_ctim, change), look("f").st_mtim.tv_sec != 1000);
  int fd = open("f", O_RDWR);
  printf("open: mtime %d\n", look("f").st_mtim.tv_sec != 1000);
  write(fd, "y", 1);
  printf("write: mtime %d\n", look("f").st_mtim.tv_sec != 1000);
  utimensat(AT_FDCWD, "f", old, 0);
  ftruncate(fd, 0);
  printf("truncate: mtime %d\n", look("f").st_mtim.tv_sec != 1000);
  utimensat(AT_FDCWD, "f", old, 0);
  close(open("f", O_WRONLY | O_TRUNC));
  printf("O_TRUNC of empty: mtime %d\n", look("f").st_mtim.tv_sec != 1000);
  utimensat(AT_FDCWD, "d", old, 0);
  write_file("d/new", "");
  printf("create in directory: mtime %d\n", look("d").st_mtim.tv_sec != 1000);
  utimensat(AT_FDCWD, "d", old, 0);
  write_file("d/new", "changed");
  printf("write in directory: mtime %d\n", look("d").st_mtim.tv_sec != 1000);
  rename("d/new", "d/other");
  printf("rename in directory: mtime %d\n", look("d").st_mtim.tv_sec != 1000);
  utimensat(AT_FDCWD, "d", old, 0);
  unlink("d/other");
  printf("unlink in directory: mtime %d\n", look("d").st_mtim.tv_sec != 1000);
  utimensat(AT_FDCWD, "f", old, 0);
  change = look("f").st_ctim;
  sleep_ms(20);
  link("f", "g");
  printf("link: ctime %d mtime %d\n", later(look("f").st_ctim, change), look("f").st_mtim.tv_sec != 1000);
  change = look("f").st_ctim;
  sleep_ms(20);
  rename("f", "h");
  printf("rename: ctime %d mtime %d\n", later(look("h").st_ctim, change), look("h").st_mtim.tv_sec != 1000);
  read(fd, &fd, 0);
}

// The system call itself: not every C library has the function.
struct extended {
  uint32_t mask, block_size;
  uint64_t attributes;
  uint32_t links, uid, gid;
  uint16_t mode, spare;
  uint64_t inode, size, rest[26];
};
enum { kType = 1, kSize = 0x200, kBasic = 0x7ff, kBirthTime = 0x800 };
static int extended(int dir, const char *path, int flags, unsigned mask, struct extended *out) {
  return syscall(SYS_statx, dir, path, flags, mask, out);
}

CASE(extended_stat) {
  write_file("f", "12345");
  struct extended st;
  SHOW(extended(AT_FDCWD, "f", 0, kBasic | kBirthTime, &st));
  printf("mode %o size %lld links %d basic %d\n", st.mode, (long long)st.size, (int)st.links, (st.mask & kBasic) == kBasic);
  SHOW(extended(AT_FDCWD, "none", 0, kSize, &st));
  int fd = open("f", O_RDONLY);
  SHOW(extended(fd, "", AT_EMPTY_PATH, kSize, &st));
  printf("%lld\n", (long long)st.size);
  SHOW(extended(fd, "", 0, kSize, &st));
  symlink("f", "s");
  SHOW(extended(AT_FDCWD, "s", AT_SYMLINK_NOFOLLOW, kType, &st));
  printf("link %d\n", S_ISLNK(st.mode));
}

CASE(clocks) {
  struct timespec a, b;
  SHOW(clock_gettime(CLOCK_MONOTONIC, &a));
  sleep_ms(5);
  SHOW(clock_gettime(CLOCK_MONOTONIC, &b));
  printf("monotonic %d\n", later(b, a));
  SHOW(clock_gettime(CLOCK_REALTIME, &a));
  printf("plausible %d\n", a.tv_sec > 1700000000);
  SHOW(clock_gettime(CLOCK_REALTIME_COARSE, &a));
  SHOW(clock_gettime(CLOCK_MONOTONIC_RAW, &a));
  SHOW(clock_gettime(CLOCK_BOOTTIME, &a));
  SHOW(clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &a));
  SHOW(clock_gettime(CLOCK_THREAD_CPUTIME_ID, &a));
  SHOW(clock_gettime(99, &a));
  SHOW(clock_getres(CLOCK_REALTIME, &a));
  SHOW(clock_settime(CLOCK_REALTIME, &a));
  struct timeval tv;
  SHOW(gettimeofday(&tv, NULL));
  struct tms tms;
  SHOW(times(&tms) != (clock_t)-1);
}

CASE(sleeping) {
  struct timespec start, end, request = {0, 30000000}, left;
  clock_gettime(CLOCK_MONOTONIC, &start);
  SHOW(nanosleep(&request, &left));
  clock_gettime(CLOCK_MONOTONIC, &end);
  printf("at least 30 ms: %d\n", (end.tv_sec - start.tv_sec) * 1000000000ll + end.tv_nsec - start.tv_nsec >= 30000000);
  request.tv_nsec = -1;
  SHOW(nanosleep(&request, NULL));
  request.tv_nsec = 1000000000;
  SHOW(nanosleep(&request, NULL));
  start.tv_nsec = 0;
  printf("past deadline: %d\n", clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &start, NULL));
  printf("bad clock: %s\n", errno_text(clock_nanosleep(99, 0, &start, NULL)));
  SHOW(usleep(1000));
  SHOW(sleep(0));
}

CASE(cpu_time) {
  struct timespec start, now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &start);
  volatile unsigned work = 0;
  for (long i = 0; i < 60000000; i++) work += i;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  printf("busy counts %d\n", later(now, start));
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &start);
  sleep_ms(100);
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  printf("sleep does not %d\n", (now.tv_sec - start.tv_sec) * 1000000000ll + now.tv_nsec - start.tv_nsec < 80000000);
}

CASE(calendar) {
  setenv("TZ", "UTC0", 1);
  tzset();
  time_t moment = 1700000000;
  struct tm *parts = gmtime(&moment);
  char text[64];
  strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S %j %a %b %U", parts);
  printf("%s\n", text);
  struct tm back = *parts;
  SHOW(timegm(&back));
  setenv("TZ", "EST5EDT,M3.2.0,M11.1.0", 1);
  tzset();
  parts = localtime(&moment);
  strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S %Z %z", parts);
  printf("%s\n", text);
  moment = 1720000000;
  parts = localtime(&moment);
  strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S %Z %z", parts);
  printf("%s\n", text);
  back = *parts;
  SHOW(mktime(&back));
}

// Conversions and flags that are GNU's, and what is no conversion: programs pass on formats that people write.
CASE(calendar_formats) {
  setenv("TZ", "EST5EDT,M3.2.0,M11.1.0", 1);
  tzset();
  static const char *const formats[] = {
      "%k|%l|%P|%p|%I",
      "%-d|%_d|%-m/%-e|%-H:%-M",
      "%^a|%^B|%#b|%#Z|%#p|%^p|%^P",
      "%10Y|%_10Y|%5d|%_5d|%-5d|%05e",
      "%12F|%10B|%010b|%9T",
      "%Q|%E|%5N|%^q|%f|%!",
      "%Ey|%Od|%EC|%OH",
      "100%|%",
      "%C|%G|%g|%s|%12s|%3j",
      "%c|%x|%X|%r|%^c",
      "%%|%5%|%n|%t",
      "%-",
  };
  for (int hour = 0; hour < 24; hour += 9) {
    time_t moment = 1704100000 + hour * 3600;
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
      char text[128] = "";
      size_t length = strftime(text, sizeof text, formats[i], localtime(&moment));
      printf("%zu %s\n", length, text);
    }
  }
  time_t moment = 1704100000;
  char text[8];
  for (size_t size = 0; size <= sizeof text; size++) {
    printf("%zu %zu\n", strftime(text, size, "%5d%Q", localtime(&moment)),
           strftime(text, size, "%7", localtime(&moment)));
  }
}

static volatile sig_atomic_t alarms;
static void count_alarm(int signo) { (void)signo, alarms++; }

CASE(timers_of_processor_time) {
  static const int kinds[] = {ITIMER_VIRTUAL, ITIMER_PROF}, signals[] = {SIGVTALRM, SIGPROF};
  for (int i = 0; i < 2; i++) {
    struct itimerval value = {{0, 0}, {0, 50000}}, left;
    alarms = 0;
    signal(signals[i], count_alarm);
    SHOW(setitimer(kinds[i], &value, NULL));
    sleep_ms(100);
    printf("sleep does not count: %d\n", alarms == 0);
    SHOW(getitimer(kinds[i], &left));
    printf("left %d\n", left.it_value.tv_usec > 0 && left.it_value.tv_usec <= 60000 && left.it_interval.tv_usec == 0);
    struct timespec start, now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &start);
    while (alarms == 0) clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    long long used = (now.tv_sec - start.tv_sec) * 1000000000ll + now.tv_nsec - start.tv_nsec;
    printf("in time: %d\n", used > 20000000 && used < 500000000);
    SHOW(getitimer(kinds[i], &left));
    printf("off %d\n", left.it_value.tv_usec == 0);
    value.it_interval.tv_usec = 20000;
    SHOW(setitimer(kinds[i], &value, NULL));
    alarms = 0;
    while (alarms < 3) getppid();
    value.it_value.tv_usec = 0;
    SHOW(setitimer(kinds[i], &value, &left));
    printf("interval %ld\n", (long)left.it_interval.tv_usec);
  }
  SHOW(setitimer(3, NULL, NULL));
}
