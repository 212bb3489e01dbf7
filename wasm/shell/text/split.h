// Lists and brackets in text.
#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace shell {

// The parts between separators; of an empty text there is one, which is empty.
inline std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (size_t at = 0; at <= text.size();) {
    const size_t end = std::min(text.find(separator, at), text.size());
    parts.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return parts;
}

inline std::string join(std::span<const std::string> parts, std::string_view separator) {
  std::string text;
  for (const std::string& part : parts) text.append(&part == parts.data() ? "" : separator).append(part);
  return text;
}

// The ] that closes the [ at `open`, beyond quotes and what a backslash protects; npos: none. `lone_quotes`: one that
// does not close quotes all that is left.
inline size_t closing_bracket(std::string_view text, size_t open, bool lone_quotes) {
  int depth = 0;
  char quote = 0;
  for (size_t i = open; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\\') {
      i += 1;
    } else if (quote != 0) {
      if (c == quote) quote = 0;
    } else if ((c == '"' || c == '\'') && (lone_quotes || text.find(c, i + 1) != std::string_view::npos)) {
      quote = c;
    } else if (c == '[') {
      depth += 1;
    } else if (c == ']' && --depth == 0) {
      return i;
    }
  }
  return std::string_view::npos;
}

// The lines of a text, without their newlines.
inline std::vector<std::string_view> lines_of(std::string_view text) {
  if (text.empty()) return {};
  if (text.ends_with('\n')) text.remove_suffix(1);
  return split(text, '\n');
}

}  // namespace shell
