// $x and ${…}: finding the value, and the operators that test and cut it.
#include <charconv>

#include "../text/names.h"
#include "expander.h"

namespace shell {

namespace {

size_t parse_index(std::string_view digits) {
  size_t index = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), index);
  return error == std::errc() ? index : SIZE_MAX;
}

// In the text of a nameref or of ${!name}.
Subscript as_written(std::string_view text) {
  using Kind = Subscript::Kind;
  return {text == "@" ? Kind::at : text == "*" ? Kind::star : Kind::expression, nullptr, text};
}

}  // namespace

// "x", "a[1]", "$1" where `dollar`, "!x": as messages name a parameter.
std::string display_name(const ParameterPart& part, bool dollar) {
  std::string name(part.indirect ? "!" : "");
  if (dollar && !part.indirect && !part.braced && !is_name_start(part.name[0])) name += '$';
  name += part.name;
  if (part.subscript != nullptr) name.append("[").append(part.subscript->text).append("]");
  return name;
}

Done Expander::parameter(const ParameterPart& part, bool quoted) {
  if (part.op != ParameterOperator::none || part.subscript != nullptr || part.length || part.indirect) {
    return parameter_with_operator(part, quoted);
  }
  if (is_name_start(part.name[0])) {
    if (part.symbol == nullptr) part.symbol = shell_.variables.intern(part.name);
    const Variable* variable = part.symbol->variable.get();
    if (variable == nullptr || !variable->has(kNameref)) {
      if (const std::string* text = shell_.variables.get(part.symbol)) return emit(*text, quoted);
      return !shell_.options[SetOption::nounset] ? Done()
                                                 : fail_unset(shell_, display_name(part, true) + ": unbound variable");
    }
  } else if (part.name == "@" || part.name == "*") {
    const Arguments arguments = shell_.positional;
    const bool star = part.name == "*";
    sink_.list(*arguments, star && sink_.joins_star(), quoted && (!star || sink_.quotes_star()));
    return {};
  }
  Value value;
  if (!load_name(part.name, nullptr, value) || !check_set(value, part)) return Failure();
  return emit_value(value, quoted);
}

Done Expander::emit_value(const Value& value, bool quoted) {
  if (!value.is_list()) return value.set ? emit(value.text, quoted) : Done();
  const bool star = value.shape == Value::Shape::star;
  const bool plain = !star || !value.positional;
  sink_.list(value.elements, star && (plain || sink_.joins_star()), quoted && (plain || sink_.quotes_star()));
  return {};
}

Done Expander::check_set(const Value& value, const ParameterPart& part) {
  if (value.set || value.is_list() || !shell_.options[SetOption::nounset]) return {};
  return fail_unset(shell_, display_name(part, true) + ": unbound variable");
}

Done Expander::load(const ParameterPart& part, Value& value) {
  if (part.indirect) return resolve_indirect(part, value);
  return load_name(part.name, part.subscript, value);
}

Done Expander::reload_list(const ParameterPart& part, Value& value) {
  if (!value.is_list()) return {};
  value = Value();
  return load(part, value);
}

// $1, $@, $? and their like.
Done Expander::load_special(std::string_view name, Value& value) {
  const auto computed = [&](std::string text) {
    value.storage = std::move(text);
    value.text = value.storage;
    value.set = true;
    return Done();
  };
  const std::vector<std::string>& positional = *shell_.positional;
  if (is_number(name)) {
    const size_t index = parse_index(name);
    if (index == 0) return computed(shell_.name);
    value.set = index <= positional.size();
    if (value.set) value.text = positional[index - 1];
    return {};
  }
  const char letter = name[0];
  if (letter == '@' || letter == '*') {
    value.shape = letter == '@' ? Value::Shape::at : Value::Shape::star;
    value.positional = true;
    value.elements.assign(positional.begin(), positional.end());
    value.set = !positional.empty();
    return {};
  }
  if (letter == '#') return computed(std::to_string(positional.size()));
  if (letter == '?') return computed(std::to_string(shell_.status));
  if (letter == '-') return computed(shell_.option_letters());
  if (letter == '$') return computed(std::to_string(shell_.process_id));
  if (letter != '!') return shell_.fail(std::string(name) + ": invalid variable name", Reach::line);
  return shell_.last_background == 0 ? Done() : computed(std::to_string(shell_.last_background));
}

