// Running text: scripts, eval, `.`, trap commands.
#include "../syntax/grammar.h"
#include "internal.h"
#include "traps.h"

namespace shell {

namespace {

// One parsed piece. BASH_COMMAND outlives it as text.
void run_program_text(Shell& shell, std::shared_ptr<Program> program, bool outermost) {
  const Scoped running(shell.execution.program, std::move(program));
  const Command* const command = shell.execution.command;
  execute(shell, *shell.execution.program->body);
  if (outermost && shell.traps->active(Traps::kExit) && shell.execution.command != nullptr && !shell.in_trap) {
    shell.execution.last_command = running_command(shell);
  }
  if (!shell.in_trap) shell.execution.command = command;
}

void syntax_failed(Shell& shell, const SyntaxError& error, std::string_view where) {
  {
    const Scoped line(shell.line, error.line);
    shell.report_syntax_error(error, where);
  }
  if (shell.options[SetOption::errexit]) {
    shell.exit_shell(kUsageStatus);
    return;
  }
  if (error.status == kKeepStatus) {
    if (where == "eval" || (error.at_end && shell.status == 0)) shell.status = kUsageStatus;
  } else {
    shell.status = error.in_substitution && where == "-c" ? 127 : error.status;
  }
  if (where != "eval" || shell.interactive) return;
  if (error.in_substitution) shell.exit_shell(1);
  if (shell.options[SetOption::posix] && !shell.execution.ordinary) shell.exit_shell(shell.status);
}

int run_source(Shell& shell, LineSource& source, std::string_view where, int first_line, bool outermost) {
  const auto parser = std::make_unique<Grammar>(shell.parser_host(), source, first_line);  // not on a deep stack
  const Scoped numbers(shell.execution.first_line, 0);
  const Scoped nameless(shell.command_name, std::string_view());
  bool ran = false;
  for (;;) {
    std::shared_ptr<Program> program;
    SyntaxError error{};
    shell.execution.continues = false;
    const Outcome outcome = parser->next(program, error);
    if (outcome == Outcome::end) break;
    ran = true;
    if (outcome == Outcome::error) {
      syntax_failed(shell, error, where);
      if (error.in_array && !outermost && shell.subshell_level > 0) shell.exit_shell(1);
      if (shell.unwinding()) break;
      if ((error.in_array && !error.at_end) || (outermost && shell.interactive)) continue;
      break;
    }
    if (outermost && where != "-c") shell.execution.command_number++;
    const bool ends_shell = shell.command_string && !shell.session && outermost && parser->at_end();
    const Command* const last = ends_shell ? last_of(*program->body) : nullptr;
    if (last != nullptr && last->redirects.empty()) shell.execution.replacing = last;
    {
      const Scoped line(shell.execution.compound_line, parser->line() - 1);
      run_program_text(shell, std::move(program), outermost);
    }
    if (Traps::pending() && !shell.unwinding()) shell.traps->run_pending();
    const bool ends_line =
        shell.unwind == Unwind::discard || (shell.unwind == Unwind::abandon && outermost && where != "-c");
    if (ends_line && (shell.subshell_level == 0 || shell.interactive)) {
      shell.unwind = Unwind::none;
      shell.execution.pipe_status.assign(1, shell.status);
      // bash goes on counting from the line of the error, wherever that was in a command of several lines.
      parser->renumber(shell.line + 1);
      continue;
    }
    if (shell.unwinding() || (outermost && shell.options[SetOption::onecmd])) break;
  }
  if (!ran) shell.status = 0;
  return shell.status;
}

}  // namespace

int execute_source(Shell& shell, LineSource& source, std::string_view where, int first_line) {
  return run_source(shell, source, where, first_line, true);
}

int execute_text(Shell& shell, std::string_view text, std::string_view where, int first_line) {
  StringSource source(text);
  const Scoped line(shell.line, shell.line);
  const Scoped depth(shell.execution.evaluation_depth, shell.execution.evaluation_depth + 1);
  return run_source(shell, source, where, first_line, false);
}

int execute_file(Shell& shell, const std::string& path, std::string_view text, Arguments arguments) {
  const Arguments before = shell.positional;
  const bool was_set = std::exchange(shell.positional_set, false);
  const Arguments given = arguments;
  if (arguments != nullptr) shell.positional = std::move(arguments);
  shell.frames.push_back(
      {.function = "source", .source = path, .call_line = shell.line, .arguments = given, .is_function = false});
  const Scoped sources(shell.source_depth, shell.source_depth + 1);
  std::unique_ptr<Traps::Sleeping> sleeping;
  if (shell.traps->active(Traps::kDebug) && !shell.options[SetOption::functrace]) {
    sleeping = std::make_unique<Traps::Sleeping>(shell.traps->enter_file());
  }
  StringSource source(text);
  shell.execution.evaluation_depth++;
  run_source(shell, source, {}, 1, false);
  shell.execution.evaluation_depth--;
  end_returned(shell);
  if (sleeping != nullptr) shell.traps->leave_function(std::move(*sleeping));
  shell.line = shell.frames.back().call_line;
  shell.frames.pop_back();
  // `set` in the file changes the positional parameters for good.
  if (given != nullptr && !shell.positional_set) shell.positional = before;
  shell.positional_set |= was_set;
  return shell.status;
}

}  // namespace shell
