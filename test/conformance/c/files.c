// Regular files: open flags, offsets, holes, truncation, unlinked files.
#include "conformance.h"

CASE(open_flags) {
  SHOW(open("none", O_RDONLY));
  int fd = SHOW(open("a", O_WRONLY | O_CREAT | O_EXCL, 0644));
  SHOW(write(fd, "hello", 5));
  show_read("read of write-only", fd, 10);
  SHOW(close(fd));
  SHOW(close(fd));
  SHOW(open("a", O_WRONLY | O_CREAT | O_EXCL, 0644));
  fd = SHOW(open("a", O_RDONLY | O_CREAT, 0600));
  SHOW(write(fd, "x", 1));
  close(fd);
  fd = open("a", O_RDWR | O_TRUNC);
  SHOW(lseek(fd, 0, SEEK_END));
  close(fd);
  SHOW(open("a/", O_RDONLY));
  SHOW(open("a/b", O_RDONLY));
  SHOW(open("b/", O_WRONLY | O_CREAT, 0644));
  SHOW(open("", O_RDONLY));
  SHOW(open(".", O_WRONLY));
  SHOW(open(".", O_RDWR | O_CREAT, 0644));
  SHOW(open("a", O_RDONLY | O_DIRECTORY));
  fd = SHOW(open(".", O_RDONLY | O_DIRECTORY));
  show_read("read of directory", fd, 10);
  close(fd);
  fd = open("a", O_RDWR | O_APPEND);
  int flags = fcntl(fd, F_GETFL);
  printf("append %d rdwr %d nonblock %d\n", !!(flags & O_APPEND), (flags & O_ACCMODE) == O_RDWR, !!(flags & O_NONBLOCK));
  close(fd);
  SHOW(openat(-5, "a", O_RDONLY));
  SHOW(openat(1, "a", O_RDONLY));
}

CASE(append) {
  write_file("log", "one\n");
  int fd = open("log", O_RDWR | O_APPEND);
  int other = open("log", O_WRONLY);
  SHOW(lseek(fd, 0, SEEK_CUR));
  SHOW(write(fd, "two\n", 4));
  SHOW(lseek(fd, 0, SEEK_CUR));
  SHOW(lseek(fd, 0, SEEK_SET));
  SHOW(write(fd, "three\n", 6));
  SHOW(write(other, "ONE", 3));
  SHOW(pwrite(fd, "FOUR\n", 5, 0));  // Linux appends whatever the offset
  show_file("log");
  SHOW(fcntl(fd, F_SETFL, 0));
  SHOW(lseek(fd, 0, SEEK_SET));
  SHOW(write(fd, "!", 1));
  show_file("log");
}

CASE(seek) {
  write_file("f", "0123456789");
  int fd = open("f", O_RDWR);
  SHOW(lseek(fd, -3, SEEK_END));
  show_read("tail", fd, 10);
  show_read("at end", fd, 10);
  SHOW(lseek(fd, -1, SEEK_SET));
  SHOW(lseek(fd, 5, SEEK_SET));
  SHOW(lseek(fd, -6, SEEK_CUR));
  SHOW(lseek(fd, 2, SEEK_CUR));
  SHOW(lseek(fd, 100, SEEK_END));
  show_read("past end", fd, 10);
  SHOW(lseek(fd, 0, 77));
  SHOW(lseek(99, 0, SEEK_SET));
  int ends[2];
  SHOW(pipe(ends));
  SHOW(lseek(ends[0], 0, SEEK_CUR));
  SHOW(lseek(fd, 6000000000ll, SEEK_SET));
  SHOW(lseek(fd, 1, SEEK_CUR));
}

CASE(positioned) {
  write_file("f", "0123456789");
  int fd = open("f", O_RDWR);
  char buffer[8] = "";
  SHOW(pread(fd, buffer, 4, 3));
  print_bytes(buffer, 4);
  SHOW(pread(fd, buffer, 4, 8));
  SHOW(pread(fd, buffer, 4, 10));
  SHOW(pread(fd, buffer, 4, -1));
  SHOW(pwrite(fd, "AB", 2, 4));
  SHOW(pwrite(fd, "END", 3, 12));
  SHOW(lseek(fd, 0, SEEK_CUR));
  show_file("f");
  int ends[2];
  SHOW(pipe(ends));
  SHOW(pread(ends[0], buffer, 1, 0));
  SHOW(pwrite(ends[1], "x", 1, 0));
}

CASE(sparse) {
  int fd = open("s", O_RDWR | O_CREAT, 0644);
  SHOW(pwrite(fd, "end", 3, 5000000));
  struct stat st;
  fstat(fd, &st);
  printf("size %lld few blocks %d\n", (long long)st.st_size, st.st_blocks * 512 < 1000000);
  SHOW(lseek(fd, 4999998, SEEK_SET));
  show_read("around", fd, 10);
  SHOW(ftruncate(fd, 10));
  SHOW(ftruncate(fd, 20));
  SHOW(lseek(fd, 0, SEEK_SET));
  show_read("zeros", fd, 30);
  SHOW(ftruncate(fd, -1));
  SHOW(ftruncate(fd, 3000000000ll));
  fstat(fd, &st);
  printf("size %lld\n", (long long)st.st_size);
  SHOW(lseek(fd, 0, SEEK_HOLE));
  SHOW(lseek(fd, 3000000000ll, SEEK_DATA));
}

