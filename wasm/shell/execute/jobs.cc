#include "jobs.h"

#include <signal.h>
#include <sys/wait.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstring>

#include "../interrupt.h"
#include "internal.h"

namespace shell {

namespace {

constexpr size_t kMostRemembered = 4096;
constexpr size_t kMostEndedJobs = 512;
constexpr size_t kStateWidth = 24;

std::string state_text(const ChildProcess& process) {
  if (process.state == ProcessState::running) return "Running";
  return process.state == ProcessState::stopped ? "Stopped" : end_text(process.wait_status);
}

std::string padded(std::string text) {
  text.append(text.size() < kStateWidth ? kStateWidth - text.size() : 1, ' ');
  return text;
}

std::string pid_text(pid_t pid) {
  char text[16];
  snprintf(text, sizeof text, "%5d ", static_cast<int>(pid));
  return text;
}

}  // namespace

ProcessState Job::state() const {
  const auto any = [this](ProcessState state) {
    return std::ranges::find(processes, state, &ChildProcess::state) != processes.end();
  };
  return any(ProcessState::running)   ? ProcessState::running
         : any(ProcessState::stopped) ? ProcessState::stopped
                                      : ProcessState::done;
}

std::string end_text(int wait_status) {
  if (WIFSIGNALED(wait_status)) {
    return std::string(strsignal(WTERMSIG(wait_status))) + (WCOREDUMP(wait_status) ? " (core dumped)" : "");
  }
  return WEXITSTATUS(wait_status) == 0 ? "Done" : "Exit " + std::to_string(WEXITSTATUS(wait_status));
}

int exit_status_of(int wait_status) {
  if (WIFSIGNALED(wait_status)) return 128 + WTERMSIG(wait_status);
  if (WIFSTOPPED(wait_status)) return 128 + WSTOPSIG(wait_status);
  return WEXITSTATUS(wait_status);
}

Job& Jobs::add(std::vector<ChildProcess> processes, std::string command, bool background, pid_t group) {
  Job job{.group = group, .processes = std::move(processes), .command = std::move(command), .background = background};
  if (inherited_) {
    jobs_.clear();
    current_ = previous_ = 0;
    inherited_ = false;
  }
  if (!background) return foreground_.emplace_back(std::move(job));
  forget_notified();
  if (jobs_.size() > kMostEndedJobs) {
    std::erase_if(jobs_, [](const auto& entry) { return entry.second.state() == ProcessState::done; });
  }
  job.number = jobs_.empty() ? 1 : jobs_.rbegin()->first + 1;
  job.directory = shell_.variables.text("PWD");
  shell_.traps->watch_children();
  Job& added = jobs_.emplace(job.number, std::move(job)).first->second;
  choose_current();
  return added;
}

ChildProcess* Jobs::find_child(pid_t pid, Job** job) {
  if (inherited_) return nullptr;
  const auto in = [&](Job& candidate) -> ChildProcess* {
    const auto found = std::ranges::find(candidate.processes, pid, &ChildProcess::pid);
    if (found == candidate.processes.end()) return nullptr;
    if (job != nullptr) *job = &candidate;
    return &*found;
  };
  for (Job& candidate : foreground_) {
    if (ChildProcess* const found = in(candidate)) return found;
  }
  for (auto& [number, candidate] : jobs_) {
    if (ChildProcess* const found = in(candidate)) return found;
  }
  return nullptr;
}

void Jobs::record(pid_t pid, int wait_status) {
  const bool ended = !WIFSTOPPED(wait_status) && !WIFCONTINUED(wait_status);
  Job* job = nullptr;
  if (ChildProcess* const process = find_child(pid, &job)) {
    process->state = ended                     ? ProcessState::done
                     : WIFSTOPPED(wait_status) ? ProcessState::stopped
                                               : ProcessState::running;
    process->wait_status = wait_status;
    job->notified = false;
    if (WIFSTOPPED(wait_status) && job->number != 0) make_current(job->number);
  } else if (std::erase(loose_, pid) == 0 && knows(pid)) {
    return;  // disowned
  }
  if (!ended) return;
  shell_.traps->child_ended();
  if (shell_.execution.coprocess.pid == pid) shell_.execution.coprocess.pid = -1;
  if (job != nullptr && job->number == 0) return;
  remember(pid, wait_status);
}

void Jobs::remember(pid_t pid, int wait_status) {
  if (remembered_.size() >= kMostRemembered)
    remembered_.erase(remembered_.begin(), remembered_.begin() + kMostRemembered / 2);
  remembered_.emplace_back(pid, wait_status);
}

const int* Jobs::remembered(pid_t pid) const {
  const auto found =
      std::find_if(remembered_.rbegin(), remembered_.rend(), [pid](const auto& entry) { return entry.first == pid; });
  return found == remembered_.rend() ? nullptr : &found->second;
}

bool Jobs::is_loose(pid_t pid) const { return std::ranges::count(loose_, pid) > 0; }

bool Jobs::knows(pid_t pid) { return remembered(pid) != nullptr || is_loose(pid) || find_pid(pid) != nullptr; }

Jobs::Waited Jobs::wait_once(bool block) {
  int status = 0;
  const int options = (block ? 0 : WNOHANG) | (shell_.options[SetOption::monitor] ? WUNTRACED | WCONTINUED : 0);
  const pid_t pid = waitpid(-1, &status, options);
  if (pid > 0) {
    record(pid, status);
    return Waited::changed;
  }
  return pid < 0 && errno == EINTR ? Waited::interrupted : Waited::nothing;
}

int Jobs::wait_while(const std::function<bool()>& running) {
  for (;;) {
    if (const int signal = shell_.traps->pending_signal(); signal != 0) return -signal;
    if (!running() || wait_once(true) == Waited::nothing) return 0;
  }
}

void Jobs::reap() {
  while (wait_once(false) != Waited::nothing) {
  }
}

std::vector<int> Jobs::wait_foreground(Job& job) {
  // What the host ends is collected later; what an earlier command line has left goes on.
  while (job.state() == ProcessState::running && !interrupted()) {
    if (wait_once(true) != Waited::nothing) continue;
    // Somebody else has taken them.
    for (ChildProcess& process : job.processes) {
      if (process.state == ProcessState::running)
        process = {process.pid, ProcessState::done, 127 << 8, process.command};
    }
  }
  std::vector<int> statuses;
  statuses.reserve(job.processes.size());
  for (const ChildProcess& process : job.processes) statuses.push_back(process.wait_status);
  if (job.number == 0) {
    const auto place = std::ranges::find_if(foreground_, [&](const Job& other) { return &other == &job; });
    if (job.state() == ProcessState::stopped) {
      Job& stopped = add(std::move(place->processes), std::move(place->command), true, place->group);
      stopped.background = false;
    }
    if (place != foreground_.end()) foreground_.erase(place);
  }
  return statuses;
}

int Jobs::wait_child(pid_t pid) {
  for (;;) {
    int status = 0;
    if (waitpid(pid, &status, 0) == pid) {
      std::erase(loose_, pid);
      shell_.traps->child_ended();
      return status;
    }
    if (interrupted()) return SIGKILL;
    if (errno == EINTR) continue;
    const int* const before = remembered(pid);
    return before != nullptr ? *before : 127 << 8;
  }
}

int Jobs::wait_pid(pid_t pid) {
  const auto runs = [&] {
    const ChildProcess* const process = find_child(pid);
    return process != nullptr ? process->state == ProcessState::running : is_loose(pid);
  };
  if (const int signal = wait_while(runs); signal != 0) return signal;
  Job* job = nullptr;
  const ChildProcess* const process = find_child(pid, &job);
  if (process == nullptr) {
    const int* const before = remembered(pid);
    return before != nullptr ? exit_status_of(*before) : 127;
  }
  const bool last = process == &job->processes.back();
  return finish(*job, last ? status_of(*job) : exit_status_of(process->wait_status));
}

// What has been waited for goes when it has ended.
int Jobs::finish(const Job& job, int status) {
  const int number = job.state() == ProcessState::done ? job.number : 0;
  notify();
  if (number != 0) remove(number);
  return status;
}

// Of an ended or stopped job.
int Jobs::status_of(const Job& job) const {
  int status = job.processes.back().wait_status;
  if (shell_.options[SetOption::pipefail]) {
    for (auto process = job.processes.rbegin(); process != job.processes.rend() && status == 0; ++process) {
      status = process->wait_status;
    }
  }
  return exit_status_of(status);
}

int Jobs::wait_job(Job& job, bool until_ended) {
  if (inherited_) return 127;
  if (job.processes.empty()) return 0;
  const auto runs = [&] {
    return job.state() == ProcessState::running || (until_ended && job.state() == ProcessState::stopped);
  };
  if (const int signal = wait_while(runs); signal != 0) return signal;
  if (job.state() != ProcessState::done) {
    shell_.report("warning: wait_for_job: job " + std::to_string(job.number) + " is stopped");
  }
  return finish(job, status_of(job));
}

int Jobs::wait_all() {
  // One after the other: that of $! is forgotten only if it was waited for, not if it ended while another was.
  pid_t kept = shell_.last_background;
  const auto is_kept = [&kept](const Job& job) { return !job.processes.empty() && job.processes.back().pid == kept; };
  for (auto& [number, job] : jobs_) {
    if (job.state() != ProcessState::running) continue;
    const auto runs = [&job] { return job.state() == ProcessState::running; };
    if (const int signal = wait_while(runs); signal != 0) return signal;
    if (is_kept(job)) kept = 0;
  }
  if (const int signal = wait_while([this] { return is_loose(shell_.last_background); }); signal != 0) return signal;
  for (const auto& [number, job] : jobs_) {
    if (job.state() == ProcessState::stopped && !inherited_) {
      shell_.builtin_error("warning: job " + std::to_string(number) + "[" + std::to_string(job.processes.front().pid) +
                           "] stopped");
    }
  }
  notify();
  if (find_pid(kept) == nullptr) kept = 0;
  std::erase_if(jobs_, [&is_kept](const auto& entry) {
    return entry.second.state() == ProcessState::done && !is_kept(entry.second);
  });
  keep_current();
  std::erase_if(remembered_, [kept](const auto& entry) { return entry.first != kept; });
  return 0;
}

int Jobs::wait_next(const std::vector<pid_t>& pids, pid_t& which) {
  const Job* ended = nullptr;
  const auto runs = [&] {
    bool any = false;
    for (const auto& [number, job] : jobs_) {
      const bool meant = pids.empty() ||
                         std::ranges::find_first_of(job.processes, pids, {}, &ChildProcess::pid) != job.processes.end();
      if (!meant || job.notified || job.processes.empty()) continue;
      if (job.state() == ProcessState::done) {
        ended = &job;
        return false;
      }
      any |= job.state() == ProcessState::running;
    }
    return any;
  };
  if (const int signal = wait_while(runs); signal != 0) return signal;
  if (ended == nullptr) return 127;
  which = ended->processes.back().pid;
  return finish(*ended, status_of(*ended));
}

Job* Jobs::find(std::string_view specification, bool& ambiguous) {
  ambiguous = false;
  if (specification.starts_with('%')) specification.remove_prefix(1);
  const auto numbered = [this](int number) {
    const auto found = jobs_.find(number);
    return found == jobs_.end() ? nullptr : &found->second;
  };
  if (specification.empty() || specification == "%" || specification == "+") return numbered(current_);
  if (specification == "-") return numbered(previous_);
  if (is_number(specification)) {
    return specification.size() > 8 ? nullptr : numbered(std::stoi(std::string(specification)));
  }
  const bool anywhere = specification.starts_with('?');
  if (anywhere) specification.remove_prefix(1);
  Job* found = nullptr;
  for (auto& [number, job] : jobs_) {
    if (anywhere ? job.command.find(specification) == std::string::npos : !job.command.starts_with(specification))
      continue;
    if (found != nullptr) {
      ambiguous = true;
      return nullptr;
    }
    found = &job;
  }
  return found;
}

Job* Jobs::find_pid(pid_t pid) {
  Job* job = nullptr;
  return find_child(pid, &job) != nullptr ? job : nullptr;
}

void Jobs::remove(int number) {
  jobs_.erase(number);
  keep_current();
}

void Jobs::disown(const Job& job) {
  if (job.state() != ProcessState::done && !job.processes.empty()) remember(job.processes.back().pid, 0);
  remove(job.number);
}

bool Jobs::silent() const { return shell_.command_string && !shell_.session && shell_.options[SetOption::posix]; }

void Jobs::notify() {
  // A session keeps what has ended for later command lines to wait for.
  if (shell_.interactive || shell_.session || inherited_ || jobs_.empty()) return;
  reap();
  for (auto& [number, job] : jobs_) {
    if (job.notified || job.processes.empty()) continue;
    if (job.state() == ProcessState::stopped && shell_.options[SetOption::monitor] && shell_.command_string) {
      shell_.output.error("\n" + describe(job, ' ') + "\n");
      job.notified = true;
    }
    if (job.state() != ProcessState::done) continue;
    const int status = job.processes.back().wait_status;
    const int signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    // A script keeps those that have ended by themselves for `jobs` to tell.
    if (shell_.execution.in_substitution || (signal == 0 && !shell_.command_string)) continue;
    if (signal != 0 && signal != SIGTERM && !shell_.traps->active(signal)) {
      report_signal(shell_, job.processes, status);
    } else if (shell_.options[SetOption::monitor] && !silent()) {
      shell_.output.error(describe(job, ' ') + "\n");
    }
    job.notified = true;
  }
  forget_notified();
}

void Jobs::forget_notified() {
  std::erase_if(jobs_,
                [](const auto& entry) { return entry.second.notified && entry.second.state() == ProcessState::done; });
  keep_current();
}

void Jobs::forget_all() {
  inherited_ = true;
  foreground_.clear();
  remembered_.clear();
  loose_.clear();
  shell_.execution.coprocess.pid = 0;
}

std::vector<Job*> Jobs::list() {
  std::vector<Job*> jobs;
  for (auto& [number, job] : jobs_) jobs.push_back(&job);
  return jobs;
}

// A stopped job comes before a running one.
int Jobs::newest(ProcessState state, int below) const {
  for (auto entry = jobs_.rbegin(); entry != jobs_.rend(); ++entry) {
    if (entry->first < below && entry->second.state() == state) return entry->first;
  }
  return 0;
}

bool Jobs::is(int number, ProcessState state) const {
  const auto found = jobs_.find(number);
  return found != jobs_.end() && found->second.state() == state;
}

void Jobs::make_current(int number) {
  if (current_ != number) previous_ = std::exchange(current_, number);
  if (previous_ != current_ && is(previous_, ProcessState::stopped)) return;
  int candidate = is(current_, ProcessState::stopped) ? newest(ProcessState::stopped, current_) : 0;
  const bool running = is(current_, ProcessState::running);
  if (candidate == 0) candidate = newest(ProcessState::running, running ? current_ : INT_MAX);
  previous_ = candidate == 0 ? current_ : candidate;
}

void Jobs::choose_current() {
  int candidate = newest(ProcessState::stopped, INT_MAX);
  for (const int favourite : {previous_, current_}) {
    if (is(favourite, ProcessState::stopped)) candidate = favourite;
  }
  if (candidate == 0) candidate = newest(ProcessState::running, INT_MAX);
  if (candidate == 0) {
    current_ = previous_ = 0;
  } else {
    make_current(candidate);
  }
}

void Jobs::keep_current() {
  const auto gone = [this](int number) { return number != 0 && !jobs_.contains(number); };
  if (gone(current_) || gone(previous_)) choose_current();
}

std::string Jobs::describe(const Job& job, char format) {
  if (format == 'p') return std::to_string(job.processes.empty() ? 0 : job.processes.front().pid);
  std::string text;
  if (job.number != 0) {
    text = "[" + std::to_string(job.number) + "]";
    text += job.number == current_ ? '+' : job.number == previous_ ? '-' : ' ';
    text += format == 'l' ? " " : "  ";
  }
  const ProcessState state = job.state();
  if (format != 'l') {
    const ChildProcess* shown = job.processes.empty() ? nullptr : &job.processes.back();
    for (const ChildProcess& process : job.processes) {
      if (process.state == state && state != ProcessState::done) shown = &process;
    }
    text += padded(shown == nullptr ? "Done" : state_text(*shown)) + job.command;
  } else {
    for (size_t i = 0; i < job.processes.size(); i++) {
      const ChildProcess& process = job.processes[i];
      if (i > 0) text += "\n     ";
      text += pid_text(process.pid);
      const ChildProcess* const before = i > 0 ? &job.processes[i - 1] : nullptr;
      const bool repeats =
          before != nullptr && process.state == before->state && process.wait_status == before->wait_status;
      std::string word = state == ProcessState::running ? "Running" : state_text(process);
      if (state == ProcessState::stopped && WSTOPSIG(process.wait_status) == SIGSTOP) word += " (signal)";
      text += repeats ? std::string(kStateWidth - 2, ' ') : padded(std::move(word));
      text += (i > 0 ? "| " : "") + process.command;
    }
  }
  if (job.background && state == ProcessState::running) text += " &";
  if (!job.directory.empty() && job.directory != shell_.variables.text("PWD")) text += "  (wd: " + job.directory + ")";
  return text;
}

}  // namespace shell
