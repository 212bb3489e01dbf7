// Says by its status whether lseek finds the holes of a sparse file.
#include <err.h>
#include <stdlib.h>
#include <unistd.h>

int main(void) {
  const off_t hole = (off_t)100 << 20;
  char name[] = "checkseekhole-XXXXXX";
  const int fd = mkstemp(name);
  if (fd < 0 || unlink(name)) err(2, "%s", name);
  for (int part = 0; part < 2; part++)
    if (lseek(fd, hole, SEEK_END) < 0 || write(fd, "data", 4) != 4) err(2, "%s", name);
  const off_t data = lseek(fd, 0, SEEK_DATA);
  const off_t next = data < 0 ? -1 : lseek(fd, data, SEEK_HOLE);
  return next < 0 || next >= 2 * hole;
}
