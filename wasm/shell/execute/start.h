// From an invocation to a running shell.
#pragma once

#include "invocation.h"

namespace shell {

class Shell;

// Everything from startup files to the EXIT trap. Returns the status to exit with.
int run_shell(Shell& shell, const Invocation& invocation, char** environment);

}  // namespace shell
