// locale: what the environment asks for and what there is: C, POSIX and C.UTF-8. Options and formats are glibc's.
#include <getopt.h>
#include <langinfo.h>
#include <locale.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char* const kCategories[] = {"LC_CTYPE",    "LC_NUMERIC",   "LC_TIME",        "LC_COLLATE",
                                          "LC_MONETARY", "LC_MESSAGES",  "LC_PAPER",       "LC_NAME",
                                          "LC_ADDRESS",  "LC_TELEPHONE", "LC_MEASUREMENT", "LC_IDENTIFICATION"};
enum { kCategoryCount = sizeof kCategories / sizeof *kCategories };

// The keywords that can be asked for. A list of several items goes from `item` on.
static const struct Keyword {
  const char *category, *name;
  nl_item item;
  int count;
} kKeywords[] = {
    {"LC_CTYPE", "charmap", CODESET, 1},
    {"LC_NUMERIC", "decimal_point", RADIXCHAR, 1},
    {"LC_NUMERIC", "thousands_sep", THOUSEP, 1},
    {"LC_TIME", "abday", ABDAY_1, 7},
    {"LC_TIME", "day", DAY_1, 7},
    {"LC_TIME", "abmon", ABMON_1, 12},
    {"LC_TIME", "mon", MON_1, 12},
    {"LC_TIME", "am_pm", AM_STR, 2},
    {"LC_TIME", "d_t_fmt", D_T_FMT, 1},
    {"LC_TIME", "d_fmt", D_FMT, 1},
    {"LC_TIME", "t_fmt", T_FMT, 1},
    {"LC_TIME", "t_fmt_ampm", T_FMT_AMPM, 1},
    {"LC_MESSAGES", "yesexpr", YESEXPR, 1},
    {"LC_MESSAGES", "noexpr", NOEXPR, 1},
};
enum { kKeywordCount = sizeof kKeywords / sizeof *kKeywords };

static const char* variable(const char* name) {
  const char* value = getenv(name);
  return value && *value ? value : NULL;
}

static void show_environment(void) {
  const char *all = variable("LC_ALL"), *lang = variable("LANG"), *language = getenv("LANGUAGE");
  printf("LANG=%s\nLANGUAGE=%s\n", lang ? lang : "", language ? language : "");
  for (int i = 0; i < kCategoryCount; i++) {
    const char* own = all ? NULL : variable(kCategories[i]);
    const char* implied = all ? all : lang ? lang : "POSIX";
    if (own)
      printf("%s=%s\n", kCategories[i], own);
    else
      printf("%s=\"%s\"\n", kCategories[i], implied);
  }
  printf("LC_ALL=%s\n", all ? all : "");
}

static void show_keyword(const struct Keyword* keyword, bool named) {
  if (named) printf("%s=\"", keyword->name);
  for (int i = 0; i < keyword->count; i++) {
    const char* value = nl_langinfo(keyword->item + i);
    // The name that glibc has for it.
    if (keyword->item == CODESET && strcmp(value, "ASCII") == 0) value = "ANSI_X3.4-1968";
    printf("%s%s", i ? ";" : "", value);
  }
  puts(named ? "\"" : "");
}

static bool show(const char* name, bool with_category, bool named) {
  bool found = false;
  for (int i = 0; i < kCategoryCount; i++) {
    if (strcmp(name, kCategories[i]) != 0) continue;
    found = true;
    if (with_category) puts(name);
  }
  bool category = found;
  for (int i = 0; i < kKeywordCount; i++) {
    const struct Keyword* keyword = &kKeywords[i];
    if (strcmp(name, category ? keyword->category : keyword->name) != 0) continue;
    found = true;
    if (with_category && !category) puts(keyword->category);
    show_keyword(keyword, named);
  }
  return found;
}

static int help(void) {
  puts(
      "Usage: locale [OPTION...] NAME\n"
      "  or:  locale [OPTION...] [-a|-m]\n"
      "Writes the locale of each category, or what a category or keyword says.\n\n"
      "  -a, --all-locales          which locales there are\n"
      "  -m, --charmaps             which character sets there are\n"
      "  -c, --category-name        with the name of the category\n"
      "  -k, --keyword-name         with the name of the keyword\n"
      "  -?, --help; -V, --version");
  return 0;
}

int main(int argc, char** argv) {
  static const struct option kOptions[] = {{"all-locales", no_argument, NULL, 'a'},
                                           {"charmaps", no_argument, NULL, 'm'},
                                           {"category-name", no_argument, NULL, 'c'},
                                           {"keyword-name", no_argument, NULL, 'k'},
                                           {"help", no_argument, NULL, 'h'},
                                           {"version", no_argument, NULL, 'V'},
                                           {NULL, 0, NULL, 0}};
  bool with_category = false, named = false;
  for (int option; (option = getopt_long(argc, argv, "amckV", kOptions, NULL)) != -1;) {
    switch (option) {
      case 'a':
        puts("C\nC.utf8\nPOSIX");
        return 0;
      case 'm':
        puts("ANSI_X3.4-1968\nUTF-8");
        return 0;
      case 'c':
        with_category = true;
        break;
      case 'k':
        named = true;
        break;
      case 'h':
        return help();
      case 'V':
        puts("locale (wasmsand)");
        return 0;
      default:
        if (optopt == '?') return help();
        fprintf(stderr, "Try `%s --help' or `%s --usage' for more information.\n", argv[0], argv[0]);
        return 64;
    }
  }
  setlocale(LC_ALL, "");
  if (optind == argc) show_environment();
  int status = 0;
  for (; optind < argc; optind++) {
    if (show(argv[optind], with_category, named)) continue;
    fprintf(stderr, "%s: unknown name \"%s\"\n", argv[0], argv[optind]);
    status = 1;
  }
  return status;
}
