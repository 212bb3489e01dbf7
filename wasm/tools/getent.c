// getent: entries of the system's databases. Users, groups and the addresses of hosts come from the C library, the rest
// from the files under /etc that nsswitch.conf names: there is no other source.
#include <arpa/inet.h>
#include <ctype.h>
#include <grp.h>
#include <netdb.h>
#include <pwd.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

enum { kFound = 0, kUsage = 1, kNotFound = 2, kCannotList = 3 };
enum { kMaxWords = 64 };

static bool is_number(const char* text) {
  return isdigit((unsigned char)*text) && text[strspn(text, "0123456789")] == '\0';
}

static void print_user(const struct passwd* user) {
  printf("%s:%s:%u:%u:%s:%s:%s\n", user->pw_name, user->pw_passwd, user->pw_uid, user->pw_gid, user->pw_gecos,
         user->pw_dir, user->pw_shell);
}

static int users(char** keys) {
  const struct passwd* user;
  if (!*keys)
    for (setpwent(); (user = getpwent());) print_user(user);
  int status = kFound;
  for (; *keys; keys++) {
    user = is_number(*keys) ? getpwuid((uid_t)strtoul(*keys, NULL, 10)) : getpwnam(*keys);
    if (user)
      print_user(user);
    else
      status = kNotFound;
  }
  return status;
}

static void print_group(const struct group* group) {
  printf("%s:%s:%u:", group->gr_name, group->gr_passwd, group->gr_gid);
  for (char** member = group->gr_mem; *member; member++) printf("%s%s", member == group->gr_mem ? "" : ",", *member);
  putchar('\n');
}

static int groups(char** keys) {
  const struct group* group;
  if (!*keys)
    for (setgrent(); (group = getgrent());) print_group(group);
  int status = kFound;
  for (; *keys; keys++) {
    group = is_number(*keys) ? getgrgid((gid_t)strtoul(*keys, NULL, 10)) : getgrnam(*keys);
    if (group)
      print_group(group);
    else
      status = kNotFound;
  }
  return status;
}

static int groups_of_users(char** keys) {
  if (!*keys) {
    fputs("Enumeration not supported on initgroups\n", stderr);
    return kCannotList;
  }
  for (; *keys; keys++) {
    gid_t list[kMaxWords];
    int count = kMaxWords;
    const struct passwd* user = getpwnam(*keys);
    printf("%-20s ", *keys);
    if (user && getgrouplist(*keys, user->pw_gid, list, &count) >= 0)
      for (int i = 0; i < count; i++)
        if (list[i] != user->pw_gid) printf(" %u", list[i]);
    putchar('\n');
  }
  return kFound;
}

// The words of a line without its comment; returns their number.
static int split(char* line, char** words) {
  int count = 0;
  line[strcspn(line, "#\n")] = '\0';
  for (char* word; count < kMaxWords - 1 && (word = strsep(&line, " \t"));)
    if (*word) words[count++] = word;
  words[count] = NULL;
  return count;
}

static bool among(char** words, const char* wanted) {
  for (; *words; words++)
    if (strcmp(*words, wanted) == 0) return true;
  return false;
}

static void print_words(char** words) {
  for (; *words; words++) printf(" %s", *words);
  putchar('\n');
}

// How a line of each file is printed, and whether a key asks for it.
typedef void Print(char** words, const char* key);
typedef bool Matches(char** words, const char* key);

static void print_host(char** words, const char* key) {
  (void)key;
  printf("%-15s", words[0]);
  print_words(words + 1);
}
static bool host_matches(char** words, const char* key) {
  struct in6_addr address;
  bool number = inet_pton(AF_INET, key, &address) == 1 || inet_pton(AF_INET6, key, &address) == 1;
  return number ? strcmp(words[0], key) == 0 : among(words + 1, key);
}

static void print_named(char** words, const char* key) {
  (void)key;
  printf("%-21s", words[0]);
  print_words(words + 1);
}
static bool service_matches(char** words, const char* key) {
  const char* slash = strchr(key, '/');
  const char* protocol = strchr(words[1], '/');
  if (slash && protocol && strcmp(slash, protocol) != 0) return false;
  size_t length = slash ? (size_t)(slash - key) : strlen(key);
  char name[256];
  if (length >= sizeof name) return false;
  memcpy(name, key, length);
  name[length] = '\0';
  if (is_number(name)) return strtoul(words[1], NULL, 10) == strtoul(name, NULL, 10);
  return strcmp(words[0], name) == 0 || among(words + 2, name);
}
static bool protocol_matches(char** words, const char* key) {
  return is_number(key) ? strcmp(words[1], key) == 0 : strcmp(words[0], key) == 0 || among(words + 2, key);
}

