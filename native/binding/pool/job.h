// What the pool gives its workers to do.
#pragma once

#include <memory>

#include "binding/interface.h"
#include "kernel/platform/clock.h"
#include "kernel/process/process.h"
#include "kernel/ref.h"

namespace wasmsand {

class KernelHandle;

// A process to be run.
struct Job {
  Ref<Process> process;
  std::shared_ptr<KernelHandle> kernel;
  bool from_host = false;
  // A session's shell or a clone of one: it makes calls, whatever it computes.
  bool shell = false;
  // What it begins with, while it waits for a thread: what has been found out about a program can be asked without the
  // kernel's lock, whose program it is cannot.
  Ref<Program> program = {};
  Nanoseconds queued_at = 0;  // monotonic; when it began to wait for a thread, if it did
};

}  // namespace wasmsand
