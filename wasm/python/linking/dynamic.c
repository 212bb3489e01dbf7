// dlopen and its kin: modules of WebAssembly that are linked while python3 runs. All that is needed is found out first,
// and each module gets its part of the memory and of the table; then they are made, those that others need before
// those; then their addresses are put right and their constructors called. To make one is the kernel's (`link`).
#include "../door/door.h"

#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "addresses.h"
#include "dynamic.h"
#include "forwarders.h"
#include "module_file.h"
#include "symbols.h"

enum { kEverybodys = 256 };  // RTLD_GLOBAL
enum { kFound, kOnItsWay, kMade, kBegun };

struct library {
  struct library* next;
  char* path;
  dev_t device;
  ino_t node;
  int state;
  bool broken;  // something that it needs is not to be had
  bool everybodys;
  unsigned opened;
  struct module_file file;
  uint8_t* bytes;
  char* memory;
  uint32_t table;   // where its part begins
  uint32_t* slots;  // where its functions come in the table: one for each of its exports, and that which begins it
  struct library** needs;
  uint32_t need_count;
};

static struct library* libraries;
// The program itself.
static struct library self = {.state = kBegun};
// Entries of the table that are given to somebody; how long the table is.
static uint32_t table_end = PYTHON_TABLE_ENTRIES, table_length = PYTHON_TABLE_ENTRIES;

static uint8_t* arities;
static uint32_t arity_room;

static char message[512];
static bool failed;

static bool fail(const char* format, ...) {
  va_list list;
  va_start(list, format);
  vsnprintf(message, sizeof message, format, list);
  va_end(list);
  failed = true;
  return false;
}

int arity_of_linked(uintptr_t function) {
  const uintptr_t at = function - PYTHON_TABLE_ENTRIES;
  return function >= PYTHON_TABLE_ENTRIES && at < arity_room ? arities[at] : 3;
}

static bool note_arities(uint32_t from, const uint8_t* values, uint32_t count) {
  const uint32_t end = from - PYTHON_TABLE_ENTRIES + count;
  if (end > arity_room) {
    const uint32_t room = end + end / 2 + 1024;
    uint8_t* const more = realloc(arities, room);
    if (more == NULL) return fail("no memory left for the module");
    memset(more + arity_room, 3, room - arity_room);
    arities = more;
    arity_room = room;
  }
  if (count > 0) memcpy(arities + from - PYTHON_TABLE_ENTRIES, values, count);
  return true;
}

// --- symbols ---

static bool exported(const struct library* library, struct text name, enum kind kind, uint32_t* value) {
  const struct module_file* const file = &library->file;
  for (uint32_t i = 0; i < file->export_count; i++) {
    const struct export* const export = &file->exports[i];
    if (export->kind != kind || export->name.length != name.length) continue;
    if (memcmp(export->name.at, name.at, name.length) != 0) continue;
    *value = kind == kFunction ? library->slots[i] : (uint32_t)(library->memory + export->value);
    return true;
  }
  return false;
}

// Those that it needs, and what they need.
static bool found_in_needs(const struct library* library, struct text name, enum kind kind, uint32_t* value,
                           const struct library** owner, int depth) {
  for (uint32_t i = 0; i < library->need_count && depth < 16; i++) {
    *owner = library->needs[i];
    if (exported(*owner, name, kind, value) || found_in_needs(library->needs[i], name, kind, value, owner, depth + 1))
      return true;
  }
  return false;
}

// As a library sees it: the program's, everybody's, its own, those of what it needs. `owner`: whose it is.
static bool find_symbol(const struct library* library, struct text name, enum kind kind, uint32_t* value,
                        const struct library** owner) {
  *owner = &self;
  if (find_own_symbol(name, kind, value)) return true;
  for (*owner = libraries; *owner != NULL; *owner = (*owner)->next)
    if ((*owner)->everybodys && exported(*owner, name, kind, value)) return true;
  *owner = library;
  if (library != NULL && exported(library, name, kind, value)) return true;
  return library != NULL && found_in_needs(library, name, kind, value, owner, 0);
}

// --- files ---

static uint8_t* read_file(const char* path, struct stat* status) {
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0 || fstat(file, status) != 0) {
    const int error = errno;
    if (file >= 0) close(file);
    fail("%s: cannot open shared object file: %s", path, strerror(error));
    return NULL;
  }
  const off_t size = status->st_size;
  uint8_t* const bytes = size < 1 << 30 ? malloc(size + 1) : NULL;
  off_t done = 0;
  int error = bytes == NULL ? ENOMEM : 0;
  while (error == 0 && done < size) {
    const ssize_t got = read(file, bytes + done, size - done);
    if (got < 0) error = errno;
    if (got == 0) error = EIO;
    if (got > 0) done += got;
  }
  close(file);
  if (error == 0) return bytes;
  free(bytes);
  fail("%s: cannot read file data: %s", path, strerror(error));
  return NULL;
}

