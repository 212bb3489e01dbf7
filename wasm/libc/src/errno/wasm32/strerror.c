/* As upstream's, but what it has no text for is "Unknown error N". */

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "locale_impl.h"

#define E(number, text) [number] = text,
static const char *const texts[] = {
#include "../__strerror.h"
};
#undef E

char *__strerror_l(int error, locale_t locale)
{
	static char unknown[sizeof "Unknown error -2147483648"];
	if (error >= 0 && error < sizeof texts / sizeof *texts && texts[error]) {
		return (char *)LCTRANS(texts[error], LC_MESSAGES, locale);
	}
	snprintf(unknown, sizeof unknown, "Unknown error %d", error);
	return unknown;
}

char *strerror(int error)
{
	return __strerror_l(error, CURRENT_LOCALE);
}

weak_alias(__strerror_l, strerror_l);
