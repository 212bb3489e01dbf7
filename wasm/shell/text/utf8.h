// Characters of UTF-8 text. Bytes that are not valid UTF-8 count as one character each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace shell {

extern bool bytes_are_characters;                           // in the locale C
size_t character_length(std::string_view text, size_t at);  // bytes of the character there; 1 for an invalid byte
size_t character_count(std::string_view text);
size_t byte_offset(std::string_view text, size_t characters);
// In columns, as bash counts: the bytes when some of it is not printable, 0 when some of it is no character.
int display_width(std::string_view text);

// The code point at `at`; its length in bytes in `length`. An invalid byte gives 0xDC00 + byte.
uint32_t decode_utf8(std::string_view text, size_t at, size_t& length);
// Beyond Unicode, in the old forms of five and six bytes; what has no form at all adds nothing.
void append_utf8(std::string& out, uint32_t code);
// The character of \u and \U; in the locale C, which has it not, the escape itself.
void append_escaped_character(std::string& out, uint32_t code);

}  // namespace shell
