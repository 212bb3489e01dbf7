// The lock of one kernel. Held by every kernel function; given up only inside waits, around large copies and between
// the turns of long work.
//
// The host goes first: a guest that asks for the lock lets all waiting threads of the host (the event loop, the ticker,
// workers that start or end a process) have it before. Discards are freed after the lock is given up.
//
// Which other locks may be taken while it is held: native/LOCKS.md.
#pragma once

#include <atomic>
#include <functional>
#include <mutex>
#include <vector>

#include "kernel/notice.h"
#include "kernel/platform/clock.h"
#include "kernel/ref.h"

namespace wasmsand {

class Process;

// Memory that nobody uses any more: freeing much of it takes time, but no lock.
using Discards = std::vector<Ref<RefCounted>>;

class KernelMutex {
 public:
  Discards discards;  // guarded by the mutex
  // Frees what a thread of the host leaves, on a thread that nobody waits for. Empty: the thread does it itself.
  std::function<void(Discards)> free_for_host;
  // The run on whose behalf it is held; 0: none. Guarded by the mutex.
  uint64_t acting_for = 0;
  // Who holds it, so that what is called with it locked can give it up for a while; null: nobody. Guarded by the mutex.
  class KernelLock* holder = nullptr;
  // The process whose call it is held for; null: the host's own. Guarded by the mutex.
  Process* asker = nullptr;
  // How often it was taken: while that is the same, what was found out is still so. Guarded by the mutex.
  uint64_t tenure = 0;

 private:
  friend class KernelLock;
  std::mutex mutex_;
  std::atomic<uint32_t> waiting_hosts_ = 0;
};

class KernelLock : public std::unique_lock<std::mutex> {
 public:
  enum class Side : uint8_t { host, guest };
  explicit KernelLock(KernelMutex& mutex, Side side = Side::host)
      : std::unique_lock<std::mutex>(mutex.mutex_, std::defer_lock), kernel_mutex_(mutex), side_(side) {
    lock();
  }
  // Only if nobody has it: owns_lock() tells.
  KernelLock(KernelMutex& mutex, std::try_to_lock_t)
      : std::unique_lock<std::mutex>(mutex.mutex_, std::try_to_lock), kernel_mutex_(mutex), side_(Side::host) {
    if (owns_lock()) taken();
  }
  ~KernelLock() {
    if (owns_lock()) unlock();
  }
  KernelLock(const KernelLock&) = delete;
  KernelLock& operator=(const KernelLock&) = delete;

  void lock();
  void unlock();
  [[nodiscard]] Side side() const { return side_; }
  // Lets others have it.
  void pass() {
    unlock();
    lock();
  }

 private:
  friend class CallLock;
  friend class Process;
  // On whose behalf it is held from now on, when it is had again too. Through a CallLock alone.
  void act_for(uint64_t run) { kernel_mutex_.acting_for = run_ = run; }
  // The same of a process, as long as one of its calls is asked.
  void ask_for(Process* process) { kernel_mutex_.asker = asker_ = process; }
  void taken();

  KernelMutex& kernel_mutex_;
  const Side side_;
  uint64_t run_ = 0;
  Process* asker_ = nullptr;
};

// Gives the lock up for its own lifetime.
class Unlocked {
 public:
  explicit Unlocked(KernelLock& lock) : lock_(lock) { lock_.unlock(); }
  ~Unlocked() { lock_.lock(); }
  Unlocked(const Unlocked&) = delete;
  Unlocked& operator=(const Unlocked&) = delete;

 private:
  KernelLock& lock_;
};

// Cuts work of any length into turns of half a millisecond.
class Turns {
 public:
  explicit Turns(KernelLock& lock) : lock_(lock) {}
  // To be called between two steps. True when others may have had the lock.
  bool next() {
    if (monotonic_now() - began_ < kTurn) return false;
    lock_.pass();
    began_ = monotonic_now();
    return true;
  }

 private:
  static constexpr Nanoseconds kTurn = 500 * kMicrosecond;
  KernelLock& lock_;
  Nanoseconds began_ = monotonic_now();
};

}  // namespace wasmsand
