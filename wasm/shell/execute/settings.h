// Changing options with all their effects.
#pragma once

#include "../shell.h"

namespace shell {

void change_set_option(Shell& shell, SetOption option, bool on);
void change_shopt(Shell& shell, Shopt option, bool on);
void change_option(Shell& shell, bool shopt, size_t option, bool on);  // by its place in the table
void restrict_shell(Shell& shell);                                     // set -r

}  // namespace shell
