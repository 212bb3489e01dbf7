// iconv: converts text between encodings with the C library's iconv; options and messages are glibc's.
#include <errno.h>
#include <getopt.h>
#include <iconv.h>
#include <langinfo.h>
#include <locale.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <wchar.h>

// The encodings of the C library, one line for each with its other names.
static const char kList[] =
    "US-ASCII// ASCII//\nUTF-8// UTF8//\nUTF-16// UCS2//\nUTF-16BE//\nUTF-16LE//\nUCS-2BE//\nUCS-2LE//\n"
    "UTF-32// UCS4//\nUTF-32BE// UCS-4BE//\nUTF-32LE// UCS-4LE//\nWCHAR_T//\n"
    "ISO-8859-1// LATIN1//\nISO-8859-2//\nISO-8859-3//\nISO-8859-4//\nISO-8859-5//\nISO-8859-6//\nISO-8859-7//\n"
    "ISO-8859-8//\nISO-8859-9// LATIN5//\nISO-8859-10//\nISO-8859-11// TIS-620//\nISO-8859-13//\nISO-8859-14//\n"
    "ISO-8859-15// LATIN9//\nISO-8859-16//\nCP437//\nCP850//\nCP866//\nCP1250// WINDOWS-1250//\n"
    "CP1251// WINDOWS-1251//\nCP1252// WINDOWS-1252//\nCP1253// WINDOWS-1253//\nCP1254// WINDOWS-1254//\n"
    "CP1255// WINDOWS-1255//\nCP1256// WINDOWS-1256//\nCP1257// WINDOWS-1257//\nCP1258// WINDOWS-1258//\n"
    "KOI8-R//\nKOI8-U//\nBIG5// CP950// BIG5-HKSCS//\nEUC-JP//\nEUC-KR// CP949//\nGB2312//\nGBK//\nGB18030//\n"
    "ISO-2022-JP//\nSHIFT-JIS// SJIS// CP932//\n";

static const char kHelp[] =
    "Usage: iconv [OPTION...] [FILE...]\n"
    "Writes files, or standard input, in another encoding.\n\n"
    "  -f, --from-code=NAME       what they are in\n"
    "  -t, --to-code=NAME         what they shall be in\n"
    "  -o, --output=FILE          where it goes instead of standard output\n"
    "  -c                         leave out what cannot be converted\n"
    "  -l, --list                 the names of all encodings\n"
    "  -s, --silent; --verbose    accepted\n"
    "  -?, --help; -V, --version\n";

enum { kBlock = 4096, kMaxOut = 16 };

struct Conversion {
  const char *self, *from, *to;
  bool omit, ignore, translit, by_character;
  iconv_t decode, encode;  // to and from code points
  uint16_t* pairs;         // or two bytes by code point
  bool ignored;
  FILE* out;
};

static bool same_name(const char* a, const char* b) {
  for (;; a++, b++) {
    a += strspn(a, "-_");
    b += strspn(b, "-_");
    if (strncasecmp(a, b, 1) != 0) return false;
    if (!*a) return true;
  }
}

// Takes //IGNORE and //TRANSLIT off a name. glibc's UTF-16 and its kin begin with a mark and are little-endian.
static const char* plain_name(const char* name, struct Conversion* conversion) {
  char* copy = strdup(*name ? name : nl_langinfo(CODESET));
  char* suffix = copy ? strstr(copy, "//") : NULL;
  if (!suffix) return copy;
  if (strcasestr(suffix, "IGNORE")) conversion->ignore = true;
  if (strcasestr(suffix, "TRANSLIT")) conversion->translit = true;
  *suffix = '\0';
  return copy;
}

static const char* encoder(const char* name, FILE* out) {
  if (strcasecmp(name, "UTF-16") == 0 || strcasecmp(name, "UTF16") == 0) {
    fwrite("\xff\xfe", 1, 2, out);
    return "UTF-16LE";
  }
  if (strcasecmp(name, "UTF-32") == 0 || strcasecmp(name, "UTF32") == 0) {
    fwrite("\xff\xfe\0\0", 1, 4, out);
    return "UTF-32LE";
  }
  if (strcasecmp(name, "UCS-2") == 0 || strcasecmp(name, "UCS2") == 0) return "UCS-2LE";
  if (strcasecmp(name, "UCS-4") == 0 || strcasecmp(name, "UCS4") == 0) return "UCS-4BE";
  return name;
}

