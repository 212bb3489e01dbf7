// Backslash escapes outside of the parser: echo -e, printf.
#include "expander.h"

namespace shell {

namespace {

int digit_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return 99;
}

// Up to `most` digits at `at`, which moves past them.
uint32_t read_digits(std::string_view text, size_t& at, size_t most, int base) {
  uint32_t value = 0;
  for (const size_t end = std::min(text.size(), at + most); at < end && digit_value(text[at]) < base; ++at) {
    value = value * static_cast<uint32_t>(base) + static_cast<uint32_t>(digit_value(text[at]));
  }
  return value;
}

}  // namespace

std::string decode_escapes(std::string_view text, char dialect, bool* stop, std::string* without_digits) {
  static constexpr std::string_view kLetters = "abeEfnrtv\\";
  static constexpr std::string_view kCharacters = "\a\b\033\033\f\n\r\t\v\\";
  std::string out;
  out.reserve(text.size());
  for (size_t i = 0; i < text.size();) {
    if (text[i] != '\\' || i + 1 == text.size()) {
      out += text[i++];
      continue;
    }
    const char c = text[i + 1];
    const size_t start = i;
    i += 2;
    if (const size_t which = kLetters.find(c); which != std::string_view::npos) {
      out += kCharacters[which];
    } else if (c == 'c' && (dialect == 'e' || dialect == 'b')) {
      if (stop != nullptr) *stop = true;
      return out;
    } else if (c >= '0' && c <= '7' && (c == '0' || dialect != 'e')) {
      if (c != '0' || (dialect != 'e' && dialect != 'b')) i -= 1;
      out += static_cast<char>(read_digits(text, i, 3, 8));
    } else if (c == 'x' || c == 'u' || c == 'U') {
      const size_t digits = i;
      const uint32_t value = read_digits(text, i, c == 'x' ? 2 : c == 'u' ? 4 : 8, 16);
      if (i == digits) {
        out += text.substr(start, i - start);
        if (without_digits != nullptr) *without_digits += c;
      } else if (c == 'x') {
        out += static_cast<char>(value);
      } else {
        append_escaped_character(out, value);
      }
    } else if (dialect != 'e' && dialect != 'b' && (c == '"' || c == '\'' || c == '?')) {
      out += c;
    } else {
      out += text.substr(start, 2);
    }
  }
  return out;
}

}  // namespace shell
