// How the files of the printer share their work.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ast.h"
#include "printer.h"

namespace shell {

inline constexpr int kIndent = 4;

// bash's way of laying out: one line joined by "; " outside of functions, lines inside; here-documents wait for the end
// of their line.
class Printer {
 public:
  explicit Printer(bool posix, std::vector<CommandNumber>* numbers = nullptr) : posix_(posix), numbers_(numbers) {}
  void function(std::string_view name, const Command& body);
  void command(const Command& command);
  void assignment(const Assignment& assignment);
  std::string take() { return std::move(out_); }

 private:
  void put(const auto&... parts) { ((out_ += parts), ...); }
  void indent() { out_.append(static_cast<size_t>(indentation_), ' '); }
  void begin();
  void number(const Command& command);  // in a substitution: by the lines printed so far
  void newline(std::string_view text = {});
  void semicolon();
  void body(const Command* command);  // indented
  void test(const List& condition, std::string_view before);
  void words(std::span<const Word* const> words, std::string_view between = " ");
  void in_line(const List& list);
  void loop_body(const List* inside);
  void if_command(std::span<const IfCommand::Branch> branches);
  void function_body(const Command& body);
  void node(const SimpleCommand& command);
  void node(const List& list);
  void node(const AndOr& command);
  void node(const Pipeline& command);
  void node(const CompoundCommand& command);
  void node(const IfCommand& command);
  void node(const ForCommand& command);
  void node(const ArithmeticForCommand& command);
  void node(const WhileCommand& command);
  void node(const CaseCommand& command);
  void node(const FunctionCommand& command);
  void node(const ArithmeticCommand& command);
  void node(const ConditionalCommand& command);
  void node(const CoprocCommand& command);
  void condition(const Condition& condition);
  void redirects(std::span<const Redirect* const> redirects);
  void redirect(const Redirect& redirect);
  void documents(const std::vector<const Redirect*>& documents);
  void deferred(std::string_view before);

  const bool posix_;
  std::vector<CommandNumber>* const numbers_;  // of a substitution
  std::string out_;
  size_t counted_ = 0;  // of out_, for `lines_`
  int lines_ = 0;
  int indentation_ = 0;
  int functions_ = 0;    // depth
  int connections_ = 0;  // depth
  bool skip_indent_ = false;
  bool was_document_ = false;
  std::vector<const Redirect*> deferred_;
};

}  // namespace shell
