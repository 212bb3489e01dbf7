// ${x:-word} and what else takes a word or numbers.
#include <algorithm>

#include "../text/faults.h"
#include "expander.h"

namespace shell {

Done Expander::operator_word(const Word* word, bool quoted) {
  if (word == nullptr) return {};
  std::span<const Part* const> rest = word->parts;
  if (!quoted && !rest.empty() && rest[0]->kind == PartKind::literal) {
    const std::string_view text = static_cast<const TextPart*>(rest[0])->text;
    const size_t end = text.starts_with('~') ? tilde_prefix_end(rest, 0, false) : std::string_view::npos;
    std::string home;
    if (end != std::string_view::npos && expand_tilde(shell_, text.substr(0, end), home) != 0) {
      sink_.quoted(home);
      sink_.expansion(text.substr(end));
      rest = rest.subspan(1);
    }
  }
  const Scoped inner(sink_.in_operator, true);
  if (!parts(rest, quoted, true)) return Failure();
  if (quoted) (void)sink_.take_met_empty_list();  // "${x-$@}" is a word even when there are no arguments
  return {};
}

Done Expander::report_unset(const ParameterPart& part) {
  const std::string name = display_name(part, false);
  if (part.word == nullptr || part.word->text.empty()) {
    return fail_unset(shell_, name + (part.colon ? ": parameter null or not set" : ": parameter not set"));
  }
  std::string message;
  Sink sink(shell_, Sink::Mode::text, message);
  if (!Expander(shell_, sink).operator_word(part.word, part.in_double_quotes)) return Failure();
  return fail_unset(shell_, name + ": " + message);
}

Done Expander::assign_default(const ParameterPart& part, Value& value, bool quoted) {
  std::string text;
  Sink sink(shell_, Sink::Mode::text, text);
  sink.assigns = true;
  if (!Expander(shell_, sink).operator_word(part.word, quoted)) return Failure();
  if (value.place.symbol == nullptr) {
    return shell_.fail("$" + display_name(part, false) + ": cannot assign in this way", Reach::line);
  }
  const Variable* variable = shell_.variables.variable(value.place.symbol);
  if (value.is_list() && variable != nullptr && variable->associative) {
    value.place.kind = Place::Kind::keyed;
    value.place.key = value.shape == Value::Shape::at ? "@" : "*";
  } else if (value.is_list() || value.bad) {
    return shell_.fail(display_name(part, false) + ": bad array subscript", Reach::line);
  }
  const bool done =
      (variable == nullptr || shell_.variables.convert(*variable, text)) && shell_.variables.set(value.place, text);
  if (!done) return shell_.give_up(Reach::rules);
  return emit(text, quoted);
}

Done Expander::substring(const ParameterPart& part, Value& value, bool quoted) {
  const auto number = [&](const Word* word, int64_t& out) {
    const std::string name = display_name(part, false);
    const Scoped named(shell_.command_name, std::string_view(name));
    const std::optional<int64_t> found = evaluate(shell_, *word);
    if (!found) (void)shell_.give_up(Reach::line);
    out = found.value_or(0);
    return found.has_value();
  };
  int64_t offset = 0, length = 0;
  if (!load(part, value) || !check_set(value, part)) return Failure();
  if (!value.set && !value.positional) return emit_value(value, quoted);
  value.keep();
  if (part.word != nullptr && !number(part.word, offset)) return Failure();
  if (!reload_list(part, value)) return Failure();
  // Where offsets end: $0 is before $1, and the elements of an associative array count from one.
  const bool scalar = !value.is_list(), indexed = !scalar && !value.indices.empty();
  const auto elements = static_cast<int64_t>(scalar ? character_count(value.text) : value.elements.size());
  const int64_t most = indexed ? value.indices.back() : elements + (value.positional ? 1 : 0);
  if (offset < 0) offset += most + (scalar || value.positional ? 0 : 1);
  if (offset < 0 || offset > most || !(value.set || value.positional)) {
    value.elements.clear();
    return scalar ? Done() : emit_value(value, quoted);
  }
  const bool limited = part.second != nullptr;
  if (limited) {
    if (!number(part.second, length) || !reload_list(part, value)) return Failure();
  }
  const auto too_short = [&] {
    shell_.report(std::string(part.second->text) + ": substring expression < 0");
    return shell_.give_up(Reach::line);
  };
  if (scalar) {
    int64_t end = elements;
    if (limited) end = length < 0 ? elements + length : std::min(length, elements - offset) + offset;
    if (end < offset) return too_short();
    const size_t start = byte_offset(value.text, static_cast<size_t>(offset));
    const std::string_view rest = value.text.substr(start);
    return emit(rest.substr(0, byte_offset(rest, static_cast<size_t>(end - offset))), quoted);
  }
  if (limited && length < 0) return too_short();
  if (value.positional && offset == 0) value.elements.insert(value.elements.begin(), shell_.name);
  if (indexed) {
    offset = std::lower_bound(value.indices.begin(), value.indices.end(), offset) - value.indices.begin();
  } else if (offset > 0) {
    offset -= 1;
  }
  if (!indexed && !value.positional) length = faults::length_of_slice(length);
  const auto count = static_cast<int64_t>(value.elements.size());
  offset = std::min(offset, count);
  const int64_t end = limited && length < count - offset ? offset + length : count;
  value.elements = {value.elements.begin() + offset, value.elements.begin() + end};
  return emit_list(value.elements, value.shape == Value::Shape::star, quoted);
}

// As the colon of ${x:-} sees it. An assignment is to see that there are elements, and "${a[*]}" is what they make
// together.
bool Expander::is_null(const Value& value, bool quoted) const {
  if (!value.is_list() || value.elements.empty()) return value.text.empty();
  if (!quoted && sink_.assigns) return false;
  const bool joined = quoted && value.shape == Value::Shape::star && shell_.ifs_is_set && shell_.ifs.empty();
  if (value.elements.size() > 1 && !joined) return false;
  return std::all_of(value.elements.begin(), value.elements.end(), [](std::string_view text) { return text.empty(); });
}

// ${#x}
Done Expander::length(const ParameterPart& part, Value& value, bool quoted) {
  const bool nounset = shell_.options[SetOption::nounset];
  if (part.subscript != nullptr) {
    const Reference reference = shell_.variables.resolve(part.name);
    const Symbol* symbol = reference.subscript ? nullptr : reference.symbol;  // an element is no variable here
    const bool set = symbol != nullptr && symbol->variable != nullptr && symbol->variable->is_set();
    if (nounset && !(set && symbol->variable->is_array())) {
      shell_.status = 1;
      return shell_.fail(std::string(part.name) + ": unbound variable", Reach::line);
    }
    value.counted = true;
    if (!set) return emit("0", quoted);
  }
  if (!load(part, value)) return Failure();
  // bash finds no variable behind a reference to an element, unless it has to look twice.
  if (part.subscript == nullptr && value.is_element() && !nounset) value = Value();
  if (!value.is_element() && !check_set(value, part)) return Failure();
  return emit(std::to_string(value.is_list() ? value.elements.size() : character_count(value.text)), quoted);
}

Done Expander::parameter_with_operator(const ParameterPart& part, bool quoted) {
  using Op = ParameterOperator;
  Value value;
  switch (part.op) {
    case Op::bad:
      if (part.letter == '<') return shell_.fail(part.name, Reach::line);  // in a here-document: the whole message
      if (part.letter == '@') {
        // ${x@Z} minds only when there is a value.
        if (!load(part, value)) return Done::when(!shell_.unwinding());
        if (!value.set) return emit_value(value, quoted);
        return fail_unset(shell_, std::string(part.text) + ": bad substitution");
      }
      return shell_.fail(std::string(part.text) + ": bad substitution", Reach::rules);
    case Op::names_at:
    case Op::names_star:
      return names(part, quoted);
    case Op::indices_at:
    case Op::indices_star:
      return indices(part, quoted);
    case Op::substring:
      return substring(part, value, quoted);
    case Op::none:
      if (part.length) return length(part, value, quoted);
      if (!load(part, value) || !check_set(value, part)) return Failure();
      return emit_value(value, quoted);
    case Op::transform:
      if (!load(part, value)) return Failure();
      return letter_transform(part, value, quoted);
    case Op::use_default:
    case Op::assign_default:
    case Op::error:
    case Op::alternative: {
      if (!load(part, value)) return Failure();
      const bool present = value.set && !(part.colon && is_null(value, quoted));
      if (part.op == Op::alternative && !present) {
        if (value.shape == Value::Shape::at && quoted && value.elements.empty())
          sink_.list(value.elements, false, true);
        return {};
      }
      if (part.op == Op::alternative) return operator_word(part.word, quoted);
      if (present) return emit_value(value, quoted);
      if (part.op == Op::use_default) return operator_word(part.word, quoted);
      return part.op == Op::error ? report_unset(part) : assign_default(part, value, quoted);
    }
    default:
      return edited(part, quoted);
  }
}

}  // namespace shell
