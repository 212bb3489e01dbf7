// for, while, until, select.
#include <algorithm>

#include "../expand/expand.h"
#include "../text/names.h"
#include "../text/numbers.h"
#include "internal.h"

namespace shell {

namespace {

// In a loop `break` and `continue` mean something.
Scoped<int> in_loop(Shell& shell) { return {shell.loop_depth, shell.loop_depth + 1}; }

// After a turn: may the loop go on? Takes `break` and `continue` that mean this loop.
bool goes_on(Shell& shell) {
  if (Traps::pending() && !shell.unwinding()) shell.traps->run_pending();
  if (!shell.unwinding()) return true;
  if (shell.unwind != Unwind::break_ && shell.unwind != Unwind::continue_) return false;
  const bool breaks = shell.unwind == Unwind::break_;
  if (--shell.unwind_count > 0) return false;
  shell.unwind = Unwind::none;
  return !breaks;
}

// Runs the body once. False: that was the last turn.
bool turn(Shell& shell, const List& body, int& status) {
  execute(shell, body);
  const bool more = goes_on(shell);
  status = shell.status;
  return more;
}

Done items_of(Shell& shell, const ForCommand& command, std::vector<std::string>& items) {
  if (!command.has_words) {
    items = *shell.positional;
    return {};
  }
  return expand_words(shell, command.words, items);
}

Done valid_name(Shell& shell, const ForCommand& command, bool fatal) {
  shell.line = line_of(shell, command);
  if (is_name(command.name)) return {};
  shell.status = shell.refuse_identifier(command.name);
  if (fatal && shell.options[SetOption::posix] && !shell.interactive) shell.exit_shell(kUsageStatus);
  return Failure();
}

// A nameref as the loop's variable is pointed at each word in turn.
Done set_loop_variable(Shell& shell, const ForCommand& command, const std::string& value) {
  if (command.symbol == nullptr) command.symbol = shell.variables.intern(command.name);
  Variable* const variable = command.symbol->variable.get();
  if (variable == nullptr || !variable->has(kNameref)) return shell.variables.set(command.symbol, value);
  if (!is_variable_name(value)) return shell.refuse_identifier(value);
  if (variable->has(kReadonly)) return shell.variables.set(command.symbol, value);
  shell.variables.touch(command.symbol);
  variable->value = value;
  variable->clear(kUnset);
  return {};
}

std::string menu(const std::vector<std::string>& items, size_t columns) {
  const size_t digits = std::to_string(items.size()).size();
  int widest = 0;
  for (const std::string& item : items) widest = std::max(widest, display_width(item));
  // "12) item": the column's width, and two blanks or a tab between columns.
  const size_t width = static_cast<size_t>(widest) + digits + 2 + 2;
  size_t across = std::max<size_t>(width > 0 ? columns / width : 1, 1);
  size_t rows = (items.size() + across - 1) / across;
  across = (items.size() + rows - 1) / rows;
  if (rows == 1) {
    rows = across;
    across = 1;
  }
  const size_t first_digits = std::to_string(std::min(rows, items.size())).size();
  std::string text;
  for (size_t row = 0; row < rows; row++) {
    size_t position = 0;
    for (size_t i = row; i < items.size(); i += rows) {
      const size_t shown = position == 0 ? first_digits : digits;
      const std::string number = std::to_string(i + 1);
      if (number.size() < shown) text.append(shown - number.size(), ' ');
      text += number + ") " + items[i];
      if (i + rows >= items.size()) break;
      size_t at = position + shown + 2 + static_cast<size_t>(display_width(items[i]));
      position += width;
      while (at < position) {
        if (position / 8 > at / 8) {
          text += '\t';
          at += 8 - at % 8;
        } else {
          text += ' ';
          at++;
        }
      }
    }
    text += '\n';
  }
  return text;
}

int execute_select(Shell& shell, const ForCommand& command) {
  if (!valid_name(shell, command, false)) return shell.status;
  if (!begins(shell, command)) return shell.status;
  if (traces(shell)) trace_line(shell, head_of(command));
  std::vector<std::string> items;
  if (!items_of(shell, command, items)) return shell.status = std::max(shell.status, 1);
  if (items.empty()) return shell.status = 0;
  int64_t columns = 80;
  if (!parse_integer(shell.variables.text("COLUMNS", "80"), columns) || columns <= 0) columns = 80;
  const Scoped<int> depth = in_loop(shell);
  int status = 0;
  for (bool shows = true;;) {
    if (shows) shell.output.error(menu(items, static_cast<size_t>(columns)));
    std::string prompt = shell.variables.text("PS3", "#? ");
    if (shell.options[Shopt::promptvars] && !expand_text(shell, std::exchange(prompt, {}), prompt)) return shell.status;
    shell.output.error(prompt);
    if (run_words(shell, {"read"}, {.functions = false}) != 0) {
      shell.output.write('\n');
      (void)shell.output.flush();
      status = 1;
      break;
    }
    const std::string reply = shell.variables.text("REPLY");
    shows = reply.empty();
    if (shows) continue;
    int64_t number = 0;
    const bool chosen = parse_integer(reply, number) && number >= 1 && static_cast<uint64_t>(number) <= items.size();
    if (!shell.variables.set(command.name, chosen ? items[static_cast<size_t>(number - 1)] : std::string())) {
      status = shell.options[SetOption::posix] ? shell.give_up(Reach::rules) : 1;
      break;
    }
    if (!turn(shell, *command.body, status)) break;
    shows = shell.variables.text("REPLY").empty();
  }
  return shell.status = status;
}

}  // namespace

int execute(Shell& shell, const ForCommand& command) {
  if (command.kind == CommandKind::select) return execute_select(shell, command);
  if (!valid_name(shell, command, true)) return shell.status;
  shell.command_substitution_status = -1;
  std::vector<std::string> items;
  if (!items_of(shell, command, items)) return shell.status = std::max(shell.status, 1);
  const Scoped<int> depth = in_loop(shell);
  int status = 0;
  for (const std::string& item : items) {
    if (!begins(shell, command)) {
      if (shell.unwinding()) break;
      continue;
    }
    if (traces(shell)) trace_line(shell, head_of(command));
    if (!set_loop_variable(shell, command, item)) {
      if (shell.unwinding()) return shell.status;
      const Variable* const variable = command.symbol->variable.get();
      const bool fatal = shell.options[SetOption::posix] && variable != nullptr && variable->has(kReadonly);
      status = fatal ? shell.give_up(Reach::rules) : 1;
      break;
    }
    if (!turn(shell, *command.body, status)) break;
  }
  return shell.status = status;
}

int execute(Shell& shell, const ArithmeticForCommand& command) {
  const auto part = [&](const Word* expression) -> std::optional<int64_t> {
    if (!begins(shell, command)) return std::nullopt;
    if (expression == nullptr || expression->text.empty()) return 1;
    return evaluate_traced(shell, *expression);
  };
  if (!part(command.initial)) return shell.status = 1;
  const Scoped<int> depth = in_loop(shell);
  int status = 0;
  for (;;) {
    const std::optional<int64_t> value = part(command.condition);
    if (!value && !shell.unwinding()) status = 1;
    if (!value || *value == 0) break;
    if (!turn(shell, *command.body, status)) break;
    if (!part(command.step)) {
      if (!shell.unwinding()) status = 1;
      break;
    }
  }
  if (shell.unwind == Unwind::exit) return shell.status;
  return shell.status = status;
}

int execute(Shell& shell, const WhileCommand& command) {
  const Scoped<int> depth = in_loop(shell);
  const bool until = command.kind == CommandKind::until;
  int status = 0;
  for (;;) {
    const bool holds = (execute_condition(shell, *command.condition) == 0) != until;
    if (shell.unwinding()) {
      // `continue` succeeds: that ends an until loop.
      const bool ends = until && shell.unwind == Unwind::continue_;
      if (!goes_on(shell) || ends) break;
      continue;
    }
    if (!holds) break;
    if (!turn(shell, *command.body, status)) break;
  }
  if (shell.unwinding() && shell.unwind != Unwind::break_ && shell.unwind != Unwind::continue_) return shell.status;
  return shell.status = status;
}

}  // namespace shell
