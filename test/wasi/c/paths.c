// How paths are resolved: beneath their directory, with links, and with slashes at the end.
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"

static __wasi_errno_t try_open(__wasi_fd_t directory, const char* path, __wasi_lookupflags_t lookup,
                               __wasi_oflags_t oflags) {
  __wasi_fd_t fd;
  __wasi_errno_t error = __wasi_path_open(directory, lookup, path, oflags, 0, 0, 0, &fd);
  if (error == __WASI_ERRNO_SUCCESS) OK(__wasi_fd_close(fd));
  return error;
}

static void confinement(void) {
  __wasi_fd_t directory = scratch("confinement");
  OK(__wasi_path_create_directory(directory, "dir"));
  OK(__wasi_path_create_directory(directory, "dir/nested"));
  create_file(directory, "dir/nested/file");
  OK(try_open(directory, "dir/.//nested/../../dir/nested/../nested///./file", 0, 0));
  CHECK_ERRNO(try_open(directory, "/dir/nested/file", 0, 0), NOTCAPABLE);
  CHECK_ERRNO(try_open(directory, "dir/nested/../../../confinement/dir/nested/file", 0, 0), NOTCAPABLE);
  CHECK_ERRNO(try_open(directory, "..", 0, 0), NOTCAPABLE);
  CHECK_ERRNO(try_open(directory, "dir/nested/file/", 0, 0), NOTDIR);
  CHECK_ERRNO(try_open(directory, "dir/nested/file///", 0, 0), NOTDIR);
  OK(try_open(directory, "dir/nested/", 0, 0));
  OK(try_open(directory, "dir/nested///", 0, 0));
  CHECK_ERRNO(try_open(directory, "", 0, 0), NOENT);
  CHECK_ERRNO(__wasi_path_create_directory(directory, "../escaped"), NOTCAPABLE);
  CHECK_ERRNO(__wasi_path_rename(directory, "dir", directory, "../escaped"), NOTCAPABLE);
  CHECK_ERRNO(__wasi_path_symlink("/", directory, "root"), NOTCAPABLE);

  // A link that leads out can be made, seen and removed, not followed.
  OK(__wasi_path_symlink("../..", directory, "out"));
  __wasi_filestat_t stat;
  OK(__wasi_path_filestat_get(directory, 0, "out", &stat));
  CHECK(stat.filetype == __WASI_FILETYPE_SYMBOLIC_LINK);
  CHECK_ERRNO(__wasi_path_filestat_get(directory, __WASI_LOOKUPFLAGS_SYMLINK_FOLLOW, "out", &stat), NOTCAPABLE);
  CHECK_ERRNO(try_open(directory, "out/anything", 0, 0), NOTCAPABLE);
  OK(__wasi_path_unlink_file(directory, "out"));

  // Everything is beneath the root.
  CHECK(access("/bin/../bin", F_OK) == 0);
  OK(try_open(kRoot, "../../usr/bin", 0, 0));
  OK(try_open(kRoot, "/usr/bin", 0, 0));
}

static void not_following(void) {
  const __wasi_lookupflags_t follow = __WASI_LOOKUPFLAGS_SYMLINK_FOLLOW;
  __wasi_fd_t directory = scratch("not_following");
  OK(__wasi_path_create_directory(directory, "target"));
  OK(__wasi_path_symlink("target", directory, "link"));
  __wasi_errno_t error = try_open(directory, "link", 0, __WASI_OFLAGS_DIRECTORY);
  CHECK(error == __WASI_ERRNO_LOOP || error == __WASI_ERRNO_NOTDIR);
  CHECK_ERRNO(try_open(directory, "link", 0, 0), LOOP);
  OK(try_open(directory, "link", follow, __WASI_OFLAGS_DIRECTORY));
  OK(__wasi_path_unlink_file(directory, "link"));
  OK(__wasi_path_remove_directory(directory, "target"));
  create_file(directory, "target");
  OK(__wasi_path_symlink("target", directory, "link"));
  CHECK_ERRNO(try_open(directory, "link", follow, __WASI_OFLAGS_DIRECTORY), NOTDIR);
  OK(__wasi_path_symlink("loop", directory, "loop"));
  CHECK_ERRNO(try_open(directory, "loop", 0, 0), LOOP);
  CHECK_ERRNO(try_open(directory, "loop", follow, 0), LOOP);
  CHECK_ERRNO(try_open(directory, "loop/x", 0, 0), LOOP);
  OK(__wasi_path_symlink("missing", directory, "dangling"));
  CHECK_ERRNO(try_open(directory, "dangling", follow, 0), NOENT);
  CHECK_ERRNO(try_open(directory, "dangling", 0, 0), LOOP);
  OK(try_open(directory, "dangling", follow, __WASI_OFLAGS_CREAT));
  OK(try_open(directory, "missing", 0, 0));
}

