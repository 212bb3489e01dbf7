// Names of variables that built-ins are given as text: "x", "a[i]", "map[key]".
#pragma once

#include <string>
#include <string_view>

#include "builtins.h"

namespace shell {

// A name, or a name with a subscript.
bool is_variable_name(std::string_view text);
// "a b: why". Always false, as is the other: "`1x': not a valid identifier".
bool refuse(Shell& shell, const std::string& subject, const char* why);
bool refuse_identifier(Shell& shell, std::string_view shown);
// The number a subscript of an indexed array stands for. An error ends the command line and does not name the built-in.
bool evaluate_subscript(Shell& shell, const std::string& subscript, int64_t& index);
// Assign as built-ins do: where a value or subscript is no number, the command line ends. All report what they refuse.
bool assign_element(Shell& shell, Symbol* symbol, std::string_view subscript, std::string_view value,
                    bool append = false);
bool assign_name(Shell& shell, std::string_view name, std::string_view value);

}  // namespace shell
