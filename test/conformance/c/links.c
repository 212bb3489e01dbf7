// Hard links, symbolic links and rename.
#include <sys/syscall.h>

#include "conformance.h"

static int links_of(const char *path) {
  struct stat st;
  return stat(path, &st) < 0 ? -1 : (int)st.st_nlink;
}

CASE(hard_links) {
  write_file("a", "data");
  SHOW(link("a", "b"));
  SHOW(links_of("a"));
  SHOW(link("a", "b"));
  SHOW(link("none", "c"));
  SHOW(link("a", "none/c"));
  SHOW(mkdir("d", 0755));
  SHOW(link("d", "e"));
  SHOW(unlink("a"));
  SHOW(links_of("b"));
  show_file("b");
  SHOW(unlink("d"));
  SHOW(rmdir("b"));
  SHOW(symlink("b", "s"));
  SHOW(link("s", "s2"));
  char target[10] = "";
  SHOW(readlink("s2", target, sizeof target));
  SHOW(linkat(AT_FDCWD, "s", AT_FDCWD, "b2", AT_SYMLINK_FOLLOW));
  SHOW(links_of("b2"));
}

CASE(symlinks) {
  char buffer[64] = "";
  SHOW(symlink("target", "s"));
  SHOW(readlink("s", buffer, sizeof buffer));
  SHOW(readlink("s", buffer, 3));
  print_bytes(buffer, 6);
  SHOW(open("s", O_RDONLY));
  SHOW(open("s", O_WRONLY | O_CREAT | O_EXCL, 0644));
  SHOW(open("s", O_RDONLY | O_NOFOLLOW));
  int fd = SHOW(open("s", O_WRONLY | O_CREAT, 0644));
  SHOW(write(fd, "through", 7));
  show_file("target");
  struct stat st;
  SHOW(lstat("s", &st));
  printf("link %d size %lld\n", S_ISLNK(st.st_mode), (long long)st.st_size);
  SHOW(symlink("x", "s"));
  SHOW(symlink("", "empty"));
  SHOW(readlink("target", buffer, sizeof buffer));
  SHOW(readlink("none", buffer, sizeof buffer));
  SHOW(unlink("s"));
  SHOW(access("target", F_OK));
  SHOW(mkdir("d", 0755));
  SHOW(symlink("d", "ds"));
  SHOW(rmdir("ds"));
  SHOW(lstat("ds/", &st));
  printf("directory %d\n", S_ISDIR(st.st_mode));
  SHOW(mkdir("ds", 0755));
  SHOW(symlink("nowhere", "dangling"));
  SHOW(mkdir("dangling", 0755));
  SHOW(access("dangling", F_OK));
  SHOW(faccessat(AT_FDCWD, "dangling", F_OK, AT_SYMLINK_NOFOLLOW));
}

CASE(symlink_loops) {
  symlink("b", "a");
  symlink("a", "b");
  SHOW(open("a", O_RDONLY));
  SHOW(open("a/x", O_RDONLY));
  struct stat st;
  SHOW(lstat("a", &st));
  SHOW(stat("a", &st));
  symlink("self", "self");
  SHOW(stat("self", &st));
  write_file("l0", "end");
  char from[16], to[16];
  for (int i = 1; i <= 41; i++) {
    snprintf(to, sizeof to, "l%d", i - 1);
    snprintf(from, sizeof from, "l%d", i);
    symlink(to, from);
  }
  SHOW(stat("l39", &st));
  SHOW(stat("l40", &st));
  SHOW(stat("l41", &st));
}

CASE(relative_symlinks) {
  mkdir("x", 0755);
  mkdir("x/y", 0755);
  write_file("top", "top");
  write_file("x/mid", "mid");
  symlink("../mid", "x/y/up");
  symlink("../../top", "x/y/upup");
  symlink("x/y", "short");
  show_file("x/y/up");
  show_file("x/y/upup");
  show_file("short/up");
  show_file("short/../mid");
  show_file("x/y/../../top");
  symlink("/../../../../dev/null", "rooted");
  show_file("rooted");
}

CASE(rename_files) {
  write_file("a", "A");
  write_file("b", "B");
  int held = open("b", O_RDONLY);
  SHOW(rename("a", "b"));
  show_file("b");
  show_file("a");
  show_read("replaced file", held, 5);
  SHOW(rename("none", "c"));
  SHOW(rename("b", "none/c"));
  SHOW(rename("b", "b"));
  SHOW(link("b", "b2"));
  SHOW(rename("b", "b2"));  // same inode: does nothing
  show_file("b");
  SHOW(rename("b/", "c"));
  SHOW(rename("b", "c/"));
  SHOW(rename("b", ""));
}

