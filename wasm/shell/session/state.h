// A shell's state as a script that makes another shell the same: how an idle session is put aside.
#pragma once

#include <string>

namespace shell {

class Shell;

// Variables, functions, aliases, options, traps, positional parameters, directories, umask. The first line is a comment
// with `$?`. What the environment carries anyway is in it too.
std::string state_script(Shell& shell);

}  // namespace shell