// What glibc's //TRANSLIT writes for the commonest characters that an encoding lacks. `letter` is room for one.
static const char* approximation(wchar_t code, char letter[2]) {
  // From À to ſ.
  static const char kLetters[] =
      "AAAAAA?CEEEEIIIIDNOOOOOxOUUUUY??aaaaaa?ceeeeiiiidnooooo/ouuuuy?y"
      "AaAaAaCcCcCcCcDdDdEeEeEeEeEeGgGgGgGgHhHhIiIiIiIiIi??JjKkqLlLlLlL"
      "lLlNnNnNn?NnOoOoOo??RrRrRrSsSsSsSsTtTtTtUuUuUuUuUuUuWwYyYZzZzZzs";
  static const struct {
    wchar_t code;
    const char* text;
  } kOther[] = {
      {0xa0, " "},       {0xa1, "!"},       {0xa2, "c"},       {0xa3, "GBP"},     {0xa5, "JPY"},     {0xa6, "|"},
      {0xa9, "(C)"},     {0xaa, "a"},       {0xab, "<<"},      {0xac, "!"},       {0xad, "-"},       {0xae, "(R)"},
      {0xb1, "+-"},      {0xb2, "2"},       {0xb3, "3"},       {0xb4, "'"},       {0xb5, "u"},       {0xb7, "."},
      {0xb8, ","},       {0xb9, "1"},       {0xba, "o"},       {0xbb, ">>"},      {0xbc, " 1/4 "},   {0xbd, " 1/2 "},
      {0xbe, " 3/4 "},   {0xc6, "AE"},      {0xde, "TH"},      {0xdf, "ss"},      {0xe6, "ae"},      {0xfe, "th"},
      {0x132, "IJ"},     {0x133, "ij"},     {0x149, "'n"},     {0x152, "OE"},     {0x153, "oe"},     {0x218, "S"},
      {0x219, "s"},      {0x21a, "T"},      {0x21b, "t"},      {0x2c6, "^"},      {0x2dc, "~"},      {0x2000, " "},
      {0x2001, " "},     {0x2002, " "},     {0x2003, " "},     {0x2004, " "},     {0x2005, " "},     {0x2006, " "},
      {0x2008, " "},     {0x2009, " "},     {0x200a, " "},     {0x200b, ""},      {0x2010, "-"},     {0x2011, "-"},
      {0x2012, "-"},     {0x2013, "-"},     {0x2014, "--"},    {0x2015, "-"},     {0x2018, "'"},     {0x2019, "'"},
      {0x201a, ","},     {0x201b, "'"},     {0x201c, "\""},    {0x201d, "\""},    {0x201e, ",,"},    {0x201f, "\""},
      {0x2020, "+"},     {0x2022, "o"},     {0x2024, "."},     {0x2025, ".."},    {0x2026, "..."},   {0x202f, " "},
      {0x2035, "`"},     {0x2036, "``"},    {0x2037, "```"},   {0x2039, "<"},     {0x203a, ">"},     {0x203c, "!!"},
      {0x2044, "/"},     {0x2047, "??"},    {0x2048, "?!"},    {0x2049, "!?"},    {0x204a, "&"},     {0x205f, " "},
      {0x2060, ""},      {0x2061, ""},      {0x2062, ""},      {0x2063, ""},      {0x20a9, "KRW"},   {0x20aa, "ILS"},
      {0x20ac, "EUR"},   {0x20b9, "INR"},   {0x20bd, "RUB"},   {0x2116, "No"},    {0x2122, "(TM)"},  {0x2153, " 1/3 "},
      {0x2154, " 2/3 "}, {0x215b, " 1/8 "}, {0x215c, " 3/8 "}, {0x215d, " 5/8 "}, {0x215e, " 7/8 "}, {0x2190, "<-"},
      {0x2192, "->"},    {0x2194, "<->"},   {0x21d0, "<="},    {0x21d2, "=>"},    {0x21d4, "<=>"},   {0x2212, "-"},
      {0x2215, "/"},     {0x2217, "*"},     {0x223c, "~"},     {0x2260, "!="},    {0x2264, "<="},    {0x2265, ">="},
      {0x226a, "<<"},    {0x226b, ">>"},    {0x2500, "-"},     {0xfb00, "ff"},    {0xfb01, "fi"},    {0xfb02, "fl"},
      {0xfb03, "ffi"},   {0xfb04, "ffl"}};
  for (size_t i = 0; i < sizeof kOther / sizeof *kOther; i++)
    if (kOther[i].code == code) return kOther[i].text;
  if (code < 0xc0 || code > 0x17f) return "?";
  letter[0] = kLetters[code - 0xc0];
  letter[1] = '\0';
  return letter;
}

