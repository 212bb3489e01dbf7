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
  const std::string shown = symbol->name + "[" + std::string(subscript) + "]";
  const std::optional<Place> place = shell.variables.locate(target.symbol, subscript, true);
  if (!place) return shell.unwinding() ? Failure() : fail_identifier(shell, shown);
  const bool none = place->kind == Place::Kind::keyed ? place->key.empty() : subscript.empty();
  if (none || place->kind == Place::Kind::whole) return shell.fail(shown + ": bad array subscript");
  return shell.variables.set(*place, value, append);
}

Done assign_name(Shell& shell, std::string_view name, std::string_view value) {
  if (is_name(name)) return shell.variables.set(name, value);
  std::string_view base;
  std::string_view subscript;
  if (!is_variable_name(name) || !split_subscript(name, base, subscript)) return fail_identifier(shell, name);
  return assign_element(shell, shell.variables.intern(base), subscript, value);
}

}  // namespace shell
