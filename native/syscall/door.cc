#include "syscall/door.h"

#include <algorithm>

#include "syscall/finish_call.h"

namespace wasmsand {

void stay_blocked(GuestCall& call) {
  call.after = GuestCall::After::blocked;
  call.wake_at = call.process.wake_at;
  call.woken_soon = call.process.woken_soon;
}

void finish_call(GuestCall& call, Errno error, bool restarts) {
  const Process& process = call.process;
  if (error == Errno::blocked) return stay_blocked(call);
  call.restart_after_handlers = restarts && error == Errno::intr;
  const bool tells_time = std::exchange(call.tells_time, false);
  const bool left_signals = std::exchange(call.leaves_signals, false);
  if (process.undisturbed() && !process.saved_mask) return;
  if (process.killed) {
    call.after = GuestCall::After::exit;
    return;
  }
  // Signals that arrive during exec are the new program's; those that arrive during a rest end it.
  if (call.after == GuestCall::After::exec || call.after == GuestCall::After::rest) return;
  if (process.interrupted() || process.pending_stop() != 0 || process.saved_mask) {
    call.leaves_signals = tells_time && !left_signals;
    if (!call.leaves_signals) call.after = GuestCall::After::signal;
  }
}

bool take_signal(GuestCall& call, SignalCall& out) {
  CallLock lock(call.process, KernelLock::Side::guest);
  Process& process = call.process;
  call.after = GuestCall::After::resume;
  call.restart = false;
  if (call.leaves_signals && !process.killed) return false;
  const auto next = call.kernel.next_delivery(process);
  if (!next.ok()) {
    stay_blocked(call);
    return false;
  }
  if (process.killed) {
    call.after = GuestCall::After::exit;
    return false;
  }
  const std::optional<Kernel::Delivery>& delivery = *next;
  if (!delivery) {
    call.restart = std::exchange(call.restart_after_handlers, false);
    return false;
  }

  const SignalInfo& info = delivery->info;
  const SignalAction& action = delivery->action;
  // Frames whose handlers were left by siglongjmp are found out when an older one returns; a program that never returns
  // from any must not grow the list without end.
  constexpr size_t kFramesKept = 1024;
  if (call.frames.size() >= kFramesKept) call.frames.erase(call.frames.begin(), call.frames.begin() + kFramesKept / 2);
  const bool restart =
      std::exchange(call.restart_after_handlers, false) && (action.flags & SignalAction::kRestart) != 0;
  call.frames.push_back({++call.last_frame, restart, delivery->old_mask});
  out = {.signo = info.signo,
         .handler = static_cast<int32_t>(action.handler),
         .flags = static_cast<int32_t>(action.flags),
         .code = info.code,
         .pid = info.pid,
         .uid = static_cast<int32_t>(info.uid),
         .value = info.value,
         .frame = call.last_frame};
  return true;
}

void signal_done(GuestCall& call, uint32_t frame) {
  const auto found = std::find_if(call.frames.rbegin(), call.frames.rend(),
                                  [frame](const GuestCall::SignalFrame& f) { return f.id == frame; });
  if (found == call.frames.rend()) return;
  call.restart_after_handlers = found->restart;
  {
    CallLock lock(call.process, KernelLock::Side::guest);
    call.process.signals.set_mask(found->old_mask);
  }
  call.frames.erase(std::prev(found.base()), call.frames.end());
}

}  // namespace wasmsand
