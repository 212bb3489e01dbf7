// What a thread sleeps by. Whoever rings it may do so when that thread has ended.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>

#include "kernel/notice.h"
#include "kernel/platform/clock.h"

namespace wasmsand {

class ThreadBell final : public Notice {
 public:
  void ring() {
    {
      const std::lock_guard lock(mutex_);
      rung_ = true;
    }
    give();
  }
  [[nodiscard]] bool rung() const { return rung_.load(std::memory_order_relaxed); }
  // Whether it was rung since the last time.
  bool take() { return rung_.exchange(false); }
  // The same, after it was, or `span`.
  bool sleep(Nanoseconds span) {
    std::unique_lock lock(mutex_);
    condition_.wait_for(lock, std::chrono::nanoseconds(span), [this] { return rung(); });
    return take();
  }

 private:
  void tell() override { condition_.notify_one(); }

  std::mutex mutex_;  // a leaf
  std::condition_variable condition_;
  std::atomic<bool> rung_ = false;  // set with the mutex held
};

}  // namespace wasmsand
