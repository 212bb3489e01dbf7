// ${…}
#include <algorithm>
#include <iterator>

#include "lexer.h"

namespace shell {

namespace {

using Op = ParameterOperator;

constexpr Rules kPatternRules{.braces = true};
constexpr Rules value_rules(bool in_double_quotes) {
  return {.quoted = in_double_quotes, .single_quotes = !in_double_quotes, .braces = true};
}
constexpr std::string_view kAfterSpecial = "#%:-=?+/@}";  // what may follow - ? # and !@ in ${ }

}  // namespace

const Part* Lexer::read_parameter(bool in_double_quotes) {
  const size_t start = position_;
  const int line = line_;
  ParameterPart* part = arena_->make<ParameterPart>(Part{PartKind::parameter});
  part->braced = true;
  part->in_double_quotes = in_double_quotes;
  position_ += 2;
  const bool good = read_parameter_body(*part, in_double_quotes);
  if (failed_) return nullptr;
  if (!good || look() != '}') {
    // Not a form there is: bash reads on to the bracket and complains when it expands.
    if (look() >= 0) {
      position_ = start + 2;
      line_ = line;
      if (part->subscript == nullptr) {
        read_text(value_rules(in_double_quotes));
      } else {
        // Not read again: such forms in the subscript would be, and those in theirs twice as often.
        const size_t close = find_close(position_, '}', '}', {.single_quotes = !in_double_quotes});
        skip_to(std::min(close, buffer_.size() - beyond_));
      }
    }
    part->letter = part->op == Op::transform ? '@' : '\0';
    part->op = Op::bad;
    if (failed_) return nullptr;
    if (look() != '}') return fail_matching(line, "}");
  }
  ++position_;
  part->text = arena_->copy(slice(start, position_));
  return part;
}

std::string_view Lexer::read_parameter_name() {
  const int c = look();
  size_t length = 0;
  if (is_name_start(c)) {
    length = name_length(position_);
  } else if (is_digit(c)) {
    while (is_digit(look(length))) ++length;
  } else if (is_special_parameter(c)) {
    length = 1;
  }
  const std::string_view name = arena_->copy(std::string_view(buffer_).substr(position_, length));
  position_ += length;
  return name;
}

bool Lexer::read_parameter_body(ParameterPart& part, bool in_double_quotes) {
  const int first = look();
  const int second = look(1);
  const bool pointer = first == '!' && is_one_of(second, "#?@");
  const bool star = first == '!' && second == '*';
  const bool ends =
      (pointer || star ? is_one_of(look(2), kAfterSpecial) : look(2) == '}') || (star && is_one_of(look(2), "^,~"));
  if (pointer && !ends) return false;
  const bool names = is_name_start(second) || is_digit(second) || (is_special_parameter(second) && ends);
  // ${#} ${#-x} ${!-x} are parameters themselves.
  if (first == '#' && is_one_of(second, "/%=+") && look(2) == '}') return false;
  part.length = first == '#' && names;
  part.indirect = first == '!' && (names || second == '@' || second == '*');
  if (part.length || part.indirect) ++position_;
  const bool may_have_subscript = is_name_start(look());
  part.name = read_parameter_name();
  if (part.name.empty()) return false;
  if (may_have_subscript && look() == '[') {
    // What was not found from an earlier place is not looked for again.
    if (position_ >= no_bracket_after_) return false;
    const size_t close = find_close(position_ + 1, '[', ']');
    if (close == std::string::npos) {
      no_bracket_after_ = position_;
      return false;
    }
    if (close == position_ + 1) return false;
    ++position_;
    part.subscript = make_subscript(read_within(close, kFreeRules));
    if (part.subscript == nullptr) return false;
    ++position_;
  }
  if (part.length) return look() == '}';
  if (part.indirect) {
    const int c = look();
    const bool at_end = c == '}';
    if (may_have_subscript && part.subscript == nullptr && (c == '@' || c == '*') && look(1) == '}') {
      part.op = c == '@' ? Op::names_at : Op::names_star;
      ++position_;
    } else if (at_end && part.subscript != nullptr && part.subscript->kind != Subscript::Kind::expression) {
      const bool at = part.subscript->kind == Subscript::Kind::at;
      part.op = at ? Op::indices_at : Op::indices_star;
    }
    if (part.op != Op::none) {
      part.indirect = false;
      return true;
    }
  }
  return read_operator(part, in_double_quotes);
}

bool Lexer::read_operator(ParameterPart& part, bool in_double_quotes) {
  struct Operator {
    char c;
    Op op;
    Op doubled;  // none: it cannot be
  };
  static constexpr Operator kOperators[] = {{'-', Op::use_default, Op::none},
                                            {'=', Op::assign_default, Op::none},
                                            {'?', Op::error, Op::none},
                                            {'+', Op::alternative, Op::none},
                                            {'#', Op::remove_shortest_prefix, Op::remove_longest_prefix},
                                            {'%', Op::remove_shortest_suffix, Op::remove_longest_suffix},
                                            {'^', Op::upper_first, Op::upper_all},
                                            {',', Op::lower_first, Op::lower_all},
                                            {'~', Op::toggle_first, Op::toggle_all}};
  const int c = look();
  if (c == '}') return true;
  part.colon = c == ':' && is_one_of(look(1), "-=?+");
  if (part.colon) ++position_;
  if (c == ':' && !part.colon) return read_substring(part);
  if (c == '@') return read_transform(part);
  if (c == '/') return read_replacement(part);
  const auto* const op = std::ranges::find(kOperators, static_cast<char>(look()), &Operator::c);
  if (op == std::end(kOperators)) return false;
  const bool takes_value = op->doubled == Op::none;
  if (!takes_value && is_one_of(part.name[0], "-?#") && !is_one_of(c, kAfterSpecial)) return false;
  ++position_;
  const bool doubled = !takes_value && look() == c;
  if (doubled) ++position_;
  part.op = doubled ? op->doubled : op->op;
  part.word = read_text(takes_value ? value_rules(in_double_quotes) : kPatternRules);
  if (part.op >= Op::upper_first && part.word != nullptr && part.word->parts.empty()) part.word = nullptr;
  return !failed_;
}

// ${x:offset:length}
bool Lexer::read_substring(ParameterPart& part) {
  ++position_;
  if (look() == '}') return false;
  part.op = Op::substring;
  part.word = read_text({.quoted = true, .single_quotes = false, .braces = true, .open = '?', .close = ':'});
  if (look() == ':') {
    ++position_;
    part.second = read_text({.quoted = true, .single_quotes = false, .braces = true});
  }
  return !failed_;
}

// ${x@Q}
bool Lexer::read_transform(ParameterPart& part) {
  const int letter = look(1);
  part.op = Op::transform;
  if (!is_one_of(letter, "QPAaEULuKk")) return false;
  part.letter = static_cast<char>(letter);
  position_ += 2;
  return true;
}

// ${x/pattern/replacement}, ${x//…}, ${x/#…}, ${x/%…}
bool Lexer::read_replacement(ParameterPart& part) {
  const int next = look(1);
  part.op = next == '/'   ? Op::replace_all
            : next == '#' ? Op::replace_prefix
            : next == '%' ? Op::replace_suffix
                          : Op::replace_first;
  position_ += part.op == Op::replace_first ? 1 : 2;
  Rules pattern = kPatternRules;
  pattern.close = '/';
  const size_t start = position_;
  PartBuilder parts(*arena_, false);
  // In ${x////-} the third one is the pattern.
  if (part.op == Op::replace_all && look() == '/') {
    parts.plain('/');
    ++position_;
  }
  if (!read_parts(pattern, parts)) return false;
  part.word = finish_word(parts, start);
  if (look() == '/') {
    ++position_;
    part.second = read_text(kPatternRules);
  }
  return !failed_;
}

}  // namespace shell
