#include "names.h"

#include "../expand/expander.h"

namespace shell {

bool is_variable_name(std::string_view text) {
  if (is_name(text)) return true;
  std::string_view name;
  std::string_view subscript;
  return text.ends_with(']') && split_subscript(text, name, subscript) && !subscript.empty() && is_name(name);
}

Done assign_element(Shell& shell, Symbol* symbol, std::string_view subscript, std::string_view value, bool append) {
  const Reference target = shell.variables.resolve(symbol);
  if (target.symbol == nullptr) return Failure();
  const Variable* variable = shell.variables.variable(target.symbol);
  const bool associative = variable != nullptr && variable->has(kAssociative);
  std::string expanded;
  if (!expand_subscript_text(shell, subscript, associative, expanded)) {
    return shell.unwinding() ? Failure() : fail_identifier(shell, symbol->name + "[" + std::string(subscript) + "]");
  }
  if (expanded.empty() || (!associative && (expanded == "@" || expanded == "*"))) {
    return shell.fail(symbol->name + "[" + std::string(subscript) + "]: bad array subscript");
  }
  if (!associative) {
    const std::optional<int64_t> index = evaluate_subscript(shell, expanded);
    if (!index) return Failure();
    if (*index >= 0) return shell.variables.set_indexed(target.symbol, *index, value, append);
  }
  return shell.variables.set_element(target.symbol, expanded, value, append);
}

Done assign_name(Shell& shell, std::string_view name, std::string_view value) {
  if (is_name(name)) return shell.variables.set(name, value);
  std::string_view base;
  std::string_view subscript;
  if (!is_variable_name(name) || !split_subscript(name, base, subscript)) return fail_identifier(shell, name);
  return assign_element(shell, shell.variables.intern(base), subscript, value);
}

}  // namespace shell
