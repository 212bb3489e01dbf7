// $x and ${…}: finding the value, and the operators that test and cut it.
#include <charconv>

#include "expander.h"

namespace shell {

namespace {

size_t parse_index(std::string_view digits) {
  size_t index = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), index);
  return error == std::errc() ? index : SIZE_MAX;
}

// The subscript in the text of a nameref or of ${!name}.
Done expand_kept_subscript(Shell& shell, std::string_view text, std::string& expanded) {
  expanded.clear();
  if (!expand_text(shell, text, expanded)) return Failure();
  if (expanded.size() > 1 && (expanded[0] == '"' || expanded[0] == '\'') && expanded.back() == expanded[0]) {
    expanded = expanded.substr(1, expanded.size() - 2);
  }
  return {};
}

// The index an arithmetic subscript gives in an array; negative ones count from the end. `name` is for the message.
Done array_index(Shell& shell, const Variable* variable, std::string_view name, std::string_view subscript,
                 int64_t& index) {
  if (is_number(subscript) && (subscript[0] != '0' || subscript.size() == 1) && subscript.size() < 18) {
    index = static_cast<int64_t>(parse_index(subscript));
    return {};
  }
  const std::optional<int64_t> value = evaluate_subscript(shell, subscript);
  if (!value) return Failure();
  index = *value;
  if (index < 0) index += variable != nullptr && variable->indexed ? end_of(variable) : 0;
  return index >= 0 ? Done() : shell.fail(std::string(name) + ": bad array subscript");
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
  switch (name[0]) {
    case '@':
    case '*':
      value.shape = name[0] == '@' ? Value::Shape::at : Value::Shape::star;
      value.positional = true;
      value.elements.assign(positional.begin(), positional.end());
      value.set = !positional.empty();
      return {};
    case '#':
      return computed(std::to_string(positional.size()));
    case '?':
      return computed(std::to_string(shell_.status));
    case '-':
      return computed(shell_.option_letters());
    case '$':
      return computed(std::to_string(shell_.process_id));
    case '!':
      return shell_.last_background == 0 ? Done() : computed(std::to_string(shell_.last_background));
    default:
      return shell_.fail(std::string(name) + ": invalid variable name", Reach::line);
  }
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
  value.symbol = reference.symbol;
  if (subscript != nullptr && reference.subscript) {  // an element has no elements
    if (subscript->kind != Subscript::Kind::expression) {
      value.shape = subscript->kind == Subscript::Kind::at ? Value::Shape::at : Value::Shape::star;
    }
    return {};
  }
  if (subscript != nullptr) return load_element(reference.symbol, *subscript, value);
  if (reference.subscript) {
    const std::string& text = *reference.subscript;
    const auto kind = text == "@"   ? Subscript::Kind::at
                      : text == "*" ? Subscript::Kind::star
                                    : Subscript::Kind::expression;
    std::string expanded = text;
    if (kind == Subscript::Kind::expression && !expand_kept_subscript(shell_, text, expanded)) return Failure();
    return load_element(reference.symbol, {kind, nullptr, expanded}, value);
  }
  if (const std::string* text = shell_.variables.get(reference.symbol)) {
    value.text = *text;
    value.set = true;
  }
  return {};
}

