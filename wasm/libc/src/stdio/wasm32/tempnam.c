#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define MAX_TRIES 100

char *tempnam(const char *dir, const char *prefix)
{
	char name[PATH_MAX];
	int length = snprintf(name, sizeof name, "%s/%s_XXXXXX", dir ? dir : P_tmpdir,
		prefix ? prefix : "temp");
	if (length >= PATH_MAX) {
		errno = ENAMETOOLONG;
		return 0;
	}
	for (int tries = 0; tries < MAX_TRIES; tries++) {
		struct stat st;
		__randname(name + length - 6);
		if (lstat(name, &st) && errno == ENOENT) return strdup(name);
	}
	return 0;
}
