#define _GNU_SOURCE
#include "getopt_impl.h"

int getopt_long(int argc, char *const *argv, const char *options, const struct option *longs, int *index)
{
	return __getopt_step(argc, argv, options, longs, index, 0);
}

int getopt_long_only(int argc, char *const *argv, const char *options, const struct option *longs, int *index)
{
	return __getopt_step(argc, argv, options, longs, index, 1);
}
