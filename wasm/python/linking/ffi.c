// What libffi leaves to JavaScript where CPython was built for: calls of functions whose types are known only when they
// are made, and functions that are made while the program runs. For each type there is a small module, made here, of a
// function that calls others of this type with arguments from the memory; for each type of callbacks one of many
// functions of this type that put their arguments there, each of which serves one callback after the other.
// https://github.com/WebAssembly/tool-conventions/blob/main/BasicCABI.md
#include "../door/door.h"

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
  kAdd = 0x6a,
  kSubtract = 0x6b,
  kEnd = 0x0b
};

// A module of `count` functions, `bodies`, of the type `own`, which call functions of the type `other`: `called`, its
// function 0, or whichever they find in the table. Its global 1 is `base`. The engine keeps a copy of the table for
// each module that has it. `bodies` is given back.
static bool functions_of(const struct signature* own, const struct signature* other, uintptr_t called, const void* base,
                         struct writer* bodies, uint32_t count, uint32_t* slots) {
  struct writer out = {0}, content = {0};
  uint32_t size;
  put_all(&out, "\0asm\1\0\0\0", 8);
  put_number(&content, 2);
  put_type(&content, own);
  put_type(&content, other);
  put_section(&out, kTypes, &content);
  put_number(&content, 4);
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
  put_text(&content, "env");
  put_text(&content, "base");
  put_all(&content, "\3\x7f\0", 3);
  put_section(&out, kImports, &content);
  put_number(&content, count);
  for (uint32_t i = 0; i < count; i++) put(&content, 0);
  put_section(&out, kFunctions, &content);
  put_number(&content, count);
  for (uint32_t i = 0; i < count; i++) {
    const char name[] = {'f', (char)('0' + i), 0};
    put_text(&content, name);
    put(&content, 0);
    put_number(&content, (called != 0) + i);
  }
  put_section(&out, kExports, &content);
  put_number(&content, count);
  put_all(&content, bodies->bytes, bodies->size);
  content.failed |= bodies->failed;
  put_section(&out, kCode, &content);
  free(content.bytes);
  free(bodies->bytes);
  uint8_t* const module = end_module(&out, &size);
  const struct link_import imports[4] = {{0}, {.value = called}, {.changes = 1}, {.value = (uint32_t)(uintptr_t)base}};
  const bool linked = module != NULL && link_made(module, size, imports, 4, slots, count);
  free(module);
  return linked;
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
  struct writer code = {0}, body = {0};
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
  put_body(&body, &code);
  free(code.bytes);
  made->slot = take_slot();
  if (!functions_of(&kCaller, of, 0, NULL, &body, 1, &made->slot)) {
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
  uintptr_t* code;  // where its caller has its function
  const struct interface* interface;
  void (*function)(const struct interface* interface, void* result, void** values, void* data);
  void* data;
};

// Of the table, for ever, with the function that was put there, which finds its callback here.
struct place {
  uint32_t slot;
  struct closure* closure;
  struct place* next;         // while it is free
  struct callbacks* of_type;  // NULL: there is no function yet
};
// The places with functions of one type.
struct callbacks {
  struct callbacks* next;
  struct place* free_places;
  uint32_t result, count;
  uint8_t types[];
};
static struct callbacks* known_callbacks;
static struct place* empty_places;
// Of the last callback of somebody who may have read where its function is before that was made: the next is likely of
// the same type.
static struct callbacks* last_type;

// A module is dear, and a function in it is cheap. No more than there are digits and letters for names.
enum { kTogether = 32 };

static struct callbacks* callbacks_of(const struct signature* signature) {
  for (struct callbacks* known = known_callbacks; known != NULL; known = known->next)
    if (known->result == signature->result && known->count == signature->count &&
        memcmp(known->types, signature->types, signature->count) == 0)
      return known;
  struct callbacks* const made = malloc(sizeof *made + signature->count);
  if (made == NULL) return NULL;
  *made = (struct callbacks){.next = known_callbacks, .result = signature->result, .count = signature->count};
  memcpy(made->types, signature->types, signature->count);
  known_callbacks = made;
  return made;
}

static void put_back(struct place* place) {
  struct place** const list = place->of_type == NULL ? &empty_places : &place->of_type->free_places;
  place->next = *list;
  *list = place;
}

__attribute__((export_name("ffi_closure_alloc_js"))) void* ffi_closure_alloc(size_t size, uintptr_t* code) {
  struct closure* const closure = calloc(1, size < sizeof *closure ? sizeof *closure : size);
  struct place* place = last_type == NULL ? NULL : last_type->free_places;
  if (place != NULL)
    last_type->free_places = place->next;
  else if ((place = empty_places) != NULL)
    empty_places = place->next;
  else if (closure != NULL && (place = calloc(1, sizeof *place)) != NULL)
    place->slot = take_slot();
  if (closure == NULL || place == NULL) {
    if (place != NULL) put_back(place);
    free(closure);
    return NULL;
  }
  place->closure = closure;
  closure->place = place;
  closure->code = code;
  *code = place->slot;
  return closure;
}

__attribute__((export_name("ffi_closure_free_js"))) void ffi_closure_free(struct closure* closure) {
  put_back(closure->place);
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

// Functions of the type of `signature` for places that are next to one another.
static bool make_functions(struct place* places, uint32_t count, const struct signature* signature) {
  static const struct signature kHandler = {2, 0, {kI32, kI32}};
  const uint32_t frame = signature->count, size = (16 + 8 * signature->count + 15) & ~15u;
  struct writer code = {0}, bodies = {0};
  uint32_t slots[kTogether];
  for (uint32_t i = 0; i < count; i++) {
    slots[i] = places[i].slot;
    put_all(&code, "\1\1\x7f", 3);  // one more local, the frame
    put_indexed(&code, kGlobalGet, 0);
    put_constant(&code, (int32_t)size);
    put(&code, kSubtract);
    put_indexed(&code, kLocalSet, frame);
    put_indexed(&code, kLocalGet, frame);
    put_indexed(&code, kGlobalSet, 0);
    for (uint32_t j = 0; j < signature->count; j++) {
      put_indexed(&code, kLocalGet, frame);
      put_indexed(&code, kLocalGet, j);
      put_access(&code, storing(signature->types[j]), 16 + 8 * j);
    }
    // Where they are is no part of the code: all modules of a type are the same to the engine.
    put_indexed(&code, kGlobalGet, 1);
    put_constant(&code, (int32_t)(i * sizeof *places));
    put(&code, kAdd);
    put_indexed(&code, kLocalGet, frame);
    put_indexed(&code, kCall, 0);
    put_indexed(&code, kLocalGet, frame);
    put_constant(&code, (int32_t)size);
    put(&code, kAdd);
    put_indexed(&code, kGlobalSet, 0);
    if (signature->result != 0) {
      put_indexed(&code, kLocalGet, frame);
      put_access(&code, loading(signature->result), 0);
    }
    put(&code, kEnd);
    put_body(&bodies, &code);
  }
  free(code.bytes);
  return functions_of(signature, &kHandler, (uintptr_t)run_closure, places, &bodies, count, slots);
}

static struct place* free_place(struct callbacks* of_type, const struct signature* signature) {
  if (of_type->free_places == NULL) {
    struct place* const places = calloc(kTogether, sizeof *places);
    if (places == NULL) return NULL;
    for (uint32_t i = 0; i < kTogether; i++) places[i].slot = take_slot();
    if (!make_functions(places, kTogether, signature)) {
      give_back_slots(kTogether);
      free(places);
      return NULL;
    }
    for (uint32_t i = kTogether; i > 0; i--) {
      places[i - 1].of_type = of_type;
      put_back(&places[i - 1]);
    }
  }
  struct place* const place = of_type->free_places;
  of_type->free_places = place->next;
  return place;
}

// ctypes reads its function from its own object, and only later. Whoever else asks may have read it already.
static bool is_unread(const struct closure* closure, const void* data) {
  enum { kMostOfObject = 256 };
  return (uintptr_t)closure->code - (uintptr_t)data < kMostOfObject;
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
  struct callbacks* const of_type = callbacks_of(&signature);
  if (of_type == NULL) return kBadType;
  struct place* const first = closure->place;
  if (!is_unread(closure, data)) {
    last_type = of_type;
    if (first->of_type == of_type) return kGood;
    if (!make_functions(first, 1, &signature)) return kBadType;
    first->of_type = of_type;
    return kGood;
  }
  struct place* const place = free_place(of_type, &signature);
  if (place == NULL) return kBadType;
  put_back(first);
  place->closure = closure;
  closure->place = place;
  *closure->code = place->slot;
  return kGood;
}
