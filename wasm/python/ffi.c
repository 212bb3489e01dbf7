// What libffi leaves to JavaScript where CPython was built for: calls of functions whose types are known only when they
// are made, and functions that are made while the program runs. For each type there is a small module, made here, of a
// function that calls others of this type with arguments from the memory; for each callback one of a function of its
// type that puts its arguments there, which serves another of the same type when that callback is gone.
// https://github.com/WebAssembly/tool-conventions/blob/main/BasicCABI.md
#include "door.h"

#include <stdlib.h>
#include <string.h>

#include "dynamic.h"
#include "module_writer.h"
#include "types.h"

// libffi's structures.
struct type {
  size_t size;
  uint16_t alignment, kind;
  struct type** elements;
};
struct interface {
  uint32_t abi, count;
  struct type **types, *result;
  uint32_t bytes, flags, fixed;
};
enum kind_of_type {
  kVoid,
  kInt,
  kFloat,
  kDouble,
  kLongDouble,
  kUint8,
  kSint8,
  kUint16,
  kSint16,
  kUint32,
  kSint32,
  kUint64,
  kSint64,
  kStruct,
  kPointer,
  kComplex,
};
enum { kGood, kBadType };

// Value types, as modules have them.
enum { kI32 = 0x7f, kI64 = 0x7e, kF32 = 0x7d, kF64 = 0x7c };
enum { kMostParameters = 1000 };

struct signature {
  uint32_t count;
  uint8_t result;  // 0: none
  uint8_t types[kMostParameters];
};

// A structure of one thing is passed as that, one of nothing is not passed.
static const struct type* unwrapped(const struct type* type) {
  while (type->kind == kStruct && type->elements[0] != NULL && type->elements[1] == NULL) type = type->elements[0];
  return type;
}

static uint8_t value_type(const struct type* type) {
  switch (type->kind) {
    case kFloat:
      return kF32;
    case kDouble:
      return kF64;
    case kUint64:
    case kSint64:
      return kI64;
    default:
      return kI32;
  }
}

static bool by_address(const struct type* type) {
  return type->kind == kStruct || type->kind == kLongDouble || type->kind == kComplex;
}

static uint8_t value_type_of_letter(char letter) {
  return letter == 'I' ? kI64 : letter == 'f' ? kF32 : letter == 'F' ? kF64 : kI32;
}

const char* own_type(uintptr_t function) {
  const size_t count = sizeof kTypeOf / sizeof *kTypeOf;
  return function < count ? kOwnTypes[kTypeOf[function]] : "";
}

// How many arguments come before those of which there may be any number.
static uint32_t fixed_arguments(const struct interface* interface, const char* type) {
  const char* const any = strchr(type, '*');
  if (any == NULL || interface->fixed != interface->count) return interface->fixed;
  const uint32_t fixed = (uint32_t)(any - type);
  return fixed < interface->count ? fixed : interface->count;
}

// Programs say less than there is: that a function has a result that has none, say, or nothing of one that it has.
// Other machines do not mind.
static void take_own_type(const char* type, struct signature* to) {
  if (*type == 0) return;
  for (to->count = 0; *type != ':'; type++) to->types[to->count++] = value_type_of_letter(*type);
  to->result = type[1] == 0 ? 0 : value_type_of_letter(type[1]);
}

// False: there are too many parameters.
static bool signature_of(const struct interface* interface, uint32_t fixed, bool takes_any, struct signature* to) {
  const struct type* const result = unwrapped(interface->result);
  to->count = 0;
  to->result = result->kind == kVoid || by_address(result) ? 0 : value_type(result);
  if (by_address(result)) to->types[to->count++] = kI32;
  for (uint32_t i = 0; i < fixed; i++) {
    const struct type* const type = unwrapped(interface->types[i]);
    if (to->count + 4 > kMostParameters) return false;
    if (type->kind == kStruct && type->elements[0] == NULL) continue;
    if (type->kind == kLongDouble) to->types[to->count++] = kI64;
    to->types[to->count++] = type->kind == kLongDouble ? kI64 : value_type(type);
  }
  // Where more may follow, those are in the memory.
  if (takes_any) to->types[to->count++] = kI32;
  return true;
}

static void put_type(struct writer* out, const struct signature* of) {
  put(out, 0x60);
  put_number(out, of->count);
  put_all(out, of->types, of->count);
  put_number(out, of->result != 0);
  if (of->result != 0) put(out, of->result);
}

