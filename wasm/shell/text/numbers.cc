#include "numbers.h"

#include <cctype>
#include <charconv>

#include "characters.h"

namespace shell {

namespace {

uint32_t digit_value(char c) {
  if (is_digit(c)) return static_cast<uint32_t>(c - '0');
  if (c >= 'a' && c <= 'f') return static_cast<uint32_t>(c - 'a' + 10);
  if (c >= 'A' && c <= 'F') return static_cast<uint32_t>(c - 'A' + 10);
  return UINT32_MAX;
}

}  // namespace

bool parse_integer(std::string_view text, int64_t& value) {
  // As strtoimax begins; what may follow is blanks only, not the \r of a line that was written elsewhere.
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front())) != 0) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
  int64_t number;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return false;
  value = number;
  return true;
}

uint32_t read_digits(std::string_view text, size_t& at, size_t most, uint32_t base) {
  uint32_t value = 0;
  for (; most > 0 && at < text.size() && digit_value(text[at]) < base; --most, ++at) {
    value = value * base + digit_value(text[at]);
  }
  return value;
}

}  // namespace shell