// The library decodes these two-byte encodings only; what it decodes every pair to, turned around, encodes them.
static uint16_t* pairs_of(const char* name) {
  static const char* const kNames[] = {"BIG5", "CP950", "EUCKR", "CP949", "GB2312", "EUCCN", "GBK", "CP936", "GB18030"};
  bool known = false;
  for (size_t i = 0; i < sizeof kNames / sizeof *kNames; i++) known |= same_name(name, kNames[i]);
  iconv_t decode = known ? iconv_open("WCHAR_T", name) : (iconv_t)-1;
  uint16_t* pairs = decode == (iconv_t)-1 ? NULL : calloc(0x10000, sizeof *pairs);
  for (unsigned pair = 0x8140; pairs && pair <= 0xfefe; pair++) {
    char bytes[] = {(char)(pair >> 8), (char)pair}, *in = bytes;
    wchar_t code;
    char* out = (char*)&code;
    size_t left = sizeof bytes, room = sizeof code;
    iconv(decode, NULL, NULL, NULL, NULL);
    if (iconv(decode, &in, &left, &out, &room) == 0 && left == 0 && room == 0 && code < 0x10000 && !pairs[code])
      pairs[code] = (uint16_t)pair;
  }
  return pairs;
}

static bool encode_pairs(struct Conversion* conversion, const wchar_t* codes, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (codes[i] >= 0x80 && (codes[i] >= 0x10000 || !conversion->pairs[codes[i]])) return false;
  for (size_t i = 0; i < count; i++) {
    uint16_t pair = codes[i] < 0x80 ? (uint16_t)codes[i] : conversion->pairs[codes[i]];
    if (codes[i] >= 0x80) putc(pair >> 8, conversion->out);
    putc(pair & 0xff, conversion->out);
  }
  return true;
}

// Encodes code points. The library writes '*' for what it cannot encode, and returns how often: then false.
static bool encode(struct Conversion* conversion, const wchar_t* codes, size_t count) {
  if (conversion->pairs) return encode_pairs(conversion, codes, count);
  static char buffer[kBlock * kMaxOut];
  char *in = (char*)codes, *out = buffer;
  size_t left = count * sizeof *codes, room = sizeof buffer;
  if (iconv(conversion->encode, &in, &left, &out, &room) != 0) return false;
  fwrite(buffer, 1, sizeof buffer - room, conversion->out);
  return true;
}

static bool encode_approximation(struct Conversion* conversion, wchar_t code) {
  wchar_t codes[kMaxOut];
  size_t count = 0;
  char letter[2];
  for (const char* at = approximation(code, letter); *at; at++) codes[count++] = *at;
  return encode(conversion, codes, count);
}

// Encodes a block and returns how many of its characters that was possible for.
static size_t encode_block(struct Conversion* conversion, const wchar_t* codes, size_t count) {
  if (!conversion->by_character && encode(conversion, codes, count)) return count;
  for (size_t i = 0; i < count; i++) {
    if (encode(conversion, codes + i, 1)) continue;
    if (conversion->translit && encode_approximation(conversion, codes[i])) continue;
    if (!conversion->omit && !conversion->ignore) return i;
    if (conversion->ignore) conversion->ignored = true;
  }
  return count;
}

// Where in the text its character of this number begins.
static size_t position_of(const struct Conversion* conversion, char* text, size_t length, size_t number) {
  iconv_t again = iconv_open("WCHAR_T", conversion->from);
  char* in = text;
  size_t left = length;
  while (number-- > 0) {
    wchar_t code;
    char* out = (char*)&code;
    size_t room = sizeof code;
    if (iconv(again, &in, &left, &out, &room) == (size_t)-1 && errno != E2BIG) in++, left--;
  }
  iconv_close(again);
  return (size_t)(in - text);
}

static bool fail_at(const struct Conversion* conversion, size_t position) {
  fflush(conversion->out);
  fprintf(stderr, "%s: illegal input sequence at position %zu\n", conversion->self, position);
  return false;
}

