// Sorting, random numbers and mathematics: what programs on Linux have come to rely on beyond the standard.
#include <math.h>

#include "conformance.h"

struct entry {
  int key, place;
};

static int by_key(const void *a, const void *b) { return ((struct entry *)a)->key - ((struct entry *)b)->key; }

static int down(const void *a, const void *b, void *calls) {
  ++*(int *)calls;
  return strcmp(b, a);
}

// Equal elements stay in their order.
CASE(sort_keeps_order) {
  for (int count = 0; count < 2000; count = count * 3 + 1) {
    struct entry *entries = calloc(count + 1, sizeof *entries);
    for (int i = 0; i < count; i++) entries[i] = (struct entry){i * 7919 % 13, i};
    qsort(entries, count, sizeof *entries, by_key);
    unsigned sum = 0;
    for (int i = 0; i < count; i++) sum = sum * 31 + entries[i].place;
    printf("%d: %u\n", count, sum);
    free(entries);
  }
}

CASE(sort_of_odd_sizes) {
  char words[5][7] = {"pear", "apple", "fig", "quince", "date"};
  int calls = 0;
  qsort_r(words, 5, 7, down, &calls);
  for (int i = 0; i < 5; i++) printf("%s ", words[i]);
  SHOW(calls > 4 && calls < 12);
  char bytes[] = "the quick brown fox";
  int none = 0;
  qsort_r(bytes, 0, 1, down, &none);
  SHOW(none);
}

static void show_random(int count) {
  for (int i = 0; i < count; i++) printf("%ld ", random());
  printf("%d\n", rand());
}

CASE(random_numbers) {
  show_random(3);
  srandom(42);
  show_random(1);
  srand(4000000000u);
  show_random(1);
  srandom(0);
  show_random(2);
  char state[64], small[8];
  char *old = initstate(7, state, sizeof state);
  show_random(2);
  setstate(old);
  show_random(1);
  initstate(9, small, sizeof small);
  show_random(2);
}

static void show_error(double value) {
  const char *error = errno_text(errno);
  printf("%s %s\n", isnan(value) ? "nan" : isinf(value) ? "inf" : value == 0 ? "0" : "number", error);
  errno = 0;
}

// The compiler may know these functions and think nothing of errno: they are called where it does not see them.
static double (*volatile exp_of)(double) = exp;
static double (*volatile log_of)(double) = log;
static double (*volatile pow_of)(double, double) = pow;

CASE(errno_of_mathematics) {
  volatile double zero = 0, one = 1, large = 1e4;
  errno = 0;
  show_error(log_of(zero));
  show_error(log_of(-one));
  show_error(exp_of(large));
  show_error(exp_of(-large));
  show_error(pow_of(-one, one / 2));
  show_error(pow_of(large, large));
  show_error(exp_of(one));
  show_error(log_of(zero / zero));
}

CASE(zone_of_a_time_made_by_hand) {
  struct tm time = {.tm_year = 115, .tm_mon = 2, .tm_mday = 5, .tm_hour = 23};
  char text[64];
  strftime(text, sizeof text, "%Y-%m-%d %H:%M [%Z]", &time);
  puts(text);
}
