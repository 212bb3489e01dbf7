#include "parser.h"

#include "grammar.h"

namespace shell {

// ---- command lines ----

Outcome Grammar::next(std::shared_ptr<Program>& program, SyntaxError& error) {
  drop_consumed();
  auto made = std::make_shared<Program>();
  arena_ = &made->arena;
  failed_ = false;
  has_token_ = false;
  in_conditional_ = false;
  substitution_depth_ = 0;
  no_bracket_after_ = std::string::npos;
  pending_documents_.clear();
  skip_newlines();
  if (!failed_ && peek_command().kind == TokenKind::end && !failed_) return Outcome::end;
  made->body = failed_ ? nullptr : parse_list(true);
  if (!failed_ && !pending_documents_.empty()) read_here_documents();
  if (failed_) {
    discard_line();
    error = error_;
    const int end = line_behind() + 1;
    for (size_t i = 0; i < pending_documents_.size() && error.at_end && error.status == kKeepStatus; ++i) {
      error.warnings.emplace_back(end, cut_short(end, remove_delimiter_quotes(pending_documents_[i]->delimiter)));
    }
    return Outcome::error;
  }
  program = std::move(made);
  return Outcome::command;
}

// After an error the rest of the input line is gone.
void Grammar::discard_line() {
  const size_t end = position_ > 0 && position_ <= buffer_.size() && buffer_[position_ - 1] == '\n'
                         ? position_
                         : buffer_.find('\n', position_);
  if (position_ == end) {
    if (token_.kind == TokenKind::newline) ++line_;
  } else {
    skip_to(end == std::string::npos ? buffer_.size() : end + 1);
  }
}

const List* Grammar::parse_rest() {
  const List* body = parse_compound_list();
  if (failed_) return nullptr;
  if (body == nullptr) body = arena_->make<List>(Command{CommandKind::list, line_});
  if (peek_command().kind != TokenKind::end) return fail_token(peek());
  if (!pending_documents_.empty()) read_here_documents();
  return failed_ ? nullptr : body;
}

const List* Grammar::substitution_body(int line) {
  const List* body = parse_compound_list();
  if (failed_) return nullptr;
  if (peek_command().kind == TokenKind::end) return fail_matching(line_, ")");
  if (peek().kind != TokenKind::right_paren) return fail_token(peek());
  consume();
  return body != nullptr ? body : arena_->make<List>(Command{CommandKind::list, line});
}

const List* Grammar::parse_commands(std::string_view text) {
  StringSource source(text);
  Grammar grammar(host_, source, 0, true, arena_);
  return grammar.parse_rest();
}

const Word* Grammar::parse_text(const ParserHost& host, Arena& arena, std::string_view text, const Rules& rules,
                                int line, SyntaxError& error, bool in_document) {
  StringSource source(text);
  Grammar grammar(host, source, line, false, &arena);
  grammar.in_document_ = in_document;
  const Word* word = grammar.read_text(rules);
  if (word == nullptr) error = grammar.error();
  return word;
}

const Word* Grammar::parse_document(std::string_view text, int line, SyntaxError& error) {
  return parse_text(host_, *arena_, text, kTextRules, line, error, true);
}

// ---- tokens ----

Reserved Grammar::reserved(const Token& token) {
  return token.kind == TokenKind::word && !token.word->quoted ? reserved_word(token.text) : Reserved::none;
}

bool Grammar::take(bool expected) {
  if (!expected || failed_) return fail_token(peek()) != nullptr;
  consume();
  return true;
}

void Grammar::skip_newlines() {
  while (!failed_ && peek_command().kind == TokenKind::newline) consume();
}

bool Grammar::at_list_end() {
  static constexpr TokenKind kTokens[] = {TokenKind::end, TokenKind::right_paren, TokenKind::semi_semi,
                                          TokenKind::semi_and, TokenKind::semi_semi_and};
  static constexpr Reserved kWords[] = {Reserved::brace_close, Reserved::do_,  Reserved::done, Reserved::elif,
                                        Reserved::else_,       Reserved::esac, Reserved::fi,   Reserved::then};
  const Token& token = peek_command();
  return std::ranges::count(kTokens, token.kind) > 0 || std::ranges::count(kWords, reserved(token)) > 0;
}

// ---- lists ----

// Null without a failure: it is empty.
const List* Grammar::parse_compound_list() {
  skip_newlines();
  if (failed_ || at_list_end()) return nullptr;
  return parse_list(false);
}

const List* Grammar::parse_body() {
  const List* body = parse_compound_list();
  return body != nullptr ? body : fail_token(peek());
}

const List* Grammar::parse_list(bool one_line) {
  if (fail_too_deep()) return nullptr;
  List* list = arena_->make<List>(Command{CommandKind::list, peek_command().line});
  std::vector<ListItem> items;
  while (true) {
    const Command* command = parse_and_or();
    if (command == nullptr) return nullptr;
    items.push_back({command, false});
    const TokenKind kind = peek_command().kind;
    if (kind == TokenKind::ampersand || kind == TokenKind::semicolon) {
      items.back().background = kind == TokenKind::ampersand;
      consume();
      if (one_line && peek_command().kind == TokenKind::newline) {
        consume();
        break;
      }
    } else if (kind == TokenKind::newline) {
      items.back().newline = true;
      consume();
      if (one_line) break;
    } else {
      if (one_line && kind != TokenKind::end) return fail_token(peek());
      break;
    }
    if (!one_line) skip_newlines();
    if (one_line ? peek_command().kind == TokenKind::end : at_list_end()) break;
  }
  if (failed_) return nullptr;
  list->items = arena_->copy(items);
  return list;
}

const Command* Grammar::parse_and_or() {
  const int line = peek_command().line;
  const Command* first = parse_pipeline();
  if (first == nullptr) return nullptr;
  std::vector<const Command*> commands{first};
  std::vector<uint8_t> is_and;
  while (at(TokenKind::and_and) || at(TokenKind::or_or)) {
    is_and.push_back(at(TokenKind::and_and) ? 1 : 0);
    consume();
    skip_newlines();
    const Command* command = parse_pipeline();
    if (command == nullptr) return nullptr;
    commands.push_back(command);
  }
  if (failed_) return nullptr;
  if (commands.size() == 1) return first;
  AndOr* result = arena_->make<AndOr>(Command{CommandKind::and_or, line});
  result->commands = arena_->copy(commands);
  result->is_and = arena_->copy(is_and);
  return result;
}

// |& is 2>&1 | with the redirection behind those of the command.
void Grammar::redirect_errors(const Command& stage) {
  Redirect* redirect = arena_->make<Redirect>(RedirectKind::duplicate_output, 2);
  redirect->target = literal_word("1");
  std::vector<const Redirect*> redirects(stage.redirects.begin(), stage.redirects.end());
  redirects.push_back(redirect);
  const_cast<Command&>(stage).redirects = arena_->copy(redirects);  // the tree is still being made
}

const Command* Grammar::parse_pipeline() {
  Pipeline pipeline{Command{CommandKind::pipeline, peek_command().line}};
  bool prefixed = false;
  while (true) {
    const Reserved word = reserved(peek_command());
    if (word == Reserved::bang) {
      consume();
      pipeline.negated = !pipeline.negated;
    } else if (word == Reserved::time) {
      consume();
      pipeline.timed = true;
      for (const std::string_view option : {"-p", "--"}) {  // bash takes them alike
        if (peek_command().text != option) continue;
        pipeline.time_posix = true;
        consume();
      }
    } else {
      break;
    }
    prefixed = true;
  }
  std::vector<const Command*> stages;
  const TokenKind kind = peek_command().kind;
  const bool empty = kind == TokenKind::newline || kind == TokenKind::semicolon || (kind == TokenKind::end && !failed_);
  if (prefixed && empty) {
    stages.push_back(arena_->make<SimpleCommand>(Command{CommandKind::simple, pipeline.line}));
  } else {
    while (true) {
      const Command* stage = parse_command();
      if (stage == nullptr) return nullptr;
      stages.push_back(stage);
      if (!at(TokenKind::pipe) && !at(TokenKind::pipe_and)) break;
      if (at(TokenKind::pipe_and)) redirect_errors(*stage);
      consume();
      skip_newlines();
    }
  }
  if (failed_) return nullptr;
  if (!prefixed && stages.size() == 1) return stages.front();
  pipeline.stages = arena_->copy(stages);
  return arena_->make<Pipeline>(pipeline);
}

// ---- commands ----

const Command* Grammar::parse_command() {
  const Command* compound = parse_compound();
  if (compound != nullptr || failed_) return compound;
  const Reserved word = reserved(peek_command());
  if (word == Reserved::function) {
    consume();
    const Token token = peek();
    if (token.kind != TokenKind::word) return fail_token(token);
    const int line = token.line;
    consume();
    if (peek_command().kind == TokenKind::left_paren) {
      skip_blanks();
      // Without ) the body is a subshell.
      if (look() == ')') {
        consume();
        expect(TokenKind::right_paren);
      }
    }
    return parse_function(token.word, line);
  }
  if (word == Reserved::coproc) return parse_coproc();
  if (word != Reserved::none && word != Reserved::time) return fail_token(peek());
  return parse_simple(nullptr, 0);
}

const Command* Grammar::parse_compound() {
  const bool parenthesis = peek_command().kind == TokenKind::left_paren;
  const Reserved word = reserved(peek());
  Command* const command = parenthesis                    ? parse_parentheses()
                           : word == Reserved::brace_open ? parse_group()
                           : word == Reserved::if_        ? parse_if()
                           : word == Reserved::while_     ? parse_loop(CommandKind::while_)
                           : word == Reserved::until      ? parse_loop(CommandKind::until)
                           : word == Reserved::for_       ? parse_for(CommandKind::for_)
                           : word == Reserved::select     ? parse_for(CommandKind::select)
                           : word == Reserved::case_      ? parse_case()
                           : word == Reserved::brackets   ? parse_conditional()
                                                          : nullptr;
  if (command == nullptr) return nullptr;
  std::vector<const Redirect*> redirects;
  if (!parse_redirects(redirects)) return nullptr;
  command->redirects = arena_->copy(redirects);
  return command;
}

// ---- the interface ----

Outcome parse_all(const ParserHost& host, std::string_view text, int first_line, std::shared_ptr<Program>& program,
                  SyntaxError& error) {
  StringSource source(text);
  auto made = std::make_shared<Program>();
  Grammar grammar(host, source, first_line, true, &made->arena);
  made->body = grammar.parse_rest();
  if (made->body == nullptr) {
    error = grammar.error();
    return Outcome::error;
  }
  program = std::move(made);
  return program->body->items.empty() ? Outcome::end : Outcome::command;
}

const Word* parse_double_quoted_text(const ParserHost& host, Arena& arena, std::string_view text, int line,
                                     SyntaxError& error) {
  return Grammar::parse_text(host, arena, text, kTextRules, line, error);
}

const Word* parse_word_text(const ParserHost& host, Arena& arena, std::string_view text, int line, SyntaxError& error) {
  return Grammar::parse_text(host, arena, text, kFreeRules, line, error);
}

const Assignment* parse_compound_assignment(const ParserHost& host, Arena& arena, std::string_view name,
                                            std::string_view text, SyntaxError& error) {
  std::string bracketed;
  if (!text.starts_with('(')) {
    bracketed = "(" + std::string(text) + ")";
    text = bracketed;
  }
  StringSource source(text);
  Grammar grammar(host, source, 1, false, &arena);
  const Assignment* assignment = grammar.read_compound(name);
  if (assignment == nullptr) error = grammar.error();
  return assignment;
}

}  // namespace shell