static struct library* open_library(const char* path, unsigned depth);

static bool there(const char* path) { return access(path, F_OK) == 0; }

// A library without a directory: where LD_LIBRARY_PATH says, in the directories that the module which needs it names,
// and in the usual ones.
static struct library* open_named(const char* name, const struct library* by, unsigned depth) {
  char path[4096];
  if (strchr(name, '/') != NULL) return open_library(name, depth);
  for (const struct library* known = libraries; known != NULL; known = known->next) {
    const char* const last = strrchr(known->path, '/');
    if (strcmp(last == NULL ? known->path : last + 1, name) == 0) return (struct library*)known;
  }
  const char* listed = getenv("LD_LIBRARY_PATH");
  while (listed != NULL && *listed != 0) {
    const size_t length = strcspn(listed, ":");
    snprintf(path, sizeof path, "%.*s/%s", (int)length, listed, name);
    if (there(path)) return open_library(path, depth);
    listed += length + (listed[length] == ':');
  }
  for (uint32_t i = 0; by != NULL && i < by->file.directory_count; i++) {
    const struct text directory = by->file.directories[i];
    static const char origin[] = "$ORIGIN";
    const size_t own = directory.length >= 7 && memcmp(directory.at, origin, 7) == 0 ? 7 : 0;
    const char* const last = strrchr(by->path, '/');
    const int length = own == 0 ? 0 : last == NULL ? 1 : (int)(last - by->path);
    snprintf(path, sizeof path, "%.*s%.*s/%s", length, last == NULL ? "." : by->path, (int)(directory.length - own),
             (const char*)directory.at + own, name);
    if (there(path)) return open_library(path, depth);
  }
  static const char* const usual[] = {"/usr/local/lib", "/lib", "/usr/lib"};
  for (size_t i = 0; i < sizeof usual / sizeof *usual; i++) {
    snprintf(path, sizeof path, "%s/%s", usual[i], name);
    if (there(path)) return open_library(path, depth);
  }
  fail("%s: cannot open shared object file: No such file or directory", name);
  return NULL;
}

// The one that was opened last.
static void drop(struct library* library) {
  libraries = library->next;
  close_module(&library->file);
  free(library->memory);
  free(library->bytes);
  free(library->path);
  free(library->slots);
  free(library->needs);
  free(library);
}

static uint32_t aligned(uint32_t value, uint32_t exponent) {
  const uint32_t mask = (1u << exponent) - 1;
  return (value + mask) & ~mask;
}

// Its memory and its part of the table, in which the functions that it exports come last.
static bool give_place(struct library* library) {
  struct module_file* const file = &library->file;
  const uint32_t exponent = file->memory_alignment < 4 ? 4 : file->memory_alignment;
  library->memory = memalign(1u << exponent, file->memory_size + 1);
  library->slots = calloc(file->export_count + 1, sizeof *library->slots);
  if (library->memory == NULL || library->slots == NULL)
    return fail("%s: no memory left for the module", library->path);
  memset(library->memory, 0, file->memory_size + 1);
  library->table = aligned(table_end, file->table_alignment);
  uint32_t next = library->table + file->table_size;
  for (uint32_t i = 0; i < file->export_count; i++)
    if (file->exports[i].kind == kFunction) library->slots[i] = next++;
  if (file->starts) library->slots[file->export_count] = next++;
  table_end = next;
  return note_arities(library->table, file->arities, file->table_size);
}

static bool open_needs(struct library* library, unsigned depth) {
  const struct module_file* const file = &library->file;
  library->needs = calloc(file->needed_count + 1, sizeof(struct library*));
  if (library->needs == NULL) return fail("%s: no memory left for the module", library->path);
  for (uint32_t i = 0; i < file->needed_count; i++) {
    char name[1024];
    if (file->needed[i].length >= sizeof name) return fail("%s: the name of a library is too long", library->path);
    memcpy(name, file->needed[i].at, file->needed[i].length);
    name[file->needed[i].length] = 0;
    struct library* const needed = open_named(name, library, depth + 1);
    if (needed == NULL) return false;
    library->needs[library->need_count++] = needed;
  }
  return true;
}

