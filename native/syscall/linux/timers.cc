// POSIX timers: timer_create and what goes with it.
#include <algorithm>

#include "syscall/linux/context.h"

namespace wasmsand {
namespace {

Result<PosixTimer*> find_timer(LinuxContext& context, int32_t id) {
  for (PosixTimer& timer : context.process.timers) {
    if (timer.id == id) return &timer;
  }
  return Errno::inval;
}

// The lowest free one: a program that makes timers for ever does not run out of numbers.
int32_t free_id(const LinuxContext& context) {
  int32_t id = 0;
  const auto& timers = context.process.timers;
  while (std::any_of(timers.begin(), timers.end(), [id](const PosixTimer& timer) { return timer.id == id; })) id++;
  return id;
}

bool of_real_time(int32_t clock) { return clock == abi::kCLOCK_REALTIME || clock == abi::kCLOCK_TAI; }

bool served(int32_t clock) {
  return of_real_time(clock) || clock == abi::kCLOCK_MONOTONIC || clock == abi::kCLOCK_BOOTTIME;
}

abi::Itimerspec64 setting_of(const PosixTimer& timer) {
  abi::Itimerspec64 out{};
  out.interval = timespec_of(timer.interval);
  // At least a nanosecond: 0 would say that it is off.
  if (timer.at != 0) out.value = timespec_of(std::max<Nanoseconds>(timer.at - monotonic_now(), 1));
  return out;
}

}  // namespace

Result<int32_t> sys_timer_create(LinuxContext& context, int32_t clock, uint32_t event_address, uint32_t id_address) {
  if (!served(clock)) return Errno::inval;
  auto& timers = context.process.timers;
  if (timers.size() >= context.kernel.accounting().limits().timers)
    return context.process.refuse(Limit::max_timers, Errno::again);
  PosixTimer timer{.id = free_id(context), .clock = clock, .signo = kSigAlarm};
  timer.value = timer.id;
  if (event_address != 0) {
    WS_ASSIGN(event, context.memory.load<abi::Sigevent>(event_address));
    const bool signals = event.notify == abi::kSIGEV_SIGNAL || event.notify == abi::kSIGEV_THREAD_ID;
    if (!signals && event.notify != abi::kSIGEV_NONE) return Errno::inval;
    if (signals && (event.signo < 1 || event.signo > kSignalCount)) return Errno::inval;
    timer.signo = signals ? event.signo : 0;
    timer.value = event.value;
  }
  WS_TRY(context.memory.store(id_address, timer.id));
  timers.push_back(timer);
  return 0;
}

Result<int32_t> sys_timer_settime64(LinuxContext& context, int32_t id, uint32_t flags, uint32_t value_address,
                                    uint32_t old) {
  WS_ASSIGN(timer, find_timer(context, id));
  WS_ASSIGN(value, context.memory.load<abi::Itimerspec64>(value_address));
  if (value.value.seconds < 0 || value.interval.seconds < 0) return Errno::inval;
  WS_ASSIGN(time, nanoseconds_of(value.value));
  WS_ASSIGN(interval, nanoseconds_of(value.interval));
  if (old != 0) WS_TRY(context.memory.store(old, setting_of(*timer)));
  Nanoseconds at = 0;
  if (time != 0) {
    const Nanoseconds now = monotonic_now();
    const bool absolute = flags & abi::kTIMER_ABSTIME;
    const Nanoseconds shown = of_real_time(timer->clock) ? realtime_now() : context.kernel.uptime();
    const Nanoseconds passed = absolute ? shown : 0;
    const Nanoseconds delay = std::max<Nanoseconds>(time - passed, 0);
    at = delay > INT64_MAX - now ? INT64_MAX : now + delay;
  }
  context.kernel.set_timer(*timer, at, interval);
  return 0;
}

Result<int32_t> sys_timer_gettime64(LinuxContext& context, int32_t id, uint32_t value) {
  WS_ASSIGN(timer, find_timer(context, id));
  WS_TRY(context.memory.store(value, setting_of(*timer)));
  return 0;
}

// Expiries that found the last one still pending are not counted.
Result<int32_t> sys_timer_getoverrun(LinuxContext& context, int32_t id) {
  WS_TRY(find_timer(context, id));
  return 0;
}

Result<int32_t> sys_timer_delete(LinuxContext& context, int32_t id) {
  WS_TRY(find_timer(context, id));
  std::erase_if(context.process.timers, [id](const PosixTimer& timer) { return timer.id == id; });
  return 0;
}

}  // namespace wasmsand
