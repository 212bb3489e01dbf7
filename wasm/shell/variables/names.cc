#include "names.h"

#include "../shell.h"
#include "../text/names.h"

namespace shell {

Done assign_element(Shell& shell, Symbol* symbol, std::string_view subscript, std::string_view value, bool append) {
  const Reference target = shell.variables.resolve(symbol);
  if (target.symbol == nullptr) return Failure();
  const std::string shown = symbol->name + "[" + std::string(subscript) + "]";
  const std::optional<Place> place = shell.variables.locate(target.symbol, subscript, true);
  if (!place) return shell.unwinding() ? Failure() : shell.refuse_identifier(shown);
  const bool none = place->kind == Place::Kind::keyed ? place->key.empty() : subscript.empty();
  if (none || place->kind == Place::Kind::whole) return shell.fail(shown + ": bad array subscript");
  return shell.variables.set(*place, value, append);
}

Done assign_name(Shell& shell, std::string_view name, std::string_view value) {
  if (is_name(name)) return shell.variables.set(name, value);
  if (!is_variable_name(name)) return shell.refuse_identifier(name);
  const ElementName element = *split_subscript(name);
  return assign_element(shell, shell.variables.intern(element.name), element.subscript, value);
}

}  // namespace shell
