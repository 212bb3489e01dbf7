// Names of variables as text: "x", "a[i]", "map[key]".
#pragma once

#include <optional>
#include <string_view>

#include "characters.h"
#include "split.h"

namespace shell {

// "name[subscript]" in its parts.
struct ElementName {
  std::string_view name, subscript;
};

// nullopt: not of that form. Subscript brackets are matched, quotes respected.
[[nodiscard]] inline std::optional<ElementName> split_subscript(std::string_view text) {
  const size_t open = text.find('[');
  if (open == 0 || open == std::string_view::npos) return std::nullopt;
  if (closing_bracket(text, open, false) != text.size() - 1) return std::nullopt;
  return ElementName{text.substr(0, open), text.substr(open + 1, text.size() - open - 2)};
}

// A name, or a name with a subscript.
[[nodiscard]] inline bool is_variable_name(std::string_view text) {
  const auto element = split_subscript(text);
  return element ? is_name(element->name) && !element->subscript.empty() : is_name(text);
}

}  // namespace shell
