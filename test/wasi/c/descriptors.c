// fd_prestat_*, fd_renumber, fd_close: which descriptors there are.
#include "check.h"

int main(void) {
  __wasi_prestat_t prestat;
  uint8_t name[4] = {0};
  OK(__wasi_fd_prestat_get(kRoot, &prestat));
  CHECK(prestat.tag == __WASI_PREOPENTYPE_DIR && prestat.u.dir.pr_name_len == 1);
  OK(__wasi_fd_prestat_dir_name(kRoot, name, 4));
  CHECK(name[0] == '/' && name[1] == 0);
  OK(__wasi_fd_prestat_dir_name(kHere, name, 1));
  CHECK(name[0] == '.');
  CHECK_ERRNO(__wasi_fd_prestat_dir_name(kHere, name, 0), NAMETOOLONG);
  CHECK_ERRNO(__wasi_fd_prestat_get(5, &prestat), BADF);
  CHECK_ERRNO(__wasi_fd_prestat_get(0, &prestat), BADF);

  __wasi_fd_t one = open_file(kHere, "one", __WASI_OFLAGS_CREAT), two = open_file(kHere, "two", __WASI_OFLAGS_CREAT);
  __wasi_filestat_t before, after;
  OK(__wasi_fd_filestat_get(one, &before));
  OK(__wasi_fd_renumber(one, two));
  CHECK_ERRNO(__wasi_fd_close(one), BADF);
  OK(__wasi_fd_filestat_get(two, &after));
  CHECK(before.ino == after.ino);
  CHECK_ERRNO(__wasi_fd_renumber(two, one), BADF);
  CHECK_ERRNO(__wasi_fd_renumber(one, two), BADF);
  OK(__wasi_fd_renumber(two, two));
  OK(__wasi_fd_close(two));

  __wasi_fd_t directory = scratch("directory");
  OK(__wasi_fd_renumber(directory, kRoot));
  CHECK_ERRNO(__wasi_fd_prestat_get(kRoot, &prestat), BADF);
  OK(__wasi_fd_filestat_get(kRoot, &after));
  CHECK(after.filetype == __WASI_FILETYPE_DIRECTORY);
  OK(__wasi_fd_close(kRoot));
  OK(__wasi_fd_close(kHere));
  CHECK_ERRNO(__wasi_fd_filestat_get(kHere, &after), BADF);
  for (__wasi_fd_t fd = 3; fd < 100; ++fd) CHECK_ERRNO(__wasi_fd_close(fd), BADF);
  CHECK_ERRNO(__wasi_fd_close(~0u), BADF);
  return done();
}
