#include "forwarders.h"

#include <stdlib.h>

#include "module_writer.h"

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

static void body(struct writer* out, uint32_t parameters, uint32_t type, uint32_t target) {
  struct writer code = {0};
  put(&code, 0);
  for (uint32_t i = 0; i < parameters; i++) {
    put(&code, 0x20);  // local.get
    put_number(&code, i);
  }
  put_constant(&code, (int32_t)target);
  put(&code, 0x11);  // call_indirect
  put_number(&code, type);
  put(&code, 0);
  put(&code, 0x0b);
  put_body(out, &code);
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
  put_number(&content, count);
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
  put_section(&out, kTypes, &content);
  put_number(&content, 1);
  put_text(&content, "env");
  put_text(&content, "__indirect_function_table");
  put_all(&content, "\1\x70\0\0", 4);
  put_section(&out, kImports, &content);
  put_number(&content, count);
  for (uint32_t i = 0; i < count; i++) put_number(&content, i);
  put_section(&out, kFunctions, &content);
  put_number(&content, count);
  for (uint32_t i = 0; i < count; i++) {
    char name[11];
    uint32_t at = sizeof name - 1, rest = i;
    name[at] = 0;
    do name[--at] = '0' + rest % 10;
    while ((rest /= 10) > 0);
    put_text(&content, name + at);
    put(&content, 0);
    put_number(&content, i);
  }
  put_section(&out, kExports, &content);
  put_number(&content, count);
  for (uint32_t i = 0; i < count; i++)
    body(&content, parameters_of(file->types[forwarders->types[i]]), i, forwarders->targets[i]);
  put_section(&out, kCode, &content);
  free(content.bytes);
  return end_module(&out, size);
}
