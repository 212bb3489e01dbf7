// How long the process that a worker has computes: whether the pool counts it among those that could run, and whether
// others go before it. Its times are processor time of the process (Worker::cpu_clock) unless they are said to be
// monotonic.
#pragma once

#include <sys/types.h>

#include <atomic>
#include <cstdint>

#include "binding/interface.h"
#include "kernel/platform/clock.h"

namespace wasmsand {

class KernelHandle;
class Process;
class WorkerPool;

class Slice {
 public:
  // On the worker's thread.
  Slice(WorkerPool& pool, WorkerKind kind);
  Slice(const Slice&) = delete;
  Slice& operator=(const Slice&) = delete;

  // A process begins here. The pool has counted it when it gave the job.
  void begin(Nanoseconds now);
  // What follows is short until it has lasted for long: a process begins, or its next request does.
  void begin_short(Nanoseconds now);
  // It waits in a call; it goes on.
  void waits(KernelHandle& kernel);
  void goes_on(KernelHandle& kernel);
  // From the ticker, with the kernel locked, while it does not wait: the pool need not count it any more when it has
  // computed for long, and a thread of its own stands back behind others.
  void watch(KernelHandle& kernel, Nanoseconds now);

  // Whether the pool counts the process among those that could run.
  [[nodiscard]] bool counted() const { return counted_; }
  // How often a process has gone on here.
  [[nodiscard]] uint64_t times_gone_on() const { return times_gone_on_; }
  // The thread is behind those of others, and cannot come forward again.
  [[nodiscard]] bool stands_back() const { return stands_back_; }

  // From any thread: others wait for this one's turn, which ends with the first call from then on (monotonic; 0: it
  // need not). Asked by the process itself, whether that is so: Worker::yield.
  void yield_from(Nanoseconds at) { yield_from_.store(at, std::memory_order_relaxed); }
  [[nodiscard]] bool yield_asked() const {
    const Nanoseconds from = yield_from_.load(std::memory_order_relaxed);
    return from != 0 && monotonic_now() >= from;
  }

 private:
  WorkerPool& pool_;
  const WorkerKind kind_;
  const pid_t thread_;
  std::atomic<Nanoseconds> yield_from_ = 0;
  std::atomic<bool> counted_ = false;
  // When it began, or its last request; it has computed for long since then.
  std::atomic<Nanoseconds> short_began_ = 0;
  std::atomic<bool> is_long_ = false;
  std::atomic<uint64_t> times_gone_on_ = 0;
  // The ticker's: at which of those it looked last, and when it looked first.
  uint64_t slice_ = 0;
  Nanoseconds slice_began_ = 0;
  std::atomic<bool> stands_back_ = false;
};

}  // namespace wasmsand
