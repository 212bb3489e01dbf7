#include "printer.h"

#include <algorithm>
#include <vector>

#include "lexer.h"

namespace shell {

namespace {

constexpr int kIndent = 4;

// bash's way of laying out: one line joined by "; " outside of functions, lines inside; here-documents wait for the end
// of their line.
class Printer {
 public:
  explicit Printer(bool posix, bool substitution = false) : posix_(posix), substitution_(substitution) {}
  void function(std::string_view name, const Command& body);
  void command(const Command& command);
  std::string take() { return std::move(out_); }

 private:
  void begin();
  void number(int& line);  // in a substitution: by the lines printed so far
  void newline(std::string_view text = {});
  void semicolon();
  void body(const Command* command);  // indented
  void test(const List& condition, std::string_view before);
  void words(std::span<const Word* const> words, std::string_view between = " ");
  void simple(const SimpleCommand& command);
  void assignment(const Assignment& assignment);
  void list(const List& list);
  void and_or(const AndOr& command);
  void pipeline(const Pipeline& command);
  void group(const CompoundCommand& command);
  void if_command(std::span<const IfCommand::Branch> branches);
  void case_command(const CaseCommand& command);
  void function_definition(const FunctionCommand& command);
  void function_body(const Command& body);
  void condition(const Condition& condition);
  void redirects(std::span<const Redirect* const> redirects);
  void redirect(const Redirect& redirect);
  void documents(std::vector<const Redirect*> documents);
  void deferred(std::string_view before);
  void compound(const Command& command);

