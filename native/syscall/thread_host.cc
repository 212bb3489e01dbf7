#include "syscall/thread_host.h"

#include "kernel/platform/spin.h"

namespace wasmsand {

void ProcessThread::wake() {
  {
    std::lock_guard lock(bell_->mutex);
    bell_->rung = true;
  }
  bell_->give();
}

bool ProcessThread::wait(Process& process, Nanoseconds deadline, bool soon) {
  if (soon) spin_until([this] { return bell_->rung.load(std::memory_order_relaxed); });
  if (bell_->rung.exchange(false)) return true;
  falls_asleep(process);
  sleep(process, deadline);
  wakes();
  return true;
}

void ProcessThread::sleep(Process& process, Nanoseconds deadline) {
  std::unique_lock lock(bell_->mutex);
  for (ProbeInterval probe;; probe.lengthen()) {
    Nanoseconds span = probe.current();
    if (deadline != 0) span = std::min(span, std::max<Nanoseconds>(deadline - monotonic_now(), 0));
    bell_->condition.wait_for(lock, std::chrono::nanoseconds(span), [this] { return bell_->rung.load(); });
    if (bell_->rung.exchange(false) || (deadline != 0 && monotonic_now() >= deadline)) return;
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
