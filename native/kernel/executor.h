// What the kernel asks of the host that runs its processes. Implemented by binding/ (worker threads of Node) and by the
// kernel's tests (plain threads). All functions are called with the kernel locked and must not block.
#pragma once

#include "kernel/platform/clock.h"
#include "kernel/ref.h"
#include "kernel/result.h"

namespace wasmsand {

class Process;

class Executor {
 public:
  virtual ~Executor() = default;
  // Hands a process to a worker: one in state `starting`, or one that rested. It may have to wait for its turn.
  // `from_host`: the host asked for it, no process of the guest did. EAGAIN when nothing is started any more, or the
  // sandbox has more processes than any host has threads.
  virtual Result<void> submit(Ref<Process> process, bool from_host) = 0;
  // Stops the guest code of `process` as soon as possible; Kernel::finish follows from its worker, or from another
  // thread of the host when it has none.
  virtual void interrupt(Process& process) = 0;
  // A timer or deadline was set for `at` (monotonic): Kernel::tick wants to be called by then.
  virtual void timers_changed(Nanoseconds at) = 0;
};

}  // namespace wasmsand
