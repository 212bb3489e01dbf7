// What a line editor asks when the user presses Tab.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace shell {

class Shell;

struct CompletionResult {
  size_t start = 0;  // of the part of the line that the words replace
  size_t end = 0;
  std::vector<std::string> words;  // sorted, quoted as they go into the line; directories end in a slash
  std::string common_prefix;
};

// `cursor` is a byte offset into `line`.
CompletionResult complete_line(Shell& shell, std::string_view line, size_t cursor);

}  // namespace shell
