// Words and the quotes and substitutions in them.
#include <algorithm>
#include <array>

#include "../scoped.h"
#include "../text/escapes.h"
#include "../text/quote.h"
#include "lexer.h"
#include "printer.h"

namespace shell {

namespace {

constexpr std::array<bool, 256> all_but(std::string_view characters) {
  std::array<bool, 256> others{};
  for (size_t c = 1; c < 256; ++c) others[c] = true;
  for (const char c : characters) others[static_cast<unsigned char>(c)] = false;
  return others;
}

// Characters that read_parts need not look at one by one.
constexpr std::array<bool, 256> kOrdinary = all_but(" \t\n;&|<>()\\'\"`$}/:?*+@![]");
// Characters of words that stand for themselves: no quotes, expansions, patterns, assignments.
constexpr std::array<bool, 256> kPlain = all_but(" \t\n;&|<>()\\'\"`$~{}*?[]=");

bool is_plain_text(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) {
    return kPlain[static_cast<unsigned char>(c)] || c == '=' || (is_meta(c) && c != '(');
  });
}

}  // namespace

const Word* Lexer::read_word(Expect expect) {
  const size_t start = position_;
  size_t end = start;
  while (end < buffer_.size() && kPlain[static_cast<unsigned char>(buffer_[end])]) ++end;
  if (end > start && end < buffer_.size() && is_meta(static_cast<unsigned char>(buffer_[end]))) {
    const char c = buffer_[end];
    const bool substitution = (c == '<' || c == '>') && end + 1 < buffer_.size() && buffer_[end + 1] == '(';
    const bool group = (c == '(' && opens_extended(buffer_[end - 1])) || (expect.regex && (c == '(' || c == '|'));
    if (!substitution && !group) {
      position_ = end;
      return literal_word(slice(start, end));
    }
  }
  PartBuilder parts(*arena_, false);
  if (is_name_start(look()) && !expect.regex) {
    if (Assignment* assignment = read_head(parts, !expect.command)) return read_value(*assignment, expect, start);
    if (failed_) return nullptr;
  }
  Rules rules = kWordRules;
  rules.extended = expect.pattern;
  rules.regex = expect.regex;
  if (!read_parts(rules, parts)) return nullptr;
  return finish_word(parts, start);
}

void Lexer::show_bad(std::span<const Part* const> parts, std::string_view text) {
  if (text.find("${") == std::string_view::npos) return;
  for (const Part* part : parts) {
    if (part->kind != PartKind::parameter) continue;
    const auto& parameter = *static_cast<const ParameterPart*>(part);
    if (parameter.op == ParameterOperator::bad) parameter.text = text;
  }
}

const Word* Lexer::finish_word(PartBuilder& parts, size_t start) {
  const Word* word = make_word(parts, start);
  show_bad(word->parts, word->text);
  return word;
}

Word* Lexer::make_word(PartBuilder& parts, size_t start) {
  Word* word = arena_->make<Word>();
  word->parts = parts.finish();
  word->text = arena_->copy(slice(start, position_));
  word->quoted = parts.any_quoted;
  for (const Part* part : word->parts) {
    if (part->kind != PartKind::literal) continue;
    const std::string_view text = static_cast<const TextPart*>(part)->text;
    word->has_brace = word->has_brace || text.find('{') != std::string_view::npos;
    word->plain = word->parts.size() == 1 && is_plain_text(text);
  }
  return word;
}

const Word* Lexer::literal_word(std::string_view text) {
  const std::string_view kept = arena_->copy(text);
  Word* word = part_word(arena_->make<TextPart>(Part{PartKind::literal}, kept), kept);
  word->plain = true;
  return word;
}

const Word* Lexer::bad_word(std::string_view text, char letter, std::string_view message) {
  auto* bad = arena_->make<ParameterPart>(Part{PartKind::parameter}, message);
  bad->op = ParameterOperator::bad;
  bad->letter = letter;
  bad->text = text;
  return part_word(bad, text);
}

