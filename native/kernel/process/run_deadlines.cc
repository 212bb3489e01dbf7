#include "kernel/process/run_deadlines.h"

#include <algorithm>

#include "kernel/kernel.h"

namespace wasmsand {

void RunDeadlines::set(uint64_t run_id, Nanoseconds deadline, Nanoseconds cpu, std::function<void()> on_expired) {
  runs_[run_id] = {.at = deadline, .cpu = cpu, .on_expired = std::move(on_expired)};
  if (deadline != 0) executor_->timers_changed(deadline);
}

bool RunDeadlines::keep_time_of(const Process& process) {
  const auto run = runs_.find(process.acting_run());
  if (run == runs_.end()) return false;
  run->second.cpu_of_ended += process.cpu_ns - process.cpu_before_run;
  return true;
}

Nanoseconds RunDeadlines::check(Nanoseconds now) {
  Nanoseconds next = 0;
  const auto want = [&next](Nanoseconds at) {
    if (at != 0 && (next == 0 || at < next)) next = at;
  };
  measure();
  for (auto it = runs_.begin(); it != runs_.end();) {
    const bool too_late = it->second.at != 0 && it->second.at <= now;
    const bool too_long = it->second.cpu != 0 && it->second.cpu_used >= it->second.cpu;
    if (!too_late && !too_long) {
      want(it->second.at);
      ++it;
      continue;
    }
    auto [run_id, deadline] = std::move(*it);
    it = runs_.erase(it);
    kernel_.accounting().refusals().note(too_late ? Limit::timeout_ms : Limit::cpu_timeout_ms, run_id);
    if (deadline.on_expired) deadline.on_expired();
    kernel_.kill_run(run_id);
  }
  if (check_graces(now)) want(now + kCpuPeriod);
  return next;
}

// What the runs have used that have a limit of processor time. What runs is looked at every 10 ms (Ticker).
void RunDeadlines::measure() {
  const auto is_limited = [](const auto& run) { return run.second.cpu != 0; };
  if (std::ranges::none_of(runs_, is_limited)) return;
  for (auto& [run_id, run] : runs_) run.cpu_used = run.cpu_of_ended;
  for (const auto& [pid, process] : kernel_.processes()) {
    if (process->state == ProcessState::zombie) continue;
    const auto run = runs_.find(process->acting_run());
    if (run != runs_.end()) run->second.cpu_used += process->cpu_time() - process->cpu_before_run;
  }
}

// Of a run and of the session that serves it.
Grace::Look RunDeadlines::look_at(uint64_t run_id, Nanoseconds now) const {
  Grace::Look look{.now = now, .cpu = 0, .wants_processor = false};
  for (const auto& [pid, process] : kernel_.processes()) {
    if (process->acting_run() != run_id || process->state == ProcessState::zombie) continue;
    look.cpu += process->cpu_time();
    // Room for output is the host's to make.
    look.wants_processor |= process->may_run() || process->woken() || process->waits_for() == WaitCause::output;
  }
  return look;
}

void RunDeadlines::set_grace(const Process& session, uint64_t run_id, Nanoseconds time) {
  const Nanoseconds now = monotonic_now();
  graces_.try_emplace(run_id, SessionGrace{session.pid, Grace(time, kCpuPeriod, look_at(run_id, now))});
  executor_->timers_changed(now + kCpuPeriod);
}

bool RunDeadlines::check_graces(Nanoseconds now) {
  for (auto it = graces_.begin(); it != graces_.end();) {
    auto& [run_id, entry] = *it;
    Process* const session = kernel_.processes().find(entry.pid);
    const SessionChannel* const channel = session == nullptr ? nullptr : session->session_channel.get();
    const bool serves = channel != nullptr && !session->killed && session->run_of_children == run_id;
    const bool will = channel != nullptr && !session->killed && channel->holds(run_id);
    if (serves && !entry.grace.lasts(look_at(run_id, now))) kernel_.terminate(*session, {0, kSigKill});
    if ((serves && !session->killed) || will)
      ++it;
    else
      it = graces_.erase(it);
  }
  return !graces_.empty();
}

}  // namespace wasmsand
