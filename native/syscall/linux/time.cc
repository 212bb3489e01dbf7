// Clocks, sleeping, interval timers, times of processes.
#include <algorithm>

#include "syscall/linux/context.h"

namespace wasmsand {
namespace {

// clock_getcpuclockid's clocks: ~pid << 3 | 2.
Result<Nanoseconds> process_clock(LinuxContext& context, int32_t clock) {
  constexpr int32_t kKindMask = 7, kOfProcess = 2;
  if ((clock & kKindMask) != kOfProcess) return Errno::inval;
  const int pid = ~(clock >> 3);
  const Process* const process = pid == 0 ? &context.process : context.kernel.processes().find(pid);
  if (process == nullptr) return Errno::inval;
  return process->cpu_time();
}

Result<Nanoseconds> read_clock(LinuxContext& context, int32_t clock) {
  if (clock < 0) return process_clock(context, clock);
  switch (clock) {
    case abi::kCLOCK_REALTIME:
    case abi::kCLOCK_REALTIME_COARSE:
    case abi::kCLOCK_TAI:
      return realtime_now();
    case abi::kCLOCK_MONOTONIC:
    case abi::kCLOCK_MONOTONIC_RAW:
    case abi::kCLOCK_MONOTONIC_COARSE:
    case abi::kCLOCK_BOOTTIME:
      return context.kernel.uptime();
    case abi::kCLOCK_PROCESS_CPUTIME_ID:
    case abi::kCLOCK_THREAD_CPUTIME_ID:
      return context.process.cpu_time();
    default:
      return Errno::inval;
  }
}

Nanoseconds add_saturated(Nanoseconds a, Nanoseconds b) {
  Nanoseconds sum;
  return __builtin_add_overflow(a, b, &sum) ? INT64_MAX : sum;
}

// Until `deadline` (monotonic): nothing, or EINTR.
Result<void> sleep_until(LinuxContext& context, Nanoseconds deadline) {
  const Result<void> waited =
      context.process.block(WaitCause::time, {}, std::max<Nanoseconds>(deadline, 1), [] { return false; });
  if (!waited.ok() && waited.error() != Errno::timedout) return waited.error();
  return {};
}

Result<Nanoseconds> nanoseconds_of(const abi::Timeval& time) {
  constexpr int32_t kMicroseconds = 1'000'000;
  if (time.seconds < 0 || time.microseconds < 0 || time.microseconds >= kMicroseconds) return Errno::inval;
  return time.seconds * kSecond + time.microseconds * 1000LL;
}

abi::Itimerval interval_timer(Nanoseconds at, Nanoseconds now, Nanoseconds interval) {
  abi::Itimerval out{};
  out.interval = timeval_of(interval);
  // At least a microsecond: 0 would say that it is off.
  if (at != 0) out.value = timeval_of(std::max<Nanoseconds>(at - now, 1000));
  return out;
}

Process::CpuTimer& cpu_timer_of(Process& process, int32_t which) {
  return process.cpu_timers[which == abi::kITIMER_VIRTUAL ? 0 : 1];
}

// EINVAL: there is no such timer.
Result<abi::Itimerval> interval_timer_of(Process& process, int32_t which) {
  if (which == abi::kITIMER_REAL) return interval_timer(process.alarm_at, monotonic_now(), process.alarm_interval);
  if (which != abi::kITIMER_VIRTUAL && which != abi::kITIMER_PROF) return Errno::inval;
  const Process::CpuTimer& timer = cpu_timer_of(process, which);
  return interval_timer(timer.at, process.cpu_time(), timer.interval);
}

int32_t ticks_of(Nanoseconds time) {
  constexpr Nanoseconds kTick = kSecond / 100;
  return static_cast<int32_t>(time / kTick);
}

}  // namespace

Result<int32_t> sys_clock_gettime64(LinuxContext& context, int32_t clock, uint32_t time) {
  WS_ASSIGN(now, read_clock(context, clock));
  WS_TRY(context.memory.store(time, timespec_of(now)));
  context.call.tells_time = true;
  return 0;
}

Result<int32_t> sys_clock_settime64(LinuxContext& context, int32_t clock, uint32_t time_address) {
  WS_ASSIGN(time, context.memory.load<abi::Timespec64>(time_address));
  WS_TRY(nanoseconds_of(time));
  return clock == abi::kCLOCK_REALTIME ? Errno::perm : Errno::inval;
}

Result<int32_t> sys_clock_getres_time64(LinuxContext& context, int32_t clock, uint32_t resolution) {
  WS_TRY(read_clock(context, clock));
  const bool coarse = clock == abi::kCLOCK_REALTIME_COARSE || clock == abi::kCLOCK_MONOTONIC_COARSE;
  if (resolution != 0) WS_TRY(context.memory.store(resolution, timespec_of(coarse ? 4 * kMillisecond : 1)));
  return 0;
}

Result<int32_t> sys_clock_nanosleep_time64(LinuxContext& context, int32_t clock, uint32_t flags,
                                           uint32_t request_address, uint32_t remaining) {
  switch (clock) {
    case abi::kCLOCK_REALTIME:
    case abi::kCLOCK_MONOTONIC:
    case abi::kCLOCK_BOOTTIME:
    case abi::kCLOCK_TAI:
      break;
    case abi::kCLOCK_PROCESS_CPUTIME_ID:
      return Errno::opnotsupp;
    default:
      return Errno::inval;
  }
  WS_ASSIGN(request, context.memory.load<abi::Timespec64>(request_address));
  if (request.seconds < 0) return Errno::inval;
  WS_ASSIGN(time, nanoseconds_of(request));
  if (flags & abi::kTIMER_ABSTIME) {
    WS_ASSIGN(now, read_clock(context, clock));
    WS_TRY(sleep_until(context, add_saturated(monotonic_now(), time - now)));
    return 0;
  }
  const Nanoseconds deadline = add_saturated(context.process.call_time(), time);
  const Result<void> slept = sleep_until(context, deadline);
  if (slept.ok()) return 0;
  if (slept.error() == Errno::intr && remaining != 0) {
    WS_TRY(context.memory.store(remaining, timespec_of(std::max<Nanoseconds>(deadline - monotonic_now(), 0))));
  }
  return slept.error();
}

Result<int32_t> sys_getitimer(LinuxContext& context, int32_t which, uint32_t value) {
  WS_ASSIGN(now, interval_timer_of(context.process, which));
  WS_TRY(context.memory.store(value, now));
  return 0;
}

Result<int32_t> sys_setitimer(LinuxContext& context, int32_t which, uint32_t value_address, uint32_t old) {
  WS_ASSIGN(before, interval_timer_of(context.process, which));
  abi::Itimerval value{};
  if (value_address != 0) {
    WS_ASSIGN(loaded, context.memory.load<abi::Itimerval>(value_address));
    value = loaded;
  }
  WS_ASSIGN(delay, nanoseconds_of(value.value));
  WS_ASSIGN(interval, nanoseconds_of(value.interval));
  if (old != 0) WS_TRY(context.memory.store(old, before));
  if (which == abi::kITIMER_REAL)
    context.kernel.set_alarm(context.process, delay == 0 ? 0 : monotonic_now() + delay, interval);
  else
    context.kernel.set_cpu_timer(context.process, cpu_timer_of(context.process, which), delay, interval);
  return 0;
}

Result<int32_t> sys_times(LinuxContext& context, uint32_t result) {
  if (result != 0) {
    const abi::Tms times = {.user = ticks_of(context.process.cpu_time()),
                            .system = 0,
                            .children_user = ticks_of(context.process.children_cpu_ns),
                            .children_system = 0};
    WS_TRY(context.memory.store(result, times));
  }
  // Positive, so that it cannot be taken for an errno; it wraps after eight months.
  return ticks_of(context.kernel.uptime() % (INT32_MAX * (kSecond / 100)));
}

Result<int32_t> sys_getrusage(LinuxContext& context, int32_t who, uint32_t result) {
  const Process& process = context.process;
  switch (who) {
    case abi::kRUSAGE_SELF:
    case abi::kRUSAGE_THREAD:
      WS_TRY(context.memory.store(result, rusage_of(process.cpu_time(), process.peak_memory_bytes)));
      return 0;
    case abi::kRUSAGE_CHILDREN:
      WS_TRY(context.memory.store(result, rusage_of(process.children_cpu_ns, 0)));
      return 0;
    default:
      return Errno::inval;
  }
}

// The module has one thread: nobody waits who could be woken, and only a timeout or signal ends a wait.
Result<int32_t> sys_futex_time64(LinuxContext& context, uint32_t address, uint32_t operation, uint32_t value,
                                 uint32_t timeout, uint32_t, uint32_t) {
  constexpr uint32_t kFlags = 128 | 256, kWait = 0, kWake = 1;  // FUTEX_PRIVATE_FLAG, FUTEX_CLOCK_REALTIME
  switch (operation & ~kFlags) {
    case kWake:
      WS_TRY(context.memory.range(address, sizeof(uint32_t)));
      return 0;
    case kWait: {
      WS_ASSIGN(current, context.memory.load<uint32_t>(address));
      if (current != value) return Errno::again;
      Nanoseconds deadline = 0;
      if (timeout != 0) {
        WS_ASSIGN(time, context.memory.load<abi::Timespec64>(timeout));
        if (time.seconds < 0) return Errno::inval;
        WS_ASSIGN(duration, nanoseconds_of(time));
        deadline = add_saturated(context.process.call_time(), duration);
      }
      WS_TRY(context.process.block(WaitCause::time, {}, deadline, [] { return false; }));
      return 0;
    }
    default:
      return Errno::nosys;
  }
}

}  // namespace wasmsand