static uint8_t loading(uint8_t type) { return type == kI32 ? 0x28 : type == kI64 ? 0x29 : type == kF32 ? 0x2a : 0x2b; }
static uint8_t storing(uint8_t type) { return type == kI32 ? 0x36 : type == kI64 ? 0x37 : type == kF32 ? 0x38 : 0x39; }

static void put_access(struct writer* out, uint8_t code, uint32_t offset) {
  put(out, code);
  put(out, 0);
  put_number(out, offset);
}
static void put_indexed(struct writer* out, uint8_t code, uint32_t index) {
  put(out, code);
  put_number(out, index);
}
enum {
  kLocalGet = 0x20,
  kLocalSet = 0x21,
  kGlobalGet = 0x23,
  kGlobalSet = 0x24,
  kCall = 0x10,
  kCallIndirect = 0x11,
  kSubtract = 0x6b,
  kEnd = 0x0b
};

// A module of one function, `code`, of the type `own`, which calls functions of the type `other`: `called`, its
// function 0, or whichever it finds in the table. The engine keeps a copy of the table for each module that has it.
// `code` is given back.
static uint32_t function_of(const struct signature* own, const struct signature* other, uintptr_t called,
                            struct writer* code, uint32_t slot) {
  struct writer out = {0}, content = {0};
  uint32_t size;
  put_all(&out, "\0asm\1\0\0\0", 8);
  put_number(&content, 2);
  put_type(&content, own);
  put_type(&content, other);
  put_section(&out, kTypes, &content);
  put_number(&content, 3);
  put_text(&content, "env");
  put_text(&content, "memory");
  put_all(&content, "\2\0\0", 3);
  put_text(&content, "env");
  if (called != 0) {
    put_text(&content, "f");
    put_all(&content, "\0\1", 2);
  } else {
    put_text(&content, "__indirect_function_table");
    put_all(&content, "\1\x70\0\0", 4);
  }
  put_text(&content, "env");
  put_text(&content, "__stack_pointer");
  put_all(&content, "\3\x7f\1", 3);
  put_section(&out, kImports, &content);
  put_all(&content, "\1\0", 2);
  put_section(&out, kFunctions, &content);
  put_number(&content, 1);
  put_text(&content, "f");
  put(&content, 0);
  put_number(&content, called != 0);
  put_section(&out, kExports, &content);
  put_number(&content, 1);
  put_body(&content, code);
  put_section(&out, kCode, &content);
  free(content.bytes);
  free(code->bytes);
  uint8_t* const module = end_module(&out, &size);
  const uint32_t imports[6] = {0, 0, called, 0, 0, 1};
  const bool linked = module != NULL && link_made(module, size, imports, 3, &slot, 1);
  free(module);
  return linked ? slot : 0;
}

// --- calls ---

// (function, arguments, result): arguments take eight bytes each.
static const struct signature kCaller = {3, 0, {kI32, kI32, kI32}};

struct caller {
  struct caller* next;
  uint32_t slot;
  uint8_t result;
  uint32_t count;
  uint8_t types[];
};
static struct caller* callers;

static uint32_t caller_of(const struct signature* of) {
  for (const struct caller* known = callers; known != NULL; known = known->next)
    if (known->result == of->result && known->count == of->count && memcmp(known->types, of->types, of->count) == 0)
      return known->slot;
  struct caller* const made = malloc(sizeof *made + of->count);
  if (made == NULL) return 0;
  struct writer code = {0};
  put(&code, 0);
  if (of->result != 0) put_indexed(&code, kLocalGet, 2);
  for (uint32_t i = 0; i < of->count; i++) {
    put_indexed(&code, kLocalGet, 1);
    put_access(&code, loading(of->types[i]), 8 * i);
  }
  put_indexed(&code, kLocalGet, 0);
  put_indexed(&code, kCallIndirect, 1);
  put(&code, 0);
  if (of->result != 0) put_access(&code, storing(of->result), 0);
  put(&code, kEnd);
  *made = (struct caller){.next = callers, .result = of->result, .count = of->count};
  memcpy(made->types, of->types, of->count);
  made->slot = function_of(&kCaller, of, 0, &code, take_slot());
  if (made->slot == 0) {
    free(made);
    return 0;
  }
  callers = made;
  return made->slot;
}

