// ${…}
#include "lexer.h"

namespace shell {

namespace {

constexpr std::string_view kAfterSpecial = "#%:-=?+/@}";  // what may follow - ? # and !@ in ${ }

}  // namespace

const Part* Lexer::read_parameter(bool in_double_quotes) {
  if (too_deep()) return fail(line_, "maximum nesting level exceeded");
  const size_t start = position_;
  const int line = line_;
  ParameterPart* part = arena_->make<ParameterPart>(Part{PartKind::parameter});
  part->braced = true;
  part->in_double_quotes = in_double_quotes;
  position_ += 2;
  bool good = read_parameter_body(*part, in_double_quotes);
  if (failed_) return nullptr;
  if (!good || look() != '}') {
    // Not a form there is: bash reads on to the bracket and complains when it expands.
    if (look() >= 0) {
      position_ = start + 2;
      line_ = line;
      read_operand({.quoted = in_double_quotes, .single_quotes = !in_double_quotes, .braces = true});
    }
    part->letter = part->op == ParameterOperator::transform ? '@' : '\0';
    part->op = ParameterOperator::bad;
    if (failed_) return nullptr;
    if (look() != '}') return fail_matching(line, "}");
  }
  ++position_;
  part->text = arena_->copy(std::string_view(buffer_).substr(start, position_ - start));
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
    part.subscript = make_subscript(std::string_view(buffer_).substr(position_ + 1, close - position_ - 1), line_);
    if (part.subscript == nullptr) return false;
    skip_to(close + 1);
  }
  if (part.length) return look() == '}';
  if (part.indirect) {
    const int c = look();
    const bool at_end = c == '}';
    if (may_have_subscript && part.subscript == nullptr && (c == '@' || c == '*') && look(1) == '}') {
      part.op = c == '@' ? ParameterOperator::names_at : ParameterOperator::names_star;
      ++position_;
    } else if (at_end && part.subscript != nullptr && part.subscript->kind != Subscript::Kind::expression) {
      const bool at = part.subscript->kind == Subscript::Kind::at;
      part.op = at ? ParameterOperator::indices_at : ParameterOperator::indices_star;
    }
    if (part.op != ParameterOperator::none) {
      part.indirect = false;
      return true;
    }
  }
  return read_operator(part, in_double_quotes);
}

bool Lexer::read_operator(ParameterPart& part, bool in_double_quotes) {
  using Op = ParameterOperator;
  struct Simple {
    char c;
    Op single;
    Op doubled;
  };
  static constexpr Simple kPatternOperators[] = {{'#', Op::remove_shortest_prefix, Op::remove_longest_prefix},
                                                 {'%', Op::remove_shortest_suffix, Op::remove_longest_suffix},
                                                 {'^', Op::upper_first, Op::upper_all},
                                                 {',', Op::lower_first, Op::lower_all},
                                                 {'~', Op::toggle_first, Op::toggle_all}};
  const Rules value{.quoted = in_double_quotes, .single_quotes = !in_double_quotes, .braces = true};
  const Rules pattern{.braces = true};
  const int c = look();
  if (c == '}') return true;
  part.colon = c == ':' && (look(1) == '-' || look(1) == '=' || look(1) == '?' || look(1) == '+');
  if (c == ':' && !part.colon) {
    const Rules offset{.quoted = true, .single_quotes = false, .braces = true, .arithmetic = true};
    ++position_;
    if (look() == '}') return false;
    part.op = Op::substring;
    part.word = read_operand(offset);
    if (look() == ':') {
      ++position_;
      part.second = read_operand({.quoted = true, .single_quotes = false, .braces = true});
    }
    return !failed_;
  }
  switch (part.colon ? look(1) : c) {
    case '-':
      part.op = Op::use_default;
      break;
    case '=':
      part.op = Op::assign_default;
      break;
    case '?':
      part.op = Op::error;
      break;
    case '+':
      part.op = Op::alternative;
      break;
    default:
      break;
  }
  if (part.op != Op::none) {
    position_ += part.colon ? 2 : 1;
    part.word = read_operand(value);
    return !failed_;
  }
  if (c == '@') {
    constexpr std::string_view kLetters = "QPAaEULuKk";
    const int letter = look(1);
    part.op = Op::transform;
    if (!is_one_of(letter, kLetters)) return false;
    part.letter = static_cast<char>(letter);
    position_ += 2;
    return true;
  }
  if (c == '/') {
    const int next = look(1);
    part.op = next == '/'   ? Op::replace_all
              : next == '#' ? Op::replace_prefix
              : next == '%' ? Op::replace_suffix
                            : Op::replace_first;
    position_ += part.op == Op::replace_first ? 1 : 2;
    Rules slash = pattern;
    slash.slash = true;
    // In ${x////-} the third one is the pattern.
    const bool slash_first = part.op == Op::replace_all && look() == '/';
    if (slash_first) {
      const size_t start = position_++;
      PartBuilder parts(*arena_, false);
      parts.plain('/');
      if (!read_parts(slash, parts)) return false;
      part.word = finish_word(parts, start, line_);
    } else {
      part.word = read_operand(slash);
    }
    if (look() == '/') {
      ++position_;
      part.second = read_operand(pattern);
    }
    return !failed_;
  }
  for (const Simple& op : kPatternOperators) {
    if (op.c != c) continue;
    if (is_one_of(part.name[0], "-?#") && !is_one_of(c, kAfterSpecial)) return false;
    const bool doubled = look(1) == c;
    part.op = doubled ? op.doubled : op.single;
    position_ += doubled ? 2 : 1;
    part.word = read_operand(pattern);
    const bool changes_case = c != '#' && c != '%';
    if (changes_case && part.word != nullptr && part.word->parts.empty()) part.word = nullptr;
    return !failed_;
  }
  return false;
}

const Word* Lexer::read_operand(const Rules& rules) {
  const size_t start = position_;
  const int line = line_;
  PartBuilder parts(*arena_, rules.quoted);
  if (!read_parts(rules, parts)) return nullptr;
  return finish_word(parts, start, line);
}

}  // namespace shell
