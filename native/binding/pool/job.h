// What the pool gives its workers to do.
#pragma once

#include <memory>

#include "binding/interface.h"
#include "kernel/platform/clock.h"
#include "kernel/ref.h"

namespace wasmsand {

class KernelHandle;
class Process;

// A process to be run.
struct Job {
  Ref<Process> process;
  std::shared_ptr<KernelHandle> kernel;
  bool from_host = false;
  // A session's shell or a clone of one: it makes calls, whatever it computes.
  bool shell = false;
  Nanoseconds queued_at = 0;  // monotonic; when it began to wait for a thread, if it did
};

}  // namespace wasmsand
