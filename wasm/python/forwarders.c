#include "forwarders.h"

#include <stdlib.h>
#include <string.h>

bool add_forwarder(struct forwarders* forwarders, uint32_t type, uint32_t target, uint32_t* slot) {
  if (forwarders->count == forwarders->room) {
    const uint32_t room = forwarders->room * 2 + 16;
    uint32_t** const lists[] = {&forwarders->types, &forwarders->targets, &forwarders->slots};
    for (int i = 0; i < 3; i++) {
      uint32_t* const more = realloc(*lists[i], room * sizeof **lists[i]);
      if (more == NULL) return false;
      *lists[i] = more;
    }
    forwarders->room = room;
  }
  forwarders->types[forwarders->count] = type;
  forwarders->targets[forwarders->count] = target;
  forwarders->slots[forwarders->count++] = *slot = forwarders->next++;
  return true;
}

struct writer {
  uint8_t* bytes;
  uint32_t size, room;
  bool failed;
};

static void put_all(struct writer* out, const void* bytes, uint32_t count) {
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

static void put(struct writer* out, uint8_t byte) { put_all(out, &byte, 1); }

static void number(struct writer* out, uint32_t value) {
  for (; value > 127; value >>= 7) put(out, value | 128);
  put(out, value);
}

static void constant(struct writer* out, int32_t value) {
  for (put(out, 0x41); value < -64 || value > 63; value >>= 7) put(out, value | 128);
  put(out, value & 127);
}

static void text(struct writer* out, const char* value) {
  number(out, strlen(value));
  put_all(out, value, strlen(value));
}

static void section(struct writer* out, uint8_t id, struct writer* content) {
  put(out, id);
  number(out, content->size);
  put_all(out, content->bytes, content->size);
  out->failed |= content->failed;
  content->size = 0;
}

static void body(struct writer* out, uint32_t parameters, uint32_t type, uint32_t target) {
  struct writer code = {0};
  put(&code, 0);
  for (uint32_t i = 0; i < parameters; i++) {
    put(&code, 0x20);  // local.get
    number(&code, i);
  }
  constant(&code, (int32_t)target);
  put(&code, 0x11);  // call_indirect
  number(&code, type);
  put(&code, 0);
  put(&code, 0x0b);
  number(out, code.size);
  put_all(out, code.bytes, code.size);
  out->failed |= code.failed;
  free(code.bytes);
}

static uint32_t parameters_of(struct text type) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < type.length && i < 5; i++) {
    count |= (uint32_t)(type.at[i] & 127) << (7 * i);
    if (type.at[i] < 128) break;
  }
  return count;
}

uint8_t* module_of_forwarders(const struct forwarders* forwarders, const struct module_file* file, uint32_t* size) {
  struct writer out = {0}, content = {0};
  const uint32_t count = forwarders->count;
  put_all(&out, "\0asm\1\0\0\0", 8);
  // A type for each: there are few.
  number(&content, count);
  for (uint32_t i = 0; i < count; i++) {
    const uint32_t type = forwarders->types[i];
    if (type >= file->type_count) {
      free(content.bytes);
      free(out.bytes);
      return NULL;
    }
    put(&content, 0x60);
    put_all(&content, file->types[type].at, file->types[type].length);
  }
  section(&out, 1, &content);
  number(&content, 1);
  text(&content, "env");
  text(&content, "__indirect_function_table");
  put_all(&content, "\1\x70\0\0", 4);
  section(&out, 2, &content);
  number(&content, count);
  for (uint32_t i = 0; i < count; i++) number(&content, i);
  section(&out, 3, &content);
  number(&content, count);
  for (uint32_t i = 0; i < count; i++) {
    char name[11];
    uint32_t at = sizeof name - 1, rest = i;
    name[at] = 0;
    do name[--at] = '0' + rest % 10;
    while ((rest /= 10) > 0);
    text(&content, name + at);
    put(&content, 0);
    number(&content, i);
  }
  section(&out, 7, &content);
  number(&content, count);
  for (uint32_t i = 0; i < count; i++)
    body(&content, parameters_of(file->types[forwarders->types[i]]), i, forwarders->targets[i]);
  section(&out, 10, &content);
  free(content.bytes);
  if (out.failed) {
    free(out.bytes);
    return NULL;
  }
  *size = out.size;
  return out.bytes;
}
