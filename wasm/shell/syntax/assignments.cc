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

const Subscript* Lexer::make_subscript(std::string_view text, int line) {
  const std::string_view kept = arena_->copy(text);
  if (kept == "@" || kept == "*") {
    return arena_->make<Subscript>(kept == "@" ? Subscript::Kind::at : Subscript::Kind::star, nullptr, kept);
  }
  const Word* word = sub_word(kept, kFreeRules, line);
  return word == nullptr ? nullptr : arena_->make<Subscript>(Subscript::Kind::expression, word, kept);
}

const Word* Lexer::read_assignment(Expect expect) {
  const size_t start = position_;
  const int line = line_;
  const size_t name_end = start + name_length(start);
  size_t i = name_end;
  size_t close = 0;
  if (!available(i)) return nullptr;
  if (buffer_[i] == '[') {
    close = find_close(i + 1, '[', ']', {.one_word = !expect.command});
    if (close == std::string::npos) return expect.command ? fail_matching(line, "]") : nullptr;
    i = close + 1;
  }
  const bool append = available(i) && buffer_[i] == '+';
  if (append) ++i;
  if (!available(i) || buffer_[i] != '=') {
    if (close != 0 && expect.command) word_until_ = close + 1;
    return nullptr;
  }
  Assignment* assignment = arena_->make<Assignment>();
  assignment->append = append;
  if (close != 0) {
    assignment->subscript = make_subscript(slice(name_end + 1, close), line);
    if (assignment->subscript == nullptr) return nullptr;
  }
  const size_t value = i + 1;
  skip_to(value);
  PartBuilder parts(*arena_, false);
  if (look() == '(' && (expect.command || expect.compound)) {
    std::vector<const Assignment*> elements;
    if (!read_elements(elements)) return nullptr;
    const int next = look();
    assignment->compound = next < 0 || is_meta(next);
    assignment->elements = arena_->copy(elements);
  }
  if (!assignment->compound) {
    // What is more than an array literal is no array literal.
    if (position_ > value) word_until_ = std::exchange(position_, value);

    if (!read_parts(kWordRules, parts)) return nullptr;
    assignment->value = finish_word(parts, value, line);
  }
  Word* word = arena_->make<Word>();
  word->text = arena_->copy(slice(start, position_));
  word->assignment = assignment;
  word->line = line;
  assignment->name = word->text.substr(0, name_end - start);
  if (expect.command) return word;  // only the assignment is used

  // An argument: the whole text may be needed as a word.
  if (!assignment->compound) {
    join_word(*word, *assignment);
    return word;
  }
  const Word* whole = sub_word(word->text, kFreeRules, line);
  if (whole == nullptr) return nullptr;
  word->parts = whole->parts;
  word->quoted = whole->quoted;
  word->has_brace = whole->has_brace;
  return word;
}

void Lexer::join_word(Word& word, const Assignment& assignment) {
  std::vector<const Part*> all;
  const auto add = [&](const Part* part) {
    if (part->kind != PartKind::literal || all.empty() || all.back()->kind != PartKind::literal) {
      all.push_back(part);
      return;
    }
    std::string joined(static_cast<const TextPart*>(all.back())->text);
    joined += static_cast<const TextPart*>(part)->text;
    all.back() = arena_->make<TextPart>(Part{PartKind::literal}, arena_->copy(joined));
  };
  const auto literal = [&](const std::string& text) {
    add(arena_->make<TextPart>(Part{PartKind::literal}, arena_->copy(text)));
  };
  const auto add_word = [&](const Word& part) {
    for (const Part* next : part.parts) add(next);
    word.quoted = word.quoted || part.quoted;
    word.has_brace = word.has_brace || part.has_brace;
  };
  const std::string equals = assignment.append ? "+=" : "=";
  const Subscript* const subscript = assignment.subscript;
  if (subscript == nullptr) {
    literal(std::string(assignment.name) + equals);
  } else {
    literal(std::string(assignment.name) + "[");
    if (subscript->word != nullptr)
      add_word(*subscript->word);
    else
      literal(std::string(subscript->text));
    literal("]" + equals);
  }
  add_word(*assignment.value);
  word.plain = subscript == nullptr && all.size() == 1 && (assignment.value->plain || assignment.value->parts.empty());
  word.parts = arena_->copy(all);
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
    error_.more.emplace_back(first_line_ + static_cast<int>(lines_.size()),
                             substitution_depth_ > 0 ? "unexpected EOF while looking for matching `)'"
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
  const int line = line_;
  Assignment* element = arena_->make<Assignment>();
  const size_t start = position_;
  if (look() == '[') {
    const size_t close = find_close(start + 1, '[', ']');
    if (close == std::string::npos) {
      fail_unclosed("]");
      return nullptr;
    }
    if (available(close + 2)) {
      element->append = buffer_[close + 1] == '+';
      const size_t equals = close + (element->append ? 2 : 1);
      if (buffer_[equals] == '=') {
        element->subscript = make_subscript(slice(start + 1, close), line);
        if (element->subscript == nullptr) return nullptr;
        skip_to(equals + 1);
      } else {
        element->append = false;
        word_until_ = close + 1;
      }
    }
  }
  const size_t value = position_;
  PartBuilder parts(*arena_, false);
  if (!read_parts(kWordRules, parts)) return nullptr;
  element->value = finish_word(parts, value, line);
  if (element->subscript != nullptr && (may_be_word || element->value->has_brace)) {
    Word* const whole = arena_->make<Word>();
    whole->text = arena_->copy(slice(start, position_));
    whole->line = line;
    join_word(*whole, *element);
    element->whole = whole;
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