  const bool posix_;
  const bool substitution_;
  std::string out_;
  size_t counted_ = 0;  // of out_, for `lines_`
  int lines_ = 0;
  int indentation_ = 0;
  int functions_ = 0;    // depth
  int connections_ = 0;  // depth
  bool skip_indent_ = false;
  bool was_document_ = false;
  bool stderr_too_ = false;  // the stage is followed by |&
  std::vector<const Redirect*> deferred_;
};

void Printer::begin() {
  if (!skip_indent_) out_.append(static_cast<size_t>(indentation_), ' ');
  skip_indent_ = false;
}

void Printer::number(int& line) {
  if (!substitution_) return;
  lines_ += static_cast<int>(std::count(out_.begin() + static_cast<ptrdiff_t>(counted_), out_.end(), '\n'));
  counted_ = out_.size();
  line = lines_;
}

void Printer::newline(std::string_view text) {
  out_ += '\n';
  out_.append(static_cast<size_t>(indentation_), ' ');
  out_ += text;
}

void Printer::semicolon() {
  if (!out_.empty() && (out_.back() == '&' || out_.back() == '\n')) return;
  out_ += ';';
}

void Printer::body(const Command* command) {
  indentation_ += kIndent;
  if (command != nullptr) this->command(*command);
  indentation_ -= kIndent;
  deferred({});
}

void Printer::test(const List& condition, std::string_view before) {
  out_ += before;
  skip_indent_ = true;
  list(condition);
  deferred({});
  semicolon();
}

void Printer::words(std::span<const Word* const> words, std::string_view between) {
  for (size_t i = 0; i < words.size(); ++i) {
    if (i > 0) out_ += between;
    out_ += words[i]->text;
  }
}

// ---- here-documents ----

void Printer::documents(std::vector<const Redirect*> documents) {
  out_ += '\n';
  for (const Redirect* document : documents) {
    out_ += document->body;
    out_ += remove_delimiter_quotes(document->delimiter);
    out_ += '\n';
  }
  was_document_ = true;
}

void Printer::deferred(std::string_view before) {
  const bool shown = !before.empty() && before != ";";
  if (shown) out_ += before;
  if (deferred_.empty()) return;
  documents(std::exchange(deferred_, {}));
  if (shown) out_ += ' ';
}

void Printer::redirect(const Redirect& redirect) {
  struct Form {
    std::string_view op;
    int usual;  // not shown
  };
  // In the order of RedirectKind.
  static constexpr Form kForms[] = {{"< ", 0},   {"> ", 1}, {">> ", 1}, {">| ", 1},  {"<> ", 1},  {"<<", 0},
                                    {"<<< ", 0}, {"<&", 0}, {">&", 1},  {"&> ", -1}, {"&>> ", -1}};
  const Form& form = kForms[static_cast<size_t>(redirect.kind)];
  const bool input = form.op[0] == '<';
  int fd = redirect.fd >= 0 ? redirect.fd : (input ? 0 : 1);
  const std::string_view target = redirect.target->text;
  const bool duplicates =
      redirect.kind == RedirectKind::duplicate_input || redirect.kind == RedirectKind::duplicate_output;
  const bool closes = duplicates && target == "-";
  const bool number =
      duplicates && (closes || target.find_first_not_of("0123456789") == std::string_view::npos ||
                     (target.ends_with('-') && target.find_first_not_of("0123456789") == target.size() - 1));
  if (form.usual < 0) {
    out_ += redirect.fd == 1 ? ">&" : form.op;
    out_ += target;
    return;
  }
  if (!redirect.fd_variable.empty()) {
    out_ += '{';
    out_ += redirect.fd_variable;
    out_ += '}';
  } else if (number || fd != form.usual) {
    out_ += std::to_string(fd);
  }
  out_ += closes ? ">&" : form.op;
  if (redirect.kind == RedirectKind::here_document) {
    const std::string delimiter = remove_delimiter_quotes(redirect.delimiter);
    if (redirect.strip_tabs) out_ += '-';
    out_ += delimiter == redirect.delimiter ? delimiter : "'" + delimiter + "'";
  } else {
    out_ += target;
  }
}

void Printer::redirects(std::span<const Redirect* const> redirects) {
  std::vector<const Redirect*> waiting;
  was_document_ = false;
  for (size_t i = 0; i < redirects.size(); ++i) {
    if (i > 0) out_ += ' ';
    redirect(*redirects[i]);
    if (redirects[i]->kind == RedirectKind::here_document) waiting.push_back(redirects[i]);
  }
  if (std::exchange(stderr_too_, false)) out_ += redirects.empty() ? "2>&1" : " 2>&1";
  if (waiting.empty()) return;
  if (connections_ > 0) {
    deferred_ = std::move(waiting);
  } else {
    documents(std::move(waiting));
  }
}

// ---- simple commands ----

void Printer::assignment(const Assignment& assignment) {
  out_ += assignment.name;
  if (assignment.subscript != nullptr) {
    out_ += '[';
    out_ += assignment.subscript->text;
    out_ += ']';
  }
  const bool element = assignment.name.empty() && assignment.subscript == nullptr;
  if (!element) out_ += assignment.append ? "+=" : "=";
  if (!assignment.compound) {
    out_ += assignment.value->text;
    return;
  }
  out_ += '(';
  for (size_t i = 0; i < assignment.elements.size(); ++i) {
    if (i > 0) out_ += ' ';
    this->assignment(*assignment.elements[i]);
  }
  out_ += ')';
}

void Printer::simple(const SimpleCommand& command) {
  // As the parser numbers it: where the second word ends.
  size_t written = 0;
  const auto next = [&](const auto& write) {
    if (written > 0) out_ += ' ';
    write();
    if (++written == 2) number(command.line);
  };
  for (const Assignment* each : command.assignments) next([&] { assignment(*each); });
  for (const Word* word : command.words) next([&] { out_ += word->text; });
  const bool any = written > 0;
  if (written < 2) number(command.line);
  if (command.redirects.empty() && !stderr_too_) return;
  if (any) out_ += ' ';
  redirects(command.redirects);
}

// ---- connections ----

void Printer::list(const List& list) {
  const size_t count = list.items.size();
  if (count == 0) return;
  if (count == 1 && !list.items[0].background) return command(*list.items[0].command);
  begin();
  ++connections_;
  skip_indent_ = true;
  for (size_t i = 0; i < count; ++i) {
    const bool last = i + 1 == count;
    command(*list.items[i].command);
    if (list.items[i].background) {
      deferred(" &");
      if (!last) out_ += ' ';
      skip_indent_ = !last;
    } else if (!last) {
      // As bash's nested pairs do: what is left of the second command ends before the separator.
      if (i > 0) deferred({});
      if (substitution_ && functions_ == 0 && list.items[i].newline) {
        deferred({});
        was_document_ = false;
        out_ += '\n';
        skip_indent_ = true;
        continue;
      }
      if (!deferred_.empty()) {
        deferred(functions_ > 0 ? "" : ";");
      } else if (was_document_) {
        was_document_ = false;
      } else {
        out_ += ';';
      }
      out_ += functions_ > 0 ? '\n' : ' ';
      skip_indent_ = functions_ == 0;
    }
  }
  deferred({});
  --connections_;
}

void Printer::and_or(const AndOr& command) {
  ++connections_;
  for (size_t i = 0; i < command.commands.size(); ++i) {
    if (i > 1) deferred({});
    if (i > 0) deferred(command.is_and[i - 1] ? " && " : " || ");
    skip_indent_ = true;
    this->command(*command.commands[i]);
  }
  deferred({});
  --connections_;
}

void Printer::pipeline(const Pipeline& command) {
  if (command.timed) out_ += command.time_posix ? "time -p " : "time ";
  if (command.negated) out_ += "! ";
  const size_t count = command.stages.size();
  if (count > 1) ++connections_;
  for (size_t i = 0; i < count; ++i) {
    if (i > 0) {
      deferred(" |");
      out_ += ' ';
    }
    skip_indent_ = true;
    stderr_too_ = i < command.pipe_stderr.size() && command.pipe_stderr[i];
    this->command(*command.stages[i]);
  }
  if (count > 1) {
    deferred({});
    --connections_;
  }
}

// ---- compound commands ----

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
  constexpr std::string_view kReserved[] = {"if",     "then",  "else",  "elif", "fi",   "case",  "esac",     "for",
                                            "select", "while", "until", "do",   "done", "in",    "function", "time",
                                            "{",      "}",     "!",     "[[",   "]]",   "coproc"};
  for (const std::string_view word : kReserved) {
    if (name == word) out_ += "function ";
  }
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
  const bool stderr_too = std::exchange(stderr_too_, false);
  compound(command);
  const bool numbered_at_end = command.kind == CommandKind::subshell || command.kind == CommandKind::conditional ||
                               command.kind == CommandKind::arithmetic;
  if (numbered_at_end) number(command.line);
  stderr_too_ = stderr_too;
  if (command.redirects.empty() && !stderr_too) return;
  out_ += ' ';
  redirects(command.redirects);
}

}  // namespace

std::string print_function(std::string_view name, const Command& body, bool posix) {
  Printer printer(posix);
  printer.function(name, body);
  return printer.take();
}

std::string print_substitution(const List& body) {
  Printer printer(false, true);
  printer.command(body);
  return printer.take();
}

std::string print_command(const Command& command, bool posix) {
  Printer printer(posix);
  printer.command(command);
  return printer.take();
}

}  // namespace shell
