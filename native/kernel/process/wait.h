// Blocking. A thread waits on any number of wait queues through its one Waiter; whoever changes a condition wakes the
// queue. One condition variable per waiting thread, so that poll over many objects and kill are the same mechanism.
#pragma once

#include <algorithm>
#include <condition_variable>
#include <span>
#include <vector>

#include "kernel/lock.h"
#include "kernel/platform/clock.h"
#include "kernel/result.h"

namespace wasmsand {

// How long a thread waits before it asks whether its host still wants it: the longer it has waited, the seldomer.
class ProbeInterval {
 public:
  [[nodiscard]] Nanoseconds current() const { return current_; }
  void lengthen() { current_ = std::min(2 * current_, kLongest); }

 private:
  static constexpr Nanoseconds kShortest = 100 * kMillisecond, kLongest = 800 * kMillisecond;
  Nanoseconds current_ = kShortest;
};

// The thread that runs a process, as the kernel sees it: a worker of the host.
class HostThread {
 public:
  virtual ~HostThread() = default;
  // False when the host is tearing this thread down: unwind at once. Called now and then while it waits, unlocked.
  virtual bool alive() = 0;
};

class Waiter {
 public:
  void wake() {
    if (woken_) return;
    woken_ = true;
    condition_.notify_one();
  }

 private:
  friend class WaitScope;
  std::condition_variable condition_;
  bool woken_ = false;
};

class WaitQueue {
 public:
  WaitQueue() = default;
  WaitQueue(const WaitQueue&) = delete;
  WaitQueue& operator=(const WaitQueue&) = delete;
  void wake_all() {
    for (Waiter* waiter : waiters_) waiter->wake();
    if (listener_) listener_->on_wake();
  }

  // A host-side observer (an event-loop notification); not owned. Called with the kernel locked; must not block.
  class Listener {
   public:
    virtual ~Listener() = default;
    virtual void on_wake() = 0;
  };
  void set_listener(Listener* listener) { listener_ = listener; }

 private:
  friend class WaitScope;
  std::vector<Waiter*> waiters_;
  Listener* listener_ = nullptr;
};

// Enrols a waiter in queues for the lifetime of the object.
class WaitScope {
 public:
  WaitScope(Waiter& waiter, std::span<WaitQueue* const> queues);
  ~WaitScope();
  // Sleeps until a queue or the waiter itself is woken, `deadline` (monotonic; 0 = none) passes, or some time went by
  // (then `thread.alive()` was asked; false = give up). Spurious returns are normal: check the condition again.
  bool sleep(KernelLock& lock, Nanoseconds deadline, HostThread* thread);

 private:
  Waiter& waiter_;
  std::vector<WaitQueue*> queues_;
  ProbeInterval probe_;
};

}  // namespace wasmsand
