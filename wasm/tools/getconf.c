// getconf: what sysconf, pathconf and confstr say, by POSIX's names; -a lists them. Formats and messages are glibc's.
#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum Kind { kConstant, kSystem, kPath, kText };

#define SYSTEM(name) {#name, kSystem, _SC_##name}
#define POSIX(name) {"_POSIX_" #name, kSystem, _SC_##name}
#define OF_PATH(name) {#name, kPath, _PC_##name}
#define CONSTANT(name) {#name, kConstant, (long long)(name)}

static const struct Variable {
  const char* name;
  enum Kind kind;
  long long value;
} kVariables[] = {
    OF_PATH(LINK_MAX),
    OF_PATH(MAX_CANON),
    OF_PATH(MAX_INPUT),
    OF_PATH(NAME_MAX),
    OF_PATH(PATH_MAX),
    OF_PATH(PIPE_BUF),
    {"_POSIX_CHOWN_RESTRICTED", kPath, _PC_CHOWN_RESTRICTED},
    {"_POSIX_NO_TRUNC", kPath, _PC_NO_TRUNC},
    {"_POSIX_VDISABLE", kPath, _PC_VDISABLE},
    OF_PATH(FILESIZEBITS),
    SYSTEM(ARG_MAX),
    SYSTEM(ATEXIT_MAX),
    CONSTANT(CHAR_BIT),
    CONSTANT(CHAR_MAX),
    CONSTANT(CHAR_MIN),
    SYSTEM(CHILD_MAX),
    {"CLK_TCK", kSystem, _SC_CLK_TCK},
    CONSTANT(INT_MAX),
    CONSTANT(INT_MIN),
    SYSTEM(IOV_MAX),
    {"LOGNAME_MAX", kSystem, _SC_LOGIN_NAME_MAX},
    {"LOGIN_NAME_MAX", kSystem, _SC_LOGIN_NAME_MAX},
    SYSTEM(HOST_NAME_MAX),
    CONSTANT(LONG_BIT),
    CONSTANT(LONG_MAX),
    CONSTANT(LONG_MIN),
    CONSTANT(MB_LEN_MAX),
    SYSTEM(NGROUPS_MAX),
    CONSTANT(NL_ARGMAX),
    CONSTANT(NL_LANGMAX),
    CONSTANT(NL_MSGMAX),
    CONSTANT(NL_SETMAX),
    CONSTANT(NL_TEXTMAX),
    CONSTANT(NZERO),
    SYSTEM(OPEN_MAX),
    {"PAGESIZE", kSystem, _SC_PAGESIZE},
    {"PAGE_SIZE", kSystem, _SC_PAGESIZE},
    CONSTANT(SCHAR_MAX),
    CONSTANT(SCHAR_MIN),
    CONSTANT(SHRT_MAX),
    CONSTANT(SHRT_MIN),
    CONSTANT(SSIZE_MAX),
    SYSTEM(STREAM_MAX),
    SYSTEM(SYMLOOP_MAX),
    SYSTEM(TTY_NAME_MAX),
    SYSTEM(TZNAME_MAX),
    CONSTANT(UCHAR_MAX),
    CONSTANT(UINT_MAX),
    CONSTANT(ULONG_MAX),
    CONSTANT(USHRT_MAX),
    CONSTANT(WORD_BIT),
    {"_AVPHYS_PAGES", kSystem, _SC_AVPHYS_PAGES},
    {"_NPROCESSORS_CONF", kSystem, _SC_NPROCESSORS_CONF},
    {"_NPROCESSORS_ONLN", kSystem, _SC_NPROCESSORS_ONLN},
    {"_PHYS_PAGES", kSystem, _SC_PHYS_PAGES},
    {"_POSIX_ARG_MAX", kSystem, _SC_ARG_MAX},
    {"_POSIX_CHILD_MAX", kSystem, _SC_CHILD_MAX},
    POSIX(FSYNC),
    POSIX(JOB_CONTROL),
    POSIX(MAPPED_FILES),
    POSIX(MEMLOCK),
    {"_POSIX_OPEN_MAX", kSystem, _SC_OPEN_MAX},
    POSIX(PRIORITY_SCHEDULING),
    POSIX(REALTIME_SIGNALS),
    POSIX(SAVED_IDS),
    POSIX(SEMAPHORES),
    POSIX(SHELL),
    POSIX(REGEXP),
    POSIX(SPAWN),
    POSIX(THREADS),
    POSIX(TIMERS),
    {"_POSIX_VERSION", kSystem, _SC_VERSION},
    {"_XOPEN_VERSION", kSystem, _SC_XOPEN_VERSION},
    SYSTEM(BC_BASE_MAX),
    SYSTEM(BC_DIM_MAX),
    SYSTEM(BC_SCALE_MAX),
    SYSTEM(BC_STRING_MAX),
    SYSTEM(COLL_WEIGHTS_MAX),
    SYSTEM(EXPR_NEST_MAX),
    {"LINE_MAX", kConstant, _POSIX2_LINE_MAX},
    SYSTEM(RE_DUP_MAX),
    {"POSIX2_VERSION", kSystem, _SC_2_VERSION},
    {"PATH", kText, _CS_PATH},
    {"CS_PATH", kText, _CS_PATH},
};
enum { kVariableCount = sizeof kVariables / sizeof *kVariables };

