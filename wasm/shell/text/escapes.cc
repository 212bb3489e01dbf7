#include "escapes.h"

#include "numbers.h"
#include "utf8.h"

namespace shell {

namespace {

constexpr std::string_view kLetters = "abeEfnrtv\\'\"?";
constexpr std::string_view kValues = "\a\b\033\033\f\n\r\t\v\\'\"?";
constexpr size_t kCommon = 10;  // of these: what all dialects know

size_t most_digits(char letter) { return letter == 'x' ? 2 : letter == 'u' ? 4 : 8; }

}  // namespace

std::string decode_ansi_quotes(std::string_view text) {
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
      value = read_digits(text, i, 3, 8) & 0xFF;
    } else if (letter == 'x' && i < text.size() && text[i] == '{') {
      value = read_digits(text, ++i, 1 << 16, 16) & 0xFF;
      if (i < text.size() && text[i] == '}') ++i;
    } else if (letter == 'x' || letter == 'u' || letter == 'U') {
      const size_t digits = i;
      value = read_digits(text, i, most_digits(letter), 16);
      if (i == digits) {
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

std::string decode_escapes(std::string_view text, char dialect, bool* stop, std::string* without_digits) {
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
    if (const size_t which = kLetters.substr(0, kCommon).find(c); which != std::string_view::npos) {
      out += kValues[which];
    } else if (c == 'c' && (dialect == 'e' || dialect == 'b')) {
      if (stop != nullptr) *stop = true;
      return out;
    } else if (c >= '0' && c <= '7' && (c == '0' || dialect != 'e')) {
      if (c != '0' || (dialect != 'e' && dialect != 'b')) i -= 1;
      out += static_cast<char>(read_digits(text, i, 3, 8));
    } else if (c == 'x' || c == 'u' || c == 'U') {
      const size_t digits = i;
      const uint32_t value = read_digits(text, i, most_digits(c), 16);
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