static void reading_links(void) {
  char target[10];
  CHECK(symlink("target", "read") == 0);
  memset(target, '#', sizeof target);
  CHECK(readlink("read", target, 10) == 6);
  CHECK(memcmp(target, "target####", 10) == 0);
  CHECK(readlink("read", target, 4) == 4);
  CHECK(memcmp(target, "targ", 4) == 0);
  create_file(kHere, "no-link");
  CHECK(readlink("no-link", target, 10) == -1 && errno == EINVAL);
}

static void making_links(void) {
  __wasi_fd_t directory = scratch("making_links");
  create_file(directory, "file");
  OK(__wasi_path_link(directory, 0, "file", directory, "link"));
  __wasi_filestat_t file, link;
  OK(__wasi_path_filestat_get(directory, 0, "file", &file));
  OK(__wasi_path_filestat_get(directory, 0, "link", &link));
  CHECK(file.ino == link.ino && file.nlink == 2 && link.nlink == 2);
  CHECK_ERRNO(__wasi_path_link(directory, 0, "file", directory, "link"), EXIST);
  CHECK_ERRNO(__wasi_path_link(directory, 0, "file", directory, "file"), EXIST);
  CHECK_ERRNO(__wasi_path_link(directory, 0, "file", directory, "other/"), NOENT);
  OK(__wasi_path_create_directory(directory, "subdir"));
  CHECK_ERRNO(__wasi_path_link(directory, 0, "file", directory, "subdir"), EXIST);
  CHECK_ERRNO(__wasi_path_link(directory, 0, "subdir", directory, "hard"), PERM);
  OK(__wasi_path_symlink("nowhere", directory, "dangling"));
  OK(__wasi_path_link(directory, 0, "dangling", directory, "copy"));
  CHECK_ERRNO(__wasi_path_link(directory, 0, "file", directory, "dangling"), EXIST);
  CHECK_ERRNO(__wasi_path_link(directory, __WASI_LOOKUPFLAGS_SYMLINK_FOLLOW, "dangling", directory, "x"), NOENT);
  CHECK_ERRNO(__wasi_path_symlink("source", directory, "new/"), NOENT);
  CHECK_ERRNO(__wasi_path_symlink("source", directory, "subdir/"), EXIST);
  CHECK_ERRNO(__wasi_path_symlink("source", directory, "subdir"), EXIST);
  CHECK_ERRNO(__wasi_path_symlink("source", directory, "file"), EXIST);
}

static void renaming(void) {
  __wasi_fd_t directory = scratch("renaming");
  create_file(directory, "file");
  OK(__wasi_path_create_directory(directory, "dir"));
  OK(__wasi_path_create_directory(directory, "full"));
  create_file(directory, "full/file");
  OK(__wasi_path_rename(directory, "file", directory, "moved"));
  CHECK_ERRNO(__wasi_path_rename(directory, "file", directory, "moved"), NOENT);
  CHECK_ERRNO(__wasi_path_rename(directory, "moved", directory, "dir"), ISDIR);
  CHECK_ERRNO(__wasi_path_rename(directory, "dir", directory, "moved"), NOTDIR);
  CHECK_ERRNO(__wasi_path_rename(directory, "dir", directory, "full"), NOTEMPTY);
  OK(__wasi_path_rename(directory, "full", directory, "dir"));
  OK(try_open(directory, "dir/file", 0, 0));
  CHECK_ERRNO(__wasi_path_rename(directory, "dir", directory, "dir/below"), INVAL);
  OK(__wasi_path_rename(directory, "dir/", directory, "last/"));
  CHECK_ERRNO(__wasi_path_rename(directory, "moved/", directory, "x"), NOTDIR);
  CHECK_ERRNO(__wasi_path_rename(directory, "moved", directory, "x/"), NOTDIR);
}

static void opening(void) {
  __wasi_fd_t directory = scratch("opening"), fd;
  CHECK_ERRNO(try_open(directory, "missing", 0, 0), NOENT);
  OK(try_open(directory, "file", 0, __WASI_OFLAGS_CREAT | __WASI_OFLAGS_EXCL));
  CHECK_ERRNO(try_open(directory, "file", 0, __WASI_OFLAGS_CREAT | __WASI_OFLAGS_EXCL), EXIST);
  CHECK_ERRNO(try_open(directory, "file", 0, __WASI_OFLAGS_DIRECTORY), NOTDIR);
  CHECK_ERRNO(__wasi_path_open(directory, 0, "file", 1 << 4, 0, 0, 0, &fd), INVAL);
  fd = open_file(directory, "file", 0);
  CHECK_ERRNO(try_open(fd, "below", 0, __WASI_OFLAGS_CREAT), NOTDIR);
  OK(__wasi_path_open(directory, 0, ".", 0, 0, 0, __WASI_FDFLAGS_NONBLOCK, &fd));
  CHECK_ERRNO(try_open(99, "file", 0, 0), BADF);
}

int main(void) {
  confinement();
  not_following();
  reading_links();
  making_links();
  renaming();
  opening();
  return done();
}
