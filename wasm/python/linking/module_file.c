// The reading of modules. Nothing of what a file says is believed before it is known that it is there.
#include "module_file.h"

#include <stdlib.h>
#include <string.h>

struct reader {
  const uint8_t *at, *end;
  bool failed;
};

enum {
  kTypeSection = 1,
  kImportSection = 2,
  kFunctionSection = 3,
  kGlobalSection = 6,
  kExportSection = 7,
  kStartSection = 8,
  kElementSection = 9
};
enum { kMemoryPart = 1, kNeededPart = 2, kImportPart = 4, kDirectoryPart = 5 };
enum { kFunctionType = 0x60, kConstant = 0x41, kGlobalGet = 0x23, kAdd = 0x6a, kEnd = 0x0b, kI32 = 0x7f };
enum { kBindingWeak = 1 };

// More than any that is known has; each is a few words here.
static const uint32_t kMostEntries = 1000000;

static uint8_t byte(struct reader* in) {
  if (in->at < in->end) return *in->at++;
  in->failed = true;
  return 0;
}

static uint64_t number(struct reader* in, bool with_sign) {
  uint64_t value = 0;
  for (int shift = 0; shift < 64; shift += 7) {
    const uint8_t next = byte(in);
    value |= (uint64_t)(next & 127) << shift;
    if (next & 128) continue;
    if (with_sign && (next & 64) && shift + 7 < 64) value |= ~0ull << (shift + 7);
    return value;
  }
  in->failed = true;
  return 0;
}
static uint32_t u32(struct reader* in) { return (uint32_t)number(in, false); }
static int32_t s32(struct reader* in) { return (int32_t)number(in, true); }

// Entries take a byte at least.
static uint32_t count(struct reader* in) {
  const uint32_t entries = u32(in);
  if (entries > kMostEntries || entries > (size_t)(in->end - in->at)) in->failed = true;
  return in->failed ? 0 : entries;
}

static struct text take(struct reader* in, uint32_t length) {
  if (length > (size_t)(in->end - in->at)) in->failed = true;
  if (in->failed) return (struct text){in->at, 0};
  const struct text taken = {in->at, length};
  in->at += length;
  return taken;
}
static struct text name(struct reader* in) { return take(in, u32(in)); }

static struct reader part_of(struct text text) { return (struct reader){text.at, text.at + text.length, false}; }

static void* entries(struct reader* in, uint32_t of, size_t size) {
  void* const made = calloc(of == 0 ? 1 : of, size);
  if (made == NULL) in->failed = true;
  return made;
}

bool text_is(struct text text, const char* name) {
  return text.length == strlen(name) && memcmp(text.at, name, text.length) == 0;
}

static bool same(struct text one, struct text other) {
  return one.length == other.length && memcmp(one.at, other.at, one.length) == 0;
}

static struct text* names(struct reader* in, uint32_t* how_many) {
  const uint32_t listed = count(in);
  struct text* const list = entries(in, listed, sizeof *list);
  for (uint32_t i = 0; i < listed && !in->failed; i++) list[i] = name(in);
  *how_many = in->failed ? 0 : listed;
  return list;
}

static void read_dylink(struct module_file* module, struct reader* in) {
  while (in->at < in->end && !in->failed) {
    const uint8_t id = byte(in);
    struct reader part = part_of(name(in));
    if (id == kMemoryPart) {
      module->memory_size = u32(&part);
      module->memory_alignment = u32(&part);
      module->table_size = u32(&part);
      module->table_alignment = u32(&part);
    } else if (id == kNeededPart && module->needed == NULL) {
      module->needed = names(&part, &module->needed_count);
    } else if (id == kDirectoryPart && module->directories == NULL) {
      module->directories = names(&part, &module->directory_count);
    }
    in->failed |= part.failed;
  }
}

