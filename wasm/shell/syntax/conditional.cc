// [[ … ]]
#include <algorithm>

#include "grammar.h"

namespace shell {

namespace {

constexpr std::string_view kBinary[] = {"=",   "==",  "!=",  "=~",  "-eq", "-ne", "-lt",
                                        "-le", "-gt", "-ge", "-nt", "-ot", "-ef"};

bool is_binary(std::string_view op) { return std::ranges::find(kBinary, op) != std::end(kBinary); }

// How bash names a token in these messages, between other text; nothing when it has no name for it.
std::string quoted_token(const Token& token, std::string_view before = {}, std::string_view after = {}) {
  if (token.kind == TokenKind::end || token.kind == TokenKind::number || token.kind == TokenKind::variable) return {};
  return std::string(before).append(" `").append(token.text).append("'").append(after);
}

}  // namespace

std::nullptr_t Grammar::fail_condition(int line, std::string message) {
  const bool first = !failed_;
  fail(line, std::move(message));
  if (first) {
    error_.status = kKeepStatus;
    error_.at_end = !available(position_);
    // bash reads on to the end of the line, and may find that a quote has no end.
    SyntaxError error = std::exchange(error_, {});
    failed_ = false;
    if (token_.kind == TokenKind::newline) ++line_;
    while (!failed_ && peek().kind != TokenKind::newline && peek().kind != TokenKind::end) consume();
    if (failed_ && error_.at_end && !error_.messages.empty()) {
      error.more.emplace_back(error_.line, error_.messages[0]);
      error.at_end = true;
    }
    error_ = std::move(error);
    failed_ = true;
  }
  return nullptr;
}

std::nullptr_t Grammar::condition_ended(std::string_view message) {
  if (error_.at_end) error_.more.emplace_back(line_behind(), message);
  return nullptr;
}

void Grammar::skip_condition_newlines() {
  while (at(TokenKind::newline)) consume();
}

Command* Grammar::parse_conditional() {
  const int line = peek().line;
  consume();
  in_conditional_ = true;
  const Condition* condition = parse_condition_or();
  if (condition == nullptr) {
    in_conditional_ = false;
    return nullptr;
  }
  const Token token = peek();
  in_conditional_ = false;
  if (failed_) {
    if (error_.at_end) error_.more.emplace_back(line, "unexpected EOF while looking for `]]'");
    return nullptr;
  }
  if (token.kind == TokenKind::end) return fail_at_end(line, "unexpected EOF while looking for `]]'");
  if (token.kind != TokenKind::word) {
    return fail_condition(line, "syntax error in conditional expression" + quoted_token(token, ": unexpected token"));
  }
  if (token.text != "]]") return fail_condition(line, "syntax error in conditional expression");
  ConditionalCommand* command =
      arena_->make<ConditionalCommand>(Command{CommandKind::conditional, token.line}, condition);
  consume();
  return command;
}

// A chain of || of chains of &&, both to the right.
const Condition* Grammar::parse_condition_or(bool inner) {
  const Condition* first = inner ? parse_condition_term() : parse_condition_or(true);
  if (first == nullptr || failed_ || !at(inner ? TokenKind::and_and : TokenKind::or_or)) return first;
  consume();
  const Condition* second = parse_condition_or(inner);
  if (second == nullptr) return nullptr;
  const auto kind = inner ? Condition::Kind::and_ : Condition::Kind::or_;
  return arena_->make<Condition>(kind, std::string_view(), nullptr, nullptr, first, second);
}

const Condition* Grammar::parse_condition_group() {
  const int line = peek().line;
  consume();
  const Condition* inner = parse_condition_or();
  if (inner == nullptr || failed_) {
    error_.more.emplace_back(line, "expected `)'");
    return nullptr;
  }
  if (!at(TokenKind::right_paren)) {
    const bool ends = peek().kind == TokenKind::end;
    const std::string found = ends ? "unexpected token `EOF', " : quoted_token(peek(), "unexpected token", ", ");
    fail_condition(line, found + "expected `)'");
    error_.wanted = ')';
    return nullptr;
  }
  consume();
  Condition* condition = arena_->make<Condition>(*inner);
  condition->parenthesized = true;
  return condition;
}

// Where a primary is to begin stands something else.
std::nullptr_t Grammar::condition_missing(const Token& token) {
  if (token.kind == TokenKind::word) {
    fail_condition(token.line, {});
    error_.messages.clear();
    return nullptr;
  }
  if (token.kind == TokenKind::end) return fail_at_end(token.line, "unexpected token `EOF' in conditional command");
  const std::string found = token.kind == TokenKind::variable ? " 283"
                            : token.kind == TokenKind::number ? " 284"
                                                              : quoted_token(token);
  return fail_condition(token.line, "unexpected token" + found + " in conditional command");
}

const Condition* Grammar::parse_condition_term() {
  if (fail_too_deep()) return nullptr;
  skip_condition_newlines();
  const Token token = peek();
  if (failed_) return condition_ended("unexpected token `\xff' in conditional command");
  const Condition* result = nullptr;
  if (token.kind == TokenKind::left_paren) {
    result = parse_condition_group();
  } else if (token.kind == TokenKind::word && token.text == "!") {
    consume();
    if (const Condition* inner = parse_condition_term(); inner != nullptr) {
      result = arena_->make<Condition>(Condition::Kind::not_, std::string_view(), nullptr, nullptr, inner);
    }
  } else if (token.kind != TokenKind::word || token.text == "]]") {
    return condition_missing(token);
  } else {
    consume();
    if (!is_unary_test(token.text)) {
      result = parse_condition_test(token.word);
    } else if (const Word* operand = parse_operand("unary"); operand != nullptr) {
      result = arena_->make<Condition>(Condition::Kind::unary, token.text, operand);
    }
  }
  if (result == nullptr) return nullptr;
  skip_condition_newlines();
  return result;  // also when what follows it fails: that is said as what is missed then
}

// A word, perhaps with an operator and another.
const Condition* Grammar::parse_condition_test(const Word* left) {
  const Token op = peek();
  if (failed_) return condition_ended("conditional binary operator expected");
  const bool compares = op.kind == TokenKind::redirect && (op.text == "<" || op.text == ">");
  if (!compares && !(op.kind == TokenKind::word && is_binary(op.text))) {
    const bool ends = op.kind == TokenKind::and_and || op.kind == TokenKind::or_or ||
                      op.kind == TokenKind::right_paren || (op.kind == TokenKind::word && op.text == "]]");
    if (ends) return arena_->make<Condition>(Condition::Kind::word, std::string_view(), left);
    if (op.kind == TokenKind::word) return fail_condition(op.line, "conditional binary operator expected");
    return fail_condition(op.line, quoted_token(op, "unexpected token", ", ") + "conditional binary operator expected");
  }
  consume();
  const bool equality = op.text == "=" || op.text == "==" || op.text == "!=";
  const Word* right = parse_operand("binary", {.pattern = equality, .regex = op.text == "=~"});
  return right == nullptr ? nullptr : arena_->make<Condition>(Condition::Kind::binary, op.text, left, right);
}

const Word* Grammar::parse_operand(std::string_view arity, Expect expect) {
  const Token operand = peek(expect);
  const std::string place = " to conditional " + std::string(arity) + " operator";
  if (failed_) return condition_ended("unexpected argument" + place);
  if (operand.kind != TokenKind::word || operand.text == "]]") {
    return fail_condition(operand.line, "unexpected argument" + quoted_token(operand) + place);
  }
  consume();
  return operand.word;
}

}  // namespace shell
