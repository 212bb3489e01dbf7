// What happens at a time: alarms, CPU limits, samples of the load, the host's deadlines.
#include <algorithm>

#include "kernel/kernel.h"

namespace wasmsand {

namespace {
// How often the processor time is looked at of a process for which something depends on it.
constexpr Nanoseconds kCpuPeriod = 10 * kMillisecond;

// Whether a timer is due, which moves it to its next expiry. Periods that were missed count as one.
bool expire(Nanoseconds now, Nanoseconds& at, Nanoseconds interval) {
  if (at == 0 || at > now) return false;
  if (interval == 0) {
    at = 0;
    return true;
  }
  const Nanoseconds left = interval - (now - at) % interval;
  if (__builtin_add_overflow(now, left, &at)) at = INT64_MAX;
  return true;
}

}  // namespace

void Kernel::set_alarm(Process& process, Nanoseconds at, Nanoseconds interval) {
  process.alarm_at = at;
  process.alarm_interval = interval;
  if (at != 0) options_.executor->timers_changed(at);
}

void Kernel::set_cpu_timer(Process& process, Process::CpuTimer& timer, Nanoseconds delay, Nanoseconds interval) {
  timer = {};
  if (delay == 0) return;
  timer.interval = interval;
  if (__builtin_add_overflow(process.cpu_time(), delay, &timer.at)) timer.at = INT64_MAX;
  // Sooner than that it cannot be due.
  options_.executor->timers_changed(monotonic_now() + std::min(delay, kCpuPeriod));
}

void Kernel::set_timer(PosixTimer& timer, Nanoseconds at, Nanoseconds interval) {
  timer.at = at;
  timer.interval = interval;
  if (at != 0) options_.executor->timers_changed(at);
}

// RLIMIT_CPU: SIGXCPU each second from the soft limit on, SIGKILL at the hard one.
void Kernel::check_cpu_limit(Process& process) {
  const ResourceLimit& limit = process.limits[kLimitCpu];
  Nanoseconds used = process.cpu_time();
  uint64_t seconds = static_cast<uint64_t>(used / kSecond);
  if (seconds >= limit.hard) return terminate(process, {0, kSigKill});
  if (seconds >= limit.soft && used >= process.next_cpu_warning) {
    process.next_cpu_warning = used + kSecond;
    send_signal(process, {kSigCpuLimit, SignalInfo::kFromKernel});
  }
}

bool Kernel::check_cpu_timers(Process& process) {
  constexpr std::array kSignals = {kSigVirtualAlarm, kSigProfile};
  bool is_any_set = false;
  for (size_t i = 0; i < kSignals.size(); i++) {
    Process::CpuTimer& timer = process.cpu_timers[i];
    if (timer.at == 0) continue;
    if (expire(process.cpu_time(), timer.at, timer.interval))
      send_signal(process, {kSignals[i], SignalInfo::kFromKernel});
    is_any_set |= timer.at != 0;
  }
  return is_any_set;
}

Nanoseconds Kernel::cpu_used() const {
  Nanoseconds used = accounting_.usage().cpu_ns;
  for (const auto& [pid, process] : processes_)
    if (process->state != ProcessState::zombie) used += process->cpu_time();
  return used;
}

const std::array<double, 3>& Kernel::load_averages() {
  load_average_.sample(monotonic_now(), cpu_used());
  return load_average_.averages();
}

Nanoseconds Kernel::tick(Nanoseconds now) {
  if (now >= load_average_.due()) load_average_.sample(now, cpu_used());
  Nanoseconds next = 0;
  auto want = [&next](Nanoseconds at) {
    if (at != 0 && (next == 0 || at < next)) next = at;
  };
  for (const auto& [pid, process] : processes_) {
    if (process->killed) continue;
    if (expire(now, process->alarm_at, process->alarm_interval))
      send_signal(*process, {kSigAlarm, SignalInfo::kFromKernel});
    want(process->alarm_at);
    for (PosixTimer& timer : process->timers) {
      if (expire(now, timer.at, timer.interval) && timer.signo != 0)
        send_signal(*process, {timer.signo, SignalInfo::kFromTimer, timer.id, 0, timer.value});
      want(timer.at);
    }
    if (!process->cpu_clock) continue;
    bool looks_again = check_cpu_timers(*process);
    if (process->limits[kLimitCpu].soft != kUnlimited) {
      check_cpu_limit(*process);
      looks_again = true;
    }
    if (looks_again && process->may_run()) want(now + kCpuPeriod);
  }
  measure_runs();
  for (auto it = run_deadlines_.begin(); it != run_deadlines_.end();) {
    const bool too_late = it->second.at != 0 && it->second.at <= now;
    const bool too_long = it->second.cpu != 0 && it->second.cpu_used >= it->second.cpu;
    if (!too_late && !too_long) {
      want(it->second.at);
      ++it;
      continue;
    }
    auto [run_id, deadline] = std::move(*it);
    it = run_deadlines_.erase(it);
    accounting_.refusals().note(too_late ? Limit::timeout_ms : Limit::cpu_timeout_ms, run_id);
    if (deadline.on_expired) deadline.on_expired();
    kill_run(run_id);
  }
  if (check_graces(now)) want(now + kCpuPeriod);
  return next;
}

// What the runs have used that have a limit of processor time. What runs is looked at every 10 ms (Ticker).
void Kernel::measure_runs() {
  const auto is_limited = [](const auto& run) { return run.second.cpu != 0; };
  if (std::none_of(run_deadlines_.begin(), run_deadlines_.end(), is_limited)) return;
  for (auto& [run_id, run] : run_deadlines_) run.cpu_used = run.cpu_of_ended;
  for (const auto& [pid, process] : processes_) {
    if (process->state == ProcessState::zombie) continue;
    const auto run = run_deadlines_.find(process->acting_run());
    if (run != run_deadlines_.end()) run->second.cpu_used += process->cpu_time() - process->cpu_before_run;
  }
}

bool Kernel::awaits_time() const {
  if (!run_deadlines_.empty() || !graces_.empty()) return true;
  return std::any_of(processes_.begin(), processes_.end(), [](const auto& entry) {
    const Process& process = *entry.second;
    return process.alarm_at != 0 || std::any_of(process.timers.begin(), process.timers.end(),
                                                [](const PosixTimer& timer) { return timer.at != 0; });
  });
}

void Kernel::set_run_deadline(uint64_t run_id, Nanoseconds deadline, Nanoseconds cpu,
                              std::function<void()> on_expired) {
  run_deadlines_[run_id] = {.at = deadline, .cpu = cpu, .on_expired = std::move(on_expired)};
  if (deadline != 0) options_.executor->timers_changed(deadline);
}

void Kernel::clear_run_deadline(uint64_t run_id) { run_deadlines_.erase(run_id); }

// Of a run and of the session that serves it.
Grace::Look Kernel::look_at(uint64_t run_id, Nanoseconds now) const {
  Grace::Look look{.now = now, .cpu = 0, .wants_processor = false};
  for (const auto& [pid, process] : processes_) {
    if (process->acting_run() != run_id || process->state == ProcessState::zombie) continue;
    look.cpu += process->cpu_time();
    // Room for output is the host's to make.
    look.wants_processor |= process->may_run() || process->woken() || process->waits_for() == WaitCause::output;
  }
  return look;
}

void Kernel::set_grace(Process& session, uint64_t run_id, Nanoseconds time) {
  const Nanoseconds now = monotonic_now();
  graces_.try_emplace(run_id, SessionGrace{session.pid, Grace(time, kCpuPeriod, look_at(run_id, now))});
  options_.executor->timers_changed(now + kCpuPeriod);
}

bool Kernel::check_graces(Nanoseconds now) {
  for (auto it = graces_.begin(); it != graces_.end();) {
    auto& [run_id, entry] = *it;
    Process* const session = find_process(entry.pid);
    const SessionChannel* const channel = session == nullptr ? nullptr : session->session_channel.get();
    const bool serves = channel != nullptr && !session->killed && session->run_of_children == run_id;
    const bool will = channel != nullptr && !session->killed && channel->holds(run_id);
    if (serves && !entry.grace.lasts(look_at(run_id, now))) terminate(*session, {0, kSigKill});
    if ((serves && !session->killed) || will)
      ++it;
    else
      it = graces_.erase(it);
  }
  return !graces_.empty();
}

}  // namespace wasmsand
