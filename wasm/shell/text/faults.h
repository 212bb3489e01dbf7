// Faults of bash that are imitated, for what they do is what scripts have been tried with. Each names the case of
// test/conformance/shell that proves it: file, and name.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>

namespace shell::faults {

// var-op: brackets that bash miscounts when it replaces.
// It reckons [!] and [^] complete when it counts what a pattern of fixed length matches, and finds nothing then.
[[nodiscard]] constexpr bool miscounts_brackets(std::string_view pattern) {
  const size_t at = std::min(pattern.find("[!]"), pattern.find("[^]"));
  return at != std::string_view::npos && (at == 0 || pattern[at - 1] != '\\') &&
         pattern.find_first_of("*(") == std::string_view::npos;
}

// table-pattern: first match in an empty string replaced, and its like.
// It looks at the first character of a pattern before it tries an empty text.
[[nodiscard]] constexpr bool sees_no_match_in_nothing(std::string_view text, std::string_view pattern, bool at_end) {
  return text.empty() && !pattern.empty() && !at_end && !pattern.starts_with('*');
}

// var-op: the end is tried before it is replaced.
// It looks first whether the text ends in the pattern at all, by one that begins with a star; which groups make a
// difference to.
[[nodiscard]] constexpr bool tries_the_end_first(std::string_view pattern, bool extglob) {
  return extglob && pattern.find('(') != std::string_view::npos;
}
[[nodiscard]] constexpr bool begins_with_star(std::string_view pattern) {
  return pattern.starts_with('*') && !pattern.starts_with("*(");
}

// var-op: a group of patterns behind a star begins before the end of the text.
// Even one that takes nothing. `taken`: the star has taken something.
[[nodiscard]] constexpr bool misses_the_end(char group, bool taken) {
  return group == '@' || group == '+' || (group == '!' && taken);
}

// assoc: a length of nothing.
// Of the elements of an associative array one is taken where none is wanted.
[[nodiscard]] constexpr int64_t length_of_slice(int64_t length) { return length == 0 ? 1 : length; }

}  // namespace shell::faults
