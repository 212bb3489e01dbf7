// What the sections of a module are made of, as its reader and those that rewrite it both need it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "module/byte_reader.h"
#include "module/module.h"

namespace wasmsand {

enum SectionId : uint8_t {
  kCustomSection = 0,
  kTypeSection = 1,
  kImportSection = 2,
  kFunctionSection = 3,
  kTableSection = 4,
  kMemorySection = 5,
  kGlobalSection = 6,
  kExportSection = 7,
  kStartSection = 8,
  kElementSection = 9,
  kCodeSection = 10,
  kDataSection = 11,
  kDataCountSection = 12,
  kTagSection = 13,
};

struct Section {
  uint8_t id;
  ByteRange range;  // from the id byte
  ByteReader content;
};

// The next section of a module that `reader` stands in behind the header, or behind another section.
inline Section read_section(ByteReader& reader) {
  const size_t begin = reader.offset();
  const uint8_t id = reader.byte();
  const uint32_t size = reader.u32();
  const size_t content = reader.offset();
  const std::span<const std::byte> bytes = reader.take(size);
  return {id, {begin, reader.offset()}, ByteReader(bytes, content)};
}

// References to functions, to the host's objects and to exceptions.
constexpr bool is_reference_type(uint8_t code) { return code == 0x70 || code == 0x6f || code == 0x69; }
// Numbers and vectors, and references.
constexpr bool is_value_type(uint8_t code) { return (code >= 0x7b && code <= 0x7f) || is_reference_type(code); }

inline constexpr uint8_t kVectorType = 0x7b;

inline uint8_t read_value_type(ByteReader& reader) {
  const uint8_t code = reader.byte();
  if (!is_value_type(code)) reader.fail("unknown value type");
  return code;
}

// Of a table or a memory. Flags: 1 has a maximum, 2 shared, 4 counts in 64 bits.
struct Limits {
  uint8_t flags;
  uint64_t minimum;
  std::optional<uint64_t> maximum;
};

inline Limits read_limits(ByteReader& reader) {
  Limits limits{reader.byte(), 0, {}};
  const bool wide = limits.flags & 4;
  limits.minimum = wide ? reader.u64() : reader.u32();
  if (limits.flags & 1) limits.maximum = wide ? reader.u64() : reader.u32();
  return limits;
}

}  // namespace wasmsand