static uint64_t widened(const struct type* type, const void* value) {
  switch (type->kind) {
    case kUint8:
      return *(const uint8_t*)value;
    case kSint8:
      return (uint64_t)(int64_t)*(const int8_t*)value;
    case kUint16:
      return *(const uint16_t*)value;
    case kSint16:
      return (uint64_t)(int64_t)*(const int16_t*)value;
    case kUint64:
    case kSint64:
    case kDouble:
      return *(const uint64_t*)value;
    default:
      return *(const uint32_t*)value;
  }
}

static void* aligned(char* at, size_t alignment) {
  return (void*)(((uintptr_t)at + alignment - 1) & ~(uintptr_t)(alignment - 1));
}

__attribute__((export_name("ffi_call_js"))) void ffi_call(const struct interface* interface, uintptr_t function,
                                                          void* result, void** values) {
  struct signature signature;
  const char* const own = own_type(function);
  const uint32_t fixed = fixed_arguments(interface, own);
  const bool takes_any = interface->fixed != interface->count || strchr(own, '*') != NULL;
  const bool good = signature_of(interface, fixed, takes_any, &signature);
  const uint8_t wanted = signature.result;
  const uint32_t given = signature.count;
  if (good) take_own_type(own, &signature);
  const uint32_t caller = good ? caller_of(&signature) : 0;
  // libffi has no way to say so, and what is missing is memory.
  if (caller == 0) abort();
  size_t copied = 16;
  for (uint32_t i = 0; i < interface->count; i++) copied += interface->types[i]->size + 32;
  const uint32_t room = (given > signature.count ? given : signature.count) + 1;
  uint64_t arguments[room];
  memset(arguments, 0, room * sizeof *arguments);
  char copies[copied];
  char* next = copies;
  uint32_t at = 0;
  const struct type* const type = unwrapped(interface->result);
  if (by_address(type)) arguments[at++] = (uintptr_t)result;
  for (uint32_t i = 0; i < fixed; i++) {
    const struct type* const of = unwrapped(interface->types[i]);
    if (of->kind == kStruct && of->elements[0] == NULL) continue;
    if (of->kind == kLongDouble) {
      memcpy(&arguments[at], values[i], 16);
      at += 2;
    } else if (by_address(of)) {
      char* const copy = aligned(next, 16);
      memcpy(copy, values[i], of->size);
      next = copy + of->size;
      arguments[at++] = (uintptr_t)copy;
    } else {
      arguments[at++] = widened(of, values[i]);
    }
  }
  if (takes_any) {
    char* variadic = aligned(next, 16);
    arguments[at++] = (uintptr_t)variadic;
    for (uint32_t i = fixed; i < interface->count; i++) {
      const struct type* const of = interface->types[i];
      const bool small = of->size < 4 && !by_address(of);
      const uint32_t word = small ? (uint32_t)widened(of, values[i]) : 0;
      variadic = aligned(variadic, of->alignment < 4 ? 4 : of->alignment);
      memcpy(variadic, small ? (const void*)&word : values[i], small ? 4 : of->size);
      variadic += small ? 4 : of->size;
    }
  }
  uint64_t answer = 0;
  const int before = *foreign_errno_location();
  ((void (*)(uintptr_t, uint64_t*, uint64_t*))caller)(function, arguments, &answer);
  // Programs that ask ctypes for errno compare it with Linux's numbers.
  if (*foreign_errno_location() != before) *foreign_errno_location() = linux_errno(*foreign_errno_location());
  if (wanted == 0 || result == NULL) return;
  // Whoever asks for less than a word expects one.
  memcpy(result, &answer, wanted == kI64 || wanted == kF64 ? 8 : 4);
}

// --- callbacks ---

// What libffi's structure for one has room for.
struct closure {
  struct place* place;
  const struct interface* interface;
  void (*function)(const struct interface* interface, void* result, void** values, void* data);
  void* data;
};

// Of the table, for ever, with the function that was put there last, which finds its callback here.
struct place {
  uint32_t slot;
  struct closure* closure;
  struct place* next;           // while it is free
  struct signature* signature;  // of the function; NULL: there is none
};
static struct place* free_places;

static bool same(const struct signature* one, const struct signature* other) {
  return one->count == other->count && one->result == other->result &&
         memcmp(one->types, other->types, one->count) == 0;
}

