#include "module_writer.h"

#include <stdlib.h>
#include <string.h>

void put_all(struct writer* out, const void* bytes, uint32_t count) {
  if (out->size + count > out->room) {
    const uint32_t room = (out->size + count) * 2;
    uint8_t* const more = out->failed ? NULL : realloc(out->bytes, room);
    if (more == NULL) {
      out->failed = true;
      return;
    }
    out->bytes = more;
    out->room = room;
  }
  memcpy(out->bytes + out->size, bytes, count);
  out->size += count;
}

void put(struct writer* out, uint8_t byte) { put_all(out, &byte, 1); }

void put_number(struct writer* out, uint32_t value) {
  for (; value > 127; value >>= 7) put(out, value | 128);
  put(out, value);
}

void put_constant(struct writer* out, int32_t value) {
  for (put(out, 0x41); value < -64 || value > 63; value >>= 7) put(out, value | 128);
  put(out, value & 127);
}

void put_text(struct writer* out, const char* value) {
  put_number(out, strlen(value));
  put_all(out, value, strlen(value));
}

void put_section(struct writer* out, uint8_t id, struct writer* content) {
  put(out, id);
  put_number(out, content->size);
  put_all(out, content->bytes, content->size);
  out->failed |= content->failed;
  content->size = 0;
}

void put_body(struct writer* out, struct writer* code) {
  put_number(out, code->size);
  put_all(out, code->bytes, code->size);
  out->failed |= code->failed;
  code->size = 0;
}

uint8_t* end_module(struct writer* out, uint32_t* size) {
  *size = out->size;
  if (!out->failed) return out->bytes;
  free(out->bytes);
  return NULL;
}
