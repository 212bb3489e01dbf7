// The arguments of the declaring built-ins.
#pragma once

#include <string>
#include <string_view>

#include "../expand/expand.h"
#include "builtins.h"

namespace shell {

// One argument: name, name=value, name+=value, name[subscript]=value, name=(…).
struct DeclareArgument {
  std::string name;
  std::string shown;  // for messages about the name
  bool has_subscript = false;
  std::string subscript;
  bool has_value = false;
  bool append = false;
  std::string_view value;
  const Assignment* compound = nullptr;       // an array literal
  std::vector<LiteralItem>* items = nullptr;  // its elements
  [[nodiscard]] bool assigns() const { return has_value || compound != nullptr; }
};

DeclareArgument parse_argument(std::string_view word);
// The value of an argument, into a variable that has its attributes.
Done assign_value(Shell& shell, Symbol* symbol, const DeclareArgument& argument, bool text_may_be_compound);

}  // namespace shell
