// Makes and describes files for tar's tests, and changes them while a tar runs: the options of tar's own genfile that
// they use.
#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static off_t length, seek_offset;
static off_t block_size = 512;
static bool zeros;
static const char* file_name;

static off_t size_of(const char* text) {
  static const char units[] = "kKmMgG";
  char* end;
  const off_t number = strtoll(text, &end, 10);
  if (*end == 0) return number;
  const char* unit = strchr(units, *end);
  if (!unit || end[1] != 0) errx(2, "invalid size: %s", text);
  return number << (10 * ((unit - units) / 2 + 1));
}

static void fill(FILE* file, off_t count) {
  for (off_t i = 0; i < count; i++) putc(zeros ? 0 : i & 255, file);
}

static void make_file(const char* name) {
  FILE* file = name ? fopen(name, seek_offset ? "rb+" : "wb") : stdout;
  if (!file) err(1, "cannot open %s", name);
  if (seek_offset && fseeko(file, seek_offset, SEEK_SET)) err(1, "cannot seek");
  fill(file, length);
  if (fclose(file)) err(1, "cannot write %s", name ? name : "the output");
}

static void make_listed(const char* list, int delimiter) {
  FILE* names = strcmp(list, "-") == 0 ? stdin : fopen(list, "r");
  if (!names) err(1, "cannot open %s", list);
  char* name = NULL;
  size_t room = 0;
  for (ssize_t got; (got = getdelim(&name, &room, delimiter, names)) > 0;) {
    if (name[got - 1] == delimiter) name[got - 1] = 0;
    make_file(name);
  }
}

// A part of a sparse file: so many bytes are left out, then comes a block of each mark, or `=` a number of blocks.
static void write_part(int fd, const char* hole, const char* marks) {
  const off_t at = lseek(fd, size_of(hole), SEEK_CUR);
  if (!marks || !*marks) {
    if (ftruncate(fd, at)) err(1, "cannot truncate");
    return;
  }
  char* block = malloc(block_size);
  const bool counted = *marks == '=';
  off_t left = counted ? size_of(marks + 1) : (off_t)strlen(marks);
  for (; left > 0; left--, marks++) {
    for (off_t i = 0; i < block_size; i++) block[i] = counted ? (zeros ? 0 : i & 255) : *marks;
    if (write(fd, block, block_size) != block_size) err(1, "cannot write");
  }
  free(block);
}

static void make_sparse(char** map) {
  if (!file_name) errx(2, "a sparse file needs a name");
  const int fd = open(file_name, O_CREAT | O_RDWR | (seek_offset ? 0 : O_TRUNC), 0644);
  if (fd < 0) err(1, "cannot open %s", file_name);
  for (; *map; map += map[1] ? 2 : 1) {
    if (strcmp(*map, "-") != 0) {
      write_part(fd, map[0], map[1]);
      continue;
    }
    char hole[64], marks[192];
    while (scanf("%63s %191s", hole, marks) == 2) write_part(fd, hole, marks);
    break;
  }
  close(fd);
}

static void describe(const char* name, const char* format) {
  struct stat st;
  if (stat(name, &st)) {
    warn("stat(%s) failed", name);
    return;
  }
  char *fields = strdup(format), *rest = fields;
  for (const char *field, *space = ""; (field = strsep(&rest, ",")); space = " ") {
    if (strncmp(field, "st_", 3) == 0) field += 3;
    fputs(space, stdout);
    if (strcmp(field, "name") == 0)
      fputs(name, stdout);
    else if (strncmp(field, "mode", 4) == 0)
      printf("%0o", st.st_mode & (field[4] ? (mode_t)strtoul(field + 5, NULL, 8) : ~(mode_t)0));
    else if (strcmp(field, "nlink") == 0)
      printf("%lu", (unsigned long)st.st_nlink);
    else if (strcmp(field, "uid") == 0)
      printf("%lu", (unsigned long)st.st_uid);
    else if (strcmp(field, "gid") == 0)
      printf("%lu", (unsigned long)st.st_gid);
    else if (strcmp(field, "size") == 0)
      printf("%lld", (long long)st.st_size);
    else if (strcmp(field, "atime") == 0)
      printf("%lld", (long long)st.st_atime);
    else if (strcmp(field, "mtime") == 0)
      printf("%lld", (long long)st.st_mtime);
    else if (strcmp(field, "ctime") == 0)
      printf("%lld", (long long)st.st_ctime);
    else
      errx(2, "unknown field %s", field);
  }
  putchar('\n');
  free(fields);
}

// What to do to a file when tar reaches a checkpoint.
enum { kAppend = 256, kExecute, kRemove, kTruncate, kCheckpoint };

static struct action {
  int what;
  unsigned long checkpoint;
  char* argument;
  off_t length;
  bool done;
} actions[8];
static size_t action_count;
static unsigned long checkpoint;

static void add_action(int what, char* argument) {
  if (action_count == sizeof actions / sizeof *actions) errx(2, "too many actions");
  actions[action_count++] = (struct action){what, checkpoint, argument, length, false};
}

