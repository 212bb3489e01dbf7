// sudo: runs a command as another user, with the options and messages of Debian's sudo. It asks for no password.
#include <ctype.h>
#include <getopt.h>
#include <stdint.h>

#include "become.h"

static const char kPath[] = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

// What a command has of the environment, as Debian's sudoers and the defaults of sudo say.
static const char* const kKept[] = {"COLORS",   "COLORTERM",  "DISPLAY",        "HOSTNAME", "KRB5CCNAME", "LANG",
                                    "LANGUAGE", "LINGUAS",    "LS_COLORS",      "PS1",      "PS2",        "TERM",
                                    "TZ",       "XAUTHORITY", "XAUTHORIZATION", NULL};

static const char kUsage[] =
    "usage: sudo -h | -V\n"
    "usage: sudo -l | -v | -k | -K [-n]\n"
    "usage: sudo [-bEHnPS] [-D directory] [-g group] [-u user] [--preserve-env[=list]] [VAR=value] [-i | -s] [command "
    "[arg ...]]\n";

struct Request {
  const char* user;
  const char* group;
  const char* directory;
  const char* preserved;  // names, separated by commas
  bool keeps_all, in_background, login, shell, list, only_checks, keeps_groups;
};

static struct Request read_options(int count, char** words) {
  static const struct option kOptions[] = {{"background", no_argument, NULL, 'b'},
                                           {"chdir", required_argument, NULL, 'D'},
                                           {"preserve-env", optional_argument, NULL, 'E'},
                                           {"group", required_argument, NULL, 'g'},
                                           {"set-home", no_argument, NULL, 'H'},
                                           {"help", no_argument, NULL, 'h'},
                                           {"login", no_argument, NULL, 'i'},
                                           {"remove-timestamp", no_argument, NULL, 'K'},
                                           {"reset-timestamp", no_argument, NULL, 'k'},
                                           {"list", no_argument, NULL, 'l'},
                                           {"non-interactive", no_argument, NULL, 'n'},
                                           {"preserve-groups", no_argument, NULL, 'P'},
                                           {"prompt", required_argument, NULL, 'p'},
                                           {"askpass", no_argument, NULL, 'A'},
                                           {"stdin", no_argument, NULL, 'S'},
                                           {"shell", no_argument, NULL, 's'},
                                           {"user", required_argument, NULL, 'u'},
                                           {"version", no_argument, NULL, 'V'},
                                           {"validate", no_argument, NULL, 'v'},
                                           {NULL, 0, NULL, 0}};
  struct Request request = {.user = "root"};
  int option;
  while ((option = getopt_long(count, words, "+AbD:Eg:HhiKklnPp:SsU:u:Vv", kOptions, NULL)) != -1) {
    switch (option) {
      case 'b':
        request.in_background = true;
        break;
      case 'D':
        request.directory = optarg;
        break;
      case 'E':
        if (optarg != NULL)
          request.preserved = optarg;
        else
          request.keeps_all = true;
        break;
      case 'g':
        request.group = optarg;
        break;
      case 'i':
        request.login = true;
        break;
      case 's':
        request.shell = true;
        break;
      case 'l':
        request.list = true;
        break;
      case 'P':
        request.keeps_groups = true;
        break;
      case 'u':
        request.user = optarg;
        break;
      case 'v':
      case 'k':
      case 'K':
        request.only_checks = true;
        break;
      // There is no password, so that it matters not how it would be asked for.
      case 'A':
      case 'n':
      case 'p':
      case 'S':
      case 'H':
      case 'U':
        break;
      case 'h':
        printf("sudo - execute a command as another user\n\n%s", kUsage);
        exit(0);
      case 'V':
        printf("Sudo version 1.9.13p3 (of wasmsand)\n");
        exit(0);
      default:
        fputs(kUsage, stderr);
        exit(1);
    }
  }
  if (request.login && request.shell) {
    fprintf(stderr, "sudo: you may not specify both the -i and -s options\n%s", kUsage);
    exit(1);
  }
  return request;
}

static bool is_number(const char* text, unsigned long* number) {
  if (*text == '#')
    text++;
  else if (!isdigit((unsigned char)*text))
    return false;
  char* end;
  errno = 0;
  *number = strtoul(text, &end, 10);
  return errno == 0 && *text != '\0' && *end == '\0' && *number < UINT32_MAX;
}

