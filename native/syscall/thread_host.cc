#include "syscall/thread_host.h"

#include "kernel/platform/spin.h"

namespace wasmsand {

void ProcessThread::wake() {
  {
    std::lock_guard lock(mutex_);
    woken_ = true;
  }
  woken_condition_.notify_one();
}

bool ProcessThread::wait(Process& process, Nanoseconds deadline, bool soon) {
  if (soon) spin_until([this] { return woken_.load(std::memory_order_relaxed); });
  if (woken_.exchange(false)) return true;
  falls_asleep(process);
  sleep(process, deadline);
  wakes();
  return true;
}

void ProcessThread::sleep(Process& process, Nanoseconds deadline) {
  std::unique_lock lock(mutex_);
  for (ProbeInterval probe;; probe.lengthen()) {
    Nanoseconds span = probe.current();
    if (deadline != 0) span = std::min(span, std::max<Nanoseconds>(deadline - monotonic_now(), 0));
    woken_condition_.wait_for(lock, std::chrono::nanoseconds(span), [this] { return woken_.load(); });
    if (woken_.exchange(false) || (deadline != 0 && monotonic_now() >= deadline)) return;
    lock.unlock();
    if (!alive()) {
      KernelLock kernel_lock(process.kernel.mutex());
      process.kernel.exit(process, {0, kSigKill});
      return;
    }
    lock.lock();
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
