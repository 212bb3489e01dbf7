// Simple commands: assignments, functions, built-ins, programs.
#include <algorithm>
#include <cstring>

#include "../expand/expand.h"
#include "../syntax/printer.h"
#include "internal.h"

namespace shell {

namespace {

struct Expanded {
  std::vector<std::string> words;
  std::vector<const Assignment*> assignments;  // set -k: from among the words
};

Done expand_declaration_word(Shell& shell, const Word& word, Expanded& out) {
  const Assignment* const assignment = word.assignment;
  if (assignment == nullptr) return expand_word(shell, word, out.words);
  if (!assignment->compound) {
    if (const std::optional<Done> done = expand_braced_word(shell, word, out.words)) return *done;
  }
  if (assignment->compound) {
    const bool element = assignment->subscript != nullptr;
    if (element ? !assign(shell, *assignment)
                : !shell.services.builtins->declare_literal(shell, out.words, *assignment))
      return Failure();
    out.words.emplace_back(assignment->name);
    return {};
  }
  std::string text = print_head(*assignment);
  if (!expand_to_string(shell, *assignment->value, text, TildeRule::assignment)) return Failure();
  out.words.push_back(std::move(text));
  return {};
}

Done expand_command(Shell& shell, const SimpleCommand& command, Expanded& out) {
  if (!command.declaration && !shell.options[SetOption::keyword]) return expand_words(shell, command.words, out.words);
  for (const Word* word : command.words) {
    if (shell.options[SetOption::keyword] && word->assignment != nullptr) {
      out.assignments.push_back(word->assignment);
    } else if (!expand_declaration_word(shell, *word, out)) {
      return Failure();
    }
  }
  return {};
}

// Around what is expanded before the command of a stage begins.
Scoped<int> outside_stage(Shell& shell, const SimpleCommand& command) {
  int& level = shell.execution.outside_stage;
  return {level, level + (&command == shell.execution.stage && shell.execution.stage_piped ? 1 : 0)};
}

// The assignments before a command. One to a readonly variable is reported, and the command runs all the same.
Done assign_before(Shell& shell, const Assignment& assignment, bool temporary) {
  if (assign(shell, assignment, {.temporary = temporary, .traced = true})) return {};
  const Symbol* const symbol = shell.variables.find(assignment.name);
  const bool readonly = symbol != nullptr && symbol->variable != nullptr && symbol->variable->has(kReadonly);
  if (!readonly || shell.options[SetOption::posix] || shell.unwind == Unwind::exit) {
    if (!shell.unwinding()) shell.status = 1;
    return Failure();
  }
  if (shell.unwind == Unwind::discard) shell.unwind = Unwind::none;
  return {};
}

// A command without words: assignments that stay, redirections without effect but on files.
int run_assignments(Shell& shell, const SimpleCommand& command, std::vector<const Assignment*> among_words = {}) {
  among_words.insert(among_words.begin(), command.assignments.begin(), command.assignments.end());
  for (const Assignment* assignment : among_words) {
    if (!assign(shell, *assignment, {.traced = true})) {
      set_pipe_status(shell, std::max(shell.status, 1));
      return shell.status;
    }
  }
  int status = std::max(shell.command_substitution_status, 0);
  if (!command.redirects.empty()) {
    RedirectionScope scope(shell);
    shell.command_substitution_status = -1;
    if (!scope.apply(command.redirects)) {
      status = 1;
    } else if (shell.command_substitution_status > 0) {
      status = shell.command_substitution_status;
    }
  }
  shell.last_argument.clear();
  return status;
}

int run_builtin(Shell& shell, const Builtin& builtin, BuiltinCall& call) {
  const Scoped named(shell.command_name, builtin.name);
  int status = shell.services.builtins->call(shell, builtin, call);
  if (!shell.output.flush()) {
    const int error = shell.output.take_error();
    shell.builtin_error(std::string("write error: ") + std::strerror(error));
    if (status == 0) status = 1;
  }
  return status;
}

bool is_special(const Builtin* builtin) { return builtin != nullptr && (builtin->flags & kSpecial) != 0; }

// Redirections of `exec` without a command stay.
bool keeps_redirections(const std::vector<std::string>& words) {
  size_t at = 0;
  while (at + 1 < words.size() && (words[at] == "command" || words[at] == "builtin" || words[at] == "--")) at++;
  return words[at] == "exec" && (at + 1 == words.size() || (at + 2 == words.size() && words[at + 1] == "--"));
}

int run_not_found(Shell& shell, std::vector<std::string> words, bool standard_path) {
  if (!shell.functions.contains("command_not_found_handle")) {
    report_not_found(shell, words[0], standard_path);
    return 127;
  }
  words.insert(words.begin(), "command_not_found_handle");
  CapturePipes pipes(shell);
  const ChildPlan plan{.words = &words};
  const pid_t pid = start_child(shell, plan, pipes);
  if (pid < 0) return 126;
  pipes.drain();
  return wait_for_child(shell, pid, nullptr, -1);
}

Done may_name(Shell& shell, const std::string& program) {
  if (!shell.restricted || program.find('/') == std::string::npos) return {};
  return shell.refuse(program + ": restricted: cannot specify `/' in command names");
}

int run_external(Shell& shell, std::vector<std::string>& words, const Command* command, bool standard_path) {
  if (!may_name(shell, words[0])) return 1;
  const std::string path = find_program(shell, words[0], standard_path);
  if (path.empty()) return run_not_found(shell, std::move(words), standard_path);
  return run_program(shell, path, words, command);
}

// What the name means, redirections done.
int run_found(Shell& shell, const Function* function, const Builtin* builtin, Expanded& expanded,
              const Command* command) {
  if (function != nullptr) {
    const std::string name = expanded.words[0];
    return invoke_function(shell, *function, name, std::move(expanded.words));
  }
  if (builtin != nullptr) {
    if (traces(shell) && (builtin->name == "export" || builtin->name == "readonly"))
      trace_exported(shell, expanded.words);
    BuiltinCall call(expanded.words);
    call.special = command != nullptr && is_special(builtin) && shell.options[SetOption::posix] && !shell.interactive;
    const int status = run_builtin(shell, *builtin, call);
    // What runs commands may have this status from them.
    const bool own = builtin->name != "eval" && builtin->name != "." && builtin->name != "source";
    return call.special && own && status == kUsageStatus && shell.conditional_depth == 0 && !shell.unwinding()
               ? shell.exit_shell(status)
               : status;
  }
  return run_external(shell, expanded.words, command, false);
}

// The redirections of a program are its process's affair: what expanding them changes, or that it fails, stays there.
Done apply_as_child(Shell& shell, RedirectionScope& scope, std::span<const Redirect* const> redirects) {
  const int background = shell.last_background;
  shell.variables.begin_journal();
  const Done good = scope.apply(redirects);
  shell.variables.rollback_journal();
  shell.last_background = background;
  if (good) return {};
  if (!shell.unwinding()) shell.status = 1;
  shell.unwind = Unwind::none;
  return Failure();
}

// The assignments before the command are not there yet.
Done apply_redirections(Shell& shell, RedirectionScope& scope, const SimpleCommand& command, bool program,
                        bool temporary) {
  const bool lifts =
      temporary && !command.assignments.empty() && std::ranges::any_of(command.redirects, [](const Redirect* redirect) {
        return redirect->target != nullptr && !redirect->target->plain;
      });
  Variables::Lifted lifted;
  if (lifts) lifted = shell.variables.lift_scope();
  const Done done = program ? apply_as_child(shell, scope, command.redirects) : scope.apply(command.redirects);
  if (lifts) shell.variables.lower_scope(std::move(lifted));
  return done;
}

int run_redirected(Shell& shell, const SimpleCommand& command, const Function* function, const Builtin* builtin,
                   Expanded& expanded, bool temporary = false) {
  RedirectionScope scope(shell);
  const bool program = function == nullptr && builtin == nullptr;
  if (!apply_redirections(shell, scope, command, program, temporary)) {
    if (program) return shell.status;
    if (is_special(builtin) && shell.options[SetOption::posix] && !shell.interactive && !shell.unwinding()) {
      shell.exit_shell(1);
    }
    return 1;
  }
  const bool keeps = builtin != nullptr && keeps_redirections(expanded.words);
  const Scoped own(shell.execution.program_redirections, program ? &scope : nullptr);
  const int status = run_found(shell, function, builtin, expanded, &command);
  if (keeps && status == 0) scope.keep();
  return status;
}

const Function* find_function(const Shell& shell, const std::string& name) {
  if (shell.functions.empty()) return nullptr;
  const auto found = shell.functions.find(name);
  return found == shell.functions.end() ? nullptr : &found->second;
}

// The command has not begun: as a stage of a pipeline it is still the shell that ends, and its EXIT trap runs.
int expansion_failed(Shell& shell, const SimpleCommand& command) {
  shell.execution.stage_unwound |= &command == shell.execution.stage && shell.unwinding();
  return std::max(shell.status, 1);
}

int run_with_assignments(Shell& shell, const SimpleCommand& command, const Function* function, const Builtin* builtin,
                         Expanded& expanded) {
  const bool stay = function == nullptr && is_special(builtin) && shell.options[SetOption::posix];
  if (!stay) shell.variables.push_scope(ScopeKind::command);
  bool good = true;
  const auto assign_all = [&](std::span<const Assignment* const> assignments) {
    for (const Assignment* assignment : assignments) {
      good = good && assign_before(shell, *assignment, !stay);
      Symbol* symbol = good && stay ? shell.variables.resolve(assignment->name).symbol : nullptr;
      if (symbol != nullptr) shell.variables.add_attributes(symbol, symbol->variable.get(), kExported);
    }
  };
  {
    const Scoped<int> outside = outside_stage(shell, command);
    assign_all(command.assignments);
    assign_all(expanded.assignments);
  }
  int status = good ? 0 : expansion_failed(shell, command);
  if (good) {
    if (traces(shell)) trace_words(shell, expanded.words);
    status = run_redirected(shell, command, function, builtin, expanded, !stay);
  } else if (shell.options[SetOption::posix] && !shell.unwinding()) {
    status = stay && !shell.interactive ? shell.give_up(Reach::shell) : status;
    if (!shell.unwinding()) shell.unwind = Unwind::discard;
  }
  if (!stay) shell.variables.pop_scope();
  return status;
}

int run_expanded(Shell& shell, const SimpleCommand& command, Expanded& expanded) {
  if (expanded.words[0].starts_with('%') && &command != shell.execution.stage) {
    expanded.words.insert(expanded.words.begin(), "fg");
    return run_words(shell, std::move(expanded.words), {.functions = false});
  }
  const std::string& name = expanded.words[0];
  const Function* function = nullptr;
  const Builtin* builtin = nullptr;
  if (shell.options[SetOption::posix]) {
    builtin = find_builtin(shell, name);
    if (!is_special(builtin)) function = find_function(shell, name);
  } else {
    function = find_function(shell, name);
    if (function == nullptr) builtin = find_builtin(shell, name);
  }
  if (function != nullptr) builtin = nullptr;
  std::string last_argument = expanded.words.back();
  int status;
  if (!command.assignments.empty() || !expanded.assignments.empty()) {
    status = run_with_assignments(shell, command, function, builtin, expanded);
  } else {
    if (traces(shell)) trace_words(shell, expanded.words);
    if (command.redirects.empty()) {
      status = run_found(shell, function, builtin, expanded, &command);
    } else {
      status = run_redirected(shell, command, function, builtin, expanded);
    }
  }
  shell.last_argument = std::move(last_argument);
  return status;
}

int run_simple(Shell& shell, const SimpleCommand& command) {
  if (command.words.empty()) {
    const int status = run_assignments(shell, command);
    if (shell.unwinding()) expansion_failed(shell, command);
    return status;
  }
  Expanded expanded;
  {
    const Scoped<int> outside = outside_stage(shell, command);
    if (!expand_command(shell, command, expanded)) return expansion_failed(shell, command);
  }
  if (expanded.words.empty()) return run_assignments(shell, command, std::move(expanded.assignments));
  return run_expanded(shell, command, expanded);
}

}  // namespace

int execute(Shell& shell, const SimpleCommand& command) {
  if (!begins(shell, command)) return shell.status;
  shell.command_substitution_status = -1;
  const bool traps_errors = shell.traps->any_pseudo() && shell.traps->active(Traps::kErr);  // not set by the command
  const size_t mark = shell.execution.substitutions.size();
  const int status = run_simple(shell, command);
  if (shell.execution.substitutions.size() > mark) close_process_substitutions(shell, mark);
  if (shell.unwinding()) {
    if (shell.unwind != Unwind::return_ && shell.unwind != Unwind::exit) set_pipe_status(shell, status);
    return shell.status;
  }
  set_pipe_status(shell, status);
  shell.line = line_of(shell, command);
  return status == 0 || &command == shell.execution.stage ? status : check_failure(shell, status, traps_errors);
}

int run_words(Shell& shell, std::vector<std::string> words, RunHow how) {
  if (words.empty()) return 0;
  Expanded expanded;
  expanded.words = std::move(words);
  const std::string& name = expanded.words[0];
  const Function* function = how.functions ? find_function(shell, name) : nullptr;
  const Builtin* builtin = function == nullptr && how.builtins ? find_builtin(shell, name) : nullptr;
  if (function == nullptr && builtin == nullptr)
    return run_external(shell, expanded.words, shell.execution.command, how.standard_path);
  return run_found(shell, function, builtin, expanded, nullptr);
}

pid_t start_program(Shell& shell, const SimpleCommand& command, const StartPlaces& places, CapturePipes& pipes) {
  begin_command(shell, command);
  const size_t mark = shell.execution.substitutions.size();
  int status = 0;
  pid_t pid = -1;
  Expanded expanded;
  RedirectionScope scope(shell);
  shell.variables.push_scope(ScopeKind::command);
  const bool placed =
      (places.input < 0 || scope.place(places.input, 0)) && (places.output < 0 || scope.place(places.output, 1));
  bool good = placed && expand_command(shell, command, expanded);
  for (const Assignment* assignment : command.assignments) good = good && assign_before(shell, *assignment, true);
  if (good && traces(shell)) trace_words(shell, expanded.words);
  if (good && apply_redirections(shell, scope, command, false, true) && may_name(shell, expanded.words[0])) {
    const std::string path = find_program(shell, expanded.words[0], false, false);
    if (path.empty() && shell.functions.contains("command_not_found_handle")) {
      expanded.words.insert(expanded.words.begin(), "command_not_found_handle");
      StartPlaces as_placed = places;
      as_placed.input = as_placed.output = -1;
      const ChildPlan plan{.words = &expanded.words, .places = as_placed};
      pid = start_child(shell, plan, pipes);
    } else if (path.empty()) {
      report_not_found(shell, expanded.words[0]);
      status = 127;
    } else {
      pid = spawn_program(shell, path, expanded.words, places.group, places.asynchronous, pipes, status);
    }
  } else {
    status = std::max(shell.status, 1);
  }
  if (!good && shell.unwinding()) pid = start_unwound(shell, places, pipes);
  scope.undo();
  shell.variables.pop_scope();
  close_process_substitutions(shell, mark);
  return pid >= 0 ? pid : start_exiting(shell, status);
}

}  // namespace shell
