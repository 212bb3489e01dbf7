#include "module/byte_reader.h"

namespace wasmsand {

// Well-formed UTF-8 as Unicode defines it: no surrogates, no overlong forms, nothing above U+10FFFF.
bool ByteReader::is_utf8(std::string_view text) {
  for (size_t i = 0; i < text.size();) {
    auto at = [&](size_t index) { return index < text.size() ? static_cast<uint8_t>(text[index]) : uint8_t{0}; };
    uint8_t lead = at(i);
    if (lead < 0x80) {
      ++i;
      continue;
    }
    size_t length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
    if (lead < 0xc2 || lead > 0xf4) return false;
    uint8_t lowest = lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80;
    uint8_t highest = lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf;
    if (at(i + 1) < lowest || at(i + 1) > highest) return false;
    for (size_t k = 2; k < length; ++k) {
      if ((at(i + k) & 0xc0) != 0x80) return false;
    }
    i += length;
  }
  return true;
}

}  // namespace wasmsand
