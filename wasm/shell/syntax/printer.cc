#include "printer.h"

#include <algorithm>

#include "lexer.h"
#include "tree_printer.h"

namespace shell {

void Printer::begin() {
  if (!skip_indent_) indent();
  skip_indent_ = false;
}

void Printer::number(const Command& command) {
  if (numbers_ == nullptr) return;
  lines_ += static_cast<int>(std::count(out_.begin() + static_cast<ptrdiff_t>(counted_), out_.end(), '\n'));
  counted_ = out_.size();
  numbers_->push_back({&command, lines_});
}

void Printer::newline(std::string_view text) {
  out_ += '\n';
  indent();
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

void Printer::in_line(const List& list) {
  skip_indent_ = true;
  node(list);
  deferred({});
}

void Printer::test(const List& condition, std::string_view before) {
  out_ += before;
  in_line(condition);
  semicolon();
}

void Printer::words(std::span<const Word* const> words, std::string_view between) {
  for (size_t i = 0; i < words.size(); ++i) {
    if (i > 0) out_ += between;
    out_ += words[i]->text;
  }
}

// ---- here-documents ----

void Printer::documents(const std::vector<const Redirect*>& documents) {
  out_ += '\n';
  for (const Redirect* document : documents) {
    put(document->body, remove_delimiter_quotes(document->delimiter), '\n');
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

void Printer::redirects(std::span<const Redirect* const> redirects) {
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

void Printer::assignment(const Assignment& assignment) {
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

void Printer::node(const SimpleCommand& command) {
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

void Printer::node(const List& list) {
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

void Printer::node(const AndOr& command) {
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

void Printer::node(const Pipeline& command) {
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
