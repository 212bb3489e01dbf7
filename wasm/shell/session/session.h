// What the host asks of a shell.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "../syntax/parser.h"

namespace shell {

class Shell;

// The session shell: serves the host's requests one after the other until there are no more. Between two it may be put
// aside by the kernel, as an image of its memory, and goes on where it waits for the next.
[[noreturn]] void run_session(Shell& shell);

// What a command would do, as data, without doing any of it.
// JSON: {"ok":true,"commands":[…],"programs":[…],"builtins":[…],"functions":[…],"paths":[…]} or
// {"ok":false,"error":{"line":1,"message":"…"}}. Commands inside substitutions, functions and conditions are listed as
// all others, in the order of the text.
std::string plan_json(const ParserHost& host, std::string_view command);

// What a line editor asks when the user presses Tab.
struct CompletionResult {
  size_t start = 0;  // of the part of the line that the words replace
  size_t end = 0;
  std::vector<std::string> words;  // sorted, quoted as they go into the line; directories end in a slash
};
// `cursor` is a byte offset into `line`.
CompletionResult complete_line(Shell& shell, std::string_view line, size_t cursor);

}  // namespace shell
