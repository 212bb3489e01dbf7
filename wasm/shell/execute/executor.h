// Runs syntax trees.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "../shell.h"

namespace shell {

// Runs a command and sets shell.status, which it returns. After it, look at shell.unwind.
int execute(Shell& shell, const Command& command);

// Reads commands from `source` and runs each before reading the next, up to the end or an unwind that goes further.
// `where` stands in syntax errors ("-c", "eval", or empty). Returns the status.
int execute_source(Shell& shell, LineSource& source, std::string_view where, int first_line);
// eval, trap commands, PROMPT_COMMAND: text in the current shell.
int execute_text(Shell& shell, std::string_view text, std::string_view where, int first_line);
// `.`: the caller has opened and read the file. Handles `return` and the frame.
int execute_file(Shell& shell, const std::string& path, std::string_view text,
                 Arguments arguments /* null: unchanged */);

// Calls a function with arguments (words[0] is its name).
int call_function(Shell& shell, const std::string& name, const std::vector<std::string>& words);
// From BASH_FUNC_name%%=() { … } in the environment.
void import_functions(Shell& shell, std::span<const std::string> environment);

// Runs words as a command: functions unless told otherwise, built-ins, programs in PATH. What `command`, `builtin`,
// `exec`'s callers, completion functions and the executor itself use.
struct RunHow {
  bool functions = true;
  bool builtins = true;
  bool standard_path = false;  // command -p
};
int run_words(Shell& shell, std::vector<std::string> words, RunHow how);

// Where a program is: a path with a slash as it is, else from the table of hashed commands or PATH. Empty: not found.
std::string find_program(Shell& shell, const std::string& name, bool standard_path = false, bool remember = true);
// Calls `use` with `name` in each directory of a list like PATH until it says that it is done.
void for_each_in_path(std::string_view list, const std::string& name, const std::function<bool(std::string)>& use);
std::vector<std::string> find_all_programs(Shell& shell, const std::string& name);

// Replaces this process by a program, which takes this shell's place in the count of shells. Returns (126 or 127,
// reported) only on failure.
int take_place(Shell& shell, const std::string& path, const std::vector<std::string>& arguments,
               bool empty_environment);

// $(…): what the commands write, all trailing newlines included; NUL bytes dropped with bash's warning. Sets
// shell.command_substitution_status.
std::string command_output(Shell& shell, const CommandPart& part);
// <(…), >(…): "/dev/fd/63".
std::string process_substitution(Shell& shell, const ProcessPart& part);
// Those of the command that ends; `mark`: how many there were before it.
void close_process_substitutions(Shell& shell, size_t mark);

// [[ ]]: 0, 1, or 2 after an error.
int evaluate_condition(Shell& shell, const Condition& condition);

}  // namespace shell
