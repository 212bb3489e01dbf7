// time: runs a command and says what it used, with the options, formats and messages of GNU time.
#include <errno.h>
#include <getopt.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>

extern char** environ;

static const char kDefault[] =
    "%Uuser %Ssystem %Eelapsed %PCPU (%Xavgtext+%Davgdata %Mmaxresident)k\n"
    "%Iinputs+%Ooutputs (%Fmajor+%Rminor)pagefaults %Wswaps";
static const char kPosix[] = "real %e\nuser %U\nsys %S";
static const char kVerbose[] =
    "\tCommand being timed: \"%C\"\n"
    "\tUser time (seconds): %U\n"
    "\tSystem time (seconds): %S\n"
    "\tPercent of CPU this job got: %P\n"
    "\tElapsed (wall clock) time (h:mm:ss or m:ss): %E\n"
    "\tAverage shared text size (kbytes): %X\n"
    "\tAverage unshared data size (kbytes): %D\n"
    "\tAverage stack size (kbytes): %p\n"
    "\tAverage total size (kbytes): %K\n"
    "\tMaximum resident set size (kbytes): %M\n"
    "\tAverage resident set size (kbytes): %t\n"
    "\tMajor (requiring I/O) page faults: %F\n"
    "\tMinor (reclaiming a frame) page faults: %R\n"
    "\tVoluntary context switches: %w\n"
    "\tInvoluntary context switches: %c\n"
    "\tSwaps: %W\n"
    "\tFile system inputs: %I\n"
    "\tFile system outputs: %O\n"
    "\tSocket messages sent: %s\n"
    "\tSocket messages received: %r\n"
    "\tSignals delivered: %k\n"
    "\tPage size (bytes): %Z\n"
    "\tExit status: %x";

static const char kHelp[] =
    "Usage: %s [OPTIONS] COMMAND [ARG]...\n"
    "Runs COMMAND and says what it used.\n\n"
    "  -f, --format=FORMAT       what to say\n"
    "  -p, --portability         the format of POSIX: real %%e, user %%U, sys %%S\n"
    "  -v, --verbose             everything there is to say\n"
    "  -o, --output=FILE         where to, instead of standard error\n"
    "  -a, --append              behind what FILE holds\n"
    "  -q, --quiet               no word about how COMMAND ended\n"
    "  -h, --help; -V, --version\n";

struct Usage {
  char** command;
  struct rusage used;
  struct timespec real;
  int status;
};

static double seconds(struct timeval time) { return (double)time.tv_sec + (double)time.tv_usec / 1e6; }

static void print_elapsed(FILE* out, struct timespec real) {
  long long whole = real.tv_sec;
  int hundredths = (int)(real.tv_nsec / 10000000);
  if (whole >= 3600)
    fprintf(out, "%lld:%02d:%02d", whole / 3600, (int)(whole % 3600 / 60), (int)(whole % 60));
  else
    fprintf(out, "%d:%02d.%02d", (int)(whole / 60), (int)(whole % 60), hundredths);
}

static void print_resource(FILE* out, char letter, const struct Usage* usage) {
  const struct rusage* used = &usage->used;
  double real = (double)usage->real.tv_sec + (double)usage->real.tv_nsec / 1e9;
  double busy = seconds(used->ru_utime) + seconds(used->ru_stime);
  switch (letter) {
    case 'C':
      for (char** word = usage->command; *word; word++) fprintf(out, "%s%s", word == usage->command ? "" : " ", *word);
      break;
    case 'E':
      print_elapsed(out, usage->real);
      break;
    case 'e':
      fprintf(out, "%.2f", (double)(long long)(real * 100) / 100);
      break;
    case 'U':
      fprintf(out, "%lld.%02d", (long long)used->ru_utime.tv_sec, (int)(used->ru_utime.tv_usec / 10000));
      break;
    case 'S':
      fprintf(out, "%lld.%02d", (long long)used->ru_stime.tv_sec, (int)(used->ru_stime.tv_usec / 10000));
      break;
    case 'P':
      if (real > 0)
        fprintf(out, "%d%%", (int)(busy * 100 / real));
      else
        fprintf(out, "?%%");
      break;
    case 'M':
      fprintf(out, "%ld", used->ru_maxrss);
      break;
    case 'F':
      fprintf(out, "%ld", used->ru_majflt);
      break;
    case 'R':
      fprintf(out, "%ld", used->ru_minflt);
      break;
    case 'I':
      fprintf(out, "%ld", used->ru_inblock);
      break;
    case 'O':
      fprintf(out, "%ld", used->ru_oublock);
      break;
    case 'c':
      fprintf(out, "%ld", used->ru_nivcsw);
      break;
    case 'w':
      fprintf(out, "%ld", used->ru_nvcsw);
      break;
    case 'W':
      fprintf(out, "%ld", used->ru_nswap);
      break;
    case 'k':
      fprintf(out, "%ld", used->ru_nsignals);
      break;
    case 'r':
      fprintf(out, "%ld", used->ru_msgrcv);
      break;
    case 's':
      fprintf(out, "%ld", used->ru_msgsnd);
      break;
    case 'D':
    case 'K':
    case 'X':
    case 'p':
    case 't':
      fputs("0", out);
      break;
    case 'Z':
      fputs("65536", out);
      break;
    case 'x':
      fprintf(out, "%d", WEXITSTATUS(usage->status));
      break;
    case '%':
      putc('%', out);
      break;
    case '\0':
      putc('?', out);
      break;
    default:
      fprintf(out, "?%c", letter);
  }
}

