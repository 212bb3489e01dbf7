/* Upstream converts in long double, which is software here. Most numbers are short decimals; those
   are exact in double arithmetic: up to 15 digits, divided by a power of ten that is exact itself,
   rounds once. Everything else goes upstream's way. */

#include <stdlib.h>
#include "shgetc.h"
#include "floatscan.h"
#include "stdio_impl.h"

#define EXACT_DIGITS 15

static const double powers_of_ten[EXACT_DIGITS + 1] = {
	1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
};

static int is_digit(char c)
{
	return (unsigned)c - '0' < 10;
}

/* Converts a short decimal; returns 0 if the text is anything else. */
static int short_decimal(const char *s, double *value, const char **end)
{
	while (*s == ' ' || (unsigned)*s - '\t' < 5) s++;
	int negative = *s == '-';
	if (*s == '-' || *s == '+') s++;
	if (s[0] == '0' && (s[1] | 32) == 'x') return 0;

	long long digits = 0;
	int count = 0, fraction = 0;
	for (; is_digit(*s); s++, count++) {
		if (count == EXACT_DIGITS) return 0;
		digits = digits * 10 + (*s - '0');
	}
	if (*s == '.') {
		for (s++; is_digit(*s); s++, count++, fraction++) {
			if (count == EXACT_DIGITS) return 0;
			digits = digits * 10 + (*s - '0');
		}
	}
	if (!count || (*s | 32) == 'e') return 0;
	double magnitude = (double)digits / powers_of_ten[fraction];
	*value = negative ? -magnitude : magnitude;
	*end = s;
	return 1;
}

static long double scan(const char *s, char **end, int precision)
{
	FILE f;
	sh_fromstring(&f, s);
	shlim(&f, 0);
	long double y = __floatscan(&f, precision, 1);
	off_t count = shcnt(&f);
	if (end) *end = count ? (char *)s + count : (char *)s;
	return y;
}

float strtof(const char *restrict s, char **restrict end)
{
	return scan(s, end, 0);
}

double strtod(const char *restrict s, char **restrict end)
{
	double value;
	const char *after;
	if (!short_decimal(s, &value, &after)) return scan(s, end, 1);
	if (end) *end = (char *)after;
	return value;
}

long double strtold(const char *restrict s, char **restrict end)
{
	return scan(s, end, 2);
}