// What the file says of its imports comes before them.
static void mark_weak(struct module_file* module, struct reader* in) {
  while (in->at < in->end && !in->failed) {
    const uint8_t id = byte(in);
    struct reader part = part_of(name(in));
    if (id != kImportPart) continue;
    uint32_t last = 0;
    for (uint32_t left = count(&part); left > 0 && !part.failed; left--) {
      const struct text of = name(&part), called = name(&part);
      if ((u32(&part) & 3) != kBindingWeak) continue;
      // They are in the same order, more or less.
      for (uint32_t i = 0; i < module->import_count; i++) {
        struct import* const import = &module->imports[(last + i) % module->import_count];
        if (!same(import->name, called) || !same(import->module, of)) continue;
        import->weak = true;
        last = import - module->imports;
        break;
      }
    }
  }
}

static void skip_limits(struct reader* in) {
  const uint8_t flags = byte(in);
  number(in, false);
  if (flags & 1) number(in, false);
}

static void read_types(struct module_file* module, struct reader* in) {
  const uint32_t listed = count(in);
  module->types = entries(in, listed, sizeof *module->types);
  for (uint32_t i = 0; i < listed && !in->failed; i++) {
    if (byte(in) != kFunctionType) in->failed = true;
    const uint8_t* const begin = in->at;
    name(in);  // parameters, a byte for each
    name(in);  // and results
    module->types[i] = (struct text){begin, in->at - begin};
  }
  module->type_count = in->failed ? 0 : listed;
}

static void read_imports(struct module_file* module, struct reader* in) {
  const uint32_t listed = count(in);
  module->imports = entries(in, listed, sizeof *module->imports);
  for (uint32_t i = 0; i < listed && !in->failed; i++) {
    struct import* const import = &module->imports[i];
    import->module = name(in);
    import->name = name(in);
    import->kind = byte(in);
    switch (import->kind) {
      case kFunction:
        import->type = u32(in);
        module->imported_functions++;
        break;
      case kTable:
        byte(in);
        skip_limits(in);
        break;
      case kMemory:
        skip_limits(in);
        break;
      case kGlobal:
        if (byte(in) != kI32) in->failed = true;
        import->changes = byte(in) == 1;
        break;
      case kTag:
        byte(in);
        u32(in);
        break;
      default:
        in->failed = true;
    }
  }
  module->import_count = in->failed ? 0 : listed;
}

// In front of what the section lists come the imported ones.
static void read_functions(struct module_file* module, struct reader* in) {
  const uint32_t listed = in == NULL ? 0 : count(in);
  struct reader none = {0};
  if (in == NULL) in = &none;
  module->functions = entries(in, module->imported_functions + listed, sizeof *module->functions);
  for (uint32_t i = 0; i < module->import_count && !in->failed; i++)
    if (module->imports[i].kind == kFunction) module->functions[module->function_count++] = module->imports[i].type;
  for (uint32_t i = 0; i < listed && !in->failed; i++) module->functions[module->function_count++] = u32(in);
}

// A sum of a constant and of where the module's part of something begins.
static int32_t place(struct reader* in) {
  int32_t value = 0;
  for (;;) {
    const uint8_t code = byte(in);
    if (code == kEnd || in->failed) return value;
    if (code == kConstant) {
      value = (int32_t)((uint32_t)value + (uint32_t)s32(in));
    } else if (code == kGlobalGet) {
      u32(in);
    } else if (code != kAdd) {
      in->failed = true;
    }
  }
}

// Those of other types than addresses have values that no symbol needs.
static void read_globals(const struct module_file* module, struct reader* in, struct export* exports) {
  uint32_t first = 0;
  for (uint32_t i = 0; i < module->import_count; i++) first += module->imports[i].kind == kGlobal;
  const uint32_t listed = count(in);
  int32_t* const values = entries(in, listed, sizeof *values);
  uint32_t known = 0;
  for (; known < listed && !in->failed; known++) {
    const uint8_t type = byte(in);
    byte(in);
    if (type != kI32) break;
    values[known] = place(in);
  }
  for (uint32_t i = 0; i < module->export_count && !in->failed; i++) {
    if (exports[i].kind != kGlobal) continue;
    if (exports[i].index < first || exports[i].index - first >= known)
      in->failed = true;
    else
      exports[i].value = values[exports[i].index - first];
  }
  free(values);
}

static void read_exports(struct module_file* module, struct reader* in) {
  const uint32_t listed = count(in);
  module->exports = entries(in, listed, sizeof *module->exports);
  for (uint32_t i = 0; i < listed && !in->failed; i++) {
    module->exports[i].name = name(in);
    module->exports[i].kind = byte(in);
    module->exports[i].index = u32(in);
  }
  module->export_count = in->failed ? 0 : listed;
}

