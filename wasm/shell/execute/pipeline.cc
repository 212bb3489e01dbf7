// Pipelines, background commands, coprocesses, time.
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

#include "../syntax/printer.h"
#include "in_process.h"
#include "internal.h"

namespace shell {

namespace {

struct Started {
  pid_t pid = 0;        // 0: ran in this process
  int wait_status = 0;  // then
};

// A built-in that only writes: its output can be made before anybody reads it.
bool only_writes(const Shell& shell, const Command& command) {
  if (command.kind != CommandKind::simple || !command.redirects.empty()) return false;
  const auto& simple = static_cast<const SimpleCommand&>(command);
  if (simple.words.empty() || !simple.words[0]->plain || !simple.assignments.empty()) return false;
  const std::string_view name = simple.words[0]->text;
  if (shell.functions.contains(name) || find_builtin(shell, name) == nullptr) return false;
  constexpr std::string_view kWriters[] = {"echo", "printf", "pwd", "declare", "true", ":"};
  return std::ranges::find(kWriters, name) != std::end(kWriters);
}

// In this process. The mark must not outlive it: another line's command may come to lie at the same address.
int execute_stage(Shell& shell, const Command& stage, bool in_subshell) {
  const Scoped mark(shell.execution.stage, &stage);
  const Scoped piped(shell.execution.stage_piped, in_subshell);
  execute(shell, stage);
  return shell.status;
}

Started write_ahead(Shell& shell, const Command& command, Observation observation, int fd, int close_also,
                    CapturePipes& pipes) {
  std::string text;
  int status;
  pid_t unwound = -1;
  {
    const InProcessSubshell undo(shell, observation, InProcessSubshell::Kind::simple);
    const Output::Target before = std::exchange(shell.output.targets[1], Output::Target{&text});
    execute_stage(shell, command, true);
    (void)shell.output.flush();
    status = shell.status;
    shell.output.targets[1] = before;
    if (std::exchange(shell.execution.stage_unwound, false)) unwound = start_unwound(shell, {.output = fd}, pipes);
  }
  if (unwound > 0) return {unwound, 0};
  fcntl(fd, F_SETFL, O_NONBLOCK);
  std::string_view left = text;
  while (!left.empty()) {
    const ssize_t written = write(fd, left.data(), left.size());
    if (written <= 0) break;
    left.remove_prefix(static_cast<size_t>(written));
  }
  if (left.empty()) return {0, status << 8};
  return {start_writer(shell, left, fd, close_also), 0};
}

Started start_stage(Shell& shell, const Command& stage, const StartPlaces& places, int close_also, bool first,
                    CapturePipes& pipes) {
  (void)shell.output.flush();
  const Observation observation = observe(shell, stage);
  if (observation.in_process && is_program(shell, stage)) {
    const InProcessSubshell undo(shell, observation, InProcessSubshell::Kind::simple);
    int& level = shell.execution.outside_stage;
    const Scoped outside(level, level + (places.asynchronous ? 0 : 1));
    return {start_program(shell, static_cast<const SimpleCommand&>(stage), places, pipes), 0};
  }
  if (first && observation.in_process && places.output >= 0 && only_writes(shell, stage) &&
      shell.output.targets[2].capture == nullptr) {
    return write_ahead(shell, stage, observation, places.output, close_also, pipes);
  }
  const ChildPlan plan{.command = &stage, .places = places, .close_also = close_also};
  return {start_child(shell, plan, pipes), 0};
}

int run_last_here(Shell& shell, const Command& stage, Observation observation, int input, bool for_good,
                  CapturePipes& pipes) {
  RedirectionScope scope(shell);
  (void)scope.place(input, 0);
  close(input);
  if (for_good) return execute_stage(shell, stage, false);
  using Kind = InProcessSubshell::Kind;
  const InProcessSubshell undo(shell, observation, stage.kind == CommandKind::simple ? Kind::simple : Kind::group);
  execute_stage(shell, stage, true);
  if (!std::exchange(shell.execution.stage_unwound, false)) return shell.status;
  const pid_t pid = start_unwound(shell, {}, pipes);
  return pid < 0 ? shell.status : exit_status_of(shell.jobs->wait_child(pid));
}

// What jobs and the messages about what a signal has ended want: each stage's text.
std::vector<ChildProcess> processes_of(const Pipeline& pipeline, const std::vector<Started>& started) {
  std::vector<ChildProcess> processes;
  for (size_t i = 0; i < started.size(); i++) {
    const ProcessState state = started[i].pid > 0 ? ProcessState::running : ProcessState::done;
    processes.push_back({started[i].pid, state, started[i].wait_status, print_command(*pipeline.stages[i])});
  }
  return processes;
}

// A descriptor of the shell's terminal, whatever the command has redirected; -1: all lead elsewhere.
int terminal_descriptor() {
  for (const int fd : {STDERR_FILENO, STDIN_FILENO, STDOUT_FILENO})
    if (isatty(fd) != 0) return fd;
  return -1;
}

std::vector<int> wait_with_terminal(Shell& shell, Job& job) {
  const int terminal = shell.interactive && job.group > 0 ? terminal_descriptor() : -1;
  if (terminal >= 0) {
    tcsetpgrp(terminal, job.group);
    shell.traps->forward_keys(job.group);
  }
  std::vector<int> statuses = shell.jobs->wait_foreground(job);
  if (terminal >= 0) {
    tcsetpgrp(terminal, getpgrp());
    const bool was_interrupted =
        !statuses.empty() && WIFSIGNALED(statuses.back()) && WTERMSIG(statuses.back()) == SIGINT;
    if (was_interrupted) shell.traps->end_command_line();
  }
  if (!statuses.empty() && WIFSTOPPED(statuses.back())) {
    for (const Job* stopped : shell.jobs->list()) {
      if (stopped->number == shell.jobs->current())
        shell.output.error("\n" + shell.jobs->describe(*stopped, ' ') + "\n");
    }
  }
  return statuses;
}

// With job control the pipeline is a job that may stop.
void wait_for_job(Shell& shell, const Pipeline& pipeline, std::vector<Started>& started, pid_t group) {
  Job& job = shell.jobs->add(processes_of(pipeline, started), print_command(pipeline), false, group);
  const std::vector<int> statuses = wait_with_terminal(shell, job);
  for (size_t i = 0; i < started.size(); i++) started[i].wait_status = statuses[i];
}

// Starts the first `count` stages: fewer where a pipe cannot be made. `places.input` is then what the next stage reads,
// and `places.group` the group that was made for them.
std::vector<Started> start_stages(Shell& shell, const Pipeline& pipeline, size_t count, StartPlaces& places,
                                  CapturePipes& pipes) {
  const auto& stages = pipeline.stages;
  std::vector<Started> started;
  started.reserve(stages.size());
  for (size_t i = 0; i < count; i++) {
    const bool is_last = i + 1 == stages.size();
    int ends[2] = {-1, -1};
    if (!is_last && !open_pipe(ends)) {
      shell.report("pipe error: " + std::string(std::strerror(errno)));
      break;
    }
    if (shell.traps->any_pseudo() && stages[i]->kind == CommandKind::simple) {
      begin_command(shell, *stages[i]);
      debug_allows(shell, *stages[i]);
    }
    places.output = ends[1];
    started.push_back(start_stage(shell, *stages[i], places, ends[0], i == 0 && !places.asynchronous, pipes));
    if (places.group == 0 && started.back().pid > 0) places.group = started.back().pid;
    if (places.input >= 0) close(places.input);
    if (ends[1] >= 0) close(ends[1]);
    places.input = ends[0];
  }
  return started;
}

int run_stages(Shell& shell, const Pipeline& pipeline) {
  const auto& stages = pipeline.stages;
  const bool monitor = shell.options[SetOption::monitor];
  const bool for_good = shell.options[Shopt::lastpipe] && !monitor;
  const Observation last = observe(shell, *stages.back());
  const bool last_here =
      for_good || (last.in_process && shell.output.targets[2].capture == nullptr && !is_program(shell, *stages.back()));
  CapturePipes pipes(shell);
  StartPlaces places{.group = monitor ? 0 : -1};
  std::vector<Started> started = start_stages(shell, pipeline, stages.size() - (last_here ? 1 : 0), places, pipes);
  const int input = places.input;
  if (last_here && started.size() + 1 == stages.size()) {
    const int status = run_last_here(shell, *stages.back(), last, input, for_good, pipes);
    started.push_back({0, (status & 0xff) << 8});
  } else if (input >= 0) {
    close(input);
  }
  pipes.drain();
  if (started.size() < stages.size()) return shell.status = 1;
  if (monitor) {
    wait_for_job(shell, pipeline, started, places.group);
  } else {
    for (Started& child : started) {
      if (child.pid > 0) child.wait_status = shell.jobs->wait_child(child.pid);
      if (child.pid < 0) child.wait_status = 126 << 8;
    }
  }
  shell.line = line_of(shell, *stages.back());
  if (WIFSIGNALED(started.back().wait_status)) {
    report_signal(shell, processes_of(pipeline, started), started.back().wait_status);
  }
  shell.jobs->notify();
  std::vector<int>& statuses = shell.execution.pipe_status;
  statuses.clear();
  int failed = 0;
  for (const Started& child : started) {
    statuses.push_back(exit_status_of(child.wait_status));
    if (statuses.back() != 0) failed = statuses.back();
  }
  const int status = shell.options[SetOption::pipefail] ? failed : statuses.back();
  if (!shell.unwinding()) shell.status = status;
  return shell.status;
}

int run_pipeline(Shell& shell, const Pipeline& pipeline) {
  if (pipeline.stages.empty()) return shell.status = pipeline.negated ? 1 : 0;
  const auto run = [&] {
    const Scoped asleep(shell.conditional_depth, shell.conditional_depth + (pipeline.negated ? 1 : 0));
    return pipeline.stages.size() == 1 ? execute(shell, *pipeline.stages[0]) : run_stages(shell, pipeline);
  };
  const int status = run();
  if (shell.unwinding()) return status;
  // A sub-shell at the end fails on its own as well, whatever the pipeline does.
  if (pipeline.stages.size() > 1 && pipeline.stages.back()->kind == CommandKind::subshell) {
    const bool ends = !pipeline.negated && shell.options[SetOption::errexit];
    if (status != 0 && shell.conditional_depth == 0 && !ends) shell.traps->run_error();
    if (shell.unwinding()) return shell.status;
  }
  if (pipeline.negated) return shell.status = status == 0 ? 1 : 0;
  if (pipeline.stages.size() == 1) return status;
  shell.execution.command = pipeline.stages.back();
  return check_failure(shell, status);
}

double seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
}

struct Times {
  double real, user, system;
  static Times now() {
    timeval clock{};
    gettimeofday(&clock, nullptr);
    rusage own{}, children{};
    getrusage(RUSAGE_SELF, &own);
    getrusage(RUSAGE_CHILDREN, &children);
    return {seconds(clock), seconds(own.ru_utime) + seconds(children.ru_utime),
            seconds(own.ru_stime) + seconds(children.ru_stime)};
  }
};

void append_seconds(std::string& text, double value, int precision, bool minutes) {
  const auto milliseconds = static_cast<int64_t>(std::max(value, 0.0) * 1000);
  int64_t whole = milliseconds / 1000;
  if (minutes) {
    text += std::to_string(whole / 60) + "m";
    whole %= 60;
  }
  text += std::to_string(whole);
  const std::string fraction = std::to_string(1000 + milliseconds % 1000);  // a 1, and three digits
  if (precision > 0) text.append(".").append(fraction, 1, static_cast<size_t>(precision));
  if (minutes) text += 's';
}

std::string format_times(Shell& shell, std::string_view form, const Times& spent) {
  std::string text;
  for (size_t i = 0; i < form.size(); i++) {
    if (form[i] != '%' || i + 1 == form.size()) {
      text += form[i];
      continue;
    }
    i++;
    if (form[i] == '%') {
      text += '%';
      continue;
    }
    int precision = 3;
    if (form[i] >= '0' && form[i] <= '9') precision = std::min(form[i++] - '0', 3);
    const bool minutes = i < form.size() && form[i] == 'l';
    if (minutes) i++;
    const char letter = i < form.size() ? form[i] : '\0';
    const double* const time = letter == 'R'   ? &spent.real
                               : letter == 'U' ? &spent.user
                               : letter == 'S' ? &spent.system
                                               : nullptr;
    if (time != nullptr) {
      append_seconds(text, *time, precision, minutes);
    } else if (letter == 'P') {
      char buffer[32];
      snprintf(buffer, sizeof buffer, "%.2f", spent.real > 0 ? (spent.user + spent.system) * 100 / spent.real : 0.0);
      text += buffer;
    } else {
      shell.report("TIMEFORMAT: `" + std::string(1, letter) + "': invalid format character");
      return {};
    }
  }
  return text + "\n";
}

int run_timed(Shell& shell, const Pipeline& pipeline) {
  const Times before = Times::now();
  const int status = run_pipeline(shell, pipeline);
  const Times after = Times::now();
  const Times spent{after.real - before.real, after.user - before.user, after.system - before.system};
  std::string form = "real %2R\nuser %2U\nsys %2S";
  if (!pipeline.time_posix) {
    const bool short_form = shell.options[SetOption::posix] && pipeline.stages.empty();
    form = shell.variables.text("TIMEFORMAT",
                                short_form ? "user\t%2lU\nsys\t%2lS" : "\nreal\t%3lR\nuser\t%3lU\nsys\t%3lS");
  }
  if (!form.empty()) shell.output.error(format_times(shell, form, spent));
  return status;
}

// The processes of an asynchronous command; none after an error.
std::vector<ChildProcess> start_in_background(Shell& shell, const Command& command) {
  CapturePipes pipes(shell);
  const bool monitor = shell.options[SetOption::monitor];
  StartPlaces places{.group = monitor ? 0 : -1, .asynchronous = true};
  const auto read_nothing = [&] {
    if (!monitor && shell.execution.inputs_redirected == 0) places.input = open("/dev/null", O_RDONLY | O_CLOEXEC);
  };
  if (command.kind == CommandKind::pipeline && !shell.traps->any_pseudo()) {
    const auto& pipeline = static_cast<const Pipeline&>(command);
    if (pipeline.stages.size() > 1 && !pipeline.negated && !pipeline.timed) {
      read_nothing();
      std::vector<Started> started = start_stages(shell, pipeline, pipeline.stages.size(), places, pipes);
      if (places.input >= 0) close(places.input);
      if (started.size() < pipeline.stages.size() || started.back().pid < 0) return {};
      return processes_of(pipeline, started);
    }
  }
  const Observation observation = observe(shell, command);
  pid_t pid;
  if (!observation.in_process || !is_program(shell, command)) {
    pid = start_child(shell, {.command = &command, .places = places}, pipes);
  } else {
    const InProcessSubshell undo(shell, observation, InProcessSubshell::Kind::simple);
    read_nothing();
    pid = start_program(shell, static_cast<const SimpleCommand&>(command), places, pipes);
    if (places.input >= 0) close(places.input);
  }
  if (pid < 0) return {};
  return {{pid, ProcessState::running, 0, print_command(command)}};
}

// None: they could not be started.
void add_background_job(Shell& shell, std::vector<ChildProcess> processes, const Command& command) {
  shell.status = processes.empty() ? 1 : 0;
  if (processes.empty()) return;
  const pid_t pid = shell.last_background = processes.back().pid;
  const pid_t group = shell.options[SetOption::monitor] ? processes.front().pid : 0;
  const Job& job = shell.jobs->add(std::move(processes), print_command(command), true, group);
  if (shell.interactive) shell.output.error("[" + std::to_string(job.number) + "] " + std::to_string(pid) + "\n");
  set_pipe_status(shell, 0);
}

}  // namespace

