// Can a tree run inside this process, as a sub-shell whose effects are then undone, without anyone telling the
// difference?
#pragma once

#include "../shell.h"
#include "../syntax/ast.h"

namespace shell {

struct Observation {
  bool in_process;         // nothing in it reaches beyond variables, positional parameters and the working directory
  bool changes_directory;  // `cd` may run
};

// The answer about the tree itself is kept in the tree until a definition changes; what the options say at the moment
// comes on top.
Observation observe(Shell& shell, const Command& root);

bool observe_redirects(std::span<const Redirect* const> redirects);

// One simple command that names a program: neither a function nor a built-in.
bool is_program(Shell& shell, const Command& command);

}  // namespace shell
