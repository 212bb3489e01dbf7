// The operators that change a value's text, element by element: # % / ^ , ~ @.
#include "../interrupt.h"
#include "../text/faults.h"
#include "../text/letter_case.h"
#include "../text/pattern.h"
#include "expander.h"

namespace shell {

namespace {

using Op = ParameterOperator;

struct Replacement {
  std::string_view text;
  bool with_match;
};

// With `matched` where the replacement has an unquoted &, if it may; quoted ones come as \&.
void append_replacement(std::string& out, const Replacement& by, std::string_view matched) {
  for (size_t i = 0; i < by.text.size(); ++i) {
    const char c = by.text[i];
    const std::string_view next = by.text.substr(i + 1, 1);
    if (by.with_match && c == '\\' && (next == "&" || next == "\\")) {
      out += by.text[++i];
    } else if (by.with_match && c == '&') {
      out += matched;
    } else {
      out += c;
    }
  }
}

std::string replace(std::string_view text, Op op, const Pattern& pattern, std::string_view pattern_text,
                    const Replacement& by) {
  std::string out;
  const bool empty_pattern = pattern_text.empty();
  if (faults::sees_no_match_in_nothing(text, pattern_text, op == Op::replace_suffix)) return out;
  if (op == Op::replace_prefix || op == Op::replace_suffix) {
    const bool at_start = op == Op::replace_prefix;
    const size_t length = empty_pattern ? 0 : at_start ? pattern.prefix(text, true) : pattern.suffix(text, true);
    if (length == std::string_view::npos) return std::string(text);
    if (!at_start) out += text.substr(0, text.size() - length);
    append_replacement(out, by, at_start ? text.substr(0, length) : text.substr(text.size() - length));
    if (at_start) out += text.substr(length);
    return out;
  }
  size_t done = 0, position = 0, length = 0;
  while (!empty_pattern && done <= text.size() && !interrupted() && pattern.search(text, done, position, length)) {
    out += text.substr(done, position - done);
    append_replacement(out, by, text.substr(position, length));
    done = position + length;
    if (op == Op::replace_first) break;
    if (length == 0) {
      if (done >= text.size()) break;
      const size_t step = character_length(text, done);
      out += text.substr(done, step);
      done += step;
    }
    if (done == text.size()) break;
  }
  return out.append(text.substr(std::min(done, text.size())));
}

std::string quoted_pair(std::string_view key, std::string_view value) {
  const std::string text = quote_reusable(key) == key ? std::string(key) : quote_value(key);
  return text + " " + quote_value(value);
}

std::string assignment_text(const Symbol& symbol, const Variable& variable, const std::string_view* value) {
  const std::string letters = attribute_letters(variable);
  std::string text = letters.empty() ? "" : "declare -" + letters + " ";
  text += symbol.name;
  if (value != nullptr) text.append("=").append(quote_transform(*value));
  return letters.empty() && value == nullptr ? "" : text;
}

// Of ^ ^^ , ,, ~ ~~.
std::pair<CaseChange, CaseReach> case_of(Op op) {
  const bool first = op == Op::upper_first || op == Op::lower_first || op == Op::toggle_first;
  const CaseReach reach = first ? CaseReach::first : CaseReach::all;
  if (op == Op::upper_first || op == Op::upper_all) return {CaseChange::upper, reach};
  if (op == Op::lower_first || op == Op::lower_all) return {CaseChange::lower, reach};
  return {CaseChange::toggle, reach};
}

// One of these operators with its pattern and replacement, for each element of a value.
class ElementEdit : NonCopyable {
 public:
  ElementEdit(const Shell& shell, const ParameterPart& part, std::string_view pattern, std::string_view replacement)
      : op_(part.op), text_(pattern), by_{replacement, shell.options[Shopt::patsub_replacement]} {
    const bool anchors = op_ == Op::replace_first && (text_.starts_with('#') || text_.starts_with('%'));
    if (anchors) {  // from an expansion
      op_ = text_[0] == '#' ? Op::replace_prefix : Op::replace_suffix;
      text_.remove_prefix(1);
    }
    const PatternFlags flags = pattern_flags(shell);
    const bool ignore_case = flags.ignore_case && replaces(op_);
    // ^ and its like always take extended patterns.
    const bool extglob = flags.extglob || changes_case(op_);
    pattern_.emplace(text_, PatternFlags{.extglob = extglob, .ignore_case = ignore_case});
    any_ = text_.empty() && (part.word == nullptr || !part.word->quoted);  // of ${x^}, not of ${x^""}
    miscounted_ = replaces(op_) && faults::miscounts_brackets(text_);
    if (op_ != Op::replace_suffix || !faults::tries_the_end_first(text_, flags.extglob)) return;
    ending_text_.assign(faults::begins_with_star(text_) ? "" : "*").append(text_);
    ending_.emplace(ending_text_, PatternFlags{.extglob = true, .ignore_case = ignore_case});
  }

