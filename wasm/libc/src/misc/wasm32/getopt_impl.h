#include <getopt.h>

#define hidden __attribute__((__visibility__("hidden")))

/* One step of getopt; `longs` may be null. `only`: long options may begin with a single dash. */
hidden int __getopt_step(int argc, char *const *argv, const char *options, const struct option *longs, int *index,
                         int only);