static struct place* take_place(void) {
  struct place* const place = free_places;
  if (place != NULL) {
    free_places = place->next;
    return place;
  }
  struct place* const made = calloc(1, sizeof *made);
  if (made != NULL) made->slot = take_slot();
  return made;
}

__attribute__((export_name("ffi_closure_alloc_js"))) void* ffi_closure_alloc(size_t size, uintptr_t* code) {
  struct closure* const closure = calloc(1, size < sizeof *closure ? sizeof *closure : size);
  if (closure == NULL) return NULL;
  closure->place = take_place();
  if (closure->place == NULL) {
    free(closure);
    return NULL;
  }
  closure->place->closure = closure;
  *code = closure->place->slot;
  return closure;
}

// What comes next is likely of the type that went last.
__attribute__((export_name("ffi_closure_free_js"))) void ffi_closure_free(struct closure* closure) {
  closure->place->next = free_places;
  free_places = closure->place;
  free(closure);
}

// `frame`: two words of eight bytes for the result, then one for each argument.
static void run_closure(struct place* place, uint64_t* frame) {
  const struct closure* const closure = place->closure;
  const struct interface* const interface = closure->interface;
  void* values[interface->count + 1];
  const struct type* const result = unwrapped(interface->result);
  uint64_t* next = frame + 2;
  void* const to = by_address(result) ? (void*)(uintptr_t)*next++ : frame;
  for (uint32_t i = 0; i < interface->count; i++) {
    const struct type* const type = unwrapped(interface->types[i]);
    values[i] = type->kind == kStruct && type->elements[0] != NULL ? (void*)(uintptr_t)*next : (void*)next;
    if (type->kind == kComplex) values[i] = (void*)(uintptr_t)*next;
    if (type->kind == kStruct && type->elements[0] == NULL) continue;
    next += type->kind == kLongDouble ? 2 : 1;
  }
  closure->function(interface, to, values, closure->data);
}

static bool make_function(const struct place* place, const struct signature* signature) {
  static const struct signature kHandler = {2, 0, {kI32, kI32}};
  const uint32_t frame = signature->count, size = (16 + 8 * signature->count + 15) & ~15u;
  struct writer code = {0};
  put_all(&code, "\1\1\x7f", 3);  // one more local, the frame
  put_indexed(&code, kGlobalGet, 0);
  put_constant(&code, (int32_t)size);
  put(&code, kSubtract);
  put_indexed(&code, kLocalSet, frame);
  put_indexed(&code, kLocalGet, frame);
  put_indexed(&code, kGlobalSet, 0);
  for (uint32_t i = 0; i < signature->count; i++) {
    put_indexed(&code, kLocalGet, frame);
    put_indexed(&code, kLocalGet, i);
    put_access(&code, storing(signature->types[i]), 16 + 8 * i);
  }
  put_constant(&code, (int32_t)(uintptr_t)place);
  put_indexed(&code, kLocalGet, frame);
  put_indexed(&code, kCall, 0);
  put_indexed(&code, kLocalGet, frame);
  put_constant(&code, (int32_t)size);
  put(&code, 0x6a);
  put_indexed(&code, kGlobalSet, 0);
  if (signature->result != 0) {
    put_indexed(&code, kLocalGet, frame);
    put_access(&code, loading(signature->result), 0);
  }
  put(&code, kEnd);
  return function_of(signature, &kHandler, (uintptr_t)run_closure, &code, place->slot) != 0;
}

__attribute__((export_name("ffi_prep_closure_loc_js"))) int ffi_prep_closure(
    struct closure* closure, const struct interface* interface,
    void (*function)(const struct interface*, void*, void**, void*), void* data, uintptr_t code_at) {
  struct signature signature;
  if (interface->fixed != interface->count || !signature_of(interface, interface->fixed, false, &signature))
    return kBadType;
  closure->interface = interface;
  closure->function = function;
  closure->data = data;
  struct place* const place = closure->place;
  if (place->signature != NULL && same(place->signature, &signature)) return kGood;
  free(place->signature);
  place->signature = NULL;
  if (!make_function(place, &signature)) return kBadType;
  const size_t bytes = offsetof(struct signature, types) + signature.count;
  place->signature = malloc(bytes);
  if (place->signature != NULL) memcpy(place->signature, &signature, bytes);
  return kGood;
}
