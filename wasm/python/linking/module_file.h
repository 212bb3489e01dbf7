// A module of WebAssembly that is to be linked while python3 runs, as Emscripten makes them ("side modules"): what the
// dynamic linker (dynamic.c) must know of it.
// https://github.com/WebAssembly/tool-conventions/blob/main/DynamicLinking.md
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct text {
  const uint8_t* at;
  uint32_t length;
};

enum kind { kFunction, kTable, kMemory, kGlobal, kTag };

struct import {
  struct text module, name;
  enum kind kind;
  uint32_t type;  // of a function
  bool changes;   // a global
  bool weak;
};

struct export {
  struct text name;
  enum kind kind;
  uint32_t index;
  int32_t value;  // of a global: from where the module's memory begins
};

struct module_file {
  const uint8_t* bytes;
  uint32_t size;
  uint32_t memory_size, memory_alignment, table_size, table_alignment;
  struct text* needed;
  struct text* directories;  // in which they are looked for
  uint32_t needed_count, directory_count;
  struct import* imports;
  struct export* exports;
  struct text* types;  // as they are in the file, behind the byte that begins each
  uint32_t import_count, export_count, type_count, imported_functions;
  uint32_t* functions;  // their types, imported ones first
  uint32_t function_count;
  bool starts;       // it has a function that is to be called first
  uint8_t* arities;  // of its part of the table: how many parameters
};

// False, with the reason in `why`: it is none, or not one that can be linked. What it points to is in `bytes` and in
// memory that close_module gives back.
bool read_module(struct module_file* module, const uint8_t* bytes, uint32_t size, const char** why);
void close_module(struct module_file* module);

bool text_is(struct text text, const char* name);