int wait_for_child(Shell& shell, pid_t pid, const Command* command, pid_t group) {
  const auto text = [&] { return command != nullptr ? print_command(*command) : std::string(); };
  int status;
  if (group < 0) {
    status = shell.jobs->wait_child(pid);
  } else {
    Job& job = shell.jobs->add({{pid, ProcessState::running, 0, text()}}, text(), false, pid);
    status = wait_with_terminal(shell, job).back();
  }
  if (WIFSIGNALED(status)) {
    if (shell.execution.program_redirections != nullptr) shell.execution.program_redirections->undo();
    report_signal(shell, {{pid, ProcessState::done, status, text()}}, status);
  }
  shell.jobs->notify();
  return exit_status_of(status);
}

int execute(Shell& shell, const Pipeline& pipeline) {
  return pipeline.timed ? run_timed(shell, pipeline) : run_pipeline(shell, pipeline);
}

void start_background(Shell& shell, const Command& command) {
  shell.line = line_of(shell, command);
  add_background_job(shell, start_in_background(shell, command), command);
}

int execute(Shell& shell, const CoprocCommand& command) {
  shell.line = line_of(shell, command);
  const std::string name(command.name);
  if (!is_name(name)) return shell.status = shell.refuse_identifier(name);
  shell.jobs->reap();
  if (const auto& other = shell.execution.coprocess; other.pid > 0) {
    shell.report("warning: execute_coproc: coproc [" + std::to_string(other.pid) + ":" + other.name + "] still exists");
  }
  int to[2], from[2];
  if (!open_pipe(to)) return shell.status = 1;
  if (!open_pipe(from)) {
    close(to[0]);
    close(to[1]);
    return shell.status = 1;
  }
  move_high(from[0], 10);
  move_high(to[1], 10);
  CapturePipes pipes(shell);
  const bool monitor = shell.options[SetOption::monitor];
  const ChildPlan plan{.command = command.body,
                       .places = {.input = to[0], .output = from[1], .group = monitor ? 0 : -1, .asynchronous = true},
                       .close_also = to[1]};
  const pid_t pid = start_child(shell, plan, pipes);
  close(to[0]);
  close(from[1]);
  if (pid < 0) return shell.status = 1;
  add_background_job(shell, {{pid, ProcessState::running, 0, print_command(command)}}, command);
  shell.variables.force_array(name, {std::to_string(from[0]), std::to_string(to[1])});
  shell.variables.force(name + "_PID", std::to_string(pid));
  shell.execution.coprocess = {pid, name, {from[0], to[1]}};
  return 0;
}

}  // namespace shell
