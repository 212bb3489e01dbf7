// Waiting without a thread that waits. A call that cannot finish enrols its process in the queues of what it needs and
// ends with Errno::blocked; whoever changes a condition wakes the queue, which tells the process's runner to ask the
// call again. Nothing in the kernel sleeps: how to wait is the runner's matter. Everything here is guarded by the
// kernel's lock.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace wasmsand {

// What runs a process, as the kernel sees it.
class ProcessRunner {
 public:
  virtual ~ProcessRunner() = default;
  // The process is to be asked again. Once for each time its call said that it must wait; must not block.
  virtual void wake() = 0;
  // Whether a session gives its thread back before it begins with a request, and waits for its turn like one at rest.
  [[nodiscard]] virtual bool scarce() const { return false; }
};

class WaitQueue;

// A process, or a thread of the host, that waits in any number of queues.
class Waiter {
 public:
  Waiter() = default;
  Waiter(const Waiter&) = delete;
  Waiter& operator=(const Waiter&) = delete;

  static constexpr size_t kAnything = 0;  // a need that any offer meets

  // Waits from now on, until wake(). `need`: how much must be offered to choose it, see WaitQueue::wake_one.
  void begin_wait(std::span<WaitQueue* const> queues, size_t need = kAnything);
  // Has come back to see what it was woken for.
  void end_wait() { leave(false); }
  // Will not look: what it was chosen for goes to the next one.
  void withdraw() { leave(true); }
  bool waiting() const { return waiting_; }
  // Waits no longer, but has not come back yet.
  bool woken() const { return waiting_ && woken_; }
  void wake();

 protected:
  ~Waiter() { withdraw(); }
  // The first wake() of a wait; must not block.
  virtual void on_wake() = 0;
  // Whether what has changed is worth being woken for. If not, it waits on.
  [[nodiscard]] virtual bool is_enough() const { return true; }

 private:
  friend class Audit;  // test/audit.h
  friend class WaitQueue;
  void leave(bool hands_on);
  std::vector<WaitQueue*> queues_;
  size_t need_ = kAnything;
  bool waiting_ = false, woken_ = false;
};

class WaitQueue {
 public:
  WaitQueue() = default;
  ~WaitQueue();  // wakes who is left
  WaitQueue(const WaitQueue&) = delete;
  WaitQueue& operator=(const WaitQueue&) = delete;

  void wake_all() {
    for (Waiter* waiter : waiters_) waiter->wake();
  }
  // Chooses and wakes the first waiter that needs no more than `offer`, unless one is chosen already: the chosen one
  // says when it has used what was offered, by another wake_one with what is left. If it withdraws, the queue does.
  void wake_one(size_t offer) {
    if (!waiters_.empty()) choose(offer);
  }

 private:
  friend class Audit;
  friend class Waiter;
  void choose(size_t offer);
  std::vector<Waiter*> waiters_;  // the longest waiting first
  Waiter* chosen_ = nullptr;
  size_t offer_ = 0;  // the last one
};

}  // namespace wasmsand
