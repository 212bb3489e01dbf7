#include "arithmetic.h"

#include <charconv>

#include "../../sys/process.h"
#include "expander.h"

namespace shell {

namespace {

using Op = ArithmeticOp;
constexpr int kMaximumDepth = 1024;

// A decimal number and nothing else, as most values are.
bool plain_number(std::string_view text, int64_t& value) {
  const size_t sign = !text.empty() && text[0] == '-' ? 1 : 0;
  const size_t digits = text.size() - sign;
  if (digits == 0 || digits > 18 || (text[sign] == '0' && digits > 1)) return false;
  int64_t number = 0;
  for (size_t i = sign; i < text.size(); ++i) {
    if (text[i] < '0' || text[i] > '9') return false;
    number = number * 10 + (text[i] - '0');
  }
  value = sign != 0 ? -number : number;
  return true;
}

void report_error(Shell& shell, std::string_view text, const ArithmeticError& error) {
  text = text.substr(0, error.end);
  const std::string_view token = text.substr(std::min(error.token, text.size()));
  std::string message(text.substr(std::min(text.find_first_not_of(" \t"), text.size())));
  message.append(": ").append(error.message).append(" (error token is \"").append(token).append("\")");
  shell.builtin_error(message);
}

class Machine {
 public:
  Machine(Shell& shell, const ArithmeticProgram& program)
      : shell_(shell), program_(program), deepest_(shell.arithmetic->depth >= kMaximumDepth) {}

  Done run(int64_t& result) {
    int64_t few[32];
    std::vector<int64_t> many;
    int64_t* stack = few;
    if (program_.stack_size > std::size(few)) {
      many.resize(program_.stack_size);
      stack = many.data();
    }
    int64_t* top = stack - 1;  // moves before it is used
    const ArithmeticProgram::Code* const code = program_.code.data();
    const size_t size = program_.code.size();
    for (size_t at = 0; at < size; ++at) {
      const auto [op, argument] = code[at];
      switch (op) {
        case Op::push:
          *++top = program_.constants[argument];
          break;
        case Op::load:
          if (!load(argument, *++top)) return Failure();
          break;
        case Op::load_keep:
          if (!load_kept(argument, *++top)) return Failure();
          break;
        case Op::store:
          if (!store(argument, *top)) return Failure();
          break;
        case Op::store_kept:
          if (!write(kept(argument), *top)) return Failure();
          break;
        case Op::increment_before:
        case Op::increment_after:
        case Op::decrement_before:
        case Op::decrement_after:
          if (!increment(op, argument, *++top)) return Failure();
          break;
        case Op::drop:
          top -= 1;
          break;
        case Op::jump:
          at = argument - 1;
          break;
        case Op::jump_if_zero:
          if (*top-- == 0) at = argument - 1;
          break;
        case Op::and_then:
        case Op::or_else:
          if ((*top != 0) == (op == Op::or_else)) {
            *top = *top != 0;
            at = argument - 1;
          } else {
            top -= 1;
          }
          break;
        case Op::truth:
          *top = *top != 0;
          break;
        case Op::not_:
          *top = *top == 0;
          break;
        case Op::complement:
          *top = ~*top;
          break;
        case Op::negate:
          *top = static_cast<int64_t>(-static_cast<uint64_t>(*top));
          break;
        default:
          top -= 1;
          if (!binary(op, argument, top[0], top[1])) return Failure();
      }
    }
    result = *top;
    return {};
  }

 private:
  Done fail(std::string_view message, size_t token) {
    report_error(shell_, program_.text, {std::string(message), token});
    return Failure();
  }

  // Of the machine's loop, which is hot.
  [[gnu::always_inline]] Done load_kept(uint32_t index, int64_t& value) {
    return Done::when(is_set(index) && locate(index, kept(index)) && read(index, kept(index), value));
  }

  [[gnu::always_inline]] Done store(uint32_t index, int64_t value) {
    Place place;
    if (!locate(index, place, true)) return Failure();
    const ArithmeticProgram::VariableUse& use = program_.variables[index];
    if (place.exists() && (!is_keyless(place) || use.subscript.empty())) return write(place, value);
    const std::string written(use.element ? use.subscript : place.key);
    shell_.report_error(place.symbol->name + "[" + written + "]: bad array subscript");
    return {};
  }

  [[gnu::always_inline]] Done increment(Op op, uint32_t index, int64_t& value) {
    Place place;
    int64_t before;
    if (!is_set(index) || !locate(index, place) || !read(index, place, before)) return Failure();
    const bool up = op == Op::increment_before || op == Op::increment_after;
    const auto after = static_cast<int64_t>(static_cast<uint64_t>(before) + (up ? 1u : ~uint64_t{0}));
    value = op == Op::increment_before || op == Op::decrement_before ? after : before;
    return write(place, after);
  }