static struct library* open_library(const char* path, unsigned depth) {
  struct stat status;
  if (depth > 64) {
    fail("%s: libraries need one another too deeply", path);
    return NULL;
  }
  if (stat(path, &status) == 0)
    for (struct library* known = libraries; known != NULL; known = known->next)
      if (known->device == status.st_dev && known->node == status.st_ino) {
        if (!known->broken) return known;
        fail("%s: what it needs could not be linked", path);
        return NULL;
      }
  uint8_t* const bytes = read_file(path, &status);
  if (bytes == NULL) return NULL;
  struct library* const library = calloc(1, sizeof *library);
  char* const own_path = strdup(path);
  if (library == NULL || own_path == NULL) {
    free(bytes);
    free(library);
    free(own_path);
    fail("%s: no memory left for the module", path);
    return NULL;
  }
  *library = (struct library){
      .next = libraries, .path = own_path, .device = status.st_dev, .node = status.st_ino, .bytes = bytes};
  libraries = library;
  const char* why;
  if (!read_module(&library->file, bytes, status.st_size, &why))
    fail("%s: %s", path, why);
  else if (give_place(library) && open_needs(library, depth))
    return library;
  library->broken = true;
  return NULL;
}

// --- linking ---

static bool make(const char* path, const void* module, uint32_t size, const struct link_import* imports,
                 uint32_t import_count, uint32_t* exports, uint32_t export_count) {
  char text[256] = "";
  const uint32_t growth = table_end > table_length ? table_end - table_length : 0;
  struct link_request request = {
      .module = module,
      .size = size,
      .imports = imports,
      .import_count = import_count,
      .exports = exports,
      .export_count = export_count,
      .table_length = table_length,
      .table_growth = growth,
      .text = text,
      .text_size = sizeof text,
  };
  const int result = linux_link(&request);
  table_length = request.table_length;
  if (result < 0) return fail("%s: %s", path, text[0] != 0 ? text : strerror(-result));
  return true;
}

uint32_t take_slot(void) { return table_end++; }

void give_back_slots(uint32_t count) { table_end -= count; }

bool link_made(const void* module, uint32_t size, const struct link_import* imports, uint32_t import_count,
               uint32_t* slots, uint32_t count) {
  return make("ctypes", module, size, imports, import_count, slots, count);
}

static bool resolve(struct library* library, const struct import* import, struct link_import* given,
                    struct forwarders* forwarders) {
  const struct library* owner;
  const int length = import->name.length > 200 ? 200 : (int)import->name.length;
  const bool of_functions = text_is(import->module, "GOT.func");
  given->changes = import->changes;
  if (import->kind == kTable || import->kind == kMemory || import->kind == kTag) return true;
  if (import->kind == kGlobal && text_is(import->module, "env")) {
    if (text_is(import->name, "__memory_base"))
      given->value = (uint32_t)library->memory;
    else if (text_is(import->name, "__table_base"))
      given->value = library->table;
    else if (!text_is(import->name, "__stack_pointer"))
      return fail("%s: unknown variable %.*s", library->path, length, (const char*)import->name.at);
    return true;
  }
  const enum kind kind = import->kind == kFunction || of_functions ? kFunction : kGlobal;
  if (!find_symbol(library, import->name, kind, &given->value, &owner)) {
    if (!import->weak) return fail("%s: undefined symbol: %.*s", library->path, length, (const char*)import->name.at);
    owner = NULL;
    given->value = 0;
  }
  if (import->kind == kFunction && (owner == NULL || owner->state < kMade))
    return add_forwarder(forwarders, import->type, given->value, &given->value) ||
           fail("%s: no memory left for the module", library->path);
  return true;
}

static bool make_forwarders(struct library* library, struct forwarders* forwarders) {
  uint32_t size;
  if (forwarders->count == 0) return true;
  uint8_t* const module = module_of_forwarders(forwarders, &library->file, &size);
  if (module == NULL) return fail("%s: no memory left for the module", library->path);
  const struct link_import import = {0};
  const bool made = make(library->path, module, size, &import, 1, forwarders->slots, forwarders->count);
  free(module);
  return made;
}

