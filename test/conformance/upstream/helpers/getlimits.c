// Prints the limits of C's types as assignments of the shell: the largest and the smallest value, and those beyond.
#include <float.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

#define MAXIMUM(type) ((type) - 1 > 0 ? (type) - 1 : (type)((((type)1 << (sizeof(type) * CHAR_BIT - 2)) - 1) * 2 + 1))
#define MINIMUM(type) ((type) - 1 > 0 ? (type)0 : -MAXIMUM(type) - 1)

// The sum of a 64-bit number and one can have 65 bits.
static void print(const char* name, const char* suffix, int negative, uintmax_t magnitude) {
  char digits[2 + sizeof magnitude * 3];
  char *end = digits + sizeof digits - 1, *first = end;
  *end = 0;
  do *--first = '0' + magnitude % 10;
  while ((magnitude /= 10) != 0);
  printf("%s_%s=%s%s\n", name, suffix, negative ? "-" : "", first);
  char* digit = end - 1;
  for (; digit >= first && *digit == '9'; digit--) *digit = '0';
  if (digit < first) *(first = digit) = '0';
  ++*digit;
  printf("%s_%s=%s%s\n", name, negative ? "UFLOW" : "OFLOW", negative ? "-" : "", first);
}

static void print_integer(const char* name, intmax_t least, uintmax_t most) {
  print(name, "MAX", 0, most);
  if (least != 0) print(name, "MIN", 1, (uintmax_t)0 - (uintmax_t)least);
}

#define INTEGER(name, type) print_integer(#name, MINIMUM(type), MAXIMUM(type))
#define FLOATING(name, format) printf(#name "_MIN=" format "\n" #name "_MAX=" format "\n", name##_MIN, name##_MAX)

int main(void) {
  INTEGER(CHAR, char);
  INTEGER(SCHAR, signed char);
  INTEGER(UCHAR, unsigned char);
  INTEGER(SHRT, short);
  INTEGER(INT, int);
  INTEGER(UINT, unsigned);
  INTEGER(LONG, long);
  INTEGER(ULONG, unsigned long);
  INTEGER(SIZE, size_t);
  INTEGER(SSIZE, ssize_t);
  INTEGER(TIME_T, time_t);
  INTEGER(UID_T, uid_t);
  INTEGER(GID_T, gid_t);
  INTEGER(PID_T, pid_t);
  INTEGER(OFF_T, off_t);
  INTEGER(INTMAX, intmax_t);
  INTEGER(UINTMAX, uintmax_t);
  FLOATING(FLT, "%.9g");
  FLOATING(DBL, "%.17g");
  FLOATING(LDBL, "%.36Lg");
  return 0;
}