const Word* Lexer::read_text(const Rules& rules) {
  const size_t start = position_;
  PartBuilder parts(*arena_, rules.quoted);
  if (!read_parts(rules, parts)) return nullptr;
  return finish_word(parts, start);
}

const Word* Lexer::read_within(size_t end, const Rules& rules) {
  // Counted from the end of the buffer, which what is read may change in length.
  const size_t rest = buffer_.size() - end;
  const Scoped beyond(beyond_, rest);
  const Scoped no_bracket_after(no_bracket_after_, std::string::npos);
  const Word* word = read_text(rules);
  skip_to(buffer_.size() - rest);
  return word;
}

const Word* Lexer::read_expression(size_t end) {
  const size_t start = position_;
  const Word* word = read_within(end, kArithmeticRules);
  if (word != nullptr || error_.wanted != '}') return word;
  // bash notices an open ${ when it expands.
  failed_ = false;
  return bad_word(arena_->copy(slice(start, position_)));
}

bool Lexer::read_parts(const Rules& rules, PartBuilder& parts) {
  if (fail_too_deep()) return false;
  const int first_line = line_;
  int depth = 0;  // of groups in which metacharacters are text
  // In "${x:-'}'}" single quotes are text, and yet the bracket between them is not the end.
  const bool protected_quotes = rules.braces && rules.quoted && !rules.single_quotes && !host_.posix();
  bool in_quotes = false;
  int open = 0;  // of rules.open
  while (!failed_) {
    const int c = look();
    if (c < 0) {
      if (depth > 0 && rules.word) fail_matching(first_line, ")");
      return !failed_;
    }
    if (protected_quotes && !in_quotes && c == '\\' && look(1) == '\'') {
      parts.text("\\'", rules.quoted);
      position_ += 2;
      continue;
    }
    if (protected_quotes && c == '\'') {
      in_quotes = !in_quotes;
      if (in_quotes && find_close(position_ + 1, '\'', '\'', {.single_quotes = false}) == std::string::npos)
        return fail_matching(line_, "'") != nullptr;
    }
    if (in_quotes && c == '"') {  // only removed
      ++position_;
      continue;
    }
    if (rules.braces && c == '}' && !in_quotes) return true;
    const bool ends = depth == 0 && rules.word && is_meta(c);
    if ((c == '<' || c == '>') && look(1) == '(' && (ends || (rules.braces && !rules.quoted))) {
      const size_t start = position_;
      position_ += 2;
      if (!parts.add(read_substitution(start))) return false;
      continue;
    }
    if (ends && (!rules.regex || (c != '(' && c != '|'))) return true;
    if (depth == 0) {
      if (c == rules.close && open-- == 0) return true;
      if (c == rules.open) ++open;
    }
    if (opens_extended(c) && rules.word && look(1) == '(' && (rules.extended || host_.extglob())) {
      parts.plain(static_cast<char>(c));
      parts.plain('(');
      position_ += 2;
      ++depth;
      continue;
    }
    if ((rules.word && (depth > 0 || rules.regex)) || rules.close == ':') {
      if (c == '(') ++depth;
      if (c == ')' && depth > 0) --depth;
    }
    if (!read_piece(rules, c, parts)) return false;
  }
  return false;
}

// What begins with `c`: quotes, an expansion, or text up to the next character that may be special.
bool Lexer::read_piece(const Rules& rules, int c, PartBuilder& parts) {
  if (c == '\\') return read_backslash(rules, parts);
  if (c == '\'' && rules.single_quotes) return read_single_quotes(parts);
  if (c == '"' && rules.double_quotes) return read_double_quotes(parts);
  if (c == '`') return parts.add(read_backquotes(rules.quoted));
  if (c == '$') return read_dollar(rules, parts);
  if (c == '\n') ++line_;
  const size_t limit = buffer_.size() - beyond_;
  size_t end = position_ + 1;
  while (end < limit && kOrdinary[static_cast<unsigned char>(buffer_[end])]) ++end;
  parts.text(slice(position_, end), rules.quoted);
  position_ = end;
  return true;
}

