// What the pool gives its workers to do.
#pragma once

#include <cstdint>
#include <memory>

#include "kernel/ref.h"

namespace wasmsand {

class KernelHandle;
class Process;

// Of what kind a worker is: with a process at a time, or with many that share its thread.
enum class Host : uint8_t { threads, stacks };

// A process to be run.
struct Job {
  Ref<Process> process;
  std::shared_ptr<KernelHandle> kernel;
  bool from_host = false;
  // A session's shell or a clone of one: it makes calls, whatever it computes.
  bool shell = false;
};

}  // namespace wasmsand
