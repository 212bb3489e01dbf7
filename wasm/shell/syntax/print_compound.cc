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

void Printer::compound(const Command& command) {
  const auto loop = [&](const List* inside) {
    body(inside);
    semicolon();
    newline("done");
  };
  switch (command.kind) {
    case CommandKind::subshell:
      out_ += "( ";
      skip_indent_ = true;
      list(*static_cast<const CompoundCommand&>(command).body);
      deferred({});
      out_ += " )";
      break;
    case CommandKind::group:
      group(static_cast<const CompoundCommand&>(command));
      break;
    case CommandKind::if_:
      if_command(static_cast<const IfCommand&>(command).branches);
      break;
    case CommandKind::for_:
    case CommandKind::select: {
      const auto& node = static_cast<const ForCommand&>(command);
      out_ += command.kind == CommandKind::for_ ? "for " : "select ";
      out_ += node.name;
      out_ += " in ";
      if (node.has_words) {
        words(node.words);
      } else {
        out_ += "\"$@\"";
      }
      out_ += ';';
      newline("do\n");
      loop(node.body);
      break;
    }
    case CommandKind::arithmetic_for: {
      const auto& node = static_cast<const ArithmeticForCommand&>(command);
      out_ += "for ((";
      out_ += node.initial->text;
      out_ += "; ";
      out_ += node.condition->text;
      out_ += "; ";
      out_ += node.step->text;
      out_ += "))";
      newline("do\n");
      loop(node.body);
      break;
    }
    case CommandKind::while_:
    case CommandKind::until: {
      const auto& node = static_cast<const WhileCommand&>(command);
      test(*node.condition, command.kind == CommandKind::while_ ? "while " : "until ");
      out_ += " do\n";
      loop(node.body);
      break;
    }
    case CommandKind::case_:
      case_command(static_cast<const CaseCommand&>(command));
      break;
    case CommandKind::arithmetic:
      out_ += "((";
      out_ += static_cast<const ArithmeticCommand&>(command).expression->text;
      out_ += "))";
      break;
    case CommandKind::conditional:
      out_ += "[[ ";
      condition(*static_cast<const ConditionalCommand&>(command).condition);
      out_ += " ]]";
      break;
    case CommandKind::coproc: {
      const auto& node = static_cast<const CoprocCommand&>(command);
      out_ += "coproc ";
      out_ += node.name;
      out_ += ' ';
      skip_indent_ = true;
      this->command(*node.body);
      break;
    }
    default:
      break;
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
