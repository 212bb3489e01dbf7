// What read and mapfile share: reading, and the checks of their arguments.
#pragma once

#include "../execute/traps.h"
#include "../input.h"
#include "../text/names.h"
#include "../variables/names.h"
#include "builtins.h"

namespace shell {

// Runs what is trapped when a signal comes.
inline std::function<bool()> taking_signals(Shell& shell) {
  return [&shell] {
    if (Traps::pending()) shell.traps->run_pending();
    return !shell.unwinding();
  };
}

// -u: an open descriptor, or a message.
Done check_descriptor(Shell& shell, const std::string& text, int& fd);
// The variable `name` leads to, unless it is an associative array (reported).
Symbol* indexed_target(Shell& shell, const std::string& name);

}  // namespace shell