  // left = left op right
  Done binary(Op op, uint32_t token, int64_t& left, int64_t right) {
    const auto a = static_cast<uint64_t>(left), b = static_cast<uint64_t>(right);
    const auto set = [&](uint64_t value) {
      left = static_cast<int64_t>(value);
      return Done();
    };
    if ((op == Op::divide || op == Op::modulo) && right == 0) return fail("division by 0", token);
    if (op == Op::power && right < 0) return fail("exponent less than 0", token);
    if (op == Op::add) return set(a + b);
    if (op == Op::subtract) return set(a - b);
    if (op == Op::multiply) return set(a * b);
    if (op == Op::divide) return set(right == -1 ? -a : static_cast<uint64_t>(left / right));
    if (op == Op::modulo) return set(right == -1 ? 0 : static_cast<uint64_t>(left % right));
    if (op == Op::shift_left) return set(a << (b & 63));
    if (op == Op::shift_right) return set(static_cast<uint64_t>(left >> (b & 63)));
    if (op == Op::less) return set(left < right);
    if (op == Op::less_equal) return set(left <= right);
    if (op == Op::greater) return set(left > right);
    if (op == Op::greater_equal) return set(left >= right);
    if (op == Op::equal) return set(left == right);
    if (op == Op::not_equal) return set(left != right);
    if (op == Op::bit_and) return set(a & b);
    if (op == Op::bit_xor) return set(a ^ b);
    if (op == Op::bit_or) return set(a | b);
    uint64_t power = 1;
    for (uint64_t base = a, exponent = b; exponent != 0; exponent >>= 1, base *= base) {
      if (exponent & 1) power *= base;
    }
    return set(power);
  }

  Place& kept(uint32_t variable) {
    if (kept_.size() <= variable) kept_.resize(program_.variables.size());
    return kept_[variable];
  }

  Done load(uint32_t index, int64_t& value) {
    const ArithmeticProgram::VariableUse& use = program_.variables[index];
    const Variable* variable = use.symbol->variable.get();
    if (!use.element && variable != nullptr && variable->dynamic == nullptr && !deepest_ &&
        !variable->has(kNameref | kIndexed | kAssociative | kUnset) && plain_number(variable->value, value)) {
      return {};
    }
    Place place;
    return Done::when(is_set(index) && locate(index, place) && read(index, place, value));
  }

  // set -u minds an array that is not there before its subscript, and no element that is not.
  Done is_set(uint32_t index) {
    const ArithmeticProgram::VariableUse& use = program_.variables[index];
    if (!shell_.options[SetOption::nounset]) return {};
    const Reference reference = shell_.variables.resolve(use.symbol);
    const Symbol* const symbol = reference.symbol;
    if (!use.element && !reference.subscript) return {};
    if (symbol != nullptr && symbol->variable != nullptr && symbol->variable->is_set()) return {};
    return fail_unset(shell_, (use.element ? use.symbol : symbol)->name + ": unbound variable");
  }

  bool too_deep(uint32_t index) {
    return deepest_ && !fail("expression recursion level exceeded", program_.variables[index].token);
  }

  // "a[]"
  static bool is_keyless(const Place& place) { return place.kind == Place::Kind::keyed && place.key.empty(); }

  Done locate(uint32_t index, Place& place, bool to_write = false) {
    const ArithmeticProgram::VariableUse& use = program_.variables[index];
    const Variable* const named = use.symbol->variable.get();
    place = {use.symbol};
    if (!use.element && (named == nullptr || !named->has(kNameref))) return {};
    const Reference reference = shell_.variables.resolve(use.symbol);
    if (!use.element && !reference.subscript) return {};
    if (reference.symbol == nullptr) return Failure();
    place = {reference.symbol, Place::Kind::keyed};
    const std::string_view written = use.element ? use.subscript : *reference.subscript;
    const Variable* const variable = shell_.variables.variable(reference.symbol);
    const bool associative = variable != nullptr && variable->associative;
    const Done done = associative ? expand_key(shell_, written, place.key) : expand_index(shell_, written, place.key);
    if (!done && shell_.unwinding()) return Failure();
    if (associative || place.key.empty()) return {};
    place.kind = Place::Kind::whole;
    if (written == "@" || written == "*") return {};
    if (too_deep(index)) return shell_.give_up(Reach::text);
    std::optional<Place> found = shell_.variables.locate_expanded(reference.symbol, place.key, to_write);
    if (!found) return Failure();
    place = std::move(*found);
    return {};
  }

  Done read(uint32_t index, const Place& place, int64_t& value) {
    value = 0;
    const std::string& name = place.symbol->name;
    if (!place.exists()) {
      const bool whole = place.kind == Place::Kind::whole;
      shell_.report_error(name + (whole ? "[" + place.key + "]" : "") + ": bad array subscript");
      return {};
    }
    if (is_keyless(place)) {
      // bash looks twice.
      for (int i = 0; i < 2; ++i) shell_.report_error(name + "[]: bad array subscript");
      return {};
    }
    const std::string* const text = shell_.variables.get(place);
    if (text == nullptr && place.kind == Place::Kind::variable && shell_.options[SetOption::nounset]) {
      const Reference reference = shell_.variables.resolve(place.symbol);
      const Variable* const variable = reference.symbol != nullptr ? reference.symbol->variable.get() : nullptr;
      if (variable != nullptr && variable->is_set()) return {};  // an array without elements
      const bool behind = variable == nullptr && reference.symbol != nullptr;
      return fail_unset(shell_, (behind ? reference.symbol->name : name) + ": unbound variable");
    }
    if (text == nullptr || text->empty()) return {};
    if (too_deep(index)) return Failure();
    if (plain_number(*text, value)) return {};
    const std::string expression = *text;  // it may assign to this very variable
    const std::optional<int64_t> found = evaluate(shell_, expression);
    value = found.value_or(0);
    return Done::when(found.has_value());
  }

