// strings: the printable text in files. Options and messages are those of GNU binutils; every file is scanned whole.
#include <errno.h>
#include <getopt.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char kUsage[] =
    "Usage: strings [option(s)] [file(s)]\n"
    " Writes what is printable in each file, or in standard input:\n"
    "  -n, --bytes=N, -N           runs of at least N characters (4)\n"
    "  -t, --radix={o,d,x}         the place of each, octal, decimal or hexadecimal; -o is -t o\n"
    "  -f, --print-file-name       the file of each\n"
    "  -e, --encoding={s,S,b,l,B,L} 7 bits, 8 bits, 16 or 32 bits of either byte order\n"
    "  -w, --include-all-whitespace line ends and the like are printable, too\n"
    "  -s, --output-separator=TEXT instead of a new line\n"
    "  -a, --all, -d, --data       accepted: all of a file is scanned\n"
    "  -h, --help; -v, -V, --version\n";

enum { kBlock = 65536, kLookBack = 4, kEnd = -1 };

static struct {
  unsigned long minimum;
  char radix;  // o, d, x or none
  bool name, whitespace;
  char encoding;
  const char* separator;
} options = {.minimum = 4, .encoding = 's', .separator = "\n"};

// Bytes of a file; the last few can be put back.
struct Source {
  FILE* file;
  long long address;
  size_t position, end;
  unsigned char bytes[kLookBack + kBlock];
};

static int next_byte(struct Source* source) {
  if (source->position == source->end) {
    if (source->end > kLookBack) memmove(source->bytes, source->bytes + source->end - kLookBack, kLookBack);
    size_t count = fread(source->bytes + kLookBack, 1, kBlock, source->file);
    source->position = kLookBack;
    source->end = kLookBack + count;
    if (count == 0) return kEnd;
  }
  source->address++;
  return source->bytes[source->position++];
}

static void put_back(struct Source* source, size_t count) {
  source->position -= count;
  source->address -= (long long)count;
}

static size_t character_size(void) {
  switch (options.encoding) {
    case 'b':
    case 'l':
      return 2;
    case 'B':
    case 'L':
      return 4;
    default:
      return 1;
  }
}

static long next_character(struct Source* source) {
  const size_t size = character_size();
  const bool little = options.encoding == 'l' || options.encoding == 'L';
  unsigned long character = 0;
  for (size_t i = 0; i < size; i++) {
    const int byte = next_byte(source);
    if (byte == kEnd) return kEnd;
    character |= (unsigned long)byte << 8 * (little ? i : size - 1 - i);
  }
  return character > 0x10ffff ? 0 : (long)character;
}

static bool is_printable(long character) {
  if (character == '\t' || (character >= ' ' && character <= '~')) return true;
  if (options.whitespace && character >= '\n' && character <= '\r') return true;
  return options.encoding == 'S' && character >= 0x80 && character <= 0xff;
}

static void print_head(const char* name, long long address) {
  if (options.name) printf("%s: ", name);
  if (options.radix == 'o') printf("%7llo ", address);
  if (options.radix == 'd') printf("%7lld ", address);
  if (options.radix == 'x') printf("%7llx ", address);
}

static void print_strings(const char* name, FILE* file) {
  static struct Source source;
  source = (struct Source){.file = file, .position = kLookBack, .end = kLookBack};
  const size_t size = character_size();
  char* begin = malloc(options.minimum);
  if (begin == NULL) {
    fprintf(stderr, "%s: out of memory allocating %lu bytes\n", program_invocation_name, options.minimum);
    exit(1);
  }
  for (;;) {
    const long long address = source.address;
    unsigned long count = 0;
    long character = 0;
    while (count < options.minimum && is_printable(character = next_character(&source)))
      begin[count++] = (char)character;
    if (count < options.minimum) {
      if (character == kEnd) break;
      // What follows may be aligned in another way.
      put_back(&source, size - 1);
      continue;
    }
    print_head(name, address);
    fwrite(begin, 1, count, stdout);
    while (is_printable(character = next_character(&source))) putchar((int)character);
    if (character != kEnd) put_back(&source, size - 1);
    fputs(options.separator, stdout);
    if (character == kEnd) break;
  }
  free(begin);
}

