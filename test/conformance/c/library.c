// What programs take from the C library in words: option parsing and the texts of errors and signals.
#include <error.h>
#include <getopt.h>
#include <limits.h>
#include <locale.h>
#include <stdarg.h>
#include <sys/stat.h>
#include <wctype.h>

#include "conformance.h"

static const char* short_options = "ab:c::x";
static int long_only = 0;

static void parse(const char* first, ...) {
  static const struct option longs[] = {
      {"all", no_argument, NULL, 'a'},
      {"bytes", required_argument, NULL, 'b'},
      {"color", optional_argument, NULL, 'c'},
      {"colour", optional_argument, NULL, 'c'},
      {"verbose", no_argument, NULL, 1000},
      {"version", no_argument, NULL, 1001},
      {"x", no_argument, NULL, 1002},
      {"least", no_argument, NULL, INT_MIN + 1},
      {NULL, 0, NULL, 0},
  };
  char* arguments[16] = {(char*)"program"};
  int count = 1;
  va_list more;
  va_start(more, first);
  for (const char* word = first; word; word = va_arg(more, const char*)) arguments[count++] = (char*)word;
  va_end(more);
  fflush(stdout);
  optind = 0;
  for (;;) {
    int index = -1;
    int option = long_only ? getopt_long_only(count, arguments, short_options, longs, &index)
                           : getopt_long(count, arguments, short_options, longs, &index);
    fflush(stderr);
    if (option == -1) break;
    printf("[%d %d %s %d]", option, index, optarg ? optarg : "-", option == '?' || option == ':' ? optopt : 0);
  }
  printf(" %d:", optind);
  for (int i = 1; i < count; i++) printf(" %s", arguments[i]);
  printf("\n");
  fflush(stdout);
}

static void parse_all(void) {
  parse("-a", "-b", "5", "rest", NULL);
  parse("-ab5", "-c", "-cfoo", NULL);
  parse("one", "-a", "two", "-b", "x", "three", NULL);
  parse("one", "-xab", "two", "three", "-x", NULL);
  parse("-a", "--", "-b", "x", NULL);
  parse("one", "--", "-a", NULL);
  parse("one", "-", "-a", "--", "two", "-x", NULL);
  parse("-q", "-aqx", NULL);
  parse("-b", NULL);
  parse("-ab", NULL);
  parse("--all", "--bytes=7", "--bytes", "8", "--color", "--color=always", NULL);
  parse("--by=7", "--al", "--col=x", "--co", NULL);
  parse("--ver", "--verb", "--vers", "--v", NULL);
  parse("--unknown", "--unknown=5", "--", NULL);
  parse("--all=5", "--bytes", NULL);
  parse("--", NULL);
  parse("--least", "--lea", "-a", NULL);
  parse("-x", "--x", "-all", "-bytes", "-version", "-xa", NULL);
  parse("", "-a", NULL);
  parse("-:", "-;", "--=", NULL);
  parse("-\303\244", NULL);
}

CASE(options) { parse_all(); }

CASE(options_in_order) {
  short_options = "-ab:c::x";
  parse_all();
}

CASE(options_up_to_the_first_argument) {
  short_options = "+ab:c::x";
  parse_all();
}

CASE(options_quietly) {
  short_options = ":ab:c::x";
  parse_all();
}

CASE(options_posixly) {
  setenv("POSIXLY_CORRECT", "1", 1);
  parse_all();
}

CASE(options_with_one_dash) {
  long_only = 1;
  parse_all();
}

CASE(short_options_only) {
  char* arguments[] = {"program", "one", "-a", "-q", "two", "-b", "x", "-cy", "-", "-b", NULL};
  int option;
  while ((option = getopt(10, arguments, "ab:c::")) != -1) printf("%c %s\n", option, optarg ? optarg : "-");
  for (int i = 0; i < 10; i++) printf("%s ", arguments[i]);
  printf("%d\n", optind);
}

CASE(error_texts) {
  // Without those of STREAMS, a.out libraries, XENIX and radio switches.
  static const int ranges[][2] = {{-1, 43},  {60, 63},   {71, 72},   {74, 75},
                                  {88, 108}, {110, 116}, {121, 131}, {134, 200}};
  for (size_t range = 0; range < sizeof ranges / sizeof *ranges; range++) {
    for (int i = ranges[range][0]; i <= ranges[range][1]; i++) printf("%d %s\n", i, strerror(i));
  }
}

CASE(signal_texts) {
  for (int i = 1; i < 32; i++) printf("%d %s\n", i, strsignal(i));
}

CASE(statx_call) {
  struct statx found;
  close(open("f", O_WRONLY | O_CREAT, 0640));
  SHOW(statx(AT_FDCWD, "f", 0, STATX_BASIC_STATS | STATX_BTIME, &found));
  printf("%o %u %llu %d\n", found.stx_mode, found.stx_nlink, (unsigned long long)found.stx_size,
         (found.stx_mask & STATX_BTIME) != 0);
  SHOW(statx(AT_FDCWD, "none", 0, STATX_BASIC_STATS, &found));
  SHOW(statx(AT_FDCWD, "", AT_EMPTY_PATH, STATX_BASIC_STATS, &found));
  SHOW(statx(99, "f", 0, STATX_BASIC_STATS, &found));
}

static void print_other_name(void) { fputs("other name", stderr); }

CASE(errors) {
  program_invocation_name = "a/program";
  printf("before ");
  error(0, ENOENT, "%s and %d", "text", 7);
  error(0, 0, "without a number");
  error(0, 12345, "%s", "");
  error_at_line(0, EACCES, "file.c", 12, "at a line");
  error_at_line(0, 0, NULL, 3, "at no file");
  error_one_per_line = 1;
  for (unsigned line = 1; line < 4; line++) {
    error_at_line(0, 0, "file.c", line / 2, "once");
    error_at_line(0, 0, line == 3 ? NULL : "file.c", line / 2, "twice");
  }
  error_print_progname = print_other_name;
  error(0, 0, "named");
  printf("%u messages\n", error_message_count);
  error(7, EINVAL, "the end");
}

CASE(letters_without_a_capital) {
  setlocale(LC_ALL, "C.UTF-8");
  printf("%lx %lx %lx %lx\n", (long)towupper(0xdf), (long)towlower(0x1e9e), (long)towupper(0xff),
         (long)towupper(0x131));
}