static void print_report(FILE* out, const char* format, const struct Usage* usage) {
  for (const char* at = format; *at; at++) {
    if (*at == '%') {
      print_resource(out, at[1], usage);
      if (!*++at) return;
    } else if (*at == '\\') {
      static const char kNames[] = "tn\\", kMeant[] = "\t\n\\";
      const char* found = at[1] ? strchr(kNames, at[1]) : NULL;
      if (found)
        putc(kMeant[found - kNames], out);
      else
        fprintf(out, "?\\%c", at[1]);
      if (!*++at) return;
    } else {
      putc(*at, out);
    }
  }
  putc('\n', out);
}

// A child that could not be started ends with 126 or 127, as one that was forked first would.
static void run(const char* self, struct Usage* usage) {
  struct timespec begun, ended;
  clock_gettime(CLOCK_MONOTONIC, &begun);
  void (*interrupt)(int) = signal(SIGINT, SIG_IGN);
  void (*quit)(int) = signal(SIGQUIT, SIG_IGN);
  posix_spawnattr_t attributes;
  sigset_t defaults;
  sigemptyset(&defaults);
  if (interrupt != SIG_IGN) sigaddset(&defaults, SIGINT);
  if (quit != SIG_IGN) sigaddset(&defaults, SIGQUIT);
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setsigdefault(&attributes, &defaults);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
  pid_t pid;
  int error = posix_spawnp(&pid, usage->command[0], NULL, &attributes, usage->command, environ);
  if (error) {
    fprintf(stderr, "%s: cannot run %s: %s\n", self, usage->command[0], strerror(error));
    usage->status = (error == ENOENT ? 127 : 126) << 8;
  } else {
    while (wait4(pid, &usage->status, 0, &usage->used) < 0 && errno == EINTR) continue;
  }
  clock_gettime(CLOCK_MONOTONIC, &ended);
  usage->real.tv_sec = ended.tv_sec - begun.tv_sec;
  usage->real.tv_nsec = ended.tv_nsec - begun.tv_nsec;
  if (usage->real.tv_nsec < 0) {
    usage->real.tv_sec--;
    usage->real.tv_nsec += 1000000000;
  }
  signal(SIGINT, interrupt);
  signal(SIGQUIT, quit);
}

int main(int argc, char** argv) {
  static const struct option kOptions[] = {{"append", no_argument, NULL, 'a'},
                                           {"format", required_argument, NULL, 'f'},
                                           {"help", no_argument, NULL, 'h'},
                                           {"output", required_argument, NULL, 'o'},
                                           {"portability", no_argument, NULL, 'p'},
                                           {"quiet", no_argument, NULL, 'q'},
                                           {"verbose", no_argument, NULL, 'v'},
                                           {"version", no_argument, NULL, 'V'},
                                           {NULL, 0, NULL, 0}};
  const char* format = getenv("TIME");
  if (!format) format = kDefault;
  const char* path = NULL;
  bool append = false, quiet = false;
  for (int option; (option = getopt_long(argc, argv, "+af:ho:pqvV", kOptions, NULL)) != -1;) {
    switch (option) {
      case 'a':
        append = true;
        break;
      case 'f':
        format = optarg;
        break;
      case 'h':
        printf(kHelp, argv[0]);
        return 0;
      case 'o':
        path = optarg;
        break;
      case 'p':
        format = kPosix;
        break;
      case 'q':
        quiet = true;
        break;
      case 'v':
        format = kVerbose;
        break;
      case 'V':
        puts("time (wasmsand), after GNU time 1.9");
        return 0;
      default:
        fprintf(stderr, "Try '%s --help' for more information.\n", argv[0]);
        return 125;
    }
  }
  if (optind == argc) {
    fprintf(stderr, "%s: missing program to run\nTry '%s --help' for more information.\n", argv[0], argv[0]);
    return 125;
  }
  FILE* out = stderr;
  if (path && !(out = fopen(path, append ? "ae" : "we"))) {
    fprintf(stderr, "%s: %s: %s\n", argv[0], path, strerror(errno));
    return 125;
  }
  struct Usage usage = {.command = argv + optind};
  run(argv[0], &usage);
  if (WIFSIGNALED(usage.status)) {
    if (!quiet) fprintf(out, "Command terminated by signal %d\n", WTERMSIG(usage.status));
  } else if (WEXITSTATUS(usage.status) != 0 && !quiet) {
    fprintf(out, "Command exited with non-zero status %d\n", WEXITSTATUS(usage.status));
  }
  print_report(out, format, &usage);
  if (fclose(out) != 0) return 125;
  return WIFSIGNALED(usage.status) ? WTERMSIG(usage.status) + 128 : WEXITSTATUS(usage.status);
}
