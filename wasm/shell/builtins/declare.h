// Listings of variables and functions, for the declaring built-ins and `set`.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "builtins.h"

namespace shell {

// "declare -x a="1"", one line. `command`: "export" and "readonly" name themselves in posix mode.
void print_declaration(Shell& shell, Symbol& symbol, std::string_view command = "declare");
// All variables that have one of the attributes and are arrays of that kind; 0: all.
void print_declarations(Shell& shell, uint16_t attributes, std::string_view command = "declare");
void print_locals(Shell& shell);
// What `set` and `declare` print: name=value of all that have a value, then the functions (not in posix mode).
void print_state(Shell& shell);
// The definition, and "declare -fx name" when there are attributes and `with_attributes`; only the latter unless
// `with_body`.
void print_function_declaration(Shell& shell, const std::string& name, const Function& function, bool with_body,
                                bool with_attributes);
// As BuiltinTable has it.
Done declare_literal(Shell& shell, std::span<const std::string> words, const Assignment& literal);
// Those that have one of the attributes; 0: all.
void print_functions(Shell& shell, bool with_body, uint16_t attributes);

}  // namespace shell
