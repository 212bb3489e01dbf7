// Compound commands as text.
#include "keywords.h"
#include "lexer.h"
#include "tree_printer.h"
#include "walk.h"

namespace shell {

void Printer::node(const CompoundCommand& command) {
  if (command.kind == CommandKind::subshell) {
    out_ += "( ";
    in_line(*command.body);
    out_ += " )";
    return;
  }
  out_ += "{ ";
  if (functions_ > 0) {
    out_ += '\n';
    body(command.body);
    out_ += '\n';
    indent();
  } else {
    in_line(*command.body);
    semicolon();
    out_ += ' ';
  }
  out_ += '}';
}

void Printer::node(const IfCommand& command) { if_command(command.branches); }

void Printer::if_command(std::span<const IfCommand::Branch> branches) {
  test(*branches[0].condition, "if ");
  out_ += " then\n";
  body(branches[0].body);
  if (branches.size() > 1) {
    semicolon();
    newline("else\n");
    if (branches[1].condition == nullptr) {
      body(branches[1].body);
    } else {
      indentation_ += kIndent;
      begin();
      if_command(branches.subspan(1));
      indentation_ -= kIndent;
    }
  }
  semicolon();
  newline("fi");
}

void Printer::node(const CaseCommand& command) {
  put("case ", command.subject->text, " in ");
  indentation_ += kIndent;
  for (const CaseCommand::Clause& clause : command.clauses) {
    newline();
    words(clause.patterns, " | ");
    out_ += ")\n";
    body(clause.body);
    newline(clause.end == CaseCommand::End::stop ? ";;" : clause.end == CaseCommand::End::fall_through ? ";&" : ";;&");
  }
  indentation_ -= kIndent;
  newline("esac");
}

// What stands between the braces, and the redirections behind them.
void Printer::function_body(const Command& command) {
  const bool is_group = command.kind == CommandKind::group;
  out_ += "{ \n";
  ++functions_;
  body(is_group ? static_cast<const CompoundCommand&>(command).body : &command);
  --functions_;
  newline("}");
  if (is_group && !command.redirects.empty()) {
    out_ += ' ';
    redirects(command.redirects);
  }
}

void Printer::node(const FunctionCommand& command) {
  if (!posix_) out_ += "function ";
  put(command.name, " () \n");
  indent();
  function_body(*command.body);
  was_document_ = false;
}

void Printer::function(std::string_view name, const Command& body) {
  if (reserved_word(name) != Reserved::none) out_ += "function ";
  put(name, " () \n");
  function_body(body);
}

void Printer::condition(const Condition& node) {
  if (node.parenthesized) out_ += "( ";
  switch (node.kind) {
    case Condition::Kind::word:
      put("-n ", node.left->text);
      break;
    case Condition::Kind::unary:
      put(node.op, ' ', node.left->text);
      break;
    case Condition::Kind::binary:
      put(node.left->text, ' ', node.op, ' ', node.right->text);
      break;
    case Condition::Kind::not_:
      out_ += "! ";
      condition(*node.first);
      break;
    case Condition::Kind::and_:
    case Condition::Kind::or_:
      condition(*node.first);
      out_ += node.kind == Condition::Kind::and_ ? " && " : " || ";
      condition(*node.second);
      break;
  }
  if (node.parenthesized) out_ += " )";
}

void Printer::loop_body(const List* inside) {
  body(inside);
  semicolon();
  newline("done");
}

void Printer::node(const ForCommand& command) {
  put(command.kind == CommandKind::for_ ? "for " : "select ", command.name, " in ");
  if (command.has_words) {
    words(command.words);
  } else {
    out_ += "\"$@\"";
  }
  out_ += ';';
  newline("do\n");
  loop_body(command.body);
}

void Printer::node(const ArithmeticForCommand& command) {
  put("for ((", command.initial->text, "; ", command.condition->text, "; ", command.step->text, "))");
  newline("do\n");
  loop_body(command.body);
}

void Printer::node(const WhileCommand& command) {
  test(*command.condition, command.kind == CommandKind::while_ ? "while " : "until ");
  out_ += " do\n";
  loop_body(command.body);
}

void Printer::node(const ArithmeticCommand& command) { put("((", command.expression->text, "))"); }

void Printer::node(const ConditionalCommand& command) {
  out_ += "[[ ";
  condition(*command.condition);
  out_ += " ]]";
}

void Printer::node(const CoprocCommand& command) {
  put("coproc ", command.name, ' ');
  skip_indent_ = true;
  this->command(*command.body);
}

void Printer::command(const Command& command) {
  if (too_deep()) return;
  const CommandKind kind = command.kind;
  if (kind == CommandKind::list) return node(static_cast<const List&>(command));
  begin();
  number(command);
  visit(command, [this](const auto& as_it_is) { node(as_it_is); });
  if (kind == CommandKind::simple || kind == CommandKind::function) return;
  if (kind == CommandKind::subshell || kind == CommandKind::conditional || kind == CommandKind::arithmetic) {
    number(command);
  }
  if (command.redirects.empty()) return;
  out_ += ' ';
  redirects(command.redirects);
}

}  // namespace shell
