#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define MAX_TRIES 100

char *tmpnam(char *buf)
{
	static char internal[L_tmpnam];
	char name[] = "/tmp/tmpnam_XXXXXX";
	for (int tries = 0; tries < MAX_TRIES; tries++) {
		struct stat st;
		__randname(name + sizeof name - 1 - 6);
		if (lstat(name, &st) && errno == ENOENT) return strcpy(buf ? buf : internal, name);
	}
	return 0;
}
