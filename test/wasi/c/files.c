// Reading, writing, seeking, sizes and times of files, through the C library and directly.
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include "check.h"

static void positions(void) {
  int fd = open("positions", O_RDWR | O_CREAT | O_EXCL, 0666);
  CHECK(fd == 5);
  CHECK(write(fd, "0123456789", 10) == 10);
  CHECK(lseek(fd, -4, SEEK_CUR) == 6);
  CHECK(lseek(fd, 0, SEEK_END) == 10);
  CHECK(lseek(fd, -11, SEEK_END) == -1 && errno == EINVAL);
  CHECK(lseek(fd, 15, SEEK_SET) == 15);
  CHECK(write(fd, "x", 1) == 1);
  char data[32] = {0};
  CHECK(pread(fd, data, 32, 8) == 8);
  CHECK(memcmp(data, "89\0\0\0\0\0x", 8) == 0);
  CHECK(pwrite(fd, "AB", 2, 0) == 2);
  CHECK(lseek(fd, 0, SEEK_CUR) == 16);
  CHECK(lseek(fd, 0, SEEK_SET) == 0);
  struct iovec vectors[3] = {{data, 3}, {data + 10, 0}, {data + 20, 12}};
  CHECK(readv(fd, vectors, 3) == 15);
  CHECK(memcmp(data, "AB2", 3) == 0 && memcmp(data + 20, "3456789", 7) == 0);
  CHECK(close(fd) == 0);
  CHECK(close(fd) == -1 && errno == EBADF);
  CHECK(open("positions", O_CREAT | O_EXCL | O_RDWR, 0666) == -1 && errno == EEXIST);
}

static void access_modes(void) {
  char byte;
  int reader = open("positions", O_RDONLY), writer = open("positions", O_WRONLY);
  CHECK(write(reader, "x", 1) == -1 && errno == EBADF);
  CHECK(read(writer, &byte, 1) == -1 && errno == EBADF);
  CHECK(ftruncate(reader, 1) == -1);
  CHECK(ftruncate(writer, 1) == 0);
  CHECK(read(reader, &byte, 1) == 1 && byte == 'A');
  CHECK(read(reader, &byte, 1) == 0);
}

static void appending(void) {
  int fd = open("log", O_RDWR | O_CREAT | O_APPEND, 0666);
  CHECK(write(fd, "one", 3) == 3);
  CHECK(lseek(fd, 0, SEEK_SET) == 0);
  CHECK(write(fd, "two", 3) == 3);
  CHECK(fcntl(fd, F_GETFL) & O_APPEND);
  CHECK(fcntl(fd, F_SETFL, 0) == 0);
  CHECK(lseek(fd, 0, SEEK_SET) == 0);
  CHECK(write(fd, "O", 1) == 1);
  char data[8] = {0};
  CHECK(pread(fd, data, 8, 0) == 6);
  CHECK(strcmp(data, "Onetwo") == 0);
}

static void sizes(void) {
  int fd = open("sized", O_RDWR | O_CREAT, 0666);
  struct stat stat;
  CHECK(posix_fallocate(fd, 0, 100) == 0);
  CHECK(fstat(fd, &stat) == 0 && stat.st_size == 100);
  CHECK(posix_fallocate(fd, 90, 20) == 0);
  CHECK(fstat(fd, &stat) == 0 && stat.st_size == 110);
  CHECK(ftruncate(fd, 50) == 0 && ftruncate(fd, 70) == 0);
  CHECK(fstat(fd, &stat) == 0 && stat.st_size == 70);
  CHECK(posix_fadvise(fd, 0, 10, POSIX_FADV_DONTNEED) == 0);
  CHECK_ERRNO(__wasi_fd_advise(fd, 0, 10, 42), INVAL);
  CHECK_ERRNO(__wasi_fd_allocate(fd, 0, 0), INVAL);
  CHECK_ERRNO(__wasi_fd_filestat_set_size(fd, 1ull << 63), INVAL);
  CHECK(fsync(fd) == 0 && fdatasync(fd) == 0);
  CHECK(S_ISREG(stat.st_mode) && stat.st_nlink == 1);
  struct stat other;
  CHECK(fstat(open("log", O_RDONLY), &other) == 0);
  CHECK(stat.st_dev == other.st_dev && stat.st_ino != other.st_ino);
}

static void times(void) {
  int fd = open("sized", O_RDWR);
  struct timespec both[2] = {{1, 2}, {3, 4}};
  CHECK(futimens(fd, both) == 0);
  struct stat stat;
  CHECK(fstat(fd, &stat) == 0);
  CHECK(stat.st_atim.tv_sec == 1 && stat.st_atim.tv_nsec == 2);
  CHECK(stat.st_mtim.tv_sec == 3 && stat.st_mtim.tv_nsec == 4);
  struct timespec one[2] = {{0, UTIME_OMIT}, {0, UTIME_NOW}};
  CHECK(utimensat(AT_FDCWD, "sized", one, 0) == 0);
  CHECK(fstat(fd, &stat) == 0);
  CHECK(stat.st_atim.tv_sec == 1 && stat.st_mtim.tv_sec > 1700000000);
  CHECK_ERRNO(__wasi_fd_filestat_set_times(fd, 1, 2, __WASI_FSTFLAGS_ATIM | __WASI_FSTFLAGS_ATIM_NOW), INVAL);
  CHECK_ERRNO(__wasi_path_filestat_set_times(kHere, 0, "sized", 1, 2, __WASI_FSTFLAGS_MTIM | __WASI_FSTFLAGS_MTIM_NOW),
              INVAL);
}

static void vectors_are_bounded(void) {
  static __wasi_ciovec_t vectors[1025];
  __wasi_size_t written;
  __wasi_fd_t fd = open_file(kHere, "vectors", __WASI_OFLAGS_CREAT);
  for (int i = 0; i < 1025; ++i) vectors[i] = (__wasi_ciovec_t){(const uint8_t*)"x", 1};
  CHECK_ERRNO(__wasi_fd_write(fd, vectors, 1025, &written), INVAL);
  OK(__wasi_fd_write(fd, vectors, 1024, &written));
  CHECK(written == 1024);
  CHECK_ERRNO(__wasi_fd_write(fd, (const __wasi_ciovec_t*)0xfffffff0, 2, &written), FAULT);
  vectors[0].buf = (const uint8_t*)0xffffff00;
  vectors[0].buf_len = 0x1000;
  CHECK_ERRNO(__wasi_fd_write(fd, vectors, 1, &written), FAULT);
}

int main(void) {
  positions();
  access_modes();
  appending();
  sizes();
  times();
  vectors_are_bounded();
  return done();
}
