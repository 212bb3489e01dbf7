#include "utf8.h"

#include <cstdio>
#include <cwchar>

namespace shell {

bool bytes_are_characters = false;

uint32_t decode_utf8(std::string_view text, size_t at, size_t& length) {
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(text[at + i]); };
  const unsigned char first = byte(0);
  length = 1;
  if (first < 0x80) return first;
  const size_t wanted = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  const uint32_t invalid = 0xDC00 + first;
  if (bytes_are_characters || first < 0xC2 || first > 0xF4 || at + wanted > text.size()) return invalid;
  uint32_t code = first & (0x7Fu >> wanted);
  for (size_t i = 1; i < wanted; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return invalid;
    code = code << 6 | (byte(i) & 0x3Fu);
  }
  static constexpr uint32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
  if (code < kLeast[wanted] || code > 0x10FFFF || (code >= 0xD800 && code < 0xE000)) return invalid;
  length = wanted;
  return code;
}

void append_utf8(std::string& out, uint32_t code) {
  if (code < 0x80) {
    out += static_cast<char>(code);
    return;
  }
  if (code > INT32_MAX) return;
  int following = 1;
  while (following < 5 && code >> (5 * following + 6) != 0) following += 1;
  out += static_cast<char>((0xFF00u >> (following + 1)) | code >> (6 * following));
  while (following-- > 0) out += static_cast<char>(0x80 | (code >> (6 * following) & 0x3F));
}

void append_escaped_character(std::string& out, uint32_t code) {
  if (!bytes_are_characters || code < 0x80) return append_utf8(out, code);
  char escape[16];
  const int length = snprintf(escape, sizeof escape, code <= 0xFFFF ? "\\u%04X" : "\\U%08X", code);
  out.append(escape, static_cast<size_t>(length));
}

size_t character_length(std::string_view text, size_t at) {
  if (static_cast<unsigned char>(text[at]) < 0x80) return 1;
  size_t length;
  (void)decode_utf8(text, at, length);
  return length;
}

int display_width(std::string_view text) {
  int width = 0;
  bool printable = true;
  for (size_t at = 0, length; at < text.size(); at += length) {
    const uint32_t code = decode_utf8(text, at, length);
    if (length == 1 && code >= 0x80) return 0;
    const int one = wcwidth(static_cast<wchar_t>(code));
    printable = printable && one >= 0;
    width += one;
  }
  return printable ? width : static_cast<int>(text.size());
}

size_t character_count(std::string_view text) {
  size_t count = 0;
  for (size_t i = 0; i < text.size(); i += character_length(text, i)) count += 1;
  return count;
}

size_t byte_offset(std::string_view text, size_t characters) {
  size_t at = 0;
  for (; characters > 0 && at < text.size(); --characters) at += character_length(text, at);
  return at;
}

}  // namespace shell
