// What the programs here are written with: a check that fails says where, and ends the program with 1. A program that comes
// to its end says so.
#pragma once

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wasi/api.h>

#define CHECK(condition)                                                   \
  do {                                                                     \
    if (!(condition)) {                                                    \
      fprintf(stderr, "%s:%d: %s\n", __FILE_NAME__, __LINE__, #condition); \
      exit(1);                                                             \
    }                                                                      \
  } while (0)

// `call` returns a WASI errno.
#define CHECK_ERRNO(call, expected)                                                                 \
  do {                                                                                              \
    int errno_ = (call);                                                                            \
    if (errno_ != __WASI_ERRNO_##expected) {                                                        \
      fprintf(stderr, "%s:%d: %s gave %d, not %s\n", __FILE_NAME__, __LINE__, #call, errno_, #expected); \
      exit(1);                                                                                      \
    }                                                                                               \
  } while (0)

#define OK(call) CHECK_ERRNO(call, SUCCESS)

enum { kRoot = 3, kHere = 4 };  // the preopened directories

static const __wasi_rights_t kFileRights =
    __WASI_RIGHTS_FD_DATASYNC | __WASI_RIGHTS_FD_READ | __WASI_RIGHTS_FD_SEEK | __WASI_RIGHTS_FD_FDSTAT_SET_FLAGS |
    __WASI_RIGHTS_FD_SYNC | __WASI_RIGHTS_FD_TELL | __WASI_RIGHTS_FD_WRITE | __WASI_RIGHTS_FD_ADVISE |
    __WASI_RIGHTS_FD_ALLOCATE | __WASI_RIGHTS_FD_FILESTAT_GET | __WASI_RIGHTS_FD_FILESTAT_SET_SIZE |
    __WASI_RIGHTS_FD_FILESTAT_SET_TIMES | __WASI_RIGHTS_POLL_FD_READWRITE;

// A directory of its own for the test, with all rights its parent passes on.
static inline __wasi_fd_t scratch(const char* name) {
  __wasi_fdstat_t stat;
  __wasi_fd_t fd;
  OK(__wasi_path_create_directory(kHere, name));
  OK(__wasi_fd_fdstat_get(kHere, &stat));
  OK(__wasi_path_open(kHere, 0, name, __WASI_OFLAGS_DIRECTORY, stat.fs_rights_base, stat.fs_rights_inheriting, 0, &fd));
  return fd;
}

static inline void create_file(__wasi_fd_t directory, const char* name) {
  __wasi_fd_t fd;
  OK(__wasi_path_open(directory, 0, name, __WASI_OFLAGS_CREAT, 0, 0, 0, &fd));
  CHECK(fd > 2);
  OK(__wasi_fd_close(fd));
}

static inline __wasi_fd_t open_file(__wasi_fd_t directory, const char* name, __wasi_oflags_t oflags) {
  __wasi_fd_t fd;
  OK(__wasi_path_open(directory, 0, name, oflags, kFileRights, 0, 0, &fd));
  return fd;
}

static inline void write_text(__wasi_fd_t fd, const char* text) {
  __wasi_ciovec_t vector = {(const uint8_t*)text, strlen(text)};
  __wasi_size_t written;
  OK(__wasi_fd_write(fd, &vector, 1, &written));
  CHECK(written == strlen(text));
}

static inline int done(void) {
  puts("done");
  return 0;
}
