// Simple commands and redirections.
#include "grammar.h"

namespace shell {

namespace {

bool is_declaration(std::string_view name) {
  return name == "declare" || name == "typeset" || name == "local" || name == "export" || name == "readonly";
}

bool takes_array_literals(std::string_view name) {
  return is_declaration(name) || name == "alias" || name == "eval" || name == "let";
}

}  // namespace

const Command* Grammar::parse_simple(const Word* first, int line) {
  SimpleCommand* command = arena_->make<SimpleCommand>(Command{CommandKind::simple, line});
  std::vector<const Assignment*> assignments;
  std::vector<const Word*> words;
  std::vector<const Redirect*> redirects;
  bool literals = false;
  if (first != nullptr) words.push_back(first);
  while (true) {
    const Token token = peek({.command = words.empty(), .compound = literals});
    if (token.kind == TokenKind::word) {
      consume();
      if (words.empty() && token.word->assignment != nullptr) {
        assignments.push_back(token.word->assignment);
      } else {
        words.push_back(token.word);
        const Assignment* assignment = token.word->assignment;
        if (assignment != nullptr && !(assignment->compound && command->declaration)) {
          show_bad(token.word->parts, token.text);
        }
        if (words.size() == 1 && token.word->plain) {
          command->declaration = is_declaration(token.text);
          literals = takes_array_literals(token.text);
        }
      }
    } else if (at_redirect()) {
      const Redirect* redirect = parse_redirect();
      if (redirect == nullptr) return nullptr;
      redirects.push_back(redirect);
    } else if (token.kind == TokenKind::left_paren && words.size() == 1 && assignments.empty() && redirects.empty()) {
      consume();
      const int end = peek_command().line;
      if (!expect(TokenKind::right_paren)) return nullptr;
      return parse_function(words.front(), end);
    } else {
      break;
    }
    // bash numbers a command when it has seen the token after its first word, or what stands before that.
    if (command->line == 0) command->line = words.empty() ? line_ : peek({.compound = literals}).line;
  }
  if (failed_) return nullptr;
  if (words.empty() && assignments.empty() && redirects.empty()) return fail_token(peek());
  command->assignments = arena_->copy(assignments);
  command->words = arena_->copy(words);
  command->redirects = arena_->copy(redirects);
  return command;
}

bool Grammar::at_redirect() {
  const TokenKind kind = peek().kind;
  return kind == TokenKind::redirect || kind == TokenKind::number || kind == TokenKind::variable;
}

Redirect* Grammar::parse_redirect() {
  Redirect* redirect = arena_->make<Redirect>();
  const Token prefix = peek();
  if (prefix.kind != TokenKind::redirect) {
    consume();
    if (prefix.kind == TokenKind::variable) {
      redirect->fd_variable = prefix.text;
    } else {
      redirect->fd = 0;
      for (const char c : prefix.text) redirect->fd = redirect->fd * 10 + (c - '0');
    }
  }
  const Token op = peek();
  if (op.kind != TokenKind::redirect) return fail_token(op);
  consume();
  redirect->kind = op.redirect;
  redirect->strip_tabs = op.strip_tabs;
  const bool duplicate = duplicates(op.redirect);
  if (duplicate) skip_blanks();
  if (duplicate && look() == '-') {  // >&-x closes: x is another word
    redirect->target = literal_word("-");
    ++position_;
    return redirect;
  }
  Token target = peek();
  if (duplicate && target.kind == TokenKind::number) {  // 2>&1>file
    target.kind = TokenKind::word;
    target.word = literal_word(target.text);
  }
  if (target.kind != TokenKind::word) return fail_token(target);
  consume();
  redirect->target = target.word;
  if (op.redirect == RedirectKind::here_document) {
    redirect->delimiter = target.text;
    pending_documents_.push_back(redirect);
  } else if (op.redirect == RedirectKind::duplicate_output && redirect->fd < 0 && redirect->fd_variable.empty()) {
    // >&file is &>file; what an expansion gives is known when it runs.
    std::string_view text = target.text;
    if (text.ends_with('-')) text.remove_suffix(1);
    if (target.word->plain && !text.empty() && !is_number(text)) {
      redirect->kind = RedirectKind::output_both;
      redirect->fd = 1;  // printed as it was written
    }
  }
  return redirect;
}

bool Grammar::parse_redirects(std::vector<const Redirect*>& redirects) {
  while (at_redirect()) {
    const Redirect* redirect = parse_redirect();
    if (redirect == nullptr) return false;
    redirects.push_back(redirect);
  }
  return !failed_;
}

}  // namespace shell