bool Lexer::read_backslash(const Rules& rules, PartBuilder& parts) {
  if (join_lines()) return true;
  const int next = look(1);
  const bool escapes = !rules.quoted || next == '$' || next == '`' || next == '\\' || (rules.braces && next == '}') ||
                       (next == '"' && (rules.close == '"' || rules.double_quotes));
  if (next < 0 || !escapes) {
    parts.plain('\\');
    ++position_;
    return true;
  }
  parts.any_quoted = true;
  parts.text(static_cast<char>(next), true);
  if (next == '\n') ++line_;
  position_ += 2;
  return true;
}

bool Lexer::read_single_quotes(PartBuilder& parts) {
  const int line = line_;
  size_t end = position_ + 1;
  while (available(end) && buffer_[end] != '\'') end = find('\'', end);
  if (!available(end)) return fail_matching(line, "'") != nullptr;
  parts.any_quoted = true;
  parts.text(slice(position_ + 1, end), true);
  skip_to(end + 1);
  return true;
}

bool Lexer::read_double_quotes(PartBuilder& parts) {
  const int line = line_;
  const size_t start = ++position_;
  PartBuilder inner(*arena_, true);
  if (!read_parts(kQuoteRules, inner)) return false;
  if (look() != '"') return fail_matching(line, "\"") != nullptr;
  const std::span<const Part* const> inside = inner.finish();
  show_bad(inside, arena_->copy(slice(start, position_)));
  ++position_;
  parts.any_quoted = true;
  parts.add(arena_->make<DoubleQuotedPart>(Part{PartKind::double_quoted}, inside));
  return true;
}

bool Lexer::read_ansi_quotes(PartBuilder& parts) {
  const size_t start = position_;
  const int line = line_;
  size_t end = start + 2;
  while (available(end) && buffer_[end] != '\'') end += buffer_[end] == '\\' ? 2 : 1;
  if (!available(end)) return fail_matching(line, "'") != nullptr;
  const std::string text = decode_ansi_quotes(slice(start + 2, end));
  parts.any_quoted = true;
  parts.text(text, true);
  skip_to(end + 1);
  replace(start, position_, in_single_quotes(text));
  return true;
}

bool Lexer::read_dollar(const Rules& rules, PartBuilder& parts) {
  const int next = look(1);
  const size_t start = position_;
  const Part* part = nullptr;
  if (next == '(') {
    if (look(2) == '(') {
      const size_t close = find_close(start + 2, '(', ')', {.braces = false});
      if (close == std::string::npos) return fail_unclosed(")") != nullptr;
      // $((1)) is arithmetic, $((a); (b)) a substitution.
      if (buffer_[close - 1] == ')' && find_close(start + 3, '(', ')', {.braces = false}) == close - 1) {
        part = read_arithmetic(start + 3, close - 1, 2);
      }
      if (part == nullptr && !failed_) part = read_unparsed_substitution(close);
    } else {
      position_ += 2;
      part = read_substitution(start);
    }
  } else if (next == '[') {
    const size_t close = find_close(start + 2, '[', ']', {.braces = false});
    if (close == std::string::npos) return fail_unclosed("]") != nullptr;
    part = read_arithmetic(start + 2, close, 1);
  } else if (next == '{') {
    part = read_parameter(rules.quoted);
  } else if (next == '\'' && (rules.single_quotes || (rules.braces && !in_document_))) {
    return read_ansi_quotes(parts);
  } else if (next == '"' && rules.double_quotes) {
    replace(start, start + 1, {});
    const int line = line_;
    if (!read_double_quotes(parts)) return false;
    if (host_.translatable) host_.translatable(line, slice(start + 1, position_ - 1));
    return true;
  } else if (is_name_start(next) || is_digit(next) || is_special_parameter(next)) {
    const size_t length = is_name_start(next) ? name_length(start + 1) : 1;
    position_ += 1 + length;
    ParameterPart* parameter = arena_->make<ParameterPart>(Part{PartKind::parameter});
    parameter->text = arena_->copy(std::string_view(buffer_).substr(start, length + 1));
    parameter->name = parameter->text.substr(1);
    parameter->in_double_quotes = rules.quoted;
    part = parameter;
  } else {
    parts.plain('$');
    ++position_;
    return true;
  }
  return parts.add(part);
}