static bool is_listed(const char* name, size_t length, const char* list) {
  for (const char* at = list; at != NULL && *at != '\0';) {
    const size_t word = strcspn(at, ",");
    if (word == length && strncmp(at, name, length) == 0) return true;
    at += word + (at[word] == ',');
  }
  return false;
}

static bool is_kept(const char* variable, const struct Request* request) {
  const char* equals = strchr(variable, '=');
  if (equals == NULL) return false;
  const size_t length = (size_t)(equals - variable);
  if (strncmp(variable, "LC_", 3) == 0 || is_listed(variable, length, request->preserved)) return true;
  for (const char* const* kept = kKept; *kept != NULL; kept++)
    if (strlen(*kept) == length && strncmp(variable, *kept, length) == 0) return true;
  return false;
}

static void set(const char* name, const char* value) {
  if (setenv(name, value, 1) != 0) {
    perror("sudo");
    exit(1);
  }
}

// The environment of the command. `caller`: who has called sudo; null: nobody that has a name.
static void set_environment(const struct Request* request, const struct passwd* user, const struct passwd* caller,
                            const char* command) {
  if (!request->keeps_all || request->login) {
    size_t count = 0;
    while (environ[count] != NULL) count++;
    char** all = environ;
    char** kept = calloc(count + 1, sizeof *kept);
    if (kept == NULL) exit(1);
    size_t at = 0;
    for (size_t i = 0; i < count; i++)
      if (is_kept(all[i], request) && (!request->login || strncmp(all[i], "PS", 2) != 0)) kept[at++] = all[i];
    environ = kept;
  }
  set("PATH", kPath);
  if (!request->keeps_all && !is_listed("HOME", 4, request->preserved)) set("HOME", user->pw_dir);
  set("LOGNAME", user->pw_name);
  set("USER", user->pw_name);
  set("SHELL", shell_of(user));
  char* mail;
  if (asprintf(&mail, "/var/mail/%s", user->pw_name) >= 0) set("MAIL", mail);
  char number[16];
  set("SUDO_COMMAND", command);
  set("SUDO_USER", caller != NULL ? caller->pw_name : "unknown");
  snprintf(number, sizeof number, "%u", (unsigned)getuid());
  set("SUDO_UID", number);
  snprintf(number, sizeof number, "%u", (unsigned)getgid());
  set("SUDO_GID", number);
}

// The program that a name stands for; null: there is none.
static char* find_program(const char* name) {
  if (strchr(name, '/') != NULL) return access(name, F_OK) == 0 ? strdup(name) : NULL;
  for (const char* at = kPath; *at != '\0';) {
    const size_t length = strcspn(at, ":");
    char* path;
    if (asprintf(&path, "%.*s/%s", (int)length, at, name) < 0) return NULL;
    if (access(path, X_OK) == 0) return path;
    free(path);
    at += length + (at[length] == ':');
  }
  return NULL;
}

static char* joined(char** words) {
  size_t length = 1;
  for (char** word = words; *word != NULL; word++) length += strlen(*word) + 1;
  char* text = calloc(length, 1);
  for (char** word = words; text != NULL && *word != NULL; word++) {
    if (word != words) strcat(text, " ");
    strcat(text, *word);
  }
  return text;
}

// What a shell has to read to run these words as they are: -i and -s hand them to it so.
static char* escaped(char** words) {
  size_t length = 1;
  for (char** word = words; *word != NULL; word++) length += 2 * strlen(*word) + 1;
  char* text = malloc(length);
  if (text == NULL) return NULL;
  char* at = text;
  for (char** word = words; *word != NULL; word++) {
    if (word != words) *at++ = ' ';
    for (const char* c = *word; *c != '\0'; c++) {
      if (!isalnum((unsigned char)*c) && *c != '_' && *c != '-' && *c != '$' && (unsigned char)*c < 128) *at++ = '\\';
      *at++ = *c;
    }
  }
  *at = '\0';
  return text;
}

static struct passwd user_of(const char* name) {
  unsigned long number;
  struct passwd* found = is_number(name, &number) ? getpwuid((uid_t)number) : getpwnam(name);
  if (found != NULL) {
    struct passwd copy = *found;
    copy.pw_name = strdup(found->pw_name);
    copy.pw_dir = strdup(found->pw_dir);
    copy.pw_shell = strdup(shell_of(found));
    return copy;
  }
  if (!is_number(name, &number) || *name != '#') {
    fprintf(stderr, "sudo: unknown user %s\nsudo: error initializing audit plugin sudoers_audit\n", name);
    exit(1);
  }
  return (struct passwd){
      .pw_name = strdup(name), .pw_uid = (uid_t)number, .pw_gid = (gid_t)number, .pw_dir = "/", .pw_shell = "/bin/sh"};
}

