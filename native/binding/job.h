// What the pool gives its workers to do.
#pragma once

#include <memory>

#include "kernel/ref.h"

namespace wasmsand {

class KernelHandle;
class Process;

// A process to be run.
struct Job {
  Ref<Process> process;
  std::shared_ptr<KernelHandle> kernel;
  bool from_host = false;
};

}  // namespace wasmsand