CASE(rename_directories) {
  mkdir("d", 0755);
  mkdir("e", 0755);
  mkdir("full", 0755);
  write_file("full/f", "f");
  write_file("file", "x");
  SHOW(rename("d", "file"));
  SHOW(rename("file", "d"));
  SHOW(rename("d", "e"));
  SHOW(rename("e", "full"));
  SHOW(rename("full", "full/inside"));
  SHOW(rename("full", "e"));
  show_file("e/f");
  SHOW(rename("e", "."));
  SHOW(rename(".", "z"));
  SHOW(rename("e/..", "z"));
  mkdir("p", 0755);
  SHOW(rename("e", "p/e"));
  show_file("p/e/f");
  struct stat one, two;
  stat("p", &one);
  stat("p/e/..", &two);
  printf("parent follows %d\n", one.st_ino == two.st_ino);
  SHOW(rename("p/", "q/"));
  show_file("q/e/f");
}

// Not in every C library.
enum { kNoReplace = 1, kExchange = 2 };
static int rename2(const char *from, const char *to, unsigned flags) {
  return syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, flags);
}

CASE(rename_flags) {
  write_file("a", "A");
  write_file("b", "B");
  SHOW(rename2("a", "b", kNoReplace));
  SHOW(rename2("a", "c", kNoReplace));
  SHOW(rename2("b", "c", kExchange));
  show_file("b");
  show_file("c");
  SHOW(rename2("b", "none", kExchange));
  SHOW(rename2("b", "c", kExchange | kNoReplace));
}

CASE(rename_symlinks) {
  write_file("file", "F");
  symlink("file", "s");
  SHOW(rename("s", "t"));
  char buffer[16];
  SHOW(readlink("t", buffer, sizeof buffer));
  write_file("other", "O");
  SHOW(rename("other", "t"));
  SHOW(readlink("t", buffer, sizeof buffer));
  show_file("t");
  show_file("file");
}

CASE(remove_rules) {
  SHOW(mkdir("d", 0755));
  SHOW(mkdir("d", 0755));
  SHOW(mkdir("d/", 0755));
  SHOW(mkdir("n/m", 0755));
  SHOW(mkdir("new/", 0755));
  write_file("d/f", "");
  SHOW(rmdir("d"));
  SHOW(rmdir("d/."));
  SHOW(rmdir("d/.."));
  SHOW(rmdir("."));
  SHOW(unlink("d/f"));
  SHOW(unlink("d/f"));
  SHOW(unlinkat(AT_FDCWD, "d", 0));
  SHOW(unlinkat(AT_FDCWD, "d", AT_REMOVEDIR));
  SHOW(unlinkat(AT_FDCWD, "d", AT_REMOVEDIR));
  SHOW(rmdir("new/"));
  write_file("f", "");
  SHOW(unlink("f/"));
  SHOW(mkdir("f", 0755));
  SHOW(remove("f"));
  SHOW(mkdir("", 0755));
}

CASE(removed_directory) {
  mkdir("d", 0755);
  int fd = open("d", O_RDONLY | O_DIRECTORY);
  SHOW(rmdir("d"));
  SHOW(openat(fd, "x", O_WRONLY | O_CREAT, 0644));
  SHOW(mkdirat(fd, "y", 0755));
  struct stat st;
  SHOW(fstat(fd, &st));
  printf("links %d\n", (int)st.st_nlink);
  SHOW(fstatat(fd, "..", &st, 0));
  mkdir("w", 0755);
  SHOW(chdir("w"));
  SHOW(rmdir("../w"));
  char buffer[64];
  errno = 0;
  printf("getcwd %s\n", getcwd(buffer, sizeof buffer) ? "ok" : errno_text(errno));
  SHOW(open("x", O_WRONLY | O_CREAT, 0644));
  SHOW(chdir(".."));
}

CASE(at_calls) {
  mkdir("d", 0755);
  int dir = open("d", O_RDONLY | O_DIRECTORY);
  int fd = openat(dir, "f", O_WRONLY | O_CREAT, 0600);
  SHOW(write(fd, "x", 1));
  SHOW(mkdirat(dir, "sub", 0700));
  SHOW(symlinkat("f", dir, "s"));
  char buffer[8];
  SHOW(readlinkat(dir, "s", buffer, sizeof buffer));
  SHOW(linkat(dir, "f", AT_FDCWD, "g", 0));
  SHOW(renameat(dir, "f", dir, "sub/f2"));
  show_file("g");
  show_file("d/sub/f2");
  SHOW(faccessat(dir, "sub/f2", R_OK, 0));
  SHOW(fchmodat(dir, "sub/f2", 0400, 0));
  SHOW(faccessat(dir, "sub/f2", W_OK, 0));
  SHOW(unlinkat(dir, "sub", AT_REMOVEDIR));
  SHOW(unlinkat(dir, "sub/f2", 0));
  SHOW(unlinkat(dir, "sub", AT_REMOVEDIR));
  SHOW(unlinkat(dir, "none", 12345));
}