  static bool replaces(Op op) { return op >= Op::replace_first && op <= Op::replace_suffix; }
  static bool changes_case(Op op) { return op >= Op::upper_first && op <= Op::toggle_all; }
  static bool removes(Op op) { return op >= Op::remove_shortest_prefix && op <= Op::remove_longest_suffix; }

  // Holds until the next.
  std::string_view apply(std::string_view text) {
    if (removes(op_)) {
      const bool at_start = op_ <= Op::remove_longest_prefix;
      const bool longest = op_ == Op::remove_longest_prefix || op_ == Op::remove_longest_suffix;
      const size_t length = at_start ? pattern_->prefix(text, longest) : pattern_->suffix(text, longest);
      if (length == std::string_view::npos) return text;
      return at_start ? text.substr(length) : text.substr(0, text.size() - length);
    }
    if (changes_case(op_)) {
      const auto [change, reach] = case_of(op_);
      return changed_ = any_ ? change_case(text, change, reach) : change_case(text, change, reach, *pattern_);
    }
    if (miscounted_ || (ending_ && !ending_->full(text))) return text;
    return changed_ = replace(text, op_, *pattern_, text_, by_);
  }

 private:
  Op op_;
  std::string_view text_;  // of the pattern
  std::optional<Pattern> pattern_;
  std::string ending_text_;
  std::optional<Pattern> ending_;
  Replacement by_;
  bool any_;
  bool miscounted_;
  std::string changed_;
};

}  // namespace

Done Expander::edited(const ParameterPart& part, bool quoted) {
  const Op op = part.op;
  Value value;
  if (!load(part, value) || !check_set(value, part)) return Failure();
  const bool removes = ElementEdit::removes(op);
  if (!value.set || (removes && !value.is_list() && value.text.empty())) {  // the pattern is not even expanded
    return emit_value(value, quoted);
  }
  value.keep();
  std::string pattern, replacement;
  const bool anchored = op == Op::replace_prefix || op == Op::replace_suffix;
  Sink pattern_sink(shell_, Sink::Mode::pattern, pattern);
  const TildeRule tildes = anchored ? TildeRule::none : TildeRule::at_start;
  if (part.word != nullptr && !Expander(shell_, pattern_sink).word(*part.word, tildes)) return Failure();
  if (ElementEdit::replaces(op) && part.second != nullptr) {
    const bool with_match = shell_.options[Shopt::patsub_replacement];
    Sink sink(shell_, with_match ? Sink::Mode::replacement : Sink::Mode::text, replacement);
    if (!Expander(shell_, sink).word(*part.second, TildeRule::at_start)) return Failure();
  }
  if (!reload_list(part, value)) return Failure();
  ElementEdit edit(shell_, part, pattern, replacement);
  if (!value.is_list()) return value.set ? emit(edit.apply(value.text), quoted) : Done();
  std::vector<std::string> results;
  results.reserve(value.elements.size());
  for (const std::string_view element : value.elements) {
    if (interrupted()) return Failure();
    results.emplace_back(edit.apply(element));
  }
  return emit_list(results, value.shape == Value::Shape::star, quoted,
                   !removes           ? Sink::Edit::replaced
                   : value.positional ? Sink::Edit::cut
                                      : Sink::Edit::cut_elements);
}

// ${x@a} and ${x@A}: what the variable is.
Done Expander::describe_transform(const ParameterPart& part, Value& value, const Variable* variable, bool quoted) {
  const bool star = value.shape == Value::Shape::star;
  const bool attributes = part.letter == 'a';
  // bash looks a second time, and reports a second time.
  if (value.bad && !load(part, value)) return Failure();
  if (variable == nullptr && !(value.set && value.positional)) return {};
  if (attributes && value.is_list() && (variable == nullptr || variable->is_set())) {
    const std::string one = variable == nullptr ? std::string() : attribute_letters(*variable);
    return emit_list(std::vector<std::string>(value.elements.size(), one), star, quoted);
  }
  if (attributes) return emit(attribute_letters(*variable), quoted);
  // "${a[@]@A}" is several words.
  const bool blank_joins = shell_.ifs.find(' ') != std::string::npos;
  const bool words = value.is_list() && (shell_.ifs.empty() ? !star || !quoted : quoted && !star && blank_joins);
  if (value.positional) {
    std::vector<std::string> results;
    if (words) results = {"set", "--"};
    for (const std::string_view element : value.elements) results.push_back(quote_transform(element));
    if (!words) results[0].insert(0, "set -- ");
    return emit_list(results, star, quoted);
  }
  if (!value.is_list() || !variable->is_array()) {
    if (value.is_list() && value.set) value.text = value.elements[0];
    return emit(assignment_text(*value.place.symbol, *variable, value.set ? &value.text : nullptr), quoted);
  }
  const std::string text = describe_variable(shell_, *value.place.symbol, *variable);
  const size_t second = text.find(' '), third = text.find(' ', second + 1);
  if (!words || third == std::string::npos) return emit(text, quoted);
  sink_.list(std::vector{text.substr(0, second), text.substr(second + 1, third - second - 1), text.substr(third + 1)},
             star, quoted);
  return {};
}

// ${a[@]@K} and ${a[@]@k}: keys with their values, as one text or each a word.
Done Expander::pairs_transform(char letter, const Value& value, bool quoted) {
  std::vector<std::string> words;
  std::string joined;
  for (size_t i = 0; i < value.elements.size(); ++i) {
    const std::string key = value.keys.empty() ? std::to_string(value.indices[i]) : std::string(value.keys[i]);
    words.push_back(key);
    words.emplace_back(value.elements[i]);
    if (!joined.empty() && value.keys.empty()) joined += ' ';
    joined += quoted_pair(key, value.elements[i]);
    if (!value.keys.empty()) joined += ' ';
  }
  if (letter == 'K') return emit(joined, quoted);
  return emit_list(words, value.shape == Value::Shape::star, quoted, Sink::Edit::cut);
}

std::string Expander::transformed(char letter, std::string_view text) {
  if (letter == 'E') return decode_ansi_quotes(text);
  if (letter == 'P') return decode_prompt(shell_, text);
  if (letter == 'U') return change_case(text, CaseChange::upper, CaseReach::all);
  if (letter == 'u') return change_case(text, CaseChange::upper, CaseReach::first);
  if (letter == 'L') return change_case(text, CaseChange::lower, CaseReach::all);
  return quote_transform(text);
}

Done Expander::letter_transform(const ParameterPart& part, Value& value, bool quoted) {
  const char letter = part.letter;
  const Variable* variable = value.place.symbol == nullptr ? nullptr : shell_.variables.variable(value.place.symbol);
  if (!check_set(value, part)) return Failure();
  const bool unset = variable != nullptr && !variable->is_set();
  const bool describes = variable != nullptr && (letter == 'A' || (letter == 'a' && unset));
  if (quoted && value.shape == Value::Shape::at && value.elements.empty() && !describes) {
    sink_.list(value.elements, false, true);
    return {};
  }
  if (letter == 'a' || letter == 'A') return describe_transform(part, value, variable, quoted);
  if (!value.is_list()) return value.set ? emit(transformed(letter, value.text), quoted) : Done();
  if ((letter == 'K' || letter == 'k') && !value.positional) return pairs_transform(letter, value, quoted);
  const std::vector<std::string> elements(value.elements.begin(), value.elements.end());
  std::vector<std::string> results;
  results.reserve(elements.size());
  for (const std::string& element : elements) results.push_back(transformed(letter, element));
  return emit_list(results, value.shape == Value::Shape::star, quoted, Sink::Edit::cut);
}

}  // namespace shell
