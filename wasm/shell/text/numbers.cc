#include "numbers.h"

#include <cctype>

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
  const auto blank = [](char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; };
  while (!text.empty() && blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && blank(text.back())) text.remove_suffix(1);
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  if (!is_number(text)) return false;
  const uint64_t limit = static_cast<uint64_t>(INT64_MAX) + (negative ? 1 : 0);
  uint64_t sum = 0;
  for (const char c : text) {
    const auto digit = static_cast<uint64_t>(c - '0');
    if (sum > (limit - digit) / 10) return false;
    sum = sum * 10 + digit;
  }
  value = static_cast<int64_t>(negative ? 0 - sum : sum);
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