static bool convert(struct Conversion* conversion, char* text, size_t length) {
  static wchar_t codes[kBlock];
  char* in = text;
  size_t left = length, done = 0;
  while (left > 0) {
    char* out = (char*)codes;
    size_t room = sizeof codes;
    size_t result = iconv(conversion->decode, &in, &left, &out, &room);
    int error = result == (size_t)-1 ? errno : 0;
    size_t count = (sizeof codes - room) / sizeof *codes;
    size_t encoded = encode_block(conversion, codes, count);
    done += encoded;
    if (encoded < count) return fail_at(conversion, position_of(conversion, text, length, done));
    if (error == EILSEQ) {
      if (!conversion->omit && !conversion->ignore) return fail_at(conversion, (size_t)(in - text));
      if (conversion->ignore) conversion->ignored = true;
      in++, left--, done++;
    } else if (error == EINVAL) {
      if (conversion->omit) return true;
      fflush(conversion->out);
      fprintf(stderr, "%s: incomplete character or shift sequence at end of buffer\n", conversion->self);
      return false;
    }
  }
  if (conversion->ignored) return fail_at(conversion, length);
  return true;
}

static bool convert_stream(struct Conversion* conversion, FILE* file) {
  size_t room = 1 << 16, length = 0;
  char* text = malloc(room);
  for (size_t count; text && (count = fread(text + length, 1, room - length, file)) > 0;) {
    length += count;
    if (length < room) continue;
    char* larger = realloc(text, room *= 2);
    if (!larger) free(text);
    text = larger;
  }
  if (!text) {
    fprintf(stderr, "%s: unable to allocate buffer for input\n", conversion->self);
    return false;
  }
  bool converted = convert(conversion, text, length);
  free(text);
  return converted;
}

int main(int argc, char** argv) {
  enum { kVerbose = 256 };
  static const struct option kOptions[] = {{"from-code", required_argument, NULL, 'f'},
                                           {"to-code", required_argument, NULL, 't'},
                                           {"list", no_argument, NULL, 'l'},
                                           {"output", required_argument, NULL, 'o'},
                                           {"silent", no_argument, NULL, 's'},
                                           {"verbose", no_argument, NULL, kVerbose},
                                           {"help", no_argument, NULL, 'h'},
                                           {"version", no_argument, NULL, 'V'},
                                           {NULL, 0, NULL, 0}};
  setlocale(LC_ALL, "");
  struct Conversion conversion = {.self = argv[0], .out = stdout};
  const char *from = "", *to = "", *path = NULL;
  for (int option; (option = getopt_long(argc, argv, "f:t:lco:sV", kOptions, NULL)) != -1;) {
    switch (option) {
      case 'f':
        from = optarg;
        break;
      case 't':
        to = optarg;
        break;
      case 'l':
        fputs(kList, stdout);
        return 0;
      case 'c':
        conversion.omit = true;
        break;
      case 'o':
        path = optarg;
        break;
      case 's':
      case kVerbose:
        break;
      case 'h':
        fputs(kHelp, stdout);
        return 0;
      case 'V':
        puts("iconv (wasmsand)");
        return 0;
      default:
        fprintf(stderr, "Try `%s --help' or `%s --usage' for more information.\n", program_invocation_short_name,
                program_invocation_short_name);
        return 64;
    }
  }
  conversion.from = plain_name(from, &conversion);
  conversion.to = plain_name(to, &conversion);
  if (path && !(conversion.out = fopen(path, "we"))) {
    fprintf(stderr, "%s: unable to open output file: %s\n", argv[0], strerror(errno));
    return 1;
  }
  // ISO-2022-JP shifts: a block could not be taken back.
  conversion.by_character = strncasecmp(conversion.to, "ISO-2022", 8) == 0;
  conversion.decode = iconv_open("WCHAR_T", conversion.from);
  conversion.encode =
      conversion.decode == (iconv_t)-1 ? (iconv_t)-1 : iconv_open(encoder(conversion.to, conversion.out), "WCHAR_T");
  if (conversion.decode != (iconv_t)-1 && conversion.encode == (iconv_t)-1) conversion.pairs = pairs_of(conversion.to);
  if (conversion.encode == (iconv_t)-1 && !conversion.pairs) {
    fprintf(stderr, "%s: failed to start conversion processing: %s\n", argv[0], strerror(ENOENT));
    return 1;
  }
  bool converted = true;
  if (optind == argc) converted = convert_stream(&conversion, stdin);
  for (; optind < argc && converted; optind++) {
    FILE* file = strcmp(argv[optind], "-") == 0 ? stdin : fopen(argv[optind], "re");
    if (!file) {
      fprintf(stderr, "%s: cannot open input file `%s': %s\n", argv[0], argv[optind], strerror(errno));
      converted = false;
      break;
    }
    converted = convert_stream(&conversion, file);
    if (file != stdin) fclose(file);
  }
  if (fclose(conversion.out) != 0) converted = false;
  return converted ? 0 : 1;
}
