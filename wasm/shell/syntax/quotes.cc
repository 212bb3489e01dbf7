// Text between quotes that needs decoding.
#include "../utf8.h"
#include "lexer.h"

namespace shell {

namespace {

int hex_value(char c) {
  if (is_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// Reads up to `digits` digits of `base` at text[i]. False: there are none.
bool read_number(std::string_view text, size_t& i, int base, int digits, uint32_t& value) {
  value = 0;
  int count = 0;
  for (; count < digits && i < text.size(); ++count, ++i) {
    const int digit = hex_value(text[i]);
    if (digit < 0 || digit >= base) break;
    value = value * static_cast<uint32_t>(base) + static_cast<uint32_t>(digit);
  }
  return count > 0;
}

}  // namespace

std::string decode_ansi_quotes(std::string_view text) {
  constexpr std::string_view kLetters = "abeEfnrtv\\'\"?";
  constexpr std::string_view kValues = "\a\b\033\033\f\n\r\t\v\\'\"?";
  std::string out;
  out.reserve(text.size());
  for (size_t i = 0; i < text.size();) {
    const char c = text[i++];
    if (c != '\\' || i == text.size()) {
      out += c;
      continue;
    }
    const char letter = text[i++];
    uint32_t value = 0;
    if (const size_t simple = kLetters.find(letter); simple != std::string_view::npos) {
      out += kValues[simple];
      continue;
    }
    if (letter >= '0' && letter <= '7') {
      --i;
      read_number(text, i, 8, 3, value);
      value &= 0xFF;
    } else if (letter == 'x' && i < text.size() && text[i] == '{') {
      size_t at = i + 1;
      read_number(text, at, 16, 1 << 16, value);
      i = at < text.size() && text[at] == '}' ? at + 1 : at;
      value &= 0xFF;
    } else if (letter == 'x' || letter == 'u' || letter == 'U') {
      if (!read_number(text, i, 16, letter == 'x' ? 2 : letter == 'u' ? 4 : 8, value)) {
        out += '\\';
        out += letter;
        continue;
      }
      if (letter != 'x') {
        if (value == 0) return out;
        append_escaped_character(out, value);
        continue;
      }
    } else if (letter == 'c' && i < text.size()) {
      char control = text[i++];
      if (control == '\\' && i < text.size() && text[i] == '\\') ++i;
      if (control >= 'a' && control <= 'z') control = static_cast<char>(control - 'a' + 'A');
      value = control == '?' ? 0x7F : static_cast<unsigned char>(control) & 0x1F;
    } else {
      out += '\\';
      out += letter;
      continue;
    }
    if (value == 0) return out;  // NUL ends the string
    out += static_cast<char>(value);
  }
  return out;
}

std::string remove_delimiter_quotes(std::string_view text) {
  std::string out;
  char quote = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\\' && quote != '\'' && i + 1 < text.size()) {
      const char next = text[i + 1];
      if (quote == '"' && next != '"' && next != '\\' && next != '$' && next != '`') out += c;
      out += next;
      ++i;
    } else if (quote != 0 ? c == quote : (c == '\'' || c == '"')) {
      quote = quote != 0 ? '\0' : c;
    } else {
      out += c;
    }
  }
  return out;
}

}  // namespace shell