// The value as text; empty for one that has no limit or is not there.
static bool value_of(const struct Variable* variable, const char* path, char* text, size_t size) {
  long long value = variable->value;
  *text = '\0';
  switch (variable->kind) {
    case kConstant:
      snprintf(text, size, strcmp(variable->name, "ULONG_MAX") == 0 ? "%llu" : "%lld", value);
      return true;
    case kText:
      if (value >= 0) confstr((int)value, text, size);
      return true;
    case kSystem:
    case kPath:
      errno = 0;
      value = variable->kind == kSystem ? sysconf((int)value) : pathconf(path, (int)value);
      if (value == -1 && errno != 0) return false;
      if (value != -1) snprintf(text, size, "%lld", value);
      return true;
  }
  return false;
}

static int list(const char* path) {
  for (int i = 0; i < kVariableCount; i++) {
    char text[PATH_MAX];
    value_of(&kVariables[i], path, text, sizeof text);
    printf("%-35s%s\n", kVariables[i].name, text);
  }
  return 0;
}

static int usage(FILE* out) {
  fputs(out == stdout ? "Usage: getconf [-v SPEC] VAR\n  or:  getconf [-v SPEC] PATH_VAR PATH\n"
                      : "Usage: getconf [-v specification] variable_name [pathname]\n       getconf -a [pathname]\n",
        out);
  if (out == stdout)
    fputs(
        "\nGet the configuration value for variable VAR, or for variable PATH_VAR\nfor path PATH.  If SPEC is given, "
        "give values for compilation\nenvironment SPEC.\n",
        out);
  return out == stdout ? 0 : 2;
}

int main(int argc, char** argv) {
  if (argc > 1 && strcmp(argv[1], "--help") == 0) return usage(stdout);
  if (argc > 1 && strcmp(argv[1], "--version") == 0) return puts("getconf (wasmsand)") < 0;
  char** words = argv + 1;
  if (*words && strcmp(*words, "-v") == 0 && words[1]) words += 2;  // there is one environment
  if (*words && strcmp(*words, "-a") == 0) return list(words[1] ? words[1] : "/");
  if (!*words || (words[1] && words[2])) return usage(stderr);
  for (int i = 0; i < kVariableCount; i++) {
    const struct Variable* variable = &kVariables[i];
    if (strcmp(variable->name, *words) != 0) continue;
    if ((variable->kind == kPath) != (words[1] != NULL)) return usage(stderr);
    char text[PATH_MAX];
    if (!value_of(variable, words[1], text, sizeof text)) {
      fprintf(stderr, "%s: %s: %s\n", argv[0], words[1] ? words[1] : *words, strerror(errno));
      return 3;
    }
    puts(*text ? text : "undefined");
    return 0;
  }
  fprintf(stderr, "%s: Unrecognized variable `%s'\n", argv[0], *words);
  return 2;
}
