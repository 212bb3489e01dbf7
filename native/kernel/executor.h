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
  // Hands a process in state `starting` to a worker. EAGAIN when the hard maximum of workers is reached. `from_host`:
  // the host's own requests wait in a queue instead.
  virtual Result<void> submit(Ref<Process> process, bool from_host) = 0;
  // Stops the guest code of `process` as soon as possible; Kernel::finish follows from its worker.
  virtual void interrupt(Process& process) = 0;
  // A timer or deadline was set for `at` (monotonic): Kernel::tick wants to be called by then.
  virtual void timers_changed(Nanoseconds at) = 0;
};

}  // namespace wasmsand
