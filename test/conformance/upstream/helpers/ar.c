// Puts files into an archive, for make's tests: `ar rv archive file…` with real times, as GNU ar does with U, whose
// long names stand in a table of their own. An archive that exists is read again, so that it is one that make has seen.
#include <err.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char magic[] = "!<arch>\n";

// A member's header as it is in the file: text, padded with spaces.
struct header {
  char name[16], mtime[12], uid[6], gid[6], mode[8], size[10], end[2];
};

static struct member {
  char* name;
  long mtime;
  unsigned uid, gid, mode;
  size_t size;
  char* data;
} members[64];
static size_t member_count;

static char* read_data(FILE* file, size_t size) {
  char* data = malloc(size + 1);
  if (!data || fread(data, 1, size, file) != size) errx(1, "cannot read %zu bytes", size);
  data[size] = 0;
  return data;
}

static struct member* member_of(const char* name) {
  for (struct member* member = members; member < members + member_count; member++)
    if (strcmp(member->name, name) == 0) return member;
  return NULL;
}

static struct member* new_member(void) {
  if (member_count == sizeof members / sizeof *members) errx(1, "too many members");
  return &members[member_count++];
}

static void read_archive(FILE* file) {
  char begin[sizeof magic - 1];
  if (fread(begin, 1, sizeof begin, file) != sizeof begin || memcmp(begin, magic, sizeof begin) != 0)
    errx(1, "not an archive");
  char* long_names = NULL;
  for (struct header header; fread(&header, 1, sizeof header, file) == sizeof header;) {
    const size_t size = strtoul(header.size, NULL, 10);
    char* data = read_data(file, size);
    if (size % 2) getc(file);
    if (memcmp(header.name, "//", 2) == 0) {
      long_names = data;
      continue;
    }
    const char* name = *header.name == '/' ? long_names + strtoul(header.name + 1, NULL, 10) : header.name;
    *new_member() = (struct member){
        .name = strndup(name, strcspn(name, "/")),
        .mtime = strtol(header.mtime, NULL, 10),
        .uid = strtoul(header.uid, NULL, 10),
        .gid = strtoul(header.gid, NULL, 10),
        .mode = strtoul(header.mode, NULL, 8),
        .size = size,
        .data = data,
    };
  }
}

static void insert(const char* path) {
  FILE* file = fopen(path, "rb");
  struct stat st;
  if (!file || fstat(fileno(file), &st)) err(1, "%s", path);
  const char* slash = strrchr(path, '/');
  const char* name = slash ? slash + 1 : path;
  struct member* member = member_of(name);
  printf("%c - %s\n", member ? 'r' : 'a', path);
  if (!member) member = new_member();
  *member = (struct member){
      .name = strdup(name),
      .mtime = st.st_mtime,
      .uid = st.st_uid,
      .gid = st.st_gid,
      .mode = st.st_mode,
      .size = st.st_size,
      .data = read_data(file, st.st_size),
  };
  fclose(file);
}

static void write_member(FILE* file, const char* name, const struct member* member) {
  fprintf(file, "%-16s%-12ld%-6u%-6u%-8o%-10zu`\n", name, member->mtime, member->uid, member->gid, member->mode,
          member->size);
  fwrite(member->data, 1, member->size, file);
  if (member->size % 2) putc('\n', file);
}

static void write_archive(const char* path) {
  FILE* file = fopen(path, "wb");
  if (!file) err(1, "%s", path);
  fputs(magic, file);
  const size_t longest = sizeof((struct header*)0)->name - 1;
  struct member table = {0};
  FILE* long_names = open_memstream(&table.data, &table.size);
  for (size_t i = 0; i < member_count; i++)
    if (strlen(members[i].name) > longest) fprintf(long_names, "%s/\n", members[i].name);
  fclose(long_names);
  if (table.size > 0) write_member(file, "//", &table);
  size_t offset = 0;
  for (size_t i = 0; i < member_count; i++) {
    char name[32];
    const size_t length = strlen(members[i].name);
    if (length > longest) {
      snprintf(name, sizeof name, "/%zu", offset);
      offset += length + 2;
    } else {
      snprintf(name, sizeof name, "%s/", members[i].name);
    }
    write_member(file, name, &members[i]);
  }
  if (fclose(file)) err(1, "%s", path);
}

int main(int argc, char** argv) {
  if (argc < 4 || !strchr(argv[1], 'r') || strspn(argv[1], "-rvU") != strlen(argv[1]))
    errx(1, "usage: ar rvU archive file...");
  FILE* archive = fopen(argv[2], "rb");
  if (archive) {
    read_archive(archive);
    fclose(archive);
  } else {
    fprintf(stderr, "ar: creating %s\n", argv[2]);
  }
  for (char** path = argv + 3; *path; path++) insert(*path);
  write_archive(argv[2]);
  return 0;
}
