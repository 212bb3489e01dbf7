// Elements of arrays: which one a subscript means, and what is there.
#include "../shell.h"

namespace shell {

using Kind = Place::Kind;

std::optional<Place> Variables::locate(Symbol* symbol, std::string_view written, bool to_write) {
  const bool associative = symbol->variable != nullptr && symbol->variable->associative;
  std::string subscript(written);
  if (associative) {
    if (!shell_.options[Shopt::assoc_expand_once] && !shell_.services.expand_key(shell_, written, subscript))
      return std::nullopt;
  } else if (written == "@" || written == "*") {
    return Place{symbol, Kind::whole, 0, std::move(subscript)};
  } else if (!shell_.services.expand_index(shell_, written, subscript)) {
    return std::nullopt;
  }
  return locate_expanded(symbol, subscript, to_write);
}

std::optional<Place> Variables::locate_expanded(Symbol* symbol, std::string_view subscript, bool to_write) {
  if (const Variable* const variable = this->variable(symbol); variable != nullptr && variable->associative) {
    return Place{symbol, Kind::keyed, 0, std::string(subscript)};
  }
  std::optional<int64_t> index = shell_.services.evaluate_subscript(shell_, subscript);
  if (!index) return std::nullopt;
  if (*index >= 0) return Place{symbol, Kind::indexed, *index};
  const Variable* const variable = this->variable(symbol);
  if (variable != nullptr && variable->indexed) {
    *index += variable->indexed->next_index();
  } else if (variable != nullptr && variable->is_set() && to_write) {
    *index += 1;
  }
  return Place{symbol, *index < 0 ? Kind::bad : Kind::indexed, *index, std::string(subscript)};
}

const std::string* Variables::get(const Place& place) {
  if (place.kind == Kind::variable) return get(place.symbol);
  const Variable* const variable = this->variable(place.symbol);
  return variable == nullptr ? nullptr : variable->element(place);
}

Done Variables::set(const Place& place, std::string_view value, bool append) {
  Symbol* const symbol = place.symbol;
  if (place.kind == Kind::variable) return set(symbol, value, append);
  if (refuse_readonly(*symbol, symbol->variable.get())) return Failure();
  if (!place.exists()) return shell_.fail(symbol->name + "[" + place.key + "]: bad array subscript");
  touch(symbol);
  Variable* const variable = symbol->variable ? this->variable(symbol) : make(symbol, 0);
  if (!variable->is_array()) add_attributes(symbol, variable, kIndexed);
  // The conversion may fail, and may itself change the array: first the value, then its place.
  const std::string* const before = append ? variable->element(place) : nullptr;
  std::string text = before != nullptr ? *before : std::string();
  if (!store(*variable, text, value, append)) return Failure();
  (variable->associative ? variable->associative->at(place.key) : variable->indexed->at(place.index)) = std::move(text);
  variable->clear(kUnset);
  changed(symbol);
  return {};
}

Variables::Unset Variables::unset(const Place& place) {
  Symbol* const symbol = place.symbol;
  Variable* const variable = symbol->variable.get();
  if (variable == nullptr) return Unset::done;
  if (variable->has(kReadonly)) return Unset::readonly;
  if (!variable->is_array()) {
    const bool itself = place.kind == Kind::indexed && place.index == 0;
    return itself ? unset(symbol->name, true) : Unset::not_array;
  }
  if (place.kind == Kind::bad) return Unset::bad_subscript;
  touch(symbol);
  if (variable->associative) {
    variable->associative->erase(place.key);
    changed(symbol);
  } else if (place.kind == Kind::whole) {
    variable->indexed->clear();
  } else {
    variable->indexed->erase(place.index);
  }
  return Unset::done;
}

}  // namespace shell