static gid_t group_of(const char* name) {
  unsigned long number;
  if (is_number(name, &number)) return (gid_t)number;
  struct group* found = getgrnam(name);
  if (found != NULL) return found->gr_gid;
  fprintf(stderr, "sudo: unknown group %s\nsudo: error initializing audit plugin sudoers_audit\n", name);
  exit(1);
}

int main(int count, char** words) {
  struct Request request = read_options(count, words);
  if (geteuid() != 0) {
    fputs(
        "sudo: effective uid is not 0, is /usr/bin/sudo on a file system with the 'nosuid' option set or an NFS file "
        "system without root privileges?\n",
        stderr);
    return 1;
  }
  const uid_t own = getuid();
  struct passwd* named = getpwuid(own);
  struct passwd caller;
  if (named != NULL) {
    caller = *named;
    caller.pw_name = strdup(named->pw_name);
  }
  const char* caller_name = named != NULL ? caller.pw_name : "unknown";
  char host[256] = "sandbox";
  gethostname(host, sizeof host - 1);
  if (!may_become_others(own)) {
    if (request.list)
      printf("Sorry, user %s may not run sudo on %s.\n", caller_name, host);
    else
      fprintf(stderr, "%s is not in the sudoers file.\n", caller_name);
    return 1;
  }
  if (request.list) {
    printf("User %s may run the following commands on %s:\n    (ALL : ALL) NOPASSWD: ALL\n", caller_name, host);
    return 0;
  }

  char** command = words + optind;
  for (; *command != NULL && strchr(*command, '=') != NULL && (*command)[0] != '='; command++) {
  }
  const bool has_command = *command != NULL;
  if (!has_command && !request.login && !request.shell) {
    if (request.only_checks) return 0;
    fputs(kUsage, stderr);
    return 1;
  }

  const struct passwd user = user_of(request.user);
  const gid_t group = request.group != NULL ? group_of(request.group) : user.pw_gid;
  const char* shell = request.login ? user.pw_shell : getenv("SHELL");
  if (shell == NULL || *shell == '\0') shell = user.pw_shell;

  char* arguments[] = {NULL, "-c", NULL, NULL};
  char** run = command;
  char* program;
  if (request.login || request.shell) {
    program = strdup(shell);
    arguments[0] = request.login ? login_name(shell) : strdup(last_name(shell));
    if (has_command)
      arguments[2] = escaped(command);
    else
      arguments[1] = NULL;
    run = arguments;
  } else {
    program = find_program(*command);
    if (program == NULL) {
      fprintf(stderr, "sudo: %s: command not found\n", *command);
      return 1;
    }
  }
  char* told;
  if (asprintf(&told, "%s%s%s", program, run[0] != NULL && run[1] != NULL ? " " : "", joined(run + 1)) < 0) return 1;
  set_environment(&request, &user, named != NULL ? &caller : NULL, told);
  for (char** assignment = words + optind; assignment < command; assignment++) putenv(*assignment);

  if (request.in_background) {
    const pid_t child = fork();
    if (child < 0) {
      perror("sudo: unable to fork");
      return 1;
    }
    if (child > 0) return 0;
  }
  const bool becomes = request.keeps_groups ? setgid(group) == 0 && setuid(user.pw_uid) == 0
                                            : become(user.pw_name, user.pw_uid, group) == 0;
  if (!becomes) {
    perror("sudo: unable to change to runas user");
    return 1;
  }
  const char* directory = request.directory != NULL ? request.directory : request.login ? user.pw_dir : NULL;
  if (directory != NULL && chdir(directory) != 0) {
    fprintf(stderr, "sudo: unable to change directory to %s: %s\n", directory, strerror(errno));
    if (!request.login) return 1;
  }
  execve(program, run, environ);
  if (errno == ENOEXEC) {
    // A script without a first line that names its shell.
    size_t words_left = 0;
    while (run[words_left] != NULL) words_left++;
    char** script = calloc(words_left + 2, sizeof *script);
    if (script != NULL) {
      script[0] = "sh";
      script[1] = program;
      for (size_t i = 1; i < words_left; i++) script[i + 1] = run[i];
      execve("/bin/sh", script, environ);
    }
  }
  fprintf(stderr, "sudo: unable to execute %s: %s\n", program, strerror(errno));
  return 1;
}
