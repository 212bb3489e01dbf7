// What happens at a time: alarms, CPU limits, samples of the load. The host's deadlines are in run_deadlines.h.
#include <algorithm>

#include "kernel/kernel.h"

namespace wasmsand {

namespace {

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
  want(deadlines_.check(now));
  return next;
}

bool Kernel::awaits_time() const {
  if (!deadlines_.empty()) return true;
  return std::any_of(processes_.begin(), processes_.end(), [](const auto& entry) {
    const Process& process = *entry.second;
    return process.alarm_at != 0 || std::any_of(process.timers.begin(), process.timers.end(),
                                                [](const PosixTimer& timer) { return timer.at != 0; });
  });
}

}  // namespace wasmsand
