#include "printer.h"

#include <algorithm>
#include <utility>

#include "keywords.h"
#include "lexer.h"
#include "walk.h"

namespace shell {

namespace {

constexpr int kIndent = 4;

// bash's way of laying out: one line joined by "; " outside of functions, lines inside; here-documents wait for the end
// of their line.
class Printer {
 public:
  explicit Printer(bool posix, std::vector<CommandNumber>* numbers = nullptr) : posix_(posix), numbers_(numbers) {}

  void function(std::string_view name, const Command& body) {
    if (reserved_word(name) != Reserved::none) out_ += "function ";
    put(name, " () \n");
    function_body(body);
  }

  void command(const Command& command) {
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

  void assignment(const Assignment& assignment) {
    const bool element = assignment.name.empty() && assignment.subscript == nullptr;
    if (!element) out_ += print_head(assignment);
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

  std::string take() { return std::move(out_); }

 private:
  void put(const auto&... parts) { ((out_ += parts), ...); }
  void indent() { out_.append(static_cast<size_t>(indentation_), ' '); }

  void begin() {
    if (!skip_indent_) indent();
    skip_indent_ = false;
  }

  // In a substitution: by the lines printed so far.
  void number(const Command& command) {
    if (numbers_ == nullptr) return;
    lines_ += static_cast<int>(std::count(out_.begin() + static_cast<ptrdiff_t>(counted_), out_.end(), '\n'));
    counted_ = out_.size();
    numbers_->push_back({&command, lines_});
  }

  void newline(std::string_view text = {}) {
    out_ += '\n';
    indent();
    out_ += text;
  }

  void semicolon() {
    if (!out_.empty() && (out_.back() == '&' || out_.back() == '\n')) return;
    out_ += ';';
  }

  // Indented.
  void body(const Command* command) {
    indentation_ += kIndent;
    if (command != nullptr) this->command(*command);
    indentation_ -= kIndent;
    deferred({});
  }

  void in_line(const List& list) {
    skip_indent_ = true;
    node(list);
    deferred({});
  }

  void test(const List& condition, std::string_view before) {
    out_ += before;
    in_line(condition);
    semicolon();
  }

  void words(std::span<const Word* const> words, std::string_view between = " ") {
    for (size_t i = 0; i < words.size(); ++i) {
      if (i > 0) out_ += between;
      out_ += words[i]->text;
    }
  }

  // ---- here-documents ----

  void documents(const std::vector<const Redirect*>& documents) {
    out_ += '\n';
    for (const Redirect* document : documents) {
      put(document->body, remove_delimiter_quotes(document->delimiter), '\n');
    }
    was_document_ = true;
  }

  void deferred(std::string_view before) {
    const bool shown = !before.empty() && before != ";";
    if (shown) out_ += before;
    if (deferred_.empty()) return;
    documents(std::exchange(deferred_, {}));
    if (shown) out_ += ' ';
  }

  void redirect(const Redirect& redirect) {
    const std::string_view op = operator_of(redirect.kind);
    const std::string_view target = redirect.target->text;
    if (op[0] == '&') {
      put(redirect.fd == 1 ? ">&" : std::string(op) + " ", target);
      return;
    }
    const bool duplicate = duplicates(redirect.kind);
    const bool closes = duplicate && target == "-";
    const bool number =
        duplicate && (closes || is_number(target.substr(0, target.size() - (target.ends_with('-') ? 1 : 0))));
    const int usual = redirect.kind == RedirectKind::read_write ? 1 : op[0] == '<' ? 0 : 1;
    if (!redirect.fd_variable.empty()) {
      put('{', redirect.fd_variable, '}');
    } else if (number || redirect.descriptor() != usual) {
      out_ += std::to_string(redirect.descriptor());
    }
    out_ += closes ? ">&" : op;
    if (!duplicate && redirect.kind != RedirectKind::here_document) out_ += ' ';
    if (redirect.kind == RedirectKind::here_document) {
      const std::string delimiter = remove_delimiter_quotes(redirect.delimiter);
      if (redirect.strip_tabs) out_ += '-';
      out_ += delimiter == redirect.delimiter ? delimiter : "'" + delimiter + "'";
    } else {
      out_ += target;
    }
  }

  void redirects(std::span<const Redirect* const> redirects) {
    std::vector<const Redirect*> waiting;
    was_document_ = false;
    for (size_t i = 0; i < redirects.size(); ++i) {
      if (i > 0) out_ += ' ';
      redirect(*redirects[i]);
      if (redirects[i]->kind == RedirectKind::here_document) waiting.push_back(redirects[i]);
    }
    if (waiting.empty()) return;
    if (connections_ > 0) {
      deferred_ = std::move(waiting);
    } else {
      documents(waiting);
    }
  }

  // ---- simple commands ----

  void node(const SimpleCommand& command) {
    // As the parser numbers it: where the second word ends.
    size_t written = 0;
    const auto next = [&](const auto& write) {
      if (written > 0) out_ += ' ';
      write();
      if (++written == 2) number(command);
    };
    for (const Assignment* each : command.assignments) next([&] { assignment(*each); });
    for (const Word* word : command.words) next([&] { out_ += word->text; });
    const bool any = written > 0;
    if (written < 2) number(command);
    if (command.redirects.empty()) return;
    if (any) out_ += ' ';
    redirects(command.redirects);
  }

  // ---- connections ----

  void node(const List& list) {
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
        if (numbers_ != nullptr && functions_ == 0 && list.items[i].newline) {
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

  void node(const AndOr& command) {
    ++connections_;
    for (size_t i = 0; i < command.commands.size(); ++i) {
      if (i > 1) deferred({});
      if (i > 0) deferred(command.is_and[i - 1] != 0 ? " && " : " || ");
      skip_indent_ = true;
      this->command(*command.commands[i]);
    }
    deferred({});
    --connections_;
  }

  void node(const Pipeline& command) {
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
      this->command(*command.stages[i]);
    }
    if (count > 1) {
      deferred({});
      --connections_;
    }
  }

  // ---- compound commands ----

  void node(const CompoundCommand& command) {
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

  void node(const IfCommand& command) { if_command(command.branches); }

  void if_command(std::span<const IfCommand::Branch> branches) {
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

  void node(const CaseCommand& command) {
    put("case ", command.subject->text, " in ");
    indentation_ += kIndent;
    for (const CaseCommand::Clause& clause : command.clauses) {
      newline();
      words(clause.patterns, " | ");
      out_ += ")\n";
      body(clause.body);
      newline(kClauseEnds[static_cast<size_t>(clause.end)]);
    }
    indentation_ -= kIndent;
    newline("esac");
  }

  // What stands between the braces, and the redirections behind them.
  void function_body(const Command& command) {
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

  void node(const FunctionCommand& command) {
    if (!posix_) out_ += "function ";
    put(command.name, " () \n");
    indent();
    function_body(*command.body);
    was_document_ = false;
  }

  void condition(const Condition& node) {
    if (node.parenthesized) out_ += "( ";
    using Kind = Condition::Kind;
    if (node.kind == Kind::word) out_ += "-n ";
    if (node.kind == Kind::unary) put(node.op, ' ');
    if (node.kind == Kind::not_) out_ += "! ";
    if (node.left != nullptr) out_ += node.left->text;
    if (node.kind == Kind::binary) put(' ', node.op, ' ', node.right->text);
    if (node.first != nullptr) condition(*node.first);
    if (node.second != nullptr) {
      out_ += node.kind == Kind::and_ ? " && " : " || ";
      condition(*node.second);
    }
    if (node.parenthesized) out_ += " )";
  }

  void loop_body(const List* inside) {
    body(inside);
    semicolon();
    newline("done");
  }

  void node(const ForCommand& command) {
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

  void node(const ArithmeticForCommand& command) {
    put("for ((", command.initial->text, "; ", command.condition->text, "; ", command.step->text, "))");
    newline("do\n");
    loop_body(command.body);
  }

  void node(const WhileCommand& command) {
    test(*command.condition, command.kind == CommandKind::while_ ? "while " : "until ");
    out_ += " do\n";
    loop_body(command.body);
  }

  void node(const ArithmeticCommand& command) { put("((", command.expression->text, "))"); }

  void node(const ConditionalCommand& command) {
    out_ += "[[ ";
    condition(*command.condition);
    out_ += " ]]";
  }

  void node(const CoprocCommand& command) {
    put("coproc ", command.name, ' ');
    skip_indent_ = true;
    this->command(*command.body);
  }

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

}  // namespace

std::string print_target(const Assignment& assignment) {
  std::string text(assignment.name);
  if (assignment.subscript != nullptr) (text += '[').append(assignment.subscript->text) += ']';
  return text;
}

std::string print_head(const Assignment& assignment) {
  return print_target(assignment) + (assignment.append ? "+=" : "=");
}

std::string print_assignment(const Assignment& assignment) {
  Printer printer(false);
  printer.assignment(assignment);
  return printer.take();
}

std::string print_function(std::string_view name, const Command& body, bool posix) {
  Printer printer(posix);
  printer.function(name, body);
  return printer.take();
}

std::string print_substitution(const List& body, std::vector<CommandNumber>& numbers) {
  Printer printer(false, &numbers);
  printer.command(body);
  return printer.take();
}

std::string print_command(const Command& command, bool posix) {
  Printer printer(posix);
  printer.command(command);
  return printer.take();
}

}  // namespace shell
