#include "kernel/process/wait.h"

#include <algorithm>

namespace wasmsand {

WaitScope::WaitScope(Waiter& waiter, std::span<WaitQueue* const> queues)
    : waiter_(waiter), queues_(queues.begin(), queues.end()) {
  waiter_.woken_ = false;
  // Once in each queue: poll may name one file a thousand times, and leaving a queue searches it.
  std::sort(queues_.begin(), queues_.end());
  queues_.erase(std::unique(queues_.begin(), queues_.end()), queues_.end());
  for (WaitQueue* queue : queues_) queue->waiters_.push_back(&waiter_);
}

WaitScope::~WaitScope() {
  for (WaitQueue* queue : queues_) {
    auto& waiters = queue->waiters_;
    if (auto it = std::find(waiters.begin(), waiters.end(), &waiter_); it != waiters.end()) waiters.erase(it);
  }
}

bool WaitScope::sleep(KernelLock& lock, Nanoseconds deadline, HostThread* thread) {
  Nanoseconds now = monotonic_now();
  const Nanoseconds until_probe = probe_.current();
  Nanoseconds span = until_probe;
  if (deadline != 0) span = std::min(span, std::max<Nanoseconds>(deadline - now, 0));
  bool woken = waiter_.condition_.wait_for(lock, std::chrono::nanoseconds(span), [this] { return waiter_.woken_; });
  waiter_.woken_ = false;
  if (woken || span < until_probe || thread == nullptr) return true;
  probe_.lengthen();
  lock.unlock();
  bool alive = thread->alive();
  lock.lock();
  return alive;
}

}  // namespace wasmsand
