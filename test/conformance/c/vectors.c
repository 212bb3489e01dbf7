// readv, writev and their positioned forms; copies inside the kernel.
#include <limits.h>
#include <sys/sendfile.h>
#include <sys/uio.h>

#include "conformance.h"

CASE(gather_and_scatter) {
  int fd = open("f", O_RDWR | O_CREAT, 0644);
  struct iovec out[] = {{"one", 3}, {"", 0}, {"two", 3}, {"three", 5}};
  SHOW(writev(fd, out, 4));
  show_file("f");
  lseek(fd, 0, SEEK_SET);
  char a[4] = "", b[3] = "", c[20] = "";
  struct iovec in[] = {{a, 3}, {b, 2}, {c, 19}};
  SHOW(readv(fd, in, 3));
  printf("%s %s %s\n", a, b, c);
  SHOW(readv(fd, in, 3));
  SHOW(writev(fd, out, 0));
  SHOW(writev(fd, out, -1));
  SHOW(writev(fd, out, IOV_MAX + 1));
  SHOW(writev(99, out, 4));
}

CASE(positioned) {
  write_file("f", "0123456789");
  int fd = open("f", O_RDWR);
  char a[3] = "", b[3] = "";
  struct iovec in[] = {{a, 2}, {b, 2}};
  SHOW(preadv(fd, in, 2, 3));
  printf("%s %s\n", a, b);
  struct iovec out[] = {{"AB", 2}, {"CD", 2}};
  SHOW(pwritev(fd, out, 2, 8));
  show_file("f");
  SHOW(lseek(fd, 0, SEEK_CUR));
  SHOW(preadv(fd, in, 2, -1));
}

CASE(through_a_pipe) {
  int ends[2];
  pipe(ends);
  struct iovec out[] = {{"ab", 2}, {"cd", 2}, {"ef", 2}};
  SHOW(writev(ends[1], out, 3));
  char a[5] = "", b[9] = "";
  struct iovec in[] = {{a, 4}, {b, 8}};
  SHOW(readv(ends[0], in, 2));
  printf("%s %s\n", a, b);
}

CASE(send_file) {
  write_file("from", "0123456789abcdef");
  int from = open("from", O_RDONLY), to = open("to", O_RDWR | O_CREAT, 0644);
  off_t offset = 4;
  SHOW(sendfile(to, from, &offset, 6));
  printf("%lld\n", (long long)offset);
  SHOW(lseek(from, 0, SEEK_CUR));
  SHOW(sendfile(to, from, NULL, 3));
  SHOW(lseek(from, 0, SEEK_CUR));
  show_file("to");
  int ends[2];
  pipe(ends);
  SHOW(sendfile(ends[1], from, NULL, 100));
  show_read("pipe", ends[0], 100);
  SHOW(sendfile(to, ends[0], NULL, 10));
  SHOW(sendfile(to, 99, NULL, 10));
}

CASE(copy_range) {
  write_file("from", "0123456789");
  int from = open("from", O_RDONLY), to = open("to", O_RDWR | O_CREAT, 0644);
  SHOW(copy_file_range(from, NULL, to, NULL, 4, 0));
  SHOW(copy_file_range(from, NULL, to, NULL, 100, 0));
  SHOW(copy_file_range(from, NULL, to, NULL, 100, 0));
  show_file("to");
  SHOW(copy_file_range(from, NULL, to, NULL, 1, 1));
  SHOW(copy_file_range(to, NULL, from, NULL, 1, 0));
}

CASE(bad_addresses) {
  int fd = open("f", O_RDWR | O_CREAT, 0644);
  SHOW(write(fd, (void *)-100, 50));
  SHOW(read(fd, (void *)-100, 50));  // an empty file: nothing to copy
  SHOW(write(fd, "abc", 3));
  lseek(fd, 0, SEEK_SET);
  SHOW(read(fd, (void *)-100, 50));
  SHOW(open((char *)-100, O_RDONLY));
  SHOW(pipe((int *)-100));
  SHOW(unlink((char *)-1));
  SHOW(lseek(fd, 0, SEEK_CUR));
}
