#include "kernel/process/process.h"

#include <bit>

#include "kernel/kernel.h"

namespace wasmsand {

Process::Process(Kernel& owner, int number)
    : kernel(owner),
      pid(number),
      descriptors(std::make_unique<DescriptorTable>(owner.accounting())),
      started_at(monotonic_now()) {
  const Limits& sandbox = owner.accounting().limits();
  limits[kLimitStack].soft = 8 << 20;
  limits[kLimitCore].soft = 0;
  if (sandbox.processes != 0) limits[kLimitProcesses] = {sandbox.processes, sandbox.processes};
  limits[kLimitDescriptors] = {1024, 4096};
  limits[kLimitPendingSignals] = {1024, 1024};
}

Process::~Process() = default;

Caller Process::caller() { return {&credentials, this, umask, *root_directory, *working_directory}; }

bool Process::interrupted() const {
  if (killed) return true;
  for (SignalSet left = signals.deliverable(); left != 0; left &= left - 1) {
    int signo = std::countr_zero(left) + 1;
    if (signals.has_handler(signo)) return true;
    if (!signals.ignored(signo) && default_action(signo) == DefaultAction::terminate) return true;
  }
  return false;
}

int Process::pending_stop() const {
  for (SignalSet left = signals.deliverable(); left != 0; left &= left - 1) {
    int signo = std::countr_zero(left) + 1;
    if (signals.actions[signo].handler == SignalAction::kDefault && default_action(signo) == DefaultAction::stop)
      return signo;
  }
  return 0;
}

void Process::restore_mask() {
  if (saved_mask) signals.mask = *saved_mask;
  saved_mask.reset();
}

void Process::stay_stopped(KernelLock& lock, WaitScope& scope) {
  while (int signo = pending_stop()) {
    if (killed) return;
    signals.take(signal_bit(signo));
    kernel.stop(*this, signo);
  }
  if (state != ProcessState::stopped) return;
  Asleep asleep(*this);
  while (state == ProcessState::stopped && !killed) {
    if (!scope.sleep(lock, 0, thread)) lose_thread();
  }
}

void Process::lose_thread() { kernel.exit(*this, {0, kSigKill}); }

}  // namespace wasmsand