CASE(truncate_rules) {
  write_file("t", "0123456789");
  int reader = open("t", O_RDONLY);
  SHOW(ftruncate(reader, 0));
  SHOW(truncate("t", 4));
  show_file("t");
  SHOW(truncate("none", 0));
  SHOW(mkdir("d", 0755));
  SHOW(truncate("d", 0));
  SHOW(truncate("t/x", 0));
  show_read("old descriptor", reader, 10);
  SHOW(truncate("t", 0));
  SHOW(lseek(reader, 0, SEEK_CUR));
  show_read("after shrink", reader, 10);
  write_file("u", "abcdefgh");
  int fd = open("u", O_RDWR);
  SHOW(lseek(fd, 6, SEEK_SET));
  SHOW(ftruncate(fd, 2));
  SHOW(write(fd, "Z", 1));
  show_file("u");
}

CASE(unlinked_open) {
  int fd = open("gone", O_RDWR | O_CREAT, 0644);
  SHOW(write(fd, "still here", 10));
  SHOW(unlink("gone"));
  SHOW(access("gone", F_OK));
  struct stat st;
  SHOW(fstat(fd, &st));
  printf("links %d size %lld\n", (int)st.st_nlink, (long long)st.st_size);
  SHOW(lseek(fd, 0, SEEK_SET));
  show_read("read", fd, 20);
  int again = SHOW(open("gone", O_RDWR | O_CREAT | O_EXCL, 0644));
  show_read("new file", again, 20);
  SHOW(unlink("gone"));
  SHOW(unlink("gone"));
  SHOW(write(fd, "!", 1));
  SHOW(lseek(fd, 0, SEEK_END));
}

CASE(two_descriptions) {
  write_file("f", "abcdef");
  int a = open("f", O_RDWR), b = open("f", O_RDWR);
  show_read("a", a, 2);
  show_read("b", b, 3);
  SHOW(write(a, "XY", 2));
  show_read("b", b, 3);
  show_file("f");
}

CASE(fallocate_and_advice) {
  int fd = open("f", O_RDWR | O_CREAT, 0644);
  SHOW(posix_fallocate(fd, 0, 100));
  SHOW(lseek(fd, 0, SEEK_END));
  SHOW(posix_fallocate(fd, 50, 10));
  SHOW(lseek(fd, 0, SEEK_END));
  SHOW(posix_fadvise(fd, 0, 0, POSIX_FADV_SEQUENTIAL));
  SHOW(fsync(fd));
  SHOW(fdatasync(fd));
  int ends[2];
  SHOW(pipe(ends));
  SHOW(fsync(ends[0]));
}

CASE(stat_fields) {
  write_file("f", "12345");
  struct stat st;
  SHOW(stat("f", &st));
  printf("mode %o links %d size %lld uid %d gid %d blksize>0 %d\n", st.st_mode, (int)st.st_nlink, (long long)st.st_size,
         (int)st.st_uid, (int)st.st_gid, st.st_blksize > 0);
  SHOW(mkdir("d", 0751));
  SHOW(stat("d", &st));
  printf("mode %o links %d\n", st.st_mode, (int)st.st_nlink > 0);
  SHOW(stat("d/../f", &st));
  SHOW(stat("f/../f", &st));
  SHOW(stat("f/.", &st));
  SHOW(stat("none/../f", &st));
  SHOW(stat("", &st));
  SHOW(fstatat(AT_FDCWD, "", &st, AT_EMPTY_PATH));
  printf("directory %d\n", S_ISDIR(st.st_mode));
  SHOW(fstat(77, &st));
  struct stat one, two;
  stat(".", &one);
  stat("d/..", &two);
  printf("same inode %d same device %d\n", one.st_ino == two.st_ino, one.st_dev == two.st_dev);
}

CASE(long_names) {
  char name[5000];
  memset(name, 'n', sizeof name);
  name[255] = 0;
  int fd = open(name, O_WRONLY | O_CREAT, 0644);
  printf("255: %s\n", fd >= 0 ? "ok" : errno_text(errno));
  name[255] = 'n';
  name[256] = 0;
  fd = open(name, O_WRONLY | O_CREAT, 0644);
  printf("256: %s\n", fd >= 0 ? "ok" : errno_text(errno));
  for (int i = 0; i < 4990; i += 2) memcpy(name + i, "./", 2);
  name[4990] = 0;
  struct stat st;
  printf("path of 4990: %s\n", stat(name, &st) < 0 ? errno_text(errno) : "ok");
  name[4000] = 0;
  printf("path of 4000: %s\n", stat(name, &st) < 0 ? errno_text(errno) : "ok");
}

CASE(strange_names) {
  const char *names[] = {"with space", "new\nline", "tab\t", "\xff\xfe bytes", "-dash", "...", "__proto__", "toString", "a\\b"};
  for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
    write_file(names[i], "content");
    struct stat st;
    printf("%u %s\n", i, stat(names[i], &st) == 0 && st.st_size == 7 ? "ok" : errno_text(errno));
  }
  for (unsigned i = 0; i < sizeof names / sizeof *names; i++) SHOW(unlink(names[i]));
}

CASE(temporary_file) {
  char name[] = "tmpXXXXXX";
  int fd = mkstemp(name);
  struct stat st;
  fstat(fd, &st);
  printf("mode %o prefix %.3s\n", st.st_mode, name);
  SHOW(unlink(name));
  FILE *file = tmpfile();
  printf("tmpfile %d\n", file != NULL);
  fputs("abc", file);
  rewind(file);
  char text[8] = "";
  printf("%s %s\n", fgets(text, sizeof text, file) ? "read" : "none", text);
  char dir[] = "dirXXXXXX";
  printf("mkdtemp %d\n", mkdtemp(dir) != NULL);
}

CASE(unnamed_file) {
  int fd = open(".", O_TMPFILE | O_RDWR, 0600);
  SHOW(IN_SANDBOX(fd >= 0));  // not every file system of a real machine has them
}
