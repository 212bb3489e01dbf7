#include "kernel/process/wait.h"

#include <algorithm>

namespace wasmsand {

void Waiter::begin_wait(std::span<WaitQueue* const> queues, size_t need) {
  if (waiting_) withdraw();
  queues_.assign(queues.begin(), queues.end());
  if (queues_.size() > 1) {
    // Once in each queue: poll may name one file a thousand times, and leaving a queue searches it.
    std::sort(queues_.begin(), queues_.end());
    queues_.erase(std::unique(queues_.begin(), queues_.end()), queues_.end());
  }
  for (WaitQueue* queue : queues_) queue->waiters_.push_back(this);
  need_ = need;
  waiting_ = true;
  woken_ = false;
}

void Waiter::leave(bool hands_on) {
  waiting_ = false;
  for (WaitQueue* queue : queues_) {
    auto& waiters = queue->waiters_;
    waiters.erase(std::find(waiters.begin(), waiters.end(), this));
    if (queue->chosen_ != this) continue;
    queue->chosen_ = nullptr;
    if (hands_on) queue->wake_one(queue->offer_);
  }
  queues_.clear();
}

void Waiter::wake() {
  if (!waiting_ || woken_ || !is_enough()) return;
  woken_ = true;
  on_wake();
}

WaitQueue::~WaitQueue() {
  for (Waiter* waiter : waiters_) {
    std::erase(waiter->queues_, this);
    waiter->wake();
  }
}

void WaitQueue::choose(size_t offer) {
  offer_ = offer;
  if (chosen_ != nullptr) return;
  const auto found =
      std::find_if(waiters_.begin(), waiters_.end(), [offer](const Waiter* waiter) { return waiter->need_ <= offer; });
  if (found == waiters_.end()) return;
  chosen_ = *found;
  chosen_->wake();
}

}  // namespace wasmsand
