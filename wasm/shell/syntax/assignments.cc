// name=value, name[subscript]=value, name=( … ).
#include <utility>

#include "lexer.h"

namespace shell {

size_t Lexer::name_length(size_t start) {
  size_t end = start;
  if (end < buffer_.size() && is_digit(buffer_[end])) return 0;
  while (end < buffer_.size()) {
    if (is_name_char(buffer_[end])) {
      ++end;
    } else if (end > start && buffer_[end] == '\\') {
      const size_t at = std::exchange(position_, end);
      const bool joined = join_lines();
      position_ = at;
      if (!joined || !available(end)) break;
    } else {
      break;
    }
  }
  return end - start;
}

const Subscript* Lexer::make_subscript(const Word* word) {
  if (word == nullptr) return nullptr;
  const std::string_view text = word->text;
  if (text != "@" && text != "*") return arena_->make<Subscript>(Subscript::Kind::expression, word, text);
  return arena_->make<Subscript>(text == "@" ? Subscript::Kind::at : Subscript::Kind::star, word, text);
}

Assignment* Lexer::read_head(PartBuilder& parts, bool one_word) {
  const size_t start = position_;
  const int line = line_;
  const size_t name_end = start + name_length(start);
  position_ = name_end;
  const Word* subscript = nullptr;
  bool closed = true;
  if (look() == '[') {
    ++position_;
    subscript = read_text({.word = one_word, .open = '[', .close = ']'});
    if (subscript == nullptr) return nullptr;
    closed = look() == ']';
    if (!closed && !one_word) return fail_matching(line, "]");
    if (closed) ++position_;
  }
  const bool append = look() == '+' && look(1) == '=';
  if (closed && (append || look() == '=')) {
    position_ += append ? 2 : 1;
    return arena_->make<Assignment>(arena_->copy(slice(start, name_end)), make_subscript(subscript), append);
  }
  parts.text(slice(start, name_end), false);
  if (subscript == nullptr) return nullptr;
  parts.text('[', false);
  parts.add(*subscript);
  if (closed) parts.text(']', false);
  return nullptr;
}

const Word* Lexer::read_value(Assignment& assignment, Expect expect, size_t start) {
  const size_t value = position_;
  PartBuilder parts(*arena_, false);
  if (look() == '(' && (expect.command || expect.compound)) {
    std::vector<const Assignment*> elements;
    if (!read_elements(elements)) return nullptr;
    const int next = look();
    assignment.compound = next < 0 || is_meta(next);
    if (assignment.compound) {
      assignment.elements = arena_->copy(elements);
    } else {
      add_elements(elements, parts);  // what is more than an array literal is none
    }
  }
  if (!assignment.compound) {
    if (!read_parts(kWordRules, parts)) return nullptr;
    assignment.value = finish_word(parts, value);
  }
  PartBuilder all(*arena_, false);
  if (!expect.command) add_assignment(assignment, all);  // as an argument it may be needed as a word
  Word* word = make_word(all, start);
  word->assignment = &assignment;
  return word;
}

void Lexer::add_assignment(const Assignment& assignment, PartBuilder& parts) {
  parts.text(assignment.name, false);
  if (assignment.subscript != nullptr) {
    parts.text('[', false);
    parts.add(*assignment.subscript->word);
    parts.text(']', false);
  }
  const bool element = assignment.name.empty() && assignment.subscript == nullptr;
  if (!element) parts.text(assignment.append ? "+=" : "=", false);
  if (assignment.compound) return add_elements(assignment.elements, parts);
  parts.add(*assignment.value);
}

void Lexer::add_elements(std::span<const Assignment* const> elements, PartBuilder& parts) {
  parts.text('(', false);
  for (size_t i = 0; i < elements.size(); ++i) {
    if (i > 0) parts.text(' ', false);
    add_assignment(*elements[i], parts);
  }
  parts.text(')', false);
}

bool Lexer::read_elements(std::vector<const Assignment*>& elements) {
  const size_t open = position_;
  const int line = line_;
  std::string text = "(";
  ++position_;
  while (true) {
    skip_blanks();
    const int c = look();
    if (c == '\n') {
      ++position_;
      ++line_;
      continue;
    }
    if (c == ')' || c < 0 || failed_) break;
    if (is_meta(c) && !((c == '<' || c == '>') && look(1) == '(')) {
      has_token_ = false;
      fail_token(peek(), true);
      break;
    }
    const size_t start = position_;
    if (Token descriptor{.line = line_, .start = start}; is_digit(c) && read_descriptor(descriptor)) {
      fail_token(descriptor);
      break;
    }
    const Assignment* element = read_element(!elements.empty() && elements[0]->subscript == nullptr);
    if (element == nullptr) break;
    elements.push_back(element);
    if (text.size() > 1) text += ' ';
    text.append(buffer_, start, position_ - start);
  }
  if (failed_ && error_.at_end) {
    error_.more.emplace_back(line_behind(), substitution_depth_ > 0 ? "unexpected EOF while looking for matching `)'"
                                                                    : "syntax error: unexpected end of file");
  }
  if (!failed_ && look() < 0) fail_matching(line, ")");
  if (failed_) {
    if (error_.in_substitution) return false;
    error_.status = 1;
    error_.in_array = true;
    return false;
  }
  replace(open, position_ + 1, text + ")");
  return true;
}

const Assignment* Lexer::read_element(bool may_be_word) {
  const size_t start = position_;
  PartBuilder parts(*arena_, false);
  Assignment* element = look() == '[' ? read_head(parts, false) : nullptr;
  if (failed_) return nullptr;
  if (element == nullptr) element = arena_->make<Assignment>();
  const size_t value = element->subscript != nullptr ? position_ : start;
  if (!read_parts(kWordRules, parts)) return nullptr;
  element->value = finish_word(parts, value);
  if (element->subscript != nullptr && (may_be_word || element->value->has_brace)) {
    PartBuilder all(*arena_, false);
    add_assignment(*element, all);
    element->whole = make_word(all, start);
  }
  return element;
}

const Assignment* Lexer::read_compound(std::string_view name) {
  Assignment* assignment = arena_->make<Assignment>();
  assignment->name = arena_->copy(name);
  assignment->compound = true;
  std::vector<const Assignment*> elements;
  if (!read_elements(elements)) return nullptr;
  assignment->elements = arena_->copy(elements);
  return assignment;
}

}  // namespace shell
