// How the generated tables describe calls: enough to decode arguments and to print a trace.
#pragma once

#include <cstdint>

namespace wasmsand {

enum class ArgumentKind : uint8_t {
  fd,
  dirfd,
  int_,
  uint,
  u32,
  u64,
  s64,
  size,
  offset,             // two slots, low half first
  offset_high_first,  // two slots
  id,
  mode,
  pid,
  signal,
  address,
  path,
  path_length,  // the length of the path before it
  string,
  strings,  // a null-terminated array of strings
  flags,
  rights,
  enum_,
  in_,
  out_,
  inout_,
  buffer_in,
  buffer_out,
  out_string,
  out_bytes,
  out_pointers,
  out_strings,
  iovecs,
};

struct ArgumentDescription {
  const char* name;
  ArgumentKind kind;
  int8_t slot;
  // flags, enum: which set. in, out, inout: bytes of the integer. buffer: the slot of its length.
  int8_t detail;
};

struct CallDescription {
  const char* name;
  uint8_t argument_count;
  ArgumentDescription arguments[10];
};

struct NamedValue {
  const char* name;
  uint64_t value;
};

struct ValueSet {
  const NamedValue* values;
  uint32_t count;
  bool is_enum;  // else flags, or-ed together
};

}  // namespace wasmsand
