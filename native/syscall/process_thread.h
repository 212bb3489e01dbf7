// A runner with a thread of its own for its process: how that thread waits between two askings of a call.
#pragma once

#include <algorithm>

#include "kernel/platform/thread_bell.h"
#include "syscall/door.h"

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

class ProcessThread : public ProcessRunner {
 public:
  void wake() override { bell_->ring(); }
  // Until wake(), or `deadline` (monotonic; 0 = none). `soon`: looks a moment before it sleeps. A process whose thread
  // the host takes away dies as by SIGKILL. The kernel not locked. False: this thread does not wait, the call is asked
  // again when wake() was called or `deadline` has come.
  virtual bool wait(Process& process, Nanoseconds deadline, bool soon);
  // Makes a call of either door through: `ask()` is asked as often as it says After::blocked and the thread waits.
  template <typename Ask>
  void see_through(GuestCall& call, Ask ask) {
    ask();
    while (call.after == GuestCall::After::blocked && wait(call.process, call.wake_at, call.woken_soon)) ask();
  }
  // The same for `act()`, a call of the host's own on behalf of the process: its Result.
  template <typename Act>
  std::invoke_result_t<Act&> see_through(CallLock& lock, Process& process, Act act) {
    for (;;) {
      auto result = process.ask(lock, act);
      if (result.error() != Errno::blocked) return result;
      const Nanoseconds deadline = process.wake_at;
      const bool soon = process.woken_soon;
      Unlocked unlocked(lock);
      if (!wait(process, deadline, soon)) return result;
    }
  }

 protected:
  // False when the host is tearing this thread down. Asked now and then while it waits.
  virtual bool alive() = 0;
  // The thread is about to sleep; it has been woken. The kernel not locked.
  virtual void falls_asleep(Process&) {}
  virtual void wakes() {}

 private:
  void sleep(Process& process, Nanoseconds deadline);
  const Ref<ThreadBell> bell_ = make_ref<ThreadBell>();
};

}  // namespace wasmsand