static bool strings_of(const char* name) {
  struct stat info;
  if (stat(name, &info) != 0) {
    if (errno == ENOENT) {
      fprintf(stderr, "%s: '%s': No such file\n", program_invocation_name, name);
    } else {
      fprintf(stderr, "%s: Warning: could not locate '%s'.  reason: %s\n", program_invocation_name, name,
              strerror(errno));
    }
    return false;
  }
  if (S_ISDIR(info.st_mode)) {
    fprintf(stderr, "%s: Warning: '%s' is a directory\n", program_invocation_name, name);
    return false;
  }
  FILE* file = fopen(name, "r");
  if (file == NULL) {
    fprintf(stderr, "%s: %s: %s\n", program_invocation_name, name, strerror(errno));
    return false;
  }
  print_strings(name, file);
  fclose(file);
  return true;
}

static void set_minimum(const char* text) {
  char* end;
  errno = 0;
  options.minimum = strtoul(text, &end, 0);
  if (*text == '\0' || *end != '\0' || errno != 0) {
    fprintf(stderr, "%s: invalid integer argument %s\n", program_invocation_name, text);
    exit(1);
  }
  if (options.minimum == 0 || options.minimum > 1 << 28) {
    fprintf(stderr, "%s: invalid minimum string length %s\n", program_invocation_name, text);
    exit(1);
  }
}

static void fail_with_usage(void) {
  fputs(kUsage, stderr);
  exit(1);
}

static char one_of(const char* letters, const char* text) {
  if (text[0] == '\0' || text[1] != '\0' || strchr(letters, text[0]) == NULL) fail_with_usage();
  return text[0];
}

static void read_options(int count, char** arguments) {
  static const struct option kLong[] = {
      {"all", no_argument, NULL, 'a'},
      {"data", no_argument, NULL, 'd'},
      {"print-file-name", no_argument, NULL, 'f'},
      {"bytes", required_argument, NULL, 'n'},
      {"radix", required_argument, NULL, 't'},
      {"include-all-whitespace", no_argument, NULL, 'w'},
      {"encoding", required_argument, NULL, 'e'},
      {"output-separator", required_argument, NULL, 's'},
      {"help", no_argument, NULL, 'h'},
      {"version", no_argument, NULL, 'v'},
      {NULL, 0, NULL, 0},
  };
  unsigned long digits = 0;
  int option;
  while ((option = getopt_long(count, arguments, "adfhn:wot:e:s:vV0123456789", kLong, NULL)) != -1) {
    switch (option) {
      case 'a':
      case 'd':
        break;
      case 'f':
        options.name = true;
        break;
      case 'n':
        set_minimum(optarg);
        break;
      case 'w':
        options.whitespace = true;
        break;
      case 'o':
        options.radix = 'o';
        break;
      case 't':
        options.radix = one_of("odx", optarg);
        break;
      case 'e':
        options.encoding = one_of("sSblBL", optarg);
        break;
      case 's':
        options.separator = optarg;
        break;
      case 'h':
        fputs(kUsage, stdout);
        exit(0);
      case 'v':
      case 'V':
        puts("strings (wasmsand)");
        exit(0);
      case '?':
        fail_with_usage();
        break;
      default: {
        // -8: digit by digit.
        digits = digits > 1 << 24 ? digits : digits * 10 + (unsigned long)(option - '0');
        char text[24];
        snprintf(text, sizeof text, "%lu", digits);
        set_minimum(text);
      }
    }
  }
}

int main(int count, char** arguments) {
  read_options(count, arguments);
  bool good = true;
  if (optind == count) print_strings("{standard input}", stdin);
  for (int i = optind; i < count; i++) good &= strings_of(arguments[i]);
  if (fflush(stdout) != 0) return 1;
  return good ? 0 : 1;
}
