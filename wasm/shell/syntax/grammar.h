// The grammar: tokens to commands.
#pragma once

#include "keywords.h"
#include "lexer.h"

namespace shell {

class Grammar final : public Lexer {
 public:
  Grammar(const ParserHost& host, LineSource& source, int line, bool add_newline = true, Arena* arena = nullptr)
      : Lexer(host, source, line, add_newline, arena) {}

  // Parses the next complete line of commands: up to a newline outside of all compound commands and quotes, with the
  // bodies of its here-documents. Empty lines and comments are skipped. After an error the rest of the input line is
  // gone.
  Outcome next(std::shared_ptr<Program>& program, SyntaxError& error);
  // Everything up to the end of the input; null after a failure.
  const List* parse_rest();
  [[nodiscard]] int line() const { return line_; }  // the number of the one that is being read
  // All of `text` as one word, by a grammar of its own.
  static const Word* parse_text(const ParserHost& host, Arena& arena, std::string_view text, const Rules& rules,
                                int line, SyntaxError& error, bool in_document = false);

 protected:
  const List* substitution_body(int line) override;
  const List* parse_commands(std::string_view text) override;
  const Word* parse_document(std::string_view text, int line, SyntaxError& error) override;

 private:
  [[nodiscard]] static Reserved reserved(const Token& token);
  const Token& peek_command() { return peek({.command = true}); }
  bool at(TokenKind kind) { return peek().kind == kind; }
  // Takes the token if it is one that is expected here; else it is an error.
  bool take(bool expected);
  bool expect(TokenKind kind) { return take(peek_command().kind == kind); }
  bool expect(Reserved word) { return take(reserved(peek_command()) == word); }
  void skip_newlines();
  void discard_line();
  bool at_list_end();

  const List* parse_list(bool one_line);
  const List* parse_compound_list();
  const List* parse_body();  // one that may not be empty
  const Command* parse_and_or();
  const Command* parse_pipeline();
  const Command* parse_command();
  // Null without a failure: no compound command begins here.
  const Command* parse_compound();
  const Command* parse_simple(const Word* first, int line);
  Redirect* parse_redirect();
  bool parse_redirects(std::vector<const Redirect*>& redirects);
  void redirect_errors(const Command& stage);
  bool at_redirect();

  Command* parse_parentheses();
  Command* parse_group();
  Command* parse_if();
  Command* parse_loop(CommandKind kind);
  Command* parse_for(CommandKind kind);
  Command* parse_arithmetic_for(int line);
  [[nodiscard]] size_t expression_end(size_t start, size_t end) const;
  Command* parse_case();
  const Command* parse_coproc();
  const Command* parse_function(const Word* name, int line);
  const List* parse_do_group();
  bool parse_clause(std::vector<CaseCommand::Clause>& clauses);

  // ---- conditional.cc ----
  Command* parse_conditional();
  const Condition* parse_condition_or(bool inner = false);
  const Condition* parse_condition_term();
  const Condition* parse_condition_group();
  const Condition* parse_condition_test(const Word* left);
  const Word* parse_operand(std::string_view arity, Expect expect = {});
  std::nullptr_t fail_condition(int line, std::string message);
  // After a quote or substitution without end: bash goes on to say what it misses.
  std::nullptr_t condition_ended(std::string_view message);
  std::nullptr_t condition_missing(const Token& token);
  void skip_condition_newlines();
};

}  // namespace shell
