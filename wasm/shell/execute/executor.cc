#include "executor.h"

#include <algorithm>

#include "../../sys/process.h"
#include "../expand/expand.h"
#include "../syntax/printer.h"
#include "../syntax/walk.h"
#include "internal.h"

namespace shell {

namespace {

// Below the first, commands go on on another stack; below the second there is none.
constexpr size_t kStackWanted = 512 * 1024;

bool pattern_accepts(Shell& shell, const Word& pattern, const std::string& subject) {
  const bool literal = pattern.plain && pattern.text.find('(') == std::string_view::npos;
  if (literal && !shell.options[Shopt::nocasematch]) return pattern.text == subject;
  std::string text;
  if (!expand_to_pattern(shell, pattern, text)) return false;
  return matches(text, subject, pattern_flags(shell));
}

// The clause that takes `subject`, at or after `from`; the number of clauses: none.
size_t find_clause(Shell& shell, const CaseCommand& command, const std::string& subject, size_t from) {
  for (size_t i = from; i < command.clauses.size(); i++) {
    for (const Word* pattern : command.clauses[i].patterns) {
      if (pattern_accepts(shell, *pattern, subject)) return i;
      if (shell.unwinding()) return command.clauses.size();
    }
  }
  return command.clauses.size();
}

int execute_kind(Shell& shell, const Command& command) {
  return visit(command, [&shell](const auto& node) { return execute(shell, node); });
}

int execute_compound(Shell& shell, const Command& command) {
  const bool numbers =
      command.kind == CommandKind::for_ || command.kind == CommandKind::case_ || command.kind == CommandKind::select;
  int& line = shell.execution.compound_line;
  const Scoped number(line, numbers ? line_of(shell, command) : line);
  return execute_kind(shell, command);
}

int failed(Shell& shell) {
  shell.status = 1;
  return check_failure(shell, 1);
}

int execute_redirected(Shell& shell, const Command& command) {
  RedirectionScope scope(shell);
  const int line = shell.line;
  if (!apply_to_compound(shell, scope, command)) {
    scope.undo();
    shell.line = line;  // the message named another than what runs next
    return shell.unwinding() ? shell.status : failed(shell);
  }
  return execute_compound(shell, command);
}

struct DeepCall {
  Shell& shell;
  const Command& command;
  int status = 0;
  static void run(void* call) {
    auto* self = static_cast<DeepCall*>(call);
    self->status = execute(self->shell, self->command);
  }
};

}  // namespace

std::optional<int64_t> evaluate_traced(Shell& shell, const Word& expression) {
  const Scoped named(shell.command_name, std::string_view("(("));
  if (!traces(shell)) return evaluate(shell, expression);
  std::string text;
  if (!expand_to_string(shell, expression, text, TildeRule::none)) return std::nullopt;
  trace_line(shell, "(( " + text + " ))");
  return evaluate(shell, std::string_view(text));
}

int execute(Shell& shell, const Command& command) {
  if (sys::stack_left() < kStackWanted) {
    DeepCall call{shell, command};
    if (sys::call_on_new_stack(DeepCall::run, &call)) return call.status;
    if (sys::stack_is_short()) {
      shell.report("maximum evaluation nesting level exceeded");
      return shell.give_up(Reach::rules);
    }
  }
  if (command.kind <= CommandKind::subshell || command.kind == CommandKind::coproc) return execute_kind(shell, command);
  return command.redirects.empty() ? execute_compound(shell, command) : execute_redirected(shell, command);
}

int execute(Shell& shell, const AndOr& command) {
  int status = 0;
  for (size_t i = 0; i < command.commands.size(); i++) {
    if (i > 0 && (command.is_and[i - 1] != 0) != (status == 0)) continue;
    const bool last = i + 1 == command.commands.size();
    status = last ? execute(shell, *command.commands[i]) : execute_condition(shell, *command.commands[i]);
    if (shell.unwinding()) break;
  }
  return status;
}

int execute(Shell& shell, const IfCommand& command) {
  for (const IfCommand::Branch& branch : command.branches) {
    if (branch.condition != nullptr) {
      const int status = execute_condition(shell, *branch.condition);
      if (shell.unwinding()) return status;
      if (status != 0) continue;
    }
    return execute(shell, *branch.body);
  }
  return shell.status = 0;
}

int execute(Shell& shell, const CaseCommand& command) {
  if (!begins(shell, command)) return shell.status;
  if (traces(shell)) trace_line(shell, head_of(command));
  std::string subject;
  if (!expand_to_string(shell, *command.subject, subject)) return shell.status = std::max(shell.status, 1);
  int status = 0;
  for (size_t i = find_clause(shell, command, subject, 0); i < command.clauses.size();) {
    const CaseCommand::Clause& clause = command.clauses[i];
    status = clause.body != nullptr ? execute(shell, *clause.body) : 0;
    if (shell.unwinding() || clause.end == CaseCommand::End::stop) break;
    i = clause.end == CaseCommand::End::fall_through ? i + 1 : find_clause(shell, command, subject, i + 1);
  }
  if (!shell.unwinding()) shell.status = status;
  return shell.status;
}

int execute(Shell& shell, const ArithmeticCommand& command) {
  if (!begins(shell, command)) return shell.status;
  const std::optional<int64_t> value = evaluate_traced(shell, *command.expression);
  if (shell.unwind == Unwind::exit) return shell.status;
  set_pipe_status(shell, value && *value != 0 ? 0 : 1);
  return check_failure(shell, shell.status);
}

int execute(Shell& shell, const ConditionalCommand& command) {
  if (!begins(shell, command)) return shell.status;
  const int status = evaluate_condition(shell, *command.condition);
  if (shell.unwinding()) return shell.status;
  set_pipe_status(shell, status);
  return check_failure(shell, status);
}

int execute(Shell& shell, const FunctionCommand& command) {
  begin_command(shell, command);
  const auto found = shell.functions.find(command.name);
  if (found != shell.functions.end() && found->second.has(kReadonly)) {
    shell.report(std::string(command.name) + ": readonly function");
    return failed(shell);
  }
  const bool odd = command.name.find_first_of("$`<>&'\"\\") != std::string_view::npos;
  const bool posix = shell.options[SetOption::posix];
  if (odd || (posix && !is_name(command.name))) {
    shell.report("`" + std::string(command.name) + "': not a valid identifier");
    return posix && !shell.interactive ? shell.exit_shell(2) : failed(shell);
  }
  const Builtin* const builtin = posix ? find_builtin(shell, command.name) : nullptr;
  if (builtin != nullptr && (builtin->flags & kSpecial) != 0) {
    shell.report("`" + std::string(command.name) + "': is a special builtin");
    return shell.interactive ? shell.status = 1 : shell.exit_shell(2);
  }
  Function function;
  function.program = shell.execution.program;
  function.body = command.body;
  function.source = shell.frames.back().source;
  if (function.source.empty()) function.source = shell.command_string ? "environment" : "main";
  function.line = line_of(shell, command);
  function.first_line = shell.execution.first_line;
  if (found != shell.functions.end()) function.attributes = found->second.attributes;
  if (shell.options[SetOption::allexport]) function.attributes |= kExported;
  shell.functions.insert_or_assign(std::string(command.name), std::move(function));
  shell.definitions_epoch++;
  return shell.status = 0;
}

int execute(Shell& shell, const List& list) {
  for (const ListItem& item : list.items) {
    if (shell.options[SetOption::noexec] && !shell.interactive) return shell.status;
    // Ctrl-C that came before the command begins ends the line, not the next one.
    if (shell.interactive && Traps::pending() && !shell.unwinding()) shell.traps->run_pending();
    if (shell.unwinding()) break;
    if (item.background) {
      start_background(shell, *item.command);
    } else {
      execute(shell, *item.command);
    }
    if (Traps::pending() && !shell.unwinding()) shell.traps->run_pending();
    if (shell.unwinding()) break;
  }
  return shell.status;
}

int execute_condition(Shell& shell, const Command& command) {
  const Scoped asleep(shell.conditional_depth, shell.conditional_depth + 1);
  return execute(shell, command);
}

int check_failure(Shell& shell, int status, bool traps_errors) {
  if (status == 0 || shell.unwinding()) return status;
  // What a signal has asked for meanwhile comes first: a trap may end the shell otherwise than errexit does.
  if (Traps::pending()) {
    shell.status = status;
    shell.traps->run_pending();
    if (shell.unwinding()) return shell.status;
  }
  if (shell.conditional_depth > 0) return status;
  if (traps_errors) shell.traps->run_error();
  if (shell.options[SetOption::errexit] && !shell.unwinding()) {
    // bash has forgotten the local variables when its EXIT trap runs, but no other end of the function.
    if (shell.subshell_level == 0 && shell.function_depth > 0) shell.variables.pop_all_scopes();
    shell.exit_here(status);
  }
  return shell.status;
}

void set_pipe_status(Shell& shell, int status) {
  shell.status = status;
  shell.execution.pipe_status.assign(1, status);
}

Done apply_to_compound(Shell& shell, RedirectionScope& scope, const Command& command) {
  const bool own = command.kind == CommandKind::arithmetic || command.kind == CommandKind::conditional;
  const int line = std::exchange(shell.line, own ? line_of(shell, command) : shell.execution.compound_line);
  const Done good = scope.apply(command.redirects);
  if (good) shell.line = line;
  return good;
}

bool debug_allows(Shell& shell, const Command& command) {
  if (!shell.traps->any_pseudo() || !shell.traps->active(Traps::kDebug)) return true;
  const int status = shell.traps->run_debug();
  if (shell.unwinding()) return false;
  shell.line = line_of(shell, command);
  if (!shell.options[Shopt::extdebug] || status == 0) return true;
  if (status == 2 && (shell.function_depth > 0 || shell.source_depth > 0)) shell.unwind = Unwind::return_;
  shell.status = 1;
  return false;
}

std::string head_of(const CaseCommand& command) { return "case " + std::string(command.subject->text) + " in"; }

std::string head_of(const ForCommand& command) {
  std::string text(command.kind == CommandKind::for_ ? "for " : "select ");
  text.append(command.name).append(command.has_words ? " in" : " in \"$@\"");
  for (const Word* word : command.words) (text += ' ').append(word->text);
  return text;
}

std::string running_command(const Shell& shell) {
  const Command* const command = shell.execution.command;
  if (command == nullptr) return shell.execution.last_command;
  if (command->kind == CommandKind::case_) return head_of(static_cast<const CaseCommand&>(*command)) + " ";
  const bool loop = command->kind == CommandKind::for_ || command->kind == CommandKind::select;
  return loop ? head_of(static_cast<const ForCommand&>(*command)) : print_command(*command);
}

void define_execution_variables(Shell& shell) {
  static constexpr DynamicVariable kVariables[] = {
      {"PIPESTATUS", kIndexed,
       [](Shell& owner, Variable& variable) {
         variable.indexed->clear();
         for (const int status : owner.execution.pipe_status) variable.indexed->append(std::to_string(status));
       }},
      {"BASH_COMMAND", 0, [](Shell& owner, Variable& variable) { variable.value = running_command(owner); }},
      {"_", 0, [](Shell& owner, Variable& variable) { variable.value = owner.last_argument; },
       [](Shell& owner, std::string_view value) { owner.last_argument = value; }},
  };
  shell.variables.define_dynamic(kVariables);
}

}  // namespace shell
