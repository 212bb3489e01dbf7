// The variables bash maintains: RANDOM, SECONDS, LINENO, BASH_*, EPOCH*, FUNCNAME, GROUPS, UID, SHELLOPTS…, and what
// assigning to PATH, OPTIND, IFS and their like does elsewhere.
#pragma once

namespace shell {

class Shell;
struct Symbol;

void define_special_variables(Shell& shell);
// After a special symbol (Symbol::special) was set or unset.
void special_variable_changed(Shell& shell, const Symbol& symbol);

}  // namespace shell
