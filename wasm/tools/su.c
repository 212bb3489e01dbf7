// su: runs a shell as another user, with the options and messages of util-linux. It asks for no password.
#include <getopt.h>

#include "become.h"

static const char kHelp[] =
    "\nUsage:\n su [options] [-] [<user> [<argument>...]]\n\n"
    "Change the effective user ID and group ID to that of <user>.\n"
    "A mere - implies -l.  If <user> is not given, root is assumed.\n\n"
    "Options:\n"
    " -m, -p, --preserve-environment      do not reset environment variables\n"
    " -w, --whitelist-environment <list>  don't reset specified variables\n\n"
    " -g, --group <group>             specify the primary group\n"
    " -G, --supp-group <group>        specify a supplemental group\n\n"
    " -, -l, --login                  make the shell a login shell\n"
    " -c, --command <command>         pass a single command to the shell with -c\n"
    " --session-command <command>     pass a single command to the shell with -c\n"
    "                                   and do not create a new session\n"
    " -f, --fast                      pass -f to the shell (for csh or tcsh)\n"
    " -s, --shell <shell>             run <shell> if /etc/shells allows it\n"
    " -P, --pty                       create a new pseudo-terminal\n\n"
    " -h, --help                      display this help\n"
    " -V, --version                   display version\n\n"
    "For more details see su(1).\n";

struct Request {
  const char *command, *shell, *group, *kept;
  bool login, preserves, fast;
};

static int fail(const char* format, const char* word) {
  fputs("su: ", stderr);
  fprintf(stderr, format, word);
  fputc('\n', stderr);
  return 1;
}

static struct Request read_options(int count, char** words) {
  static const struct option kOptions[] = {{"preserve-environment", no_argument, NULL, 'm'},
                                           {"whitelist-environment", required_argument, NULL, 'w'},
                                           {"group", required_argument, NULL, 'g'},
                                           {"supp-group", required_argument, NULL, 'G'},
                                           {"login", no_argument, NULL, 'l'},
                                           {"command", required_argument, NULL, 'c'},
                                           {"session-command", required_argument, NULL, 'c'},
                                           {"fast", no_argument, NULL, 'f'},
                                           {"shell", required_argument, NULL, 's'},
                                           {"pty", no_argument, NULL, 'P'},
                                           {"help", no_argument, NULL, 'h'},
                                           {"version", no_argument, NULL, 'V'},
                                           {NULL, 0, NULL, 0}};
  struct Request request = {0};
  int option;
  while ((option = getopt_long(count, words, "c:fg:G:hlmpPs:u:Vw:", kOptions, NULL)) != -1) {
    switch (option) {
      case 'c':
        request.command = optarg;
        break;
      case 'f':
        request.fast = true;
        break;
      case 'g':
      case 'G':
        request.group = optarg;
        break;
      case 'l':
        request.login = true;
        break;
      case 'm':
      case 'p':
        request.preserves = true;
        break;
      case 's':
        request.shell = optarg;
        break;
      case 'w':
        request.kept = optarg;
        break;
      case 'P':
        break;
      case 'h':
        fputs(kHelp, stdout);
        exit(0);
      case 'V':
        printf("su from util-linux 2.38.1 (of wasmsand)\n");
        exit(0);
      default:
        fputs("Try 'su --help' for more information.\n", stderr);
        exit(1);
    }
  }
  return request;
}

static bool is_allowed_shell(const char* shell) {
  bool found = false;
  setusershell();
  for (char* each = getusershell(); each != NULL && !found; each = getusershell()) found = strcmp(each, shell) == 0;
  endusershell();
  return found;
}

// A login shell has of the environment nothing but TERM and what -w names.
static void clear_environment(const char* kept) {
  char* list = NULL;
  if (asprintf(&list, "TERM,%s", kept == NULL ? "" : kept) < 0) exit(1);
  char* values[64];
  char* names[64];
  size_t count = 0;
  for (char* name = strtok(list, ","); name != NULL && count < 64; name = strtok(NULL, ",")) {
    const char* value = getenv(name);
    if (value == NULL) continue;
    names[count] = strdup(name);
    values[count++] = strdup(value);
  }
  clearenv();
  for (size_t i = 0; i < count; i++) setenv(names[i], values[i], 1);
}

static void set_environment(const struct Request* request, const struct passwd* user, const char* shell) {
  if (request->login) {
    clear_environment(request->kept);
    setenv("PATH",
           user->pw_uid == 0 ? "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
                             : "/usr/local/bin:/usr/bin:/bin:/usr/local/games:/usr/games",
           1);
    char* mail;
    if (asprintf(&mail, "/var/mail/%s", user->pw_name) >= 0) setenv("MAIL", mail, 1);
  }
  if (request->preserves && !request->login) return;
  setenv("HOME", user->pw_dir, 1);
  setenv("SHELL", shell, 1);
  if (request->login || user->pw_uid != 0) {
    setenv("USER", user->pw_name, 1);
    setenv("LOGNAME", user->pw_name, 1);
  }
}

int main(int count, char** words) {
  struct Request request = read_options(count, words);
  char** left = words + optind;
  if (*left != NULL && strcmp(*left, "-") == 0) {
    request.login = true;
    left++;
  }
  const char* name = "root";
  if (*left != NULL) name = *left++;
  struct passwd* found = getpwnam(name);
  if (found == NULL)
    return fail("user %s does not exist or the user entry does not contain all the required fields", name);
  struct passwd user = *found;
  user.pw_name = strdup(found->pw_name);
  user.pw_dir = strdup(found->pw_dir);
  user.pw_shell = strdup(shell_of(found));
  if (geteuid() != 0 || !may_become_others(getuid())) return fail("Authentication failure%s", "");

  gid_t group = user.pw_gid;
  if (request.group != NULL) {
    if (getuid() != 0) return fail("only root can specify alternative groups%s", "");
    struct group* wanted = getgrnam(request.group);
    if (wanted == NULL) return fail("group %s does not exist", request.group);
    group = wanted->gr_gid;
  }

  const char* shell = request.shell;
  if (shell == NULL && request.preserves && !request.login) shell = getenv("SHELL");
  if (shell == NULL || (getuid() != 0 && !is_allowed_shell(user.pw_shell))) shell = user.pw_shell;
  set_environment(&request, &user, shell);

  if (become(user.pw_name, user.pw_uid, group) != 0) return fail("cannot set user id: %s", strerror(errno));
  if (request.login && chdir(user.pw_dir) != 0)
    fprintf(stderr, "su: warning: cannot change directory to %s: %s\n", user.pw_dir, strerror(errno));

  size_t words_left = 0;
  while (left[words_left] != NULL) words_left++;
  char** run = calloc(words_left + 5, sizeof *run);
  if (run == NULL) return 1;
  size_t at = 0;
  run[at++] = request.login ? login_name(shell) : strdup(last_name(shell));
  if (request.fast) run[at++] = "-f";
  if (request.command != NULL) {
    run[at++] = "-c";
    run[at++] = strdup(request.command);
  }
  for (size_t i = 0; i < words_left; i++) run[at++] = left[i];
  execv(shell, run);
  const int status = cannot_run();
  fprintf(stderr, "su: failed to execute %s: %s\n", shell, strerror(errno));
  return status;
}
