#include "syscall/process_thread.h"

#include "kernel/platform/spin.h"

namespace wasmsand {

bool ProcessThread::wait(Process& process, Nanoseconds deadline, bool soon) {
  if (soon) spin_until([this] { return bell_->rung(); });
  if (bell_->take()) return true;
  falls_asleep(process);
  sleep(process, deadline);
  wakes();
  return true;
}

void ProcessThread::sleep(Process& process, Nanoseconds deadline) {
  for (ProbeInterval probe;; probe.lengthen()) {
    Nanoseconds span = probe.current();
    if (deadline != 0) span = std::min(span, std::max<Nanoseconds>(deadline - monotonic_now(), 0));
    if (bell_->sleep(span) || (deadline != 0 && monotonic_now() >= deadline)) return;
    if (alive()) continue;
    CallLock lock(process);
    return process.kernel.exit(process, {0, kSigKill});
  }
}

}  // namespace wasmsand
