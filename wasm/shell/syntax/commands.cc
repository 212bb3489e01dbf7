// The compound commands.
#include "grammar.h"

namespace shell {

// ( list ) or (( expression )): what closes decides.
Command* Grammar::parse_parentheses() {
  const Token token = peek();
  if (position_ == token.start + 1 && look() == '(') {
    const size_t close = find_close(position_ + 1, '(', ')', {.braces = false});
    if (close == std::string::npos) return fail_unclosed(")");
    if (available(close + 1) && buffer_[close + 1] == ')') {
      ++position_;
      const Word* expression = read_expression(close);
      if (expression == nullptr) return nullptr;
      position_ += 2;
      consume();
      return arena_->make<ArithmeticCommand>(Command{CommandKind::arithmetic, line_}, expression);
    }
  }
  consume();
  const List* body = parse_body();
  if (body == nullptr || !expect(TokenKind::right_paren)) return nullptr;
  return arena_->make<CompoundCommand>(Command{CommandKind::subshell, token.line}, body);
}

Command* Grammar::parse_group() {
  const int line = peek().line;
  consume();
  const List* body = parse_body();
  if (body == nullptr || !expect(Reserved::brace_close)) return nullptr;
  return arena_->make<CompoundCommand>(Command{CommandKind::group, line}, body);
}

Command* Grammar::parse_if() {
  const int line = peek().line;
  std::vector<IfCommand::Branch> branches;
  while (true) {
    const bool last = reserved(peek_command()) == Reserved::else_;
    consume();
    const List* condition = last ? nullptr : parse_body();
    if (!last && (condition == nullptr || !expect(Reserved::then))) return nullptr;
    const List* body = parse_body();
    if (body == nullptr) return nullptr;
    branches.push_back({condition, body});
    const Reserved word = reserved(peek_command());
    if (word == Reserved::fi) break;
    if (last || (word != Reserved::elif && word != Reserved::else_)) return fail_token(peek());
  }
  consume();
  return arena_->make<IfCommand>(Command{CommandKind::if_, line}, arena_->copy(branches));
}

Command* Grammar::parse_loop(CommandKind kind) {
  const int line = peek().line;
  consume();
  const List* condition = parse_body();
  if (condition == nullptr || reserved(peek_command()) != Reserved::do_) return fail_token(peek());
  const List* body = parse_do_group();
  if (body == nullptr) return nullptr;
  return arena_->make<WhileCommand>(Command{kind, line}, condition, body);
}

// do … done or { … }
const List* Grammar::parse_do_group() {
  const bool braces = reserved(peek_command()) == Reserved::brace_open;
  if (!braces && reserved(peek()) != Reserved::do_) return fail_token(peek());
  consume();
  const List* body = parse_body();
  return body != nullptr && expect(braces ? Reserved::brace_close : Reserved::done) ? body : nullptr;
}

Command* Grammar::parse_for(CommandKind kind) {
  const int line = peek().line;
  consume();
  if (kind == CommandKind::for_) {
    skip_blanks();
    if (look() == '(' && look(1) == '(') return parse_arithmetic_for(line);
  }
  const Token name = peek();
  if (name.kind != TokenKind::word) return fail_token(name);
  consume();
  ForCommand* command = arena_->make<ForCommand>(Command{kind, line}, name.text);
  std::vector<const Word*> words;
  if (at(TokenKind::semicolon)) {
    consume();
    skip_newlines();
  } else {
    while (at(TokenKind::newline)) consume();
    command->has_words = reserved(peek()) == Reserved::in;  // which is no alias
    if (command->has_words) {
      consume();
      for (; at(TokenKind::word); consume()) words.push_back(peek().word);
      if (!take(at(TokenKind::semicolon) || at(TokenKind::newline))) return nullptr;
      skip_newlines();
    }
  }
  command->words = arena_->copy(words);
  command->body = parse_do_group();
  return command->body == nullptr ? nullptr : command;
}

// Where the first of the expressions of a loop ends: at a semicolon, but not one within $( ).
size_t Grammar::expression_end(size_t start, size_t end) const {
  int depth = 0;
  for (size_t i = start; i < end; ++i) {
    if (buffer_[i] == '(' && (depth > 0 || buffer_[i - 1] == '$')) ++depth;
    if (buffer_[i] == ')' && depth > 0) --depth;
    if (buffer_[i] == ';' && depth == 0) return i;
  }
  return end;
}

Command* Grammar::parse_arithmetic_for(int line) {
  const size_t open = position_ + 2;
  const size_t close = find_close(open, '(', ')', {.braces = false});
  if (close == std::string::npos) return fail_unclosed(")");
  if (!available(close + 1) || buffer_[close + 1] != ')') {
    fail(line, {});
    error_.status = kKeepStatus;
    error_.at_end = !available(close + 2);
    error_.messages.clear();  // bash says nothing
    return nullptr;
  }
  const std::string text = buffer_.substr(open, close - open);
  const size_t rest = buffer_.size() - close;  // what is read may change in length
  std::vector<const Word*> expressions;
  do {
    position_ = expressions.empty() ? open : position_ + 1;
    while (is_blank(look())) ++position_;
    const size_t end = expression_end(position_, buffer_.size() - rest);
    expressions.push_back(end == position_ ? literal_word("1") : read_expression(end));
  } while (buffer_.size() - position_ > rest && !failed_);
  position_ += 2;
  if (peek_command().kind == TokenKind::semicolon) consume();
  skip_newlines();
  const List* body = failed_ ? nullptr : parse_do_group();
  if (body == nullptr) return nullptr;
  if (expressions.size() != 3) {
    fail(line,
         expressions.size() < 3 ? "syntax error: arithmetic expression required" : "syntax error: `;' unexpected");
    error_.messages.push_back("syntax error: `((" + text + "))'");
    return nullptr;
  }
  return arena_->make<ArithmeticForCommand>(Command{CommandKind::arithmetic_for, line}, expressions[0], expressions[1],
                                            expressions[2], body);
}

Command* Grammar::parse_case() {
  consume();
  const Token subject = peek();
  if (subject.kind != TokenKind::word) return fail_token(subject);
  consume();
  CaseCommand* command = arena_->make<CaseCommand>(Command{CommandKind::case_, subject.line}, subject.word);
  while (at(TokenKind::newline)) consume();
  if (!take(reserved(peek()) == Reserved::in)) return nullptr;
  std::vector<CaseCommand::Clause> clauses;
  while (true) {
    while (at(TokenKind::newline)) consume();
    if (failed_) return nullptr;
    if (reserved(peek()) == Reserved::esac) break;
    if (!parse_clause(clauses)) return nullptr;
  }
  consume();
  command->clauses = arena_->copy(clauses);
  return command;
}

bool Grammar::parse_clause(std::vector<CaseCommand::Clause>& clauses) {
  CaseCommand::Clause clause{};
  std::vector<const Word*> patterns;
  if (at(TokenKind::left_paren)) consume();
  while (true) {
    patterns.push_back(peek().word);
    if (!take(at(TokenKind::word))) return false;
    if (!at(TokenKind::pipe)) break;
    consume();
  }
  if (!take(at(TokenKind::right_paren))) return false;
  clause.patterns = arena_->copy(patterns);
  clause.body = parse_compound_list();
  if (failed_) return false;
  const auto* const end = std::ranges::find(kClauseEnds, peek_command().text);
  if (end != std::end(kClauseEnds)) {
    clause.end = static_cast<CaseCommand::End>(end - kClauseEnds);
    consume();
  } else if (reserved(peek()) != Reserved::esac) {
    return fail_token(peek()) != nullptr;
  }
  clauses.push_back(clause);
  return true;
}

const Command* Grammar::parse_coproc() {
  const int line = peek().line;
  consume();
  CoprocCommand* command = arena_->make<CoprocCommand>(Command{CommandKind::coproc, line}, "COPROC");
  command->body = parse_compound();
  if (command->body == nullptr && !failed_) {
    const Token token = peek_command();
    if (token.kind == TokenKind::word && token.word->assignment == nullptr && reserved(token) == Reserved::none) {
      consume();
      command->body = parse_compound();
      if (command->body != nullptr) {
        command->name = token.text;
      } else if (!failed_) {
        command->body = parse_simple(token.word, token.line);
      }
    } else if (reserved(token) == Reserved::coproc) {
      return fail_token(token);
    } else {
      command->body = parse_command();
    }
  }
  return failed_ ? nullptr : command;
}

const Command* Grammar::parse_function(const Word* name, int line) {
  skip_newlines();
  FunctionCommand* command = arena_->make<FunctionCommand>(Command{CommandKind::function, line}, name->text);
  command->body = failed_ ? nullptr : parse_compound();
  if (command->body == nullptr) return fail_token(peek());
  return command;
}

}  // namespace shell