Done Expander::load_name(std::string_view name, const Subscript* subscript, Value& value) {
  value.name = name;
  if (!is_name_start(name[0])) return load_special(name, value);
  Symbol* symbol = shell_.variables.intern(name);
  Reference reference{symbol, {}};
  if (symbol->variable != nullptr && symbol->variable->has(kNameref)) {
    reference = shell_.variables.resolve(symbol);
    if (reference.symbol == nullptr) return {};
  }
  value.place.symbol = reference.symbol;
  if (subscript != nullptr && reference.subscript) {  // an element has no elements
    if (subscript->kind != Subscript::Kind::expression) {
      value.shape = subscript->kind == Subscript::Kind::at ? Value::Shape::at : Value::Shape::star;
    }
    return {};
  }
  if (subscript != nullptr) return load_element(reference.symbol, *subscript, value);
  if (reference.subscript) return load_element(reference.symbol, as_written(*reference.subscript), value);
  if (const std::string* text = shell_.variables.get(reference.symbol)) {
    value.text = *text;
    value.set = true;
  }
  return {};
}

Done Expander::load_element(Symbol* symbol, const Subscript& subscript, Value& value) {
  if (subscript.kind != Subscript::Kind::expression) return load_all(symbol, subscript.kind, value);
  if (subscript.word == nullptr) return load_place(shell_.variables.locate(symbol, subscript.text), subscript, value);
  std::string text;
  if (!expand_subscript(shell_, subscript, text, symbol)) return Failure();
  return load_place(shell_.variables.locate_expanded(symbol, text), subscript, value);
}

Done Expander::load_place(const std::optional<Place>& place, const Subscript& subscript, Value& value) {
  if (!place) return Failure();
  value.place = *place;
  if (!place->exists() || (place->kind == Place::Kind::keyed && place->key.empty())) {
    const std::string shown = value.counted ? std::string(subscript.text) + "]" : place->symbol->name;
    shell_.report_error(shown + ": bad array subscript");
    value.bad = true;
    if (value.counted) (void)shell_.give_up(Reach::rules);
    return Done::when(!shell_.unwinding());
  }
  if (const std::string* const found = shell_.variables.get(*place)) {
    value.set = true;
    value.text = *found;
  }
  return {};
}

Done Expander::load_all(Symbol* symbol, Subscript::Kind kind, Value& value) {
  const Variable* const variable = shell_.variables.variable(symbol);
  value.shape = kind == Subscript::Kind::at ? Value::Shape::at : Value::Shape::star;
  if (variable == nullptr) return {};
  if (variable->indexed) {
    for (const IndexedArray::Entry& entry : variable->indexed->entries()) {
      value.elements.emplace_back(entry.value);
      value.indices.push_back(entry.index);
    }
  } else if (variable->associative) {
    for (const AssociativeArray::Entry* entry : variable->associative->entries()) {
      value.elements.emplace_back(entry->value);
      value.keys.emplace_back(entry->key);
    }
  } else if (variable->is_set()) {
    value.elements.emplace_back(variable->value);
    value.indices.push_back(0);
  }
  value.set = !value.elements.empty();
  return {};
}

