// A command as bash writes it back: declare -f, type, trap -p, jobs, BASH_COMMAND, set -x of compound commands.
#pragma once

#include <string>
#include <vector>

#include "ast.h"

namespace shell {

// "name () \n{ \n    body\n}": what declare -f and type print, without a final newline. posix: without `function`
// before the functions it defines.
std::string print_function(std::string_view name, const Command& body, bool posix = false);

// One line where bash uses one line: "for i in a b; do echo $i; done". What jobs shows and BASH_COMMAND holds.
std::string print_command(const Command& command, bool posix = false);

// "name[subscript]", and that with = or += behind it.
std::string print_target(const Assignment& assignment);
std::string print_head(const Assignment& assignment);
std::string print_assignment(const Assignment& assignment);

// The same for what is between the parentheses of $( ): newlines between commands stay. `numbers` gets the line of that
// text on which each command is, for bash parses it again when it runs them; of two for one command the last counts.
struct CommandNumber {
  const Command* command;
  int line;
};
std::string print_substitution(const List& body, std::vector<CommandNumber>& numbers);

}  // namespace shell
