// Signals: sending, dispositions, masks, waiting for them.
#include "syscall/linux/context.h"

namespace wasmsand {
namespace {

constexpr uint32_t kMaskBytes = sizeof(SignalSet);

bool valid_signal(int32_t signal) { return signal >= 1 && signal <= kSignalCount; }

Result<int32_t> signal_one(LinuxContext& context, int32_t pid, int32_t signal, const SignalInfo& info) {
  if (pid <= 0 || signal < 0 || signal > kSignalCount) return Errno::inval;
  Process* const target = context.kernel.processes().find(pid);
  if (target == nullptr) return Errno::srch;
  const Credentials& own = context.process.credentials;
  if (!own.may_signal(target->credentials)) return Errno::perm;
  // As in Linux, what kill sends is merged instead.
  const bool queues = signal >= kSigRealTimeFirst && info.code != SignalInfo::kFromUser;
  if (const uint64_t most = target->limits[kLimitPendingSignals].soft; queues && target->signals.queued() >= most) {
    // It may have a lower one of its own.
    if (most != context.kernel.accounting().limits().queued_signals) return Errno::again;
    return context.process.refuse(Limit::max_queued_signals, Errno::again);
  }
  if (signal != 0) context.kernel.send_signal(*target, info);
  return 0;
}

SignalInfo from_thread(const LinuxContext& context, int32_t signal) {
  constexpr int kToThread = -6;  // SI_TKILL
  return {.signo = signal,
          .code = kToThread,
          .pid = context.process.pid,
          .uid = context.process.credentials.real_uid,
          .value = 0};
}

abi::Sigaction packed(const SignalAction& action) {
  return {.handler = action.handler,
          .flags = action.flags,
          .restorer = action.restorer,
          .mask_low = static_cast<uint32_t>(action.mask),
          .mask_high = static_cast<uint32_t>(action.mask >> 32)};
}

SignalAction unpacked(const abi::Sigaction& raw) {
  return {.handler = raw.handler,
          .flags = raw.flags,
          .restorer = raw.restorer,
          .mask = (uint64_t{raw.mask_high} << 32 | raw.mask_low) & ~kUnblockableSignals};
}

}  // namespace

Result<int32_t> sys_kill(LinuxContext& context, int32_t pid, int32_t signal) {
  if (signal < 0 || signal > kSignalCount) return Errno::inval;
  if (pid == INT32_MIN) return Errno::srch;
  WS_TRY(context.kernel.kill(&context.process, pid, signal));
  return 0;
}

Result<int32_t> sys_tkill(LinuxContext& context, int32_t tid, int32_t signal) {
  return signal_one(context, tid, signal, from_thread(context, signal));
}

Result<int32_t> sys_tgkill(LinuxContext& context, int32_t group, int32_t tid, int32_t signal) {
  if (group <= 0) return Errno::inval;
  if (group != tid) return Errno::srch;
  return signal_one(context, tid, signal, from_thread(context, signal));
}

Result<int32_t> sys_rt_sigqueueinfo(LinuxContext& context, int32_t pid, int32_t signal, uint32_t info_address) {
  WS_ASSIGN(info, context.memory.load<abi::Siginfo>(info_address));
  // Codes of the kernel and of kill cannot be forged.
  constexpr int32_t kToThread = -6;
  if ((info.code >= 0 || info.code == kToThread) && pid != context.process.pid) return Errno::perm;
  return signal_one(context, pid, signal,
                    {.signo = signal, .code = info.code, .pid = info.pid, .uid = info.uid, .value = info.value});
}

Result<int32_t> sys_rt_sigaction(LinuxContext& context, int32_t signal, uint32_t action, uint32_t old, uint32_t size) {
  if (size != kMaskBytes || !valid_signal(signal)) return Errno::inval;
  SignalState& signals = context.process.signals;
  const abi::Sigaction before = packed(signals.actions[signal]);
  if (old != 0) WS_TRY(context.memory.range(old, sizeof before));
  if (action != 0) {
    WS_ASSIGN(raw, context.memory.load<abi::Sigaction>(action));
    if (signal == kSigKill || signal == kSigStop) return Errno::inval;
    signals.set_action(signal, unpacked(raw));
  }
  if (old != 0) WS_TRY(context.memory.store(old, before));
  return 0;
}

Result<int32_t> sys_rt_sigprocmask(LinuxContext& context, int32_t how, uint32_t set_address, uint32_t old,
                                   uint32_t size) {
  if (size != kMaskBytes) return Errno::inval;
  SignalState& signals = context.process.signals;
  const SignalSet before = signals.mask;
  if (old != 0) WS_TRY(context.memory.range(old, sizeof before));
  if (set_address != 0) {
    WS_ASSIGN(set, context.memory.load<SignalSet>(set_address));
    switch (how) {
      case abi::kSIG_BLOCK:
        signals.set_mask(before | set);
        break;
      case abi::kSIG_UNBLOCK:
        signals.set_mask(before & ~set);
        break;
      case abi::kSIG_SETMASK:
        signals.set_mask(set);
        break;
      default:
        return Errno::inval;
    }
  }
  if (old != 0) WS_TRY(context.memory.store(old, before));
  return 0;
}

Result<int32_t> sys_rt_sigpending(LinuxContext& context, uint32_t set, uint32_t size) {
  if (size > kMaskBytes) return Errno::inval;
  const SignalSet pending = context.process.signals.pending() & context.process.signals.mask;
  WS_ASSIGN(out, context.memory.range(set, size));
  if (size > 0) std::memcpy(out.data(), &pending, size);
  return 0;
}

Result<int32_t> sys_rt_sigsuspend(LinuxContext& context, uint32_t mask_address, uint32_t size) {
  if (size != kMaskBytes) return Errno::inval;
  WS_ASSIGN(mask, context.memory.load<SignalSet>(mask_address));
  WS_TRY(context.kernel.suspend(context.process, mask));
  return 0;
}

Result<int32_t> sys_rt_sigtimedwait_time64(LinuxContext& context, uint32_t set_address, uint32_t info,
                                           uint32_t timeout_address, uint32_t size) {
  if (size != kMaskBytes) return Errno::inval;
  WS_ASSIGN(set, context.memory.load<SignalSet>(set_address));
  Nanoseconds deadline = 0;
  if (timeout_address != 0) {
    WS_ASSIGN(timeout, context.memory.load<abi::Timespec64>(timeout_address));
    if (timeout.seconds < 0) return Errno::inval;
    WS_ASSIGN(duration, nanoseconds_of(timeout));
    const Nanoseconds now = context.process.call_time();
    deadline = duration > INT64_MAX - now ? 0 : now + duration;
  }
  if (info != 0) WS_TRY(context.memory.range(info, sizeof(abi::Siginfo)));
  WS_ASSIGN(taken, context.kernel.wait_signal(context.process, set & ~kUnblockableSignals, deadline));
  if (info != 0) {
    abi::Siginfo out{};
    out.signo = taken.signo;
    out.code = taken.code;
    out.pid = taken.pid;
    out.uid = taken.uid;
    out.value = taken.value;
    WS_TRY(context.memory.store(info, out));
  }
  return int32_t{taken.signo};
}

Result<int32_t> sys_sigaltstack(LinuxContext& context, uint32_t stack_address, uint32_t old) {
  constexpr uint32_t kOnStack = 1, kDisable = 2, kAutoDisarm = 1u << 31;  // SS_…
  constexpr uint32_t kLeast = 2048;                                       // MINSIGSTKSZ
  GuestCall::AlternateStack& current = context.call.alternate_stack;
  const abi::Stack before = {
      .address = current.address, .flags = static_cast<int32_t>(current.flags), .size = current.size};
  if (old != 0) WS_TRY(context.memory.range(old, sizeof before));
  if (stack_address != 0) {
    WS_ASSIGN(stack, context.memory.load<abi::Stack>(stack_address));
    const uint32_t mode = static_cast<uint32_t>(stack.flags) & ~kAutoDisarm;
    if (mode != 0 && mode != kOnStack && mode != kDisable) return Errno::inval;
    if (mode == kDisable) {
      current = {};
    } else {
      if (stack.size < kLeast) return Errno::nomem;
      current = {.address = stack.address, .flags = 0, .size = stack.size};
    }
  }
  if (old != 0) WS_TRY(context.memory.store(old, before));
  return 0;
}

}  // namespace wasmsand