// Prints the first line that matches the key, or all lines without one.
static bool scan(const char* path, Print* print, Matches* matches, const char* key) {
  FILE* file = fopen(path, "re");
  if (!file) return !key;
  bool found = !key;
  char line[1024], *words[kMaxWords];
  while (fgets(line, sizeof line, file)) {
    if (split(line, words) < 2 || (key && !matches(words, key))) continue;
    print(words, key);
    found = true;
    if (key) break;
  }
  fclose(file);
  return found;
}

static int scan_all(const char* path, Print* print, Matches* matches, char** keys) {
  int status = kFound;
  if (!*keys) scan(path, print, matches, NULL);
  for (; *keys; keys++)
    if (!scan(path, print, matches, *keys)) status = kNotFound;
  return status;
}

typedef void PrintAddress(const char* address, const char* name, bool first);

// Prints each address of a name once. `family` is one of AF_; for hosts that are in no file, the network is asked.
static bool print_addresses(const char* key, int family, PrintAddress* print) {
  const struct addrinfo wanted = {.ai_family = family, .ai_socktype = SOCK_STREAM, .ai_flags = AI_CANONNAME};
  struct addrinfo* found;
  if (getaddrinfo(key, NULL, &wanted, &found) != 0) return false;
  for (const struct addrinfo* one = found; one; one = one->ai_next) {
    char address[INET6_ADDRSTRLEN];
    getnameinfo(one->ai_addr, one->ai_addrlen, address, sizeof address, NULL, 0, NI_NUMERICHOST);
    print(address, found->ai_canonname, one == found);
  }
  freeaddrinfo(found);
  return true;
}

static void print_host_address(const char* address, const char* name, bool first) {
  (void)first;
  printf("%-15s %s\n", address, name);
}

static int hosts(char** keys) {
  int status = kFound;
  if (!*keys) scan("/etc/hosts", print_host, NULL, NULL);
  for (; *keys; keys++) {
    unsigned char number[sizeof(struct in6_addr)];
    if (scan("/etc/hosts", print_host, host_matches, *keys)) continue;
    bool is_number = inet_pton(AF_INET, *keys, number) == 1 || inet_pton(AF_INET6, *keys, number) == 1;
    if (is_number ||
        (!print_addresses(*keys, AF_INET6, print_host_address) && !print_addresses(*keys, AF_INET, print_host_address)))
      status = kNotFound;
  }
  return status;
}

static void print_sockets(const char* address, const char* name, bool first) {
  printf("%-15s STREAM %s\n%-15s DGRAM  \n%-15s RAW    \n", address, first ? name : "", address, address);
}
static void print_sockets_of_line(char** words, const char* key) {
  (void)key;
  print_sockets(words[0], words[1], true);
}

static int addresses_of(char** keys, int family) {
  int status = kFound;
  if (!*keys) scan("/etc/hosts", print_sockets_of_line, NULL, NULL);
  for (; *keys; keys++)
    if (!print_addresses(*keys, family, print_sockets)) status = kNotFound;
  return status;
}
static int addresses(char** keys) { return addresses_of(keys, AF_UNSPEC); }
static int addresses4(char** keys) { return addresses_of(keys, AF_INET); }
static int addresses6(char** keys) { return addresses_of(keys, AF_INET6); }
static int services(char** keys) { return scan_all("/etc/services", print_named, service_matches, keys); }
static int protocols(char** keys) { return scan_all("/etc/protocols", print_named, protocol_matches, keys); }

static const struct {
  const char* name;
  int (*list)(char** keys);
} kDatabases[] = {{"ahosts", addresses}, {"ahostsv4", addresses4}, {"ahostsv6", addresses6},
                  {"group", groups},     {"hosts", hosts},         {"initgroups", groups_of_users},
                  {"passwd", users},     {"protocols", protocols}, {"services", services}};
enum { kDatabaseCount = sizeof kDatabases / sizeof *kDatabases };

static int help(void) {
  puts(
      "Usage: getent database [key ...]\n"
      "Writes the entries of a database of the system, all or those of the keys.\n\n"
      "  -?, --help; -V, --version\n\n"
      "Supported databases:");
  for (int i = 0; i < kDatabaseCount; i++) printf("%s%c", kDatabases[i].name, i + 1 < kDatabaseCount ? ' ' : '\n');
  return kFound;
}

int main(int argc, char** argv) {
  const char* advice = "Try `getent --help' or `getent --usage' for more information.\n";
  if (argc > 1 && (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-?") == 0)) return help();
  if (argc > 1 && (strcmp(argv[1], "--version") == 0 || strcmp(argv[1], "-V") == 0))
    return puts("getent (wasmsand)") < 0;
  if (argc < 2) {
    fprintf(stderr, "%s: wrong number of arguments\n", argv[0]);
    fputs(advice, stdout);
    return kUsage;
  }
  for (int i = 0; i < kDatabaseCount; i++)
    if (strcmp(argv[1], kDatabases[i].name) == 0) return kDatabases[i].list(argv + 2);
  fprintf(stderr, "Unknown database: %s\n", argv[1]);
  fputs(advice, stdout);
  return kUsage;
}
