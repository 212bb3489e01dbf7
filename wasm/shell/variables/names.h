// Assignments to variables that are named by text: "x", "a[i]", "map[key]".
#pragma once

#include <string_view>

#include "../failure.h"

namespace shell {

class Shell;
struct Symbol;

// Assign as built-ins do: where a value or subscript is no number, the command line ends. All report what they refuse.
Done assign_element(Shell& shell, Symbol* symbol, std::string_view subscript, std::string_view value,
                    bool append = false);
Done assign_name(Shell& shell, std::string_view name, std::string_view value);

}  // namespace shell
