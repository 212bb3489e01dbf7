// Jobs, signals and traps.
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include "../execute/executor.h"
#include "../execute/jobs.h"
#include "../execute/traps.h"
#include "../expand/expand.h"
#include "../text/names.h"
#include "../variables/names.h"
#include "builtins.h"

namespace shell {

namespace {

Job* find_job(Shell& shell, std::string_view specification) {
  bool ambiguous = false;
  Job* job = shell.jobs->find(specification, ambiguous);
  if (job != nullptr) return job;
  const std::string shown(specification.empty() ? "current" : specification);
  if (ambiguous) {
    shell.builtin_error(shown.substr(shown.starts_with('%') ? 1 : 0) + ": ambiguous job spec");
    if (shell.command_name != "jobs" && shell.command_name != "disown") return nullptr;
  }
  shell.builtin_error(shown + ": no such job");
  return nullptr;
}

// A process id, of a job's process or not.
bool parse_pid(std::string_view text, pid_t& pid) {
  int64_t value;
  if (!parse_integer(text, value) || value != static_cast<pid_t>(value)) return false;
  pid = static_cast<pid_t>(value);
  return true;
}

// The job of a process, or the one that is specified; `pid` is 0 then. Null: there is none, as has been reported.
Job* find_process(Shell& shell, std::string_view word, pid_t& pid) {
  if (!parse_pid(word, pid)) {
    pid = 0;
    return find_job(shell, word);
  }
  Job* const job = shell.jobs->find_pid(pid);
  if (job == nullptr) shell.builtin_error(std::string(word) + ": no such job");
  return job;
}

pid_t leader(const Job& job) {
  if (job.group != 0) return job.group;
  return job.processes.empty() ? 0 : job.processes.front().pid;
}

void show_job(Shell& shell, const Job& job, char form) {
  std::string text = shell.jobs->describe(job, form);
  if (!text.ends_with('\n')) text += '\n';
  shell.output.write(text);
}

// jobs -x: the command with job specifications replaced by process groups.
int run_with_jobs(Shell& shell, std::vector<std::string> words) {
  if (words.empty()) return 0;
  for (std::string& word : words) {
    bool ambiguous = false;
    const Job* job = word.starts_with('%') ? shell.jobs->find(word, ambiguous) : nullptr;
    if (job != nullptr) word = std::to_string(leader(*job));
  }
  return run_words(shell, std::move(words), {});
}

void mark_running(Job& job) {
  for (ChildProcess& process : job.processes) {
    if (process.state == ProcessState::stopped) process.state = ProcessState::running;
  }
  job.notified = false;
}

// Lets a stopped job go on.
void resume(Job& job) {
  if (job.group != 0) {
    kill(-job.group, SIGCONT);
  } else {
    for (const ChildProcess& process : job.processes) kill(process.pid, SIGCONT);
  }
  mark_running(job);
}

int to_foreground(Shell& shell, Job& job) {
  shell.output.write(job.command + "\n");
  (void)shell.output.flush();
  const int number = job.number;
  shell.jobs->make_current(number);
  job.background = false;
  const bool terminal = isatty(STDIN_FILENO) != 0;
  const pid_t own = getpgrp();
  if (terminal && job.group != 0) tcsetpgrp(STDIN_FILENO, job.group);
  resume(job);
  const std::vector<int> statuses = shell.jobs->wait_foreground(job);
  job.background = job.state() == ProcessState::running;
  if (terminal) tcsetpgrp(STDIN_FILENO, own);
  for (const Job* left : shell.jobs->list()) {
    if (left->number == number && left->state() == ProcessState::done) {
      shell.jobs->remove(number);
      break;
    }
  }
  return statuses.empty() ? 127 : exit_status_of(statuses.back());
}

int to_background(Shell& shell, Job& job) {
  if (job.state() == ProcessState::running) {
    return fail(shell, "job " + std::to_string(job.number) + " already in background", 0);
  }
  const char* mark = job.number == shell.jobs->current() ? "+" : job.number == shell.jobs->previous() ? "-" : " ";
  shell.output.write("[" + std::to_string(job.number) + "]" + mark + " " + job.command + " &\n");
  job.background = true;
  resume(job);
  return 0;
}

int move_jobs(Shell& shell, BuiltinCall& call, bool foreground) {
  if (!shell.options[SetOption::monitor]) return fail(shell, "no job control");
  if (!read_options(shell, call, "")) return kUsageStatus;
  int status = 0;
  size_t i = 0;
  do {
    Job* job = find_job(shell, i < call.operands.size() ? call.operands[i] : std::string_view());
    if (job == nullptr) {
      status = 1;
    } else if (job->group == 0) {
      status = fail(shell, "job " + std::to_string(job->number) + " started without job control");
    } else {
      status = foreground ? to_foreground(shell, *job) : to_background(shell, *job);
    }
  } while (!foreground && ++i < call.operands.size());
  return status;
}

bool is_signal(int number) { return number > 0 && number < Traps::kSignals && number != 32 && number != 33; }

Failure fail_signal(Shell& shell, const std::string& word) {
  return fail(shell, word + ": invalid signal specification");
}

Done parse_signal(Shell& shell, const std::string& word, int& number) {
  number = Traps::number_of(word);
  return number >= 0 ? Done() : fail_signal(shell, word);
}

// kill -l and trap -l: all of them as a table, or some translated between number and name.
int list_signals(Shell& shell, std::span<const std::string> words) {
  if (words.empty()) {
    int column = 0;
    for (int number = 1; number < Traps::kSignals; number++) {
      if (!is_signal(number)) continue;
      char label[16];
      snprintf(label, sizeof label, "%2d) ", number);
      column = (column + 1) % 5;
      shell.output.write(label + Traps::name_of(number) + (column != 0 ? "\t" : "\n"));
    }
    if (column != 0) shell.output.write('\n');
    return 0;
  }
  return each(shell, words, [&](const std::string& word) -> Done {
    int64_t number;
    if (parse_integer(word, number)) {
      if (number > 128) number -= 128;
      if (number < 0 || number >= Traps::kSignals) return fail_signal(shell, word);
      const int signal = static_cast<int>(number);
      if (signal == 0 || is_signal(signal)) shell.output.write(Traps::name_of(signal, false), '\n');
      return {};
    }
    int signal;
    if (!parse_signal(shell, word, signal)) return Failure();
    shell.output.write(std::to_string(signal), '\n');
    return {};
  });
}

// Sends a signal to what one argument of `kill` names.
Done send(Shell& shell, const std::string& word, int signal, const std::string& specification) {
  pid_t target;
  if (word.empty()) return fail(shell, "`': not a pid or valid job spec");
  if (word[0] == '%') {
    Job* job = find_job(shell, word);
    if (job == nullptr) return Failure();
    target = job->group != 0 ? -job->group : leader(*job);
    const bool wakes = job->state() == ProcessState::stopped && (signal == SIGTERM || signal == SIGHUP);
    if (kill(target, signal) == 0) {
      if (wakes) kill(target, SIGCONT);
      if (signal == SIGCONT) mark_running(*job);
      return {};
    }
  } else {
    if (!parse_pid(word, target)) return fail(shell, word + ": arguments must be process or job IDs");
    if (kill(target, signal) == 0) return {};
  }
  if (errno == EINVAL) return fail_signal(shell, specification);
  return fail(shell, "(" + std::to_string(target) + ") - " + std::strerror(errno));
}

void show_trap(Shell& shell, int number, bool named = false) {
  const std::string* commands = shell.traps->get(number);
  const bool unset = commands == nullptr && !shell.traps->ignored_at_start(number);
  if (unset && !named) return;
  shell.output.write("trap -- " + (unset ? "-" : quote_single(commands == nullptr ? std::string() : *commands)) + " " +
                     Traps::name_of(number, !shell.options[SetOption::posix]) + "\n");
}

int show_traps(Shell& shell, std::span<const std::string> names) {
  if (names.empty()) {
    for (int number = 0; number < Traps::kCount; number++) show_trap(shell, number);
    return 0;
  }
  return each(shell, names, [&](const std::string& name) {
    int number;
    const Done known = parse_signal(shell, name, number);
    if (known) show_trap(shell, number, shell.options[SetOption::posix]);
    return known;
  });
}

// The status `wait` gives for a result of Jobs: negative when a signal cut it short.
int waited(int result) { return result < 0 ? 128 - result : result; }

int wait_for_next(Shell& shell, std::span<const std::string> words, pid_t& which) {
  std::vector<pid_t> pids;
  for (const std::string& word : words) {
    pid_t pid;
    const Job* const job = find_process(shell, word, pid);
    if (job != nullptr && !job->processes.empty()) pids.push_back(pid != 0 ? pid : job->processes.back().pid);
  }
  return pids.empty() && !words.empty() ? 127 : shell.jobs->wait_next(pids, which);
}

int wait_for(Shell& shell, const std::string& word, bool until_ended, pid_t& which) {
  if (word.starts_with('%')) {
    Job* job = find_job(shell, word);
    if (job == nullptr) return 127;
    which = job->processes.empty() ? 0 : job->processes.back().pid;
    return shell.jobs->wait_job(*job, until_ended);
  }
  if (word.empty() || word[0] < '0' || word[0] > '9' || !parse_pid(word, which)) {
    return fail(shell, "`" + word + "': not a pid or valid job spec");
  }
  const bool known = shell.jobs->knows(which);
  const int result = shell.jobs->wait_pid(which);
  return known ? result : fail(shell, "pid " + word + " is not a child of this shell", 127);
}

}  // namespace

int builtin_jobs(Shell& shell, BuiltinCall& call) {
  const char kind = call.last_of("lp");
  const char form = kind == 0 ? ' ' : kind;
  const bool fresh = call.has('n'), running = call.has('r'), stopped = call.has('s');
  if (call.has('x')) {
    if (call.last_of("lpnrs") != 0) return fail(shell, "no other options allowed with `-x'");
    return run_with_jobs(shell, std::vector<std::string>(call.operands.begin(), call.operands.end()));
  }
  shell.jobs->reap();
  if (!call.operands.empty()) {
    return each(shell, call.operands, [&](const std::string& word) {
      const Job* const job = find_job(shell, word);
      if (job != nullptr) show_job(shell, *job, form);
      return Done::when(job != nullptr);
    });
  }
  shell.jobs->forget_notified();
  for (Job* job : shell.jobs->list()) {
    const ProcessState state = job->state();
    if ((fresh && job->notified) || (running && state != ProcessState::running) ||
        (stopped && state != ProcessState::stopped)) {
      continue;
    }
    show_job(shell, *job, form);
    job->notified = true;
  }
  return 0;
}

int builtin_fg(Shell& shell, BuiltinCall& call) { return move_jobs(shell, call, true); }
int builtin_bg(Shell& shell, BuiltinCall& call) { return move_jobs(shell, call, false); }

int builtin_wait(Shell& shell, BuiltinCall& call) {
  const bool next = call.has('n');
  const std::string variable = call.argument('p').value_or("");
  if (call.has('p')) {
    const auto element = split_subscript(variable);
    if (!element && !is_name(variable)) return fail_identifier(shell, variable);
    if (shell.variables.unset(element ? element->name : variable) == Variables::Unset::readonly) {
      return fail(shell, variable + ": cannot unset: readonly variable");
    }
  }
  const auto words = call.operands;
  int status = 0;
  pid_t which = 0;
  if (next) {
    status = waited(wait_for_next(shell, words, which));
  } else if (words.empty()) {
    status = waited(shell.jobs->wait_all());
  }
  for (const std::string& word : next ? std::span<const std::string>() : words) {
    const int result = wait_for(shell, word, call.has('f'), which);
    status = waited(result);
    if (result < 0) break;
  }
  if (auto& coprocess = shell.execution.coprocess; coprocess.pid == -1) {
    coprocess.pid = 0;
    for (const int fd : coprocess.fds) close(fd);
    shell.variables.unset(coprocess.name);
    shell.variables.unset(coprocess.name + "_PID");
  }
  if (!variable.empty() && which != 0) (void)assign_name(shell, variable, std::to_string(which));
  return status;
}

int builtin_kill(Shell& shell, BuiltinCall& call) {
  if (call.words.size() == 1) return fail_usage(shell);
  int signal = SIGTERM;
  std::string specification = "TERM";
  bool list = false, given = false;
  size_t i = 1;
  while (i < call.words.size()) {
    const std::string& word = call.words[i];
    if (word == "-l" || word == "-L") {
      list = true;
      i++;
      continue;
    }
    if (word == "--") {
      i++;
      break;
    }
    if (word == "-?") return fail_usage(shell);
    if (word == "-s" || word == "-n") {
      if (++i >= call.words.size()) return fail(shell, word + ": option requires an argument");
      specification = call.words[i++];
    } else if (word.size() > 2 && ((word.starts_with("-s") && isalpha(static_cast<unsigned char>(word[2])) != 0) ||
                                   (word.starts_with("-n") && isdigit(static_cast<unsigned char>(word[2])) != 0))) {
      specification = word.substr(2);
      i++;
    } else if (word.starts_with('-') && !given) {
      given = true;
      specification = word.substr(1);
      i++;
    } else {
      break;
    }
    signal = specification == "0" ? 0 : Traps::number_of(specification);
  }
  const std::span<const std::string> words = std::span<const std::string>(call.words).subspan(i);
  if (list) return list_signals(shell, words);
  if (signal < 0) return fail_signal(shell, specification);
  if (words.empty()) return fail_usage(shell);
  bool any = false;
  for (const std::string& word : words) any = static_cast<bool>(send(shell, word, signal, specification)) || any;
  return any ? 0 : 1;
}

int builtin_disown(Shell& shell, BuiltinCall& call) {
  const bool all = call.operands.empty() && call.last_of("ar") != 0;
  const auto release = [&](Job& job) {
    if (call.has('h')) return;  // no signal comes when this shell ends
    if (all) {
      shell.jobs->remove(job.number);
    } else {
      shell.jobs->disown(job);
    }
  };
  if (all) {
    for (Job* job : shell.jobs->list()) {
      if (!call.has('r') || job->state() == ProcessState::running) release(*job);
    }
    return 0;
  }
  int status = 0;
  size_t i = 0;
  do {
    const std::string_view word = i < call.operands.size() ? call.operands[i] : std::string_view();
    pid_t pid;
    Job* const job = find_process(shell, word, pid);
    if (job != nullptr) release(*job);
    if (job == nullptr) status = 1;
  } while (++i < call.operands.size());
  return status;
}

int builtin_suspend(Shell& shell, BuiltinCall& call) {
  const bool force = call.any();
  if (!force && !shell.options[SetOption::monitor]) return fail(shell, "cannot suspend: no job control");
  if (!force && shell.login) return fail(shell, "cannot suspend a login shell");
  return kill(getpid(), SIGSTOP) == 0 ? 0 : 1;
}

int builtin_trap(Shell& shell, BuiltinCall& call) {
  auto words = call.operands;
  if (call.has('l')) return list_signals(shell, {});
  if (call.has('p') || words.empty()) return show_traps(shell, words);

  // A single signal, or a number first, means that all arguments are signals to reset.
  const std::string& action = words[0];
  const bool digits = is_number(action);
  const bool alone = words.size() == 1 && !shell.options[SetOption::posix] && !action.empty() && action != "-" &&
                     Traps::number_of(action) >= 0;
  const bool reset = digits || alone || action == "-";
  if (!digits && !alone) {
    words = words.subspan(1);
    if (words.empty()) return fail_usage(shell);
  }
  return each(shell, words, [&](const std::string& word) {
    int number;
    const Done known = parse_signal(shell, word, number);
    if (known) reset ? shell.traps->reset(number) : shell.traps->set(number, action);
    return known;
  });
}

}  // namespace shell
