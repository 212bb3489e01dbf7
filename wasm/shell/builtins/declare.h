// What the declaring built-ins and `set` share: listings (declare_print.cc) and names as arguments (declare.cc).
#pragma once

#include <string>
#include <string_view>

#include "builtins.h"

namespace shell {

// ---- listings ----
// "declare -x a="1"", one line. `command`: "export" and "readonly" name themselves in posix mode.
void print_declaration(Shell& shell, Symbol& symbol, std::string_view command = "declare");
// All variables that have one of the attributes; 0: all.
void print_declarations(Shell& shell, uint16_t attributes, std::string_view command = "declare");
void print_locals(Shell& shell);
// What `set` and `declare` print: name=value of all that have a value, then the functions (not in posix mode).
void print_state(Shell& shell);
// The definition, and "declare -fx name" when there are attributes and `with_attributes`; only the latter unless
// `with_body`.
void print_function_declaration(Shell& shell, const std::string& name, const Function& function, bool with_body,
                                bool with_attributes);
struct FunctionFilter {
  bool exported = false;
  bool readonly = false;
  bool traced = false;
};
void print_functions(Shell& shell, bool with_body, FunctionFilter filter = {});

// ---- arguments ----
// The text between the brackets of a subscript that a built-in was given: expanded, quotes removed.
bool expand_subscript_text(Shell& shell, std::string_view text, std::string& out);

// "a b: why". Always false, as is the other.
bool refuse(Shell& shell, const std::string& subject, const char* why);
bool refuse_identifier(Shell& shell, std::string_view shown);

}  // namespace shell