static bool make_library(struct library* library) {
  if (library->state != kFound) return true;
  // Whoever needs one another has it only when it is called.
  library->state = kOnItsWay;
  bool made = true;
  for (uint32_t i = 0; i < library->need_count && made; i++) made = make_library(library->needs[i]);
  const struct module_file* const file = &library->file;
  struct link_import* const imports = calloc(file->import_count + 1, sizeof *imports);
  uint32_t* const exports = calloc(file->export_count + 1, sizeof *exports);
  struct forwarders forwarders = {.next = table_end};
  if (imports == NULL || exports == NULL) made = fail("%s: no memory left for the module", library->path);
  for (uint32_t i = 0; i < file->import_count && made; i++)
    made = resolve(library, &file->imports[i], &imports[i], &forwarders);
  if (made) {
    table_end = forwarders.next;
    memcpy(exports, library->slots, (file->export_count + 1) * sizeof *exports);
    made =
        make_forwarders(library, &forwarders) && make(library->path, library->bytes, library->file.size, imports,
                                                      file->import_count, exports, file->export_count + file->starts);
  }
  free(imports);
  free(exports);
  free(forwarders.types);
  free(forwarders.targets);
  free(forwarders.slots);
  library->state = made ? kMade : kFound;
  return made;
}

static void call(const struct library* library, const char* name) {
  uint32_t slot;
  if (exported(library, (struct text){(const uint8_t*)name, strlen(name)}, kFunction, &slot)) ((void (*)(void))slot)();
}

// Those that it needs first.
static void begin_library(struct library* library) {
  if (library->state != kMade) return;
  library->state = kBegun;
  for (uint32_t i = 0; i < library->need_count; i++) begin_library(library->needs[i]);
  const uint32_t start = library->slots[library->file.export_count];
  if (start != 0) ((void (*)(void))start)();
  call(library, "__wasm_apply_data_relocs");
  call(library, "__wasm_call_ctors");
}

// --- what CPython calls ---

#define REPLACES(name) __attribute__((export_name("replaced:" #name)))

static bool is_library(const void* handle) {
  if (handle == &self) return true;
  for (const struct library* known = libraries; known != NULL; known = known->next)
    if (known == handle) return true;
  return false;
}

// What has been opened in vain goes again, with all that was opened for it; unless some of that is made, which may call
// the rest.
static void forget_since(const struct library* before) {
  for (const struct library* library = libraries; library != before; library = library->next)
    if (library->state != kFound) return;
  while (libraries != before) drop(libraries);
  if (table_end > table_length) table_end = table_length;
}

// What Linux has as libraries of its own and is part of the program here.
static bool is_part_of_program(const char* path) {
  static const char* const names[] = {"libc.so.6", "libm.so.6", "libpthread.so.0", "libdl.so.2", "librt.so.1"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strcmp(path, names[i]) == 0) return true;
  return false;
}

REPLACES(dlopen) void* own_dlopen(const char* path, int flags) {
  const char* why;
  if (path == NULL || is_part_of_program(path)) return &self;
  if (!load_symbols(&why)) {
    fail("%s", why);
    return NULL;
  }
  struct library* const before = libraries;
  struct library* const library = open_named(path, NULL, 0);
  if (library == NULL || !make_library(library)) {
    forget_since(before);
    return NULL;
  }
  begin_library(library);
  library->everybodys |= (flags & kEverybodys) != 0;
  library->opened++;
  return library;
}

REPLACES(dlsym) void* own_dlsym(void* handle, const char* name) {
  const struct text text = {(const uint8_t*)name, strlen(name)};
  struct library* const library = handle == NULL ? &self : handle;
  const struct library* owner;
  const char* why;
  uint32_t value;
  if (!is_library(library)) {
    fail("invalid handle");
    return NULL;
  }
  if (!load_symbols(&why)) {
    fail("%s", why);
    return NULL;
  }
  for (int kind = kFunction; kind <= kGlobal; kind += kGlobal - kFunction) {
    const bool found = library == &self ? find_symbol(NULL, text, kind, &value, &owner)
                                        : exported(library, text, kind, &value) ||
                                              found_in_needs(library, text, kind, &value, &owner, 0);
    if (found) return (void*)value;
  }
  fail("%s: undefined symbol: %.200s", library == &self ? "python3" : library->path, name);
  return NULL;
}

// A library stays: what it has put into the table may be called by anybody.
REPLACES(dlclose) int own_dlclose(void* handle) {
  if (!is_library(handle)) {
    fail("invalid handle");
    return -1;
  }
  struct library* const library = handle;
  if (library->opened > 0) library->opened--;
  return 0;
}

REPLACES(dlerror) char* own_dlerror(void) {
  if (!failed) return NULL;
  failed = false;
  return message;
}

REPLACES(dladdr) int own_dladdr(const void* address, void* info) { return 0; }
