#include "escapes.h"

#include "numbers.h"
#include "utf8.h"

namespace shell {

namespace {

constexpr std::string_view kLetters = "abeEfnrtv\\'\"?";
constexpr std::string_view kValues = "\a\b\033\033\f\n\r\t\v\\'\"?";
constexpr size_t kCommon = 10;  // of these: what all dialects know

// That of \cX, whose X is at `at`.
uint32_t control_character(std::string_view text, size_t& at) {
  char letter = text[at++];
  if (letter == '\\' && at < text.size() && text[at] == '\\') ++at;
  if (letter >= 'a' && letter <= 'z') letter = static_cast<char>(letter - 'a' + 'A');
  return letter == '?' ? 0x7F : static_cast<unsigned char>(letter) & 0x1F;
}

size_t most_digits(char letter) { return letter == 'x' ? 2 : letter == 'u' ? 4 : 8; }

}  // namespace

std::string decode_escapes(std::string_view text, char dialect, bool* stop, std::string* without_digits) {
  const bool quotes = dialect == '$';
  const bool arguments = dialect == 'e' || dialect == 'b';
  const std::string_view letters = kLetters.substr(0, arguments ? kCommon : kLetters.size());
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
    uint32_t value = 0;
    if (const size_t which = letters.find(c); which != std::string_view::npos) {
      out += kValues[which];
      continue;
    }
    if (c == 'c' && arguments) {
      if (stop != nullptr) *stop = true;
      return out;
    }
    if (c >= '0' && c <= '7' && (c == '0' || dialect != 'e')) {
      if (c != '0' || !arguments) i -= 1;
      value = read_digits(text, i, 3, 8);
    } else if (c == 'x' || c == 'u' || c == 'U') {
      const bool braces = quotes && c == 'x' && i < text.size() && text[i] == '{';
      const size_t digits = braces ? ++i : i;
      value = read_digits(text, i, braces ? text.size() : most_digits(c), 16);
      if (i == digits && !braces) {
        out += text.substr(start, i - start);
        if (without_digits != nullptr) *without_digits += c;
        continue;
      }
      if (braces && i < text.size() && text[i] == '}') ++i;
    } else if (quotes && c == 'c' && i < text.size()) {
      value = control_character(text, i);
    } else {
      out += text.substr(start, 2);
      continue;
    }
    const bool character = c == 'u' || c == 'U';
    if (!character) value &= 0xFF;
    if (quotes && value == 0) return out;  // NUL ends the string
    if (character) {
      append_escaped_character(out, value);
    } else {
      out += static_cast<char>(value);
    }
  }
  return out;
}

}  // namespace shell
