// Compound commands as text.
#include "keywords.h"
#include "lexer.h"
#include "tree_printer.h"

namespace shell {

void Printer::group(const CompoundCommand& command) {
  out_ += "{ ";
  if (functions_ > 0) {
    out_ += '\n';
    body(command.body);
    out_ += '\n';
    out_.append(static_cast<size_t>(indentation_), ' ');
  } else {
    skip_indent_ = true;
    list(*command.body);
    deferred({});
    semicolon();
    out_ += ' ';
  }
  out_ += '}';
}

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

void Printer::case_command(const CaseCommand& command) {
  out_ += "case ";
  out_ += command.subject->text;
  out_ += " in ";
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

void Printer::function_definition(const FunctionCommand& command) {
  if (!posix_) out_ += "function ";
  out_ += command.name;
  out_ += " () \n";
  out_.append(static_cast<size_t>(indentation_), ' ');
  function_body(*command.body);
  was_document_ = false;
}

void Printer::function(std::string_view name, const Command& body) {
  if (reserved_word(name) != Reserved::none) out_ += "function ";
  out_ += name;
  out_ += " () \n";
  function_body(body);
}

void Printer::condition(const Condition& node) {
  if (node.parenthesized) out_ += "( ";
  switch (node.kind) {
    case Condition::Kind::word:
      out_ += "-n ";
      out_ += node.left->text;
      break;
    case Condition::Kind::unary:
      out_ += node.op;
      out_ += ' ';
      out_ += node.left->text;
      break;
    case Condition::Kind::binary:
      out_ += node.left->text;
      out_ += ' ';
      out_ += node.op;
      out_ += ' ';
      out_ += node.right->text;
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

void Printer::for_command(const ForCommand& command) {
  out_ += command.kind == CommandKind::for_ ? "for " : "select ";
  out_ += command.name;
  out_ += " in ";
  if (command.has_words) {
    words(command.words);
  } else {
    out_ += "\"$@\"";
  }
  out_ += ';';
  newline("do\n");
  loop_body(command.body);
}

void Printer::arithmetic_for(const ArithmeticForCommand& command) {
  out_.append("for ((").append(command.initial->text).append("; ").append(command.condition->text);
  out_.append("; ").append(command.step->text).append("))");
  newline("do\n");
  loop_body(command.body);
}

void Printer::while_command(const WhileCommand& command) {
  test(*command.condition, command.kind == CommandKind::while_ ? "while " : "until ");
  out_ += " do\n";
  loop_body(command.body);
}

void Printer::subshell(const CompoundCommand& command) {
  out_ += "( ";
  skip_indent_ = true;
  list(*command.body);
  deferred({});
  out_ += " )";
}

void Printer::compound(const Command& command) {
  switch (command.kind) {
    case CommandKind::subshell:
      return subshell(static_cast<const CompoundCommand&>(command));
    case CommandKind::group:
      return group(static_cast<const CompoundCommand&>(command));
    case CommandKind::if_:
      return if_command(static_cast<const IfCommand&>(command).branches);
    case CommandKind::for_:
    case CommandKind::select:
      return for_command(static_cast<const ForCommand&>(command));
    case CommandKind::arithmetic_for:
      return arithmetic_for(static_cast<const ArithmeticForCommand&>(command));
    case CommandKind::while_:
    case CommandKind::until:
      return while_command(static_cast<const WhileCommand&>(command));
    case CommandKind::case_:
      return case_command(static_cast<const CaseCommand&>(command));
    case CommandKind::arithmetic:
      out_.append("((").append(static_cast<const ArithmeticCommand&>(command).expression->text).append("))");
      return;
    case CommandKind::conditional:
      out_ += "[[ ";
      condition(*static_cast<const ConditionalCommand&>(command).condition);
      out_ += " ]]";
      return;
    case CommandKind::coproc:
      out_.append("coproc ").append(static_cast<const CoprocCommand&>(command).name) += ' ';
      skip_indent_ = true;
      return this->command(*static_cast<const CoprocCommand&>(command).body);
    default:
      return;
  }
}

void Printer::command(const Command& command) {
  if (too_deep()) return;
  if (command.kind == CommandKind::list) return list(static_cast<const List&>(command));
  begin();
  number(command.line);
  switch (command.kind) {
    case CommandKind::simple:
      return simple(static_cast<const SimpleCommand&>(command));
    case CommandKind::pipeline:
      return pipeline(static_cast<const Pipeline&>(command));
    case CommandKind::and_or:
      return and_or(static_cast<const AndOr&>(command));
    case CommandKind::function:
      return function_definition(static_cast<const FunctionCommand&>(command));
    default:
      break;
  }
  compound(command);
  const bool numbered_at_end = command.kind == CommandKind::subshell || command.kind == CommandKind::conditional ||
                               command.kind == CommandKind::arithmetic;
  if (numbered_at_end) number(command.line);
  if (command.redirects.empty()) return;
  out_ += ' ';
  redirects(command.redirects);
}

}  // namespace shell
