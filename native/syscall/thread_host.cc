#include "syscall/thread_host.h"

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
    KernelLock lock(process.kernel.mutex());
    return process.kernel.exit(process, {0, kSigKill});
  }
}

void WaitingThread::wait(KernelLock& lock, WaitQueue& queue, Nanoseconds deadline) {
  WaitQueue* const queues[] = {&queue};
  begin_wait(queues);
  woken_ = false;
  const auto span = std::chrono::nanoseconds(std::max<Nanoseconds>(deadline - monotonic_now(), 0));
  condition_.wait_for(lock, span, [this] { return woken_; });
  end_wait();
}

void WaitingThread::on_wake() {
  woken_ = true;
  condition_.notify_one();
}

}  // namespace wasmsand
