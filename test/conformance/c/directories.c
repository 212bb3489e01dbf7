// Directory streams: order-free listings, changes while reading, positions.
#include <dirent.h>

#include "conformance.h"

static int by_name(const void *a, const void *b) { return strcmp(*(char **)a, *(char **)b); }

static void list(const char *path) {
  DIR *dir = opendir(path);
  if (!dir) {
    printf("%s: %s\n", path, errno_text(errno));
    return;
  }
  char *names[3000];
  int count = 0;
  for (struct dirent *entry; (entry = readdir(dir));) {
    char text[300];
    snprintf(text, sizeof text, "%s:%s", entry->d_name,
             entry->d_type == DT_DIR   ? "dir"
             : entry->d_type == DT_LNK ? "link"
             : entry->d_type == DT_FIFO ? "fifo"
             : entry->d_type == DT_REG ? "file"
                                       : "?");
    names[count++] = strdup(text);
  }
  closedir(dir);
  qsort(names, count, sizeof *names, by_name);
  for (int i = 0; i < count; i++) printf("%s%s", i ? " " : "", names[i]);
  printf("\n");
}

CASE(listing) {
  write_file("a", "");
  mkdir("d", 0755);
  symlink("x", "s");
  SHOW(mkfifo("p", 0644));
  write_file(".hidden", "");
  list(".");
  list("d");
  list("none");
  list("a");
}

static void make_many(int count) {
  char name[32];
  for (int i = 0; i < count; i++) {
    snprintf(name, sizeof name, "f%04d", i);
    close(open(name, O_WRONLY | O_CREAT, 0644));
  }
}

CASE(many_entries) {
  make_many(2000);
  DIR *dir = opendir(".");
  static char seen[2000];
  int twice = 0, count = 0;
  for (struct dirent *entry; (entry = readdir(dir));) {
    if (entry->d_name[0] != 'f') continue;
    int number = atoi(entry->d_name + 1);
    twice += seen[number];
    seen[number] = 1;
    count++;
  }
  printf("count %d twice %d\n", count, twice);
  closedir(dir);
}

// Removing what readdir returns must remove everything, each once: what rm -r relies on.
CASE(remove_while_reading) {
  make_many(1500);
  DIR *dir = opendir(".");
  int removed = 0, failed = 0;
  for (struct dirent *entry; (entry = readdir(dir));) {
    if (entry->d_name[0] != 'f') continue;
    if (unlink(entry->d_name) == 0)
      removed++;
    else
      failed++;
  }
  closedir(dir);
  printf("removed %d failed %d\n", removed, failed);
  list(".");
}

// An entry that was there all the time is seen exactly once, whatever else changes.
CASE(create_while_reading) {
  make_many(500);
  DIR *dir = opendir(".");
  static int seen[500];
  int steps = 0;
  for (struct dirent *entry; (entry = readdir(dir)) && steps < 5000; steps++) {
    if (entry->d_name[0] == 'f') seen[atoi(entry->d_name + 1)]++;
    if (steps < 300) {
      char name[32];
      snprintf(name, sizeof name, "new%d", steps);
      write_file(name, "");
      if (steps % 2) unlink(name);
    }
  }
  closedir(dir);
  int once = 0;
  for (int i = 0; i < 500; i++) once += seen[i] == 1;
  printf("once %d\n", once);
}

CASE(positions) {
  make_many(300);
  DIR *dir = opendir(".");
  char names[302][32];
  long places[302];
  int count = 0;
  for (;;) {
    long place = telldir(dir);
    struct dirent *entry = readdir(dir);
    if (!entry) break;
    places[count] = place;
    snprintf(names[count++], sizeof names[0], "%.31s", entry->d_name);
  }
  printf("count %d\n", count);
  int same = 0;
  for (int i = count - 1; i >= 0; i -= 7) {
    seekdir(dir, places[i]);
    struct dirent *entry = readdir(dir);
    same += entry && strcmp(entry->d_name, names[i]) == 0;
  }
  printf("found again %d\n", same);
  rewinddir(dir);
  struct dirent *entry = readdir(dir);
  printf("first again %d\n", entry && strcmp(entry->d_name, names[0]) == 0);
  closedir(dir);
}

CASE(rewind_sees_changes) {
  write_file("one", "");
  DIR *dir = opendir(".");
  while (readdir(dir)) {
  }
  write_file("two", "");
  rewinddir(dir);
  int found = 0;
  for (struct dirent *entry; (entry = readdir(dir));) found += strcmp(entry->d_name, "two") == 0;
  printf("found %d\n", found);
  SHOW(closedir(dir));
}

CASE(stream_descriptor) {
  write_file("f", "x");
  DIR *dir = opendir(".");
  int fd = dirfd(dir);
  printf("cloexec %d\n", fcntl(fd, F_GETFD) & FD_CLOEXEC);
  SHOW(openat(fd, "f", O_RDONLY) >= 0);
  struct stat st;
  SHOW(fstat(fd, &st));
  SHOW(closedir(dir));
  SHOW(fcntl(fd, F_GETFD));
  int file = open("f", O_RDONLY);
  errno = 0;
  printf("fdopendir of file: %s\n", fdopendir(file) ? "ok" : errno_text(errno));
}

CASE(removed_while_open) {
  mkdir("d", 0755);
  write_file("d/f", "");
  DIR *dir = opendir("d");
  unlink("d/f");
  rmdir("d");
  errno = 0;
  int count = 0;
  while (readdir(dir)) count++;
  printf("entries %d %s\n", count > 2, errno ? errno_text(errno) : "no error");
  closedir(dir);
}

CASE(working_directory) {
  char buffer[4096], start[4096];
  getcwd(start, sizeof start);
  size_t base = strlen(start);
  mkdir("d", 0755);
  mkdir("d/e", 0755);
  SHOW(chdir("d/e"));
  printf("%s\n", getcwd(buffer, sizeof buffer) + base);
  SHOW(chdir(".."));
  printf("%s\n", getcwd(buffer, sizeof buffer) + base);
  errno = 0;
  printf("short buffer: %s\n", getcwd(buffer, 3) ? "ok" : errno_text(errno));
  int fd = open("e", O_RDONLY);
  SHOW(fchdir(fd));
  printf("%s\n", getcwd(buffer, sizeof buffer) + base);
  SHOW(rename("../../d", "../../moved"));
  printf("%s\n", getcwd(buffer, sizeof buffer) + base);
  write_file("f", "");
  SHOW(chdir("f"));
  SHOW(chdir("none"));
  SHOW(chdir(""));
  int file = open("f", O_RDONLY);
  SHOW(fchdir(file));
  SHOW(symlink("../..", "up"));
  SHOW(chdir("up"));
  printf("%s|\n", getcwd(buffer, sizeof buffer) + base);
}

CASE(deep_tree) {
  int depth = 0;
  while (depth < 300 && mkdir("sub", 0755) == 0 && chdir("sub") == 0) depth++;
  char *path = getcwd(NULL, 0);
  printf("depth %d long %d\n", depth, path && strlen(path) > 1200);
  while (depth-- > 0) {
    if (chdir("..") < 0 || rmdir("sub") < 0) printf("failed %s\n", errno_text(errno));
  }
  list(".");
}
