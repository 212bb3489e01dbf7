// Modules that are made here, to be linked: small ones, of a few functions.
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct writer {
  uint8_t* bytes;
  uint32_t size, room;
  bool failed;  // there was no memory left
};

void put(struct writer* out, uint8_t byte);
void put_all(struct writer* out, const void* bytes, uint32_t count);
void put_number(struct writer* out, uint32_t value);
void put_text(struct writer* out, const char* value);
// i32.const.
void put_constant(struct writer* out, int32_t value);
// Moves `content` into a section.
void put_section(struct writer* out, uint8_t id, struct writer* content);
// Moves `code` into the list of bodies.
void put_body(struct writer* out, struct writer* code);
// The module so far; null, and nothing is left of it, when something failed.
uint8_t* end_module(struct writer* out, uint32_t* size);

enum { kTypes = 1, kImports = 2, kFunctions = 3, kExports = 7, kCode = 10 };