static void act(const struct action* action) {
  const char* name = action->argument;
  if (action->what == kAppend) {
    FILE* file = fopen(name, "ab");
    if (!file) err(1, "cannot open %s", name);
    fill(file, action->length);
    if (fclose(file)) err(1, "cannot write %s", name);
  } else if (action->what == kExecute) {
    if (system(name) != 0) warnx("command failed: %s", name);
  } else if (action->what == kRemove) {
    if (remove(name)) warn("cannot remove %s", name);
  } else if (truncate(name, action->length)) {
    warn("cannot truncate %s", name);
  }
}

static const char checkpoint_text[] = "genfile checkpoint";

// Runs a tar that says when it reaches a checkpoint and then waits for a signal. The rest of what it says is passed on.
static int run(const char* every, char** command) {
  char granularity[64], announcement[64];
  snprintf(granularity, sizeof granularity, "--checkpoint=%s", every);
  snprintf(announcement, sizeof announcement, "--checkpoint-action=echo=%s %%u", checkpoint_text);
  char* arguments[64] = {command[0], granularity, announcement, "--checkpoint-action=wait=SIGUSR1"};
  size_t count = 4;
  for (char** argument = command + 1; *argument; argument++) {
    if (count + 1 == sizeof arguments / sizeof *arguments) errx(2, "too many arguments");
    arguments[count++] = *argument;
  }
  int ends[2];
  if (pipe2(ends, O_CLOEXEC)) err(1, "pipe");
  posix_spawn_file_actions_t redirection;
  posix_spawn_file_actions_init(&redirection);
  posix_spawn_file_actions_adddup2(&redirection, ends[1], STDERR_FILENO);
  setenv("LC_ALL", "POSIX", 1);
  pid_t pid;
  errno = posix_spawnp(&pid, arguments[0], &redirection, NULL, arguments, environ);
  if (errno != 0) err(1, "cannot run %s", arguments[0]);
  close(ends[1]);
  FILE* said = fdopen(ends[0], "r");
  char* line = NULL;
  size_t room = 0;
  while (getline(&line, &room, said) > 0) {
    const char* text = strstr(line, checkpoint_text);
    if (!text) {
      fputs(line, stderr);
      continue;
    }
    const unsigned long reached = strtoul(text + strlen(checkpoint_text), NULL, 10);
    for (struct action* action = actions; action < actions + action_count; action++) {
      if (action->done || action->checkpoint > reached) continue;
      act(action);
      action->done = true;
    }
    kill(pid, SIGUSR1);
  }
  int status;
  if (waitpid(pid, &status, 0) != pid) err(1, "waitpid");
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

int main(int argc, char** argv) {
  static const struct option options[] = {
      {"length", required_argument, NULL, 'l'},
      {"file", required_argument, NULL, 'f'},
      {"files-from", required_argument, NULL, 'T'},
      {"null", no_argument, NULL, '0'},
      {"pattern", required_argument, NULL, 'p'},
      {"block-size", required_argument, NULL, 'b'},
      {"sparse", no_argument, NULL, 's'},
      {"seek", required_argument, NULL, 'k'},
      {"quiet", no_argument, NULL, 'q'},
      {"stat", optional_argument, NULL, 'S'},
      {"run", optional_argument, NULL, 'r'},
      {"checkpoint", required_argument, NULL, kCheckpoint},
      {"append", required_argument, NULL, kAppend},
      {"exec", required_argument, NULL, kExecute},
      {"truncate", required_argument, NULL, kTruncate},
      {"unlink", required_argument, NULL, kRemove},
      {NULL, 0, NULL, 0},
  };
  const char *list = NULL, *format = NULL, *every = NULL;
  bool sparse = false;
  int delimiter = '\n';
  for (int option; (option = getopt_long(argc, argv, "+l:f:T:0p:b:sqS::r::", options, NULL)) != -1;) {
    switch (option) {
      case 'l':
        length = size_of(optarg);
        break;
      case 'f':
        file_name = optarg;
        break;
      case 'T':
        list = optarg;
        break;
      case '0':
        delimiter = 0;
        break;
      case 'p':
        zeros = strcmp(optarg, "zeros") == 0;
        break;
      case 'b':
        block_size = size_of(optarg);
        break;
      case 's':
        sparse = true;
        break;
      case 'k':
        seek_offset = size_of(optarg);
        break;
      case 'q':
        break;
      case 'S':
        format = optarg ? optarg : "name,mode,nlink,uid,gid,size,atime,mtime,ctime";
        break;
      case 'r':
        every = optarg ? optarg : "1";
        break;
      case kCheckpoint:
        checkpoint = strtoul(optarg, NULL, 10);
        break;
      case kAppend:
      case kExecute:
      case kRemove:
      case kTruncate:
        add_action(option, optarg);
        break;
      default:
        return 2;
    }
  }
  if (every) return run(every, argv + optind);
  if (format) {
    for (char** name = argv + optind; *name; name++) describe(*name, format);
  } else if (sparse) {
    make_sparse(argv + optind);
  } else if (list) {
    make_listed(list, delimiter);
  } else {
    make_file(file_name);
  }
  return 0;
}
