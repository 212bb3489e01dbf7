// Making, listing and removing directories.
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"

enum { kFiles = 1000 };

// Counts the entries through a buffer of `size` bytes, as a program that calls fd_readdir itself does.
static int count(__wasi_fd_t directory, __wasi_size_t size) {
  static uint8_t buffer[65536];
  __wasi_dircookie_t cookie = 0;
  int entries = 0;
  for (;;) {
    __wasi_size_t used;
    OK(__wasi_fd_readdir(directory, buffer, size, cookie, &used));
    CHECK(used <= size);
    for (__wasi_size_t at = 0; at + sizeof(__wasi_dirent_t) <= used;) {
      __wasi_dirent_t entry;
      memcpy(&entry, buffer + at, sizeof entry);
      at += sizeof entry + entry.d_namlen;
      if (at > used) break;
      ++entries;
      cookie = entry.d_next;
    }
    if (used < size) return entries;
  }
}

static void listing(void) {
  __wasi_fd_t directory = scratch("listing");
  CHECK(count(directory, 256) == 2);
  char name[32];
  for (int i = 0; i < kFiles; ++i) {
    snprintf(name, sizeof name, "file.%d", i);
    create_file(directory, name);
  }
  CHECK(count(directory, 64) == kFiles + 2);
  CHECK(count(directory, 256) == kFiles + 2);
  CHECK(count(directory, 65536) == kFiles + 2);

  DIR* stream = opendir("listing");
  CHECK(stream != NULL);
  static char seen[kFiles];
  int others = 0;
  for (struct dirent* entry; (entry = readdir(stream));) {
    int number;
    if (sscanf(entry->d_name, "file.%d", &number) != 1) {
      CHECK(entry->d_name[0] == '.' && entry->d_type == DT_DIR);
      ++others;
      continue;
    }
    CHECK(entry->d_type == DT_REG);
    CHECK(!seen[number]);
    seen[number] = 1;
    // Removing what was listed does not disturb the rest of the list.
    CHECK(unlinkat(dirfd(stream), entry->d_name, 0) == 0);
  }
  CHECK(others == 2);
  for (int i = 0; i < kFiles; ++i) CHECK(seen[i]);
  closedir(stream);
  CHECK(count(directory, 4096) == 2);
  __wasi_size_t used;
  CHECK_ERRNO(__wasi_fd_readdir(open_file(kHere, "plain", __WASI_OFLAGS_CREAT), (uint8_t*)name, 32, 0, &used), NOTDIR);
}

static void removing(void) {
  CHECK(mkdir("outer", 0777) == 0 && mkdir("outer/inner", 0777) == 0);
  CHECK(mkdir("outer", 0777) == -1 && errno == EEXIST);
  CHECK(rmdir("outer") == -1 && errno == ENOTEMPTY);
  create_file(kHere, "outer/file");
  CHECK(rmdir("outer/file") == -1 && errno == ENOTDIR);
  CHECK_ERRNO(__wasi_path_remove_directory(kHere, "outer/file/"), NOTDIR);
  CHECK_ERRNO(__wasi_path_unlink_file(kHere, "outer/file/"), NOTDIR);
  CHECK_ERRNO(__wasi_path_unlink_file(kHere, "outer/inner"), ISDIR);
  CHECK_ERRNO(__wasi_path_unlink_file(kHere, "outer/inner/"), ISDIR);
  CHECK(unlink("outer/file") == 0);
  OK(__wasi_path_remove_directory(kHere, "outer/inner/"));
  CHECK(rmdir("outer") == 0);
  CHECK(rmdir("outer") == -1 && errno == ENOENT);
}

static void working_directory(void) {
  // The C library emulates chdir over the preopened directories.
  CHECK(mkdir("cd", 0777) == 0 && chdir("cd") == 0);
  int fd = open("inside", O_CREAT | O_WRONLY, 0666);
  CHECK(fd > 2);
  CHECK(chdir("..") == 0);
  CHECK(access("cd/inside", F_OK) == 0);
  CHECK(access("inside", F_OK) == -1 && errno == ENOENT);
}

int main(void) {
  listing();
  removing();
  working_directory();
  return done();
}