  Done write(const Place& place, int64_t value) {
    if (is_keyless(place)) {
      shell_.builtin_error("`" + place.symbol->name + "[]': not a valid identifier");
      return {};
    }
    char digits[24];
    const std::string_view text(digits,
                                static_cast<size_t>(std::to_chars(digits, std::end(digits), value).ptr - digits));
    if (place.exists()) return shell_.variables.set(place, text);
    // bash evaluates the subscript again, and may find an element then.
    const bool again = place.kind == Place::Kind::bad;
    const auto found = again ? shell_.variables.locate_expanded(place.symbol, place.key, true) : place;
    if (found) (void)shell_.variables.set(*found, text);
    return Done::when(!shell_.unwinding());
  }

  Shell& shell_;
  const ArithmeticProgram& program_;
  const bool deepest_;  // no variable can be looked into
  std::vector<Place> kept_;
};

// The text of an arithmetic word. Within subscripts, what expansions give is escaped, so that it is one key whatever it
// holds, and parameters between single quotes stay; elsewhere double quotes mean nothing.
Done arithmetic_text(Shell& shell, std::span<const Part* const> parts, std::string& out) {
  int brackets = 0;
  char quote = 0;
  for (const Part* part : parts) {
    if (part->kind == PartKind::literal || part->kind == PartKind::quoted) {
      for (const char c : static_cast<const TextPart*>(part)->text) {
        if (c == '[') brackets += 1;
        if (c == ']' && brackets > 0) brackets -= 1;
        if (brackets == 0)
          quote = 0;
        else if ((c == '\'' || c == '"') && (quote == 0 || quote == c))
          quote = quote == 0 ? c : '\0';
        if (c != '"' || brackets > 0) out += c;
      }
    } else if (quote == '\'' && part->kind == PartKind::parameter) {
      out += static_cast<const ParameterPart*>(part)->text;
    } else {
      std::string text;
      Sink sink(shell, Sink::Mode::text, text);
      if (!Expander(shell, sink).part(*part, true)) return Failure();
      append_escaped(out, text, brackets > 0 ? "[]\\\"'$`" : "");
    }
  }
  return {};
}

}  // namespace

std::optional<int64_t> evaluate(Shell& shell, std::string_view expression) {
  int64_t value = 0;
  if (expression.empty() || plain_number(expression, value)) return value;
  if (shell.arithmetic == nullptr) shell.arithmetic = std::make_shared<ArithmeticCache>();
  ArithmeticCache& cache = *shell.arithmetic;
  if (sys::stack_is_short()) {
    const size_t start = std::min(expression.find_first_not_of(" \t\n"), expression.size());
    report_error(shell, expression, {"expression recursion level exceeded", start});
    return std::nullopt;
  }
  std::shared_ptr<const ArithmeticProgram>& slot = cache.slot(expression);
  if (slot == nullptr || slot->text != expression) {
    auto program = std::make_shared<ArithmeticProgram>();
    program->text = expression;
    ArithmeticError error;
    if (!compile_arithmetic(shell, *program, error)) {
      const Scoped depth(cache.depth, cache.depth + 1);
      const bool good = program->code.empty() || Machine(shell, *program).run(value);
      if (good) report_error(shell, expression, error);
      return std::nullopt;
    }
    slot = std::move(program);
  }
  const std::shared_ptr<const ArithmeticProgram> running = slot;
  const Scoped depth(cache.depth, cache.depth + 1);
  return Machine(shell, *running).run(value) ? std::optional(value) : std::nullopt;
}

std::optional<int64_t> evaluate_subscript(Shell& shell, std::string_view subscript) {
  const Scoped nameless(shell.command_name, std::string_view());
  const std::optional<int64_t> index = evaluate(shell, subscript);
  if (!index) return shell.give_up(Reach::text);
  return index;
}

std::optional<int64_t> evaluate(Shell& shell, const Word& expression) {
  if (expression.parts.empty()) return 0;
  if (expression.parts.size() == 1 && expression.parts[0]->kind <= PartKind::quoted) {
    const std::string_view text = static_cast<const TextPart*>(expression.parts[0])->text;
    if (text.find('"') == std::string_view::npos) return evaluate(shell, text);
  }
  std::string text;
  if (!arithmetic_text(shell, expression.parts, text)) return std::nullopt;
  return evaluate(shell, text);
}

}  // namespace shell
