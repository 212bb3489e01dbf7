// The one thread of a pool that looks at the clock: timers, deadlines and CPU limits of the kernels, memory that guests
// grew by themselves, guests that do not stop. It looks seldom while every process sleeps.
#pragma once

#include <mutex>
#include <thread>

#include "binding/worker/memory_probe.h"
#include "kernel/platform/thread_bell.h"

namespace wasmsand {

class KernelHandle;
class WorkerPool;

class Ticker {
 public:
  explicit Ticker(WorkerPool& pool) : pool_(pool) {}
  // Waits for the thread to end; wake() does nothing from then on.
  void stop();
  // From any thread with any lock held. `at`: it is enough to tick at that time (monotonic), which costs nothing when
  // it will anyway; 0: now.
  void wake(Nanoseconds at = 0);

 private:
  void run();
  // Returns when it wants to be called again: 0 if only by wake().
  Nanoseconds tick();

  WorkerPool& pool_;
  MemoryProbe probe_;
  std::mutex mutex_;
  const Ref<ThreadBell> bell_ = make_ref<ThreadBell>();
  Nanoseconds planned_ = 0;  // the next tick while it sleeps; 0: none, or it is ticking
  bool stopped_ = false;
  Nanoseconds last_run_ = 0;  // when something ran at last
  std::thread thread_;        // started by the first wake
};

}  // namespace wasmsand
