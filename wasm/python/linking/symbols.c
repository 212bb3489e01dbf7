// The file: how many symbols, for each where its name begins and what it is, in the order of their names, then the
// names, each with a byte 0 behind it. Of a function the highest bit of the name's place is set.
#include "symbols.h"

#include "../door/door.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "addresses.h"

struct symbol {
  uint32_t name, value;
};
static const uint32_t kFunctionBit = 1u << 31;

static uint32_t symbol_count;
static const struct symbol* symbols;
static const char* symbol_names;
static uint32_t name_bytes;

static char* whole_file(const char* path, size_t* size) {
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  struct stat status;
  if (file < 0) return NULL;
  char* bytes = fstat(file, &status) == 0 && status.st_size < 1 << 26 ? malloc(status.st_size + 1) : NULL;
  size_t done = 0;
  while (bytes != NULL && done < (size_t)status.st_size) {
    const ssize_t got = read(file, bytes + done, status.st_size - done);
    if (got <= 0) break;
    done += got;
  }
  close(file);
  *size = done;
  if (bytes != NULL) bytes[done] = 0;
  return bytes;
}

bool load_symbols(const char** why) {
  if (symbols != NULL) return true;
  size_t size;
  char* const bytes = whole_file(PYTHON_SYMBOLS, &size);
  const uint32_t listed = bytes != NULL && size >= 4 ? *(const uint32_t*)bytes : UINT32_MAX;
  if (listed > size / sizeof(struct symbol) || 4 + listed * sizeof(struct symbol) > size) {
    free(bytes);
    *why = "the list of Python's own symbols cannot be read";
    return false;
  }
  symbol_count = listed;
  symbols = (const struct symbol*)(bytes + 4);
  symbol_names = (const char*)(symbols + listed);
  name_bytes = size - 4 - listed * sizeof(struct symbol);
  return true;
}

bool find_own_symbol(struct text name, enum kind kind, uint32_t* value) {
  for (uint32_t low = 0, high = symbol_count; low < high;) {
    const uint32_t middle = low + (high - low) / 2;
    const struct symbol symbol = symbols[middle];
    const uint32_t at = symbol.name & ~kFunctionBit;
    if (at >= name_bytes) return false;
    int order = strncmp((const char*)name.at, symbol_names + at, name.length);
    if (order == 0 && symbol_names[at + name.length] != 0) order = -1;
    if (order == 0) {
      *value = symbol.value;
      return kind == (symbol.name & kFunctionBit ? kFunction : kGlobal);
    }
    if (order < 0)
      high = middle;
    else
      low = middle + 1;
  }
  return false;
}