Done Expander::resolve_indirect(const ParameterPart& part, Value& value) {
  if (part.subscript == nullptr && is_name_start(part.name[0])) {
    Symbol* symbol = shell_.variables.intern(part.name);
    if (symbol->variable != nullptr && symbol->variable->has(kNameref) && symbol->variable->is_set()) {
      const Reference target = shell_.variables.resolve(symbol);
      value.storage = target.symbol == nullptr ? std::string() : target.symbol->name;
      if (target.subscript) ((value.storage += '[') += *target.subscript) += ']';
      value.text = value.storage;
      value.set = true;
      return {};
    }
  }
  Value pointer;
  if (!load_name(part.name, part.subscript, pointer)) return Failure();
  if (!pointer.set) {
    if (pointer.place.symbol != nullptr && shell_.variables.variable(pointer.place.symbol) != nullptr) return {};
    const bool positional = is_number(part.name) || pointer.positional;
    const bool assigns = part.op == ParameterOperator::assign_default;
    if (positional && !assigns) return {};
    ParameterPart base = part;
    base.indirect = false;
    return shell_.fail((positional ? "!" : "") + display_name(base, false) + ": invalid indirect expansion",
                       Reach::line);
  }
  std::string target(pointer.text);
  const std::string_view joint = pointer.positional || shell_.ifs.empty() ? " " : first_of_ifs(shell_);
  for (size_t i = 0; i < pointer.elements.size(); ++i) target.append(i == 0 ? "" : joint).append(pointer.elements[i]);
  if (is_name(target) || is_number(target) || (target.size() == 1 && is_special_parameter(target[0]))) {
    return load_name(target, nullptr, value);
  }
  const std::optional<ElementName> element = split_subscript(target);
  if (element && is_name(element->name) && !element->subscript.empty()) {
    const Subscript written = as_written(element->subscript);
    if (load_name(element->name, &written, value)) return {};
    if (shell_.unwinding()) return Failure();
  }
  return shell_.fail(target + ": invalid variable name", Reach::line);
}

Done Expander::names(const ParameterPart& part, bool quoted) {
  std::vector<std::string_view> found;
  for (const Symbol* symbol : shell_.variables.sorted()) {
    if (symbol->name.starts_with(part.name) && symbol->variable->is_set()) found.emplace_back(symbol->name);
  }
  return emit_list(found, part.op == ParameterOperator::names_star, quoted);
}

Done Expander::indices(const ParameterPart& part, bool quoted) {
  Value value;
  const bool star = part.op == ParameterOperator::indices_star;
  const Subscript all = as_written(star ? "*" : "@");
  if (!load_name(part.name, &all, value)) return Failure();
  if (!value.keys.empty()) return emit_list(value.keys, star, quoted);
  std::vector<std::string> numbers;
  numbers.reserve(value.indices.size());
  for (const int64_t index : value.indices) numbers.push_back(std::to_string(index));
  return emit_list(numbers, star, quoted);
}

bool is_set(Shell& shell, std::string_view name, bool expanded) {
  const size_t open = name.find('[');
  const auto element = expanded ? ElementName{name.substr(0, open), name.substr(open + 1, name.size() - open - 2)}
                                : split_subscript(name);
  if (!element && is_number(name)) return parse_index(name) <= shell.positional->size();
  if (!element) return is_name(name) && shell.variables.get(name) != nullptr;
  const auto& [base, text] = *element;
  Symbol* const symbol = is_name(base) ? shell.variables.resolve(base).symbol : nullptr;
  if (symbol == nullptr) return false;
  const Variable* const variable = shell.variables.variable(symbol);
  const bool all = text == "@" || text == "*", associative = variable != nullptr && variable->associative;
  if ((all || associative) && (variable == nullptr || !variable->is_set())) return false;
  if (all && !associative) return !variable->indexed || variable->indexed->size() > 0;
  const auto place =
      expanded || all ? shell.variables.locate_expanded(symbol, text) : shell.variables.locate(symbol, text);
  if (place && !place->exists()) (void)shell.fail(std::string(base) + ": bad array subscript");
  return place && shell.variables.get(*place) != nullptr;
}

}  // namespace shell