Done Expander::load_element(Symbol* symbol, const Subscript& subscript, Value& value) {
  Variable* variable = shell_.variables.variable(symbol);
  if (subscript.kind == Subscript::Kind::expression) {
    std::string text;
    if (!expand_subscript(shell_, subscript, text, symbol)) return Failure();
    value.element = true;
    variable = shell_.variables.variable(symbol);
    const std::string shown = value.counted ? std::string(subscript.text) + "]" : symbol->name;
    const auto is_bad = [&] {
      value.bad = true;
      if (value.counted) (void)shell_.give_up(Reach::rules);
      return Done::when(!shell_.unwinding());
    };
    if (variable != nullptr && variable->has(kAssociative)) {
      if (text.empty()) {
        shell_.report_error(shown + ": bad array subscript");
        return is_bad();
      }
      const std::string* found = variable->element(text);
      value.subscript = std::move(text);
      value.set = found != nullptr;
      if (value.set) value.text = *found;
      return {};
    }
    int64_t index = 0;
    if (!array_index(shell_, variable, shown, text, index)) return is_bad();
    variable = shell_.variables.variable(symbol);
    value.subscript = std::to_string(index);
    const std::string* found = variable == nullptr ? nullptr : variable->element(index);
    value.set = found != nullptr;
    if (value.set) value.text = *found;
    return {};
  }
  value.shape = subscript.kind == Subscript::Kind::at ? Value::Shape::at : Value::Shape::star;
  if (variable == nullptr) return {};
  if (variable->has(kIndexed)) {
    for (const IndexedArray::Entry& entry : variable->indexed->entries()) {
      value.elements.emplace_back(entry.value);
      value.indices.push_back(entry.index);
    }
  } else if (variable->has(kAssociative)) {
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
    if (pointer.symbol != nullptr && shell_.variables.variable(pointer.symbol) != nullptr) return {};
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
  std::string_view name, text;
  if (!split_subscript(target, name, text) || !is_name(name) || text.empty()) {
    return shell_.fail(target + ": invalid variable name", Reach::line);
  }
  if (text == "@" || text == "*") {
    const Subscript all{text == "@" ? Subscript::Kind::at : Subscript::Kind::star, nullptr, text};
    return load_name(name, &all, value);
  }
  std::string expanded;
  if (!expand_kept_subscript(shell_, text, expanded)) return Failure();
  const Subscript element{Subscript::Kind::expression, nullptr, expanded};
  return load_name(name, &element, value);
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
  const Subscript all{star ? Subscript::Kind::star : Subscript::Kind::at, nullptr, star ? "*" : "@"};
  if (!load_name(part.name, &all, value)) return Failure();
  if (!value.keys.empty()) return emit_list(value.keys, star, quoted);
  std::vector<std::string> numbers;
  numbers.reserve(value.indices.size());
  for (const int64_t index : value.indices) numbers.push_back(std::to_string(index));
  return emit_list(numbers, star, quoted);
}

bool is_set(Shell& shell, std::string_view name, bool expanded) {
  std::string_view base, text;
  if (expanded) {
    base = name.substr(0, name.find('['));
    text = name.substr(base.size() + 1, name.size() - base.size() - 2);
  } else if (!split_subscript(name, base, text)) {
    if (is_number(name)) return parse_index(name) <= shell.positional->size();
    return is_name(name) && shell.variables.get(name) != nullptr;
  }
  if (!is_name(base)) return false;
  const Reference reference = shell.variables.resolve(base);
  if (reference.symbol == nullptr) return false;
  const Variable* variable = shell.variables.variable(reference.symbol);
  const bool set = variable != nullptr && variable->is_set();
  if (!set && (text == "@" || text == "*" || (variable != nullptr && variable->has(kAssociative)))) return false;
  if (text == "@" || text == "*") {
    if (variable->has(kIndexed)) return variable->indexed->size() > 0;
    if (variable->has(kAssociative)) return variable->associative->find(text) != nullptr;
    return true;
  }
  const bool associative = set && variable->has(kAssociative);
  std::string key;
  if (expanded || (associative && shell.options[Shopt::assoc_expand_once])) {
    key = text;
  } else if (!expand_text(shell, text, key)) {
    return false;
  } else if (associative) {
    if (key.size() > 1 && (key[0] == '"' || key[0] == '\'') && key.back() == key[0])
      key = key.substr(1, key.size() - 2);
  }
  if (associative) return variable->element(key) != nullptr;
  int64_t index;
  if (!array_index(shell, variable, base, key, index) || !set) return false;
  return variable->element(index) != nullptr;
}

}  // namespace shell
