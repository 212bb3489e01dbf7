// fd_fdstat_*: rights, flags and kinds of descriptors.
#include <unistd.h>

#include "check.h"

static __wasi_rights_t base_of(__wasi_fd_t fd) {
  __wasi_fdstat_t stat;
  OK(__wasi_fd_fdstat_get(fd, &stat));
  return stat.fs_rights_base;
}

static void of_directories(void) {
  const __wasi_rights_t expected =
      __WASI_RIGHTS_PATH_CREATE_DIRECTORY | __WASI_RIGHTS_PATH_CREATE_FILE | __WASI_RIGHTS_PATH_LINK_SOURCE |
      __WASI_RIGHTS_PATH_LINK_TARGET | __WASI_RIGHTS_PATH_OPEN | __WASI_RIGHTS_FD_READDIR |
      __WASI_RIGHTS_PATH_READLINK | __WASI_RIGHTS_PATH_RENAME_SOURCE | __WASI_RIGHTS_PATH_RENAME_TARGET |
      __WASI_RIGHTS_PATH_SYMLINK | __WASI_RIGHTS_PATH_REMOVE_DIRECTORY | __WASI_RIGHTS_PATH_UNLINK_FILE |
      __WASI_RIGHTS_PATH_FILESTAT_GET | __WASI_RIGHTS_PATH_FILESTAT_SET_TIMES | __WASI_RIGHTS_FD_FILESTAT_GET |
      __WASI_RIGHTS_FD_FILESTAT_SET_TIMES;
  __wasi_fdstat_t stat;
  __wasi_fd_t fd;
  for (__wasi_fd_t preopened = kRoot; preopened <= kHere; ++preopened) {
    OK(__wasi_fd_fdstat_get(preopened, &stat));
    CHECK(stat.fs_filetype == __WASI_FILETYPE_DIRECTORY && stat.fs_flags == 0);
    CHECK((stat.fs_rights_base & expected) == expected);
    CHECK((stat.fs_rights_base & (__WASI_RIGHTS_FD_SEEK | __WASI_RIGHTS_FD_FILESTAT_SET_SIZE)) == 0);
    CHECK((stat.fs_rights_inheriting & (expected | kFileRights)) == (expected | kFileRights));
  }
  OK(__wasi_path_open(kHere, 0, ".", 0, stat.fs_rights_base, stat.fs_rights_inheriting, 0, &fd));
  CHECK(base_of(fd) == stat.fs_rights_base);
  OK(__wasi_path_open(kHere, 0, ".", __WASI_OFLAGS_DIRECTORY, 0, 0, 0, &fd));
  OK(__wasi_path_open(kHere, 0, ".", __WASI_OFLAGS_DIRECTORY, __WASI_RIGHTS_FD_READ, 0, 0, &fd));
  CHECK_ERRNO(__wasi_path_open(kHere, 0, ".", __WASI_OFLAGS_DIRECTORY, __WASI_RIGHTS_FD_READ | __WASI_RIGHTS_FD_WRITE,
                               0, 0, &fd),
              ISDIR);
}

static void of_files(void) {
  __wasi_fd_t directory = scratch("of_files"), fd;
  const __wasi_rights_t wanted = __WASI_RIGHTS_FD_READ | __WASI_RIGHTS_FD_WRITE | __WASI_RIGHTS_FD_SEEK;
  OK(__wasi_path_open(directory, 0, "file", __WASI_OFLAGS_CREAT, wanted | __WASI_RIGHTS_PATH_OPEN, 0, 0, &fd));
  CHECK(base_of(fd) == wanted);
  write_text(fd, "text");
  OK(__wasi_fd_fdstat_set_rights(fd, __WASI_RIGHTS_FD_SEEK, 0));
  uint8_t byte;
  __wasi_iovec_t vector = {&byte, 1};
  __wasi_size_t moved;
  CHECK_ERRNO(__wasi_fd_read(fd, &vector, 1, &moved), NOTCAPABLE);
  CHECK_ERRNO(__wasi_fd_fdstat_set_rights(fd, wanted, 0), NOTCAPABLE);
  CHECK_ERRNO(__wasi_fd_fdstat_set_rights(fd, __WASI_RIGHTS_FD_SEEK, __WASI_RIGHTS_FD_READ), NOTCAPABLE);

  OK(__wasi_path_open(directory, 0, "file", 0, __WASI_RIGHTS_FD_READ, 0, 0, &fd));
  CHECK(base_of(fd) == __WASI_RIGHTS_FD_READ);
  OK(__wasi_path_open(directory, 0, "file", 0, __WASI_RIGHTS_FD_WRITE, 0, 0, &fd));
  CHECK(base_of(fd) == __WASI_RIGHTS_FD_WRITE);
  CHECK_ERRNO(__wasi_fd_read(fd, &vector, 1, &moved), NOTCAPABLE);
}