static uint8_t arity_of(const struct module_file* module, uint32_t function) {
  if (function >= module->function_count || module->functions[function] >= module->type_count) return 3;
  struct reader type = part_of(module->types[module->functions[function]]);
  const uint32_t parameters = u32(&type);
  return parameters > 3 ? 3 : parameters;
}

// Only segments of the kind that compilers make for the table: the others' functions are called as they are declared.
static void read_elements(struct module_file* module, struct reader* in) {
  for (uint32_t left = count(in); left > 0 && !in->failed; left--) {
    if (u32(in) != 0) return;
    uint32_t at = (uint32_t)place(in);
    for (uint32_t listed = count(in); listed > 0 && !in->failed; listed--, at++) {
      const uint32_t function = u32(in);
      if (at < module->table_size) module->arities[at] = arity_of(module, function);
    }
  }
}

static const char* read_sections(struct module_file* module) {
  static const uint8_t magic[8] = {0, 'a', 's', 'm', 1, 0, 0, 0};
  static const char malformed[] = "the module is malformed";
  if (module->size < sizeof magic || memcmp(module->bytes, magic, sizeof magic) != 0) return "not a WebAssembly module";
  struct reader in = {module->bytes + sizeof magic, module->bytes + module->size, false};
  struct text sections[16] = {0}, dylink = {0};
  for (bool first = true; in.at < in.end; first = false) {
    const uint8_t id = byte(&in);
    const struct text content = name(&in);
    if (in.failed) return malformed;
    if (id == 0 && first) {
      struct reader custom = part_of(content);
      if (text_is(name(&custom), "dylink.0") && !custom.failed)
        dylink = (struct text){custom.at, custom.end - custom.at};
    }
    if (id != 0 && id < 16) sections[id] = content;
  }
  if (dylink.at == NULL) return "the module is no shared library: it has no section dylink.0 in front";
  struct reader part = part_of(dylink);
  read_dylink(module, &part);
  if (part.failed) return malformed;
  if (module->memory_alignment > 16 || module->table_alignment > 16 || module->table_size > 100000 ||
      module->memory_size > 1u << 30)
    return "the module asks for more than there is";
  module->arities = malloc(module->table_size + 1);
  if (module->arities == NULL) return "no memory left for the module";
  memset(module->arities, 3, module->table_size + 1);
  static void (*const readers[])(struct module_file*, struct reader*) = {
      [kTypeSection] = read_types, [kImportSection] = read_imports, [kExportSection] = read_exports};
  for (unsigned id = kTypeSection; id <= kExportSection; id++) {
    if (id >= sizeof readers / sizeof *readers || readers[id] == NULL || sections[id].at == NULL) continue;
    part = part_of(sections[id]);
    readers[id](module, &part);
    if (part.failed) return malformed;
  }
  part = part_of(sections[kFunctionSection]);
  read_functions(module, sections[kFunctionSection].at == NULL ? NULL : &part);
  if (part.failed) return malformed;
  part = part_of(sections[kGlobalSection]);
  if (sections[kGlobalSection].at != NULL) read_globals(module, &part, module->exports);
  if (part.failed) return malformed;
  part = part_of(sections[kElementSection]);
  if (sections[kElementSection].at != NULL) read_elements(module, &part);
  if (part.failed) return malformed;
  module->starts = sections[kStartSection].at != NULL;
  part = part_of(dylink);
  if (module->import_count > 0) mark_weak(module, &part);
  return part.failed ? malformed : NULL;
}

bool read_module(struct module_file* module, const uint8_t* bytes, uint32_t size, const char** why) {
  *module = (struct module_file){.bytes = bytes, .size = size};
  *why = read_sections(module);
  if (*why != NULL) close_module(module);
  return *why == NULL;
}

void close_module(struct module_file* module) {
  free(module->needed);
  free(module->directories);
  free(module->imports);
  free(module->exports);
  free(module->types);
  free(module->functions);
  free(module->arities);
  *module = (struct module_file){0};
}
