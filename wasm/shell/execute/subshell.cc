// Sub-shells: undone ones in this process, and children.
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "../../sys/process.h"
#include "../directories.h"
#include "../files.h"
#include "in_process.h"
#include "internal.h"
#include "jobs.h"
#include "traps.h"

namespace shell {

namespace {

struct ChildStart {
  Shell& shell;
  const ChildPlan& plan;
  int captured[3];
};

[[noreturn]] void leave(Shell& shell) {
  shell.traps->run_exit();
  (void)shell.output.flush();
  _exit(shell.status & 0xff);
}

void move_to(int from, int to) {
  if (from < 0 || from == to) return;
  dup2(from, to);
  close(from);
}

bool is_simple(const ChildPlan& plan) {
  return plan.words != nullptr || (plan.command != nullptr && plan.command->kind == CommandKind::simple);
}

void take_places(Shell& shell, const ChildStart& start) {
  const StartPlaces& places = start.plan.places;
  if (places.group >= 0) setpgid(0, places.group);
  if (start.plan.close_also >= 0) close(start.plan.close_also);
  const bool quiet = places.asynchronous && !shell.options[SetOption::monitor];
  move_to(places.input, 0);
  if (places.input >= 0) shell.execution.inputs_redirected++;
  if (quiet && shell.execution.inputs_redirected == 0) move_to(open("/dev/null", O_RDONLY), 0);
  for (int fd = 1; fd <= 2; fd++) {
    if (start.captured[fd] >= 0) dup2(start.captured[fd], fd);
    shell.output.targets[fd] = {};
  }
  for (int fd = 1; fd <= 2; fd++) {
    if (start.captured[fd] >= 0) close(start.captured[fd]);
  }
  move_to(places.output, 1);
  shell.traps->enter_subshell(start.plan.substitution || is_simple(start.plan));
  if (start.plan.keeps_errexit) shell.traps->forget_stale();  // a process substitution does not list them
  if (!quiet) return;
  for (const int number : {SIGINT, SIGQUIT}) {
    if (!shell.traps->active(number)) signal(number, SIG_IGN);
  }
}

// What is different in $(…), `…` and <(…). Errexit goes off, as in bash, unless it is to be kept.
void enter_substitution(Shell& shell, bool keeps_errexit) {
  if (!keeps_errexit && !shell.options[Shopt::inherit_errexit] && !shell.options[SetOption::posix]) {
    shell.options[SetOption::errexit] = false;
  }
  shell.execution.evaluation_depth++;
  shell.execution.first_line = shell.execution.compound_line = shell.line;
}

// The end of a stage before its command has begun: as that of its parent, outside of all functions.
[[noreturn]] void end_unwound(Shell& shell) {
  shell.variables.pop_all_scopes();
  shell.traps->revive_exit();
  leave(shell);
}

int run_child(void* argument) {
  const ChildStart& start = *static_cast<const ChildStart*>(argument);
  Shell& shell = start.shell;
  const ChildPlan& plan = start.plan;
  take_places(shell, start);
  shell.jobs->forget_all();
  shell.subshell_level++;
  const bool simple = is_simple(plan);
  if (simple && !plan.substitution) shell.execution.simple_stages++;
  // In other commands the loop around them counts still: `break` ends them without a word.
  if (!simple && !plan.substitution) {
    shell.loop_depth = 0;
    shell.in_trap = false;
  }
  shell.interactive = false;
  shell.options[SetOption::monitor] = false;
  if (plan.substitution) enter_substitution(shell, plan.keeps_errexit);
  shell.execution.in_substitution |= plan.substitution;
  shell.execution.replacing = plan.command != nullptr ? last_of(*plan.command) : nullptr;
  if (plan.unwound) end_unwound(shell);
  if (plan.words != nullptr) {
    const std::vector<std::string> words = *plan.words;
    call_function(shell, words[0], words);
  } else if (plan.command == nullptr) {
    execute_text(shell, plan.text, "command substitution", shell.line);
  } else if (plan.command->kind == CommandKind::subshell) {
    RedirectionScope scope(shell);
    if (apply_to_compound(shell, scope, *plan.command)) {
      execute(shell, *static_cast<const CompoundCommand*>(plan.command)->body);
    } else {
      shell.status = 1;
    }
    leave(shell);
  } else {
    shell.execution.stage = plan.command;
    shell.execution.stage_piped = (plan.places.input >= 0 || plan.places.output >= 0) && !plan.places.asynchronous;
    execute(shell, *plan.command);
    if (shell.execution.stage_unwound && !plan.substitution) end_unwound(shell);
  }
  leave(shell);
}

struct Writing {
  std::string_view text;
  int fd;
  int close_also;
};

int run_writer(void* argument) {
  const Writing& writing = *static_cast<const Writing*>(argument);
  if (writing.close_also >= 0) close(writing.close_also);
  fcntl(writing.fd, F_SETFL, 0);
  _exit(write_all(writing.fd, writing.text) == 0 ? 0 : 1);
}

int run_exiting(void* argument) { _exit(*static_cast<int*>(argument)); }

pid_t clone_or_report(Shell& shell, int (*function)(void*), void* argument, pid_t group = -1) {
  const pid_t pid = sys::clone_process(function, argument);
  if (pid > 0 && group >= 0) setpgid(pid, group == 0 ? pid : group);
  if (pid < 0) shell.report("fork: " + std::string(std::strerror(errno)));
  return pid;
}

int run_here(Shell& shell, const CompoundCommand& command, Observation observation) {
  const InProcessSubshell undo(shell, observation);
  RedirectionScope scope(shell);
  if (!apply_to_compound(shell, scope, command)) return shell.status = 1;
  return execute(shell, *command.body);
}

int run_as_child(Shell& shell, const CompoundCommand& command) {
  CapturePipes pipes(shell);
  const pid_t group = shell.options[SetOption::monitor] ? 0 : -1;
  const ChildPlan plan{.command = &command, .places = {.group = group}};
  const pid_t pid = start_child(shell, plan, pipes);
  if (pid < 0) return 1;
  pipes.drain();
  return wait_for_child(shell, pid, &command, group);
}

}  // namespace

const Command* last_of(const Command& command) {
  if (command.kind == CommandKind::simple) return &command;
  if (command.kind == CommandKind::list) {
    const auto& items = static_cast<const List&>(command).items;
    return items.empty() || items.back().background ? nullptr : last_of(*items.back().command);
  }
  if (command.kind == CommandKind::and_or) return last_of(*static_cast<const AndOr&>(command).commands.back());
  if (command.kind != CommandKind::subshell) return nullptr;
  return last_of(*static_cast<const CompoundCommand&>(command).body);
}

InProcessSubshell::InProcessSubshell(Shell& shell, Observation observation, Kind kind)
    : shell_(shell), kept_(new Kept{shell, shell.execution, {}, -1}) {
  if (observation.changes_directory) {
    kept_->directory = shell.directories->current(shell);
    kept_->directory_fd = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  }
  if (kind == Kind::group) {
    shell.loop_depth = 0;
    shell.in_trap = false;
  }
  if (kind == Kind::substitution) enter_substitution(shell, false);
  if (kind == Kind::simple) shell.execution.simple_stages++;
  shell.subshell_level++;
  shell.variables.begin_journal();
}

InProcessSubshell::~InProcessSubshell() {
  shell_.variables.rollback_journal();
  static_cast<SubshellState&>(shell_) = std::move(kept_->shell);
  static_cast<CommandState&>(shell_.execution) = std::move(kept_->commands);
  if (kept_->directory_fd >= 0) {
    // A directory that could be opened can be entered.
    if (fchdir(kept_->directory_fd) == 0) shell_.directories->set_current(std::move(kept_->directory));
    close(kept_->directory_fd);
  }
  shell_.unwind = Unwind::none;
}

pid_t start_child(Shell& shell, const ChildPlan& plan, CapturePipes& pipes) {
  (void)shell.output.flush();
  const bool piped = plan.places.output >= 0;
  ChildStart start{shell, plan, {-1, piped ? -1 : pipes.writer(1), pipes.writer(2)}};
  if (start.captured[1] < 0 && start.captured[2] < 0)
    return clone_or_report(shell, run_child, &start, plan.places.group);
  // A copy of its own for each descriptor: both may lead to one pipe.
  if (start.captured[1] >= 0 && start.captured[1] == start.captured[2]) start.captured[2] = dup(start.captured[2]);
  const pid_t pid = clone_or_report(shell, run_child, &start, plan.places.group);
  if (start.captured[2] >= 0 && start.captured[2] != pipes.writer(2)) close(start.captured[2]);
  return pid;
}

pid_t start_unwound(Shell& shell, const StartPlaces& places, CapturePipes& pipes) {
  if (!shell.traps->exit_meets_stage()) return -1;
  return start_child(shell, {.places = places, .unwound = true}, pipes);
}

pid_t start_exiting(Shell& shell, int status) { return clone_or_report(shell, run_exiting, &status); }

pid_t start_writer(Shell& shell, std::string_view text, int fd, int close_also) {
  Writing writing{text, fd, close_also};
  return clone_or_report(shell, run_writer, &writing);
}

int execute(Shell& shell, const CompoundCommand& command) {
  if (command.kind == CommandKind::group) return execute(shell, *command.body);
  begin_command(shell, command);
  const Observation observation = observe(shell, *command.body);
  const bool here = observation.in_process && observe_redirects(command.redirects);
  set_pipe_status(shell, here ? run_here(shell, command, observation) : run_as_child(shell, command));
  shell.line = line_of(shell, command);
  return check_failure(shell, shell.status);
}

}  // namespace shell
