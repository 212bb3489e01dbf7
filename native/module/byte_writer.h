// Writing what ByteReader reads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace wasmsand {

inline void append_byte(std::vector<std::byte>& out, uint8_t value) { out.push_back(static_cast<std::byte>(value)); }

inline void append_u32(std::vector<std::byte>& out, uint32_t value) {
  for (; value >= 0x80; value >>= 7) append_byte(out, static_cast<uint8_t>(value | 0x80));
  append_byte(out, static_cast<uint8_t>(value));
}

inline void append_i32(std::vector<std::byte>& out, int32_t value) {
  for (; value < -64 || value > 63; value >>= 7) append_byte(out, static_cast<uint8_t>(value | 0x80));
  append_byte(out, static_cast<uint8_t>(value & 0x7f));
}

inline void append(std::vector<std::byte>& out, std::span<const std::byte> bytes) {
  out.insert(out.end(), bytes.begin(), bytes.end());
}

inline void append_name(std::vector<std::byte>& out, std::string_view name) {
  append_u32(out, static_cast<uint32_t>(name.size()));
  append(out, std::as_bytes(std::span(name)));
}

inline void append_section(std::vector<std::byte>& out, uint8_t id, std::span<const std::byte> content) {
  append_byte(out, id);
  append_u32(out, static_cast<uint32_t>(content.size()));
  append(out, content);
}

}  // namespace wasmsand
