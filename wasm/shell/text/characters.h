// What single characters mean to a shell, and the shortest texts made of them.
#pragma once

#include <algorithm>
#include <string_view>

namespace shell {

[[nodiscard]] constexpr bool is_blank(int c) { return c == ' ' || c == '\t'; }
[[nodiscard]] constexpr bool is_space(int c) { return is_blank(c) || c == '\n'; }
[[nodiscard]] constexpr bool is_meta(int c) {
  return is_space(c) || c == ';' || c == '&' || c == '|' || c == '<' || c == '>' || c == '(' || c == ')';
}
[[nodiscard]] constexpr bool is_digit(int c) { return c >= '0' && c <= '9'; }
[[nodiscard]] constexpr bool is_name_start(int c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
[[nodiscard]] constexpr bool is_name_char(int c) { return is_name_start(c) || is_digit(c); }
// What stands before the ( of an extended pattern.
[[nodiscard]] constexpr bool opens_extended(int c) { return c == '?' || c == '*' || c == '+' || c == '@' || c == '!'; }
[[nodiscard]] constexpr bool is_one_of(int c, std::string_view characters) {
  return c > 0 && characters.find(static_cast<char>(c)) != std::string_view::npos;
}

// An identifier.
[[nodiscard]] constexpr bool is_name(std::string_view text) {
  return !text.empty() && is_name_start(text[0]) && std::all_of(text.begin(), text.end(), is_name_char);
}
// Digits, and nothing else.
[[nodiscard]] constexpr bool is_number(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), is_digit);
}
// $@ $* and their like.
[[nodiscard]] constexpr bool is_special_parameter(int c) { return is_one_of(c, "@*#?-$!"); }

[[nodiscard]] constexpr bool ends_in_odd_backslashes(std::string_view text) {
  return (text.size() - (text.find_last_not_of('\\') + 1)) % 2 == 1;
}

}  // namespace shell
