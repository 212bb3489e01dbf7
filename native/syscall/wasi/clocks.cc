#include "syscall/generated/flags.h"
#include "syscall/wasi/call.h"

namespace wasmsand::wasi {

Status clock_res_get(Call& call) {
  if (call.u32(0) > clockid::kThreadCputimeId) return status_of(Errno::inval);
  return status_of(call.memory().store(call.u32(1), uint64_t{1}));
}

Status clock_time_get(Call& call) {
  Nanoseconds now = 0;
  switch (call.u32(0)) {
    case clockid::kRealtime:
      now = realtime_now();
      break;
    case clockid::kMonotonic:
      now = call.kernel().uptime();
      break;
    case clockid::kProcessCputimeId:
    case clockid::kThreadCputimeId:
      now = call.process().cpu_time();
      break;
    default:
      return status_of(Errno::inval);
  }
  return status_of(call.memory().store(call.u32(2), static_cast<uint64_t>(now)));
}

}  // namespace wasmsand::wasi