const Part* Lexer::read_arithmetic(size_t open, size_t close, size_t brackets) {
  position_ = open;
  const Word* expression = read_expression(close);
  position_ += brackets;
  return expression == nullptr ? nullptr : arena_->make<ArithmeticPart>(Part{PartKind::arithmetic}, expression);
}

const Part* Lexer::read_backquotes(bool in_double_quotes) {
  const int line = line_;
  std::string text;
  size_t i = position_ + 1;
  for (; available(i) && buffer_[i] != '`'; ++i) {
    if (buffer_[i] == '\\' && available(i + 1)) {
      const char next = buffer_[i + 1];
      if (next == '\n') {
        ++i;
        continue;
      }
      if (next != '$' && next != '`' && next != '\\' && !(next == '"' && in_double_quotes)) text += '\\';
      ++i;
    }
    text += buffer_[i];
  }
  if (!available(i)) return fail_matching(line, "`");
  skip_to(i + 1);
  const std::string_view kept = arena_->copy(text);
  return arena_->make<CommandPart>(Part{PartKind::command}, too_deep() ? nullptr : parse_commands(kept), kept);
}

const Part* Lexer::read_unparsed_substitution(size_t close) {
  const std::string_view text = arena_->copy(slice(position_ + 2, close));
  skip_to(close + 1);
  return arena_->make<CommandPart>(Part{PartKind::command}, parse_commands(text), text);
}

const Part* Lexer::read_substitution(size_t start) {
  const int line = line_;
  const std::vector<Redirect*> documents = std::exchange(pending_documents_, {});
  const List* body = nullptr;
  {
    const Scoped token(token_, Token());
    const Scoped has_token(has_token_, false);
    const Scoped in_conditional(in_conditional_, false);
    const Scoped depth(substitution_depth_, substitution_depth_ + 1);
    body = substitution_body(line);
  }
  if (!pending_documents_.empty() && body != nullptr) {
    const size_t count = pending_documents_.size();
    host_.warn(line_, "command substitution: " + std::to_string(count) + " unterminated here-document" +
                          (count == 1 ? "" : "s"));
  }
  pending_documents_.insert(pending_documents_.begin(), documents.begin(), documents.end());
  if (body == nullptr) {
    error_.in_substitution = !error_.at_end && !error_.in_array;
    // bash meets the end of the input once more, and counts that as a line.
    const bool misses_bracket = error_.wanted == ')';
    if (error_.at_end && !misses_bracket) lines_.emplace_back();
    if (error_.status == kKeepStatus && (!error_.at_end || misses_bracket)) error_.status = 2;
    return nullptr;
  }
  // The text becomes what the tree prints as; a space keeps $( (a)) from becoming arithmetic.
  std::vector<CommandNumber> numbers;
  std::string text = print_substitution(*body, numbers);
  for (const auto& [command, number] : numbers) const_cast<Command*>(command)->line = number;  // no one else has it yet
  const char kind = buffer_[start];
  if (buffer_[start + 2] == '(') {
    text = buffer_.substr(start + 2, position_ - start - 3);
  } else {
    if (text.starts_with('(')) text.insert(0, 1, ' ');
    replace(start, position_, std::string{kind, '('} + text + ")");
  }
  const std::string_view kept = arena_->copy(text);
  if (kind == '$') return arena_->make<CommandPart>(Part{PartKind::command}, body, kept);
  return arena_->make<ProcessPart>(Part{PartKind::process}, body, kind == '>', kept);
}

}  // namespace shell