static void to_truncate(void) {
  __wasi_fd_t directory = scratch("to_truncate"), fd;
  __wasi_fdstat_t stat;
  __wasi_filestat_t file;
  write_text(open_file(directory, "file", __WASI_OFLAGS_CREAT), "text");
  OK(__wasi_path_open(directory, 0, "file", __WASI_OFLAGS_TRUNC, 0, 0, 0, &fd));
  OK(__wasi_path_filestat_get(directory, 0, "file", &file));
  CHECK(file.size == 0);
  OK(__wasi_fd_fdstat_get(directory, &stat));
  const __wasi_rights_t less = stat.fs_rights_base & ~__WASI_RIGHTS_PATH_FILESTAT_SET_SIZE;
  const __wasi_rights_t passing = stat.fs_rights_inheriting & ~__WASI_RIGHTS_FD_FILESTAT_SET_SIZE;
  OK(__wasi_fd_fdstat_set_rights(directory, stat.fs_rights_base, passing));
  OK(__wasi_path_open(directory, 0, "file", __WASI_OFLAGS_TRUNC, 0, 0, 0, &fd));
  OK(__wasi_fd_fdstat_set_rights(directory, less, passing));
  CHECK_ERRNO(__wasi_path_open(directory, 0, "file", __WASI_OFLAGS_TRUNC, 0, 0, 0, &fd), NOTCAPABLE);
  CHECK_ERRNO(__wasi_path_open(directory, 0, "file", 0, kFileRights, 0, 0, &fd), NOTCAPABLE);
}

static void flags(void) {
  __wasi_fd_t fd;
  __wasi_fdstat_t stat;
  const __wasi_fdflags_t wanted = __WASI_FDFLAGS_APPEND | __WASI_FDFLAGS_SYNC;
  OK(__wasi_path_open(kHere, 0, "flags", __WASI_OFLAGS_CREAT, kFileRights, 0, wanted, &fd));
  OK(__wasi_fd_fdstat_get(fd, &stat));
  CHECK((stat.fs_flags & wanted) == wanted);
  OK(__wasi_fd_fdstat_set_flags(fd, __WASI_FDFLAGS_NONBLOCK));
  OK(__wasi_fd_fdstat_get(fd, &stat));
  CHECK((stat.fs_flags & (__WASI_FDFLAGS_APPEND | __WASI_FDFLAGS_NONBLOCK)) == __WASI_FDFLAGS_NONBLOCK);
  CHECK_ERRNO(__wasi_fd_fdstat_set_flags(fd, 1 << 5), INVAL);
}

static void on_directories(void) {
  uint8_t bytes[16] = {0};
  __wasi_iovec_t in = {bytes, 16};
  __wasi_ciovec_t out = {bytes, 16};
  __wasi_size_t moved;
  __wasi_filesize_t position;
  CHECK_ERRNO(__wasi_fd_read(kHere, &in, 1, &moved), NOTCAPABLE);
  CHECK_ERRNO(__wasi_fd_pread(kHere, &in, 1, 0, &moved), NOTCAPABLE);
  CHECK_ERRNO(__wasi_fd_write(kHere, &out, 1, &moved), NOTCAPABLE);
  CHECK_ERRNO(__wasi_fd_pwrite(kHere, &out, 1, 0, &moved), NOTCAPABLE);
  CHECK_ERRNO(__wasi_fd_seek(kHere, 0, __WASI_WHENCE_CUR, &position), NOTCAPABLE);
  CHECK_ERRNO(__wasi_fd_tell(kHere, &position), NOTCAPABLE);
  CHECK_ERRNO(__wasi_fd_allocate(kHere, 0, 1), NOTCAPABLE);
  CHECK_ERRNO(__wasi_fd_filestat_set_size(kHere, 0), NOTCAPABLE);
}

int main(void) {
  CHECK(!isatty(0) && !isatty(1) && !isatty(kHere));
  of_directories();
  of_files();
  to_truncate();
  flags();
  on_directories();
  return done();
}
