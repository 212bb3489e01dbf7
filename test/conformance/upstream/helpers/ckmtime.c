// Says by its status whether the time of a new file is that of the clock.
#include <err.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

int main(void) {
  char name[] = "ckmtime-XXXXXX";
  const int fd = mkstemp(name);
  struct stat st;
  if (fd < 0 || fstat(fd, &st) || unlink(name)) err(1, "%s", name);
  return labs((long)(st.st_mtime - time(NULL))) > 1;
}
