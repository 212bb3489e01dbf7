// What the engine takes for the processes of one sandbox beside their memory: for their instances, the code of the
// programs that they run, and the modules that they link. Asked by the workers before the engine takes it; given back
// by Kernel::release(). Guarded by the kernel's lock.
#pragma once

#include <cstdint>
#include <map>

#include "kernel/process/linked_module.h"
#include "kernel/resources/accounting.h"

namespace wasmsand {

class Process;

class EngineCharges {
 public:
  explicit EngineCharges(Accounting& accounting) : accounting_(accounting) {}

  // What an instance of the process's program takes: `bytes` for tables and the like, and, once for all processes of
  // the sandbox that run it, the program's code. Nothing for one that wakes: it is still charged. ENOMEM.
  Result<void> charge(Process& process, uint64_t bytes);
  // The same of a process that begins at rest.
  Result<void> charge_instance(Process& process, uint64_t bytes);
  void release(Process& process);

  // The same of a module that it links.
  Result<void> charge_linked(Process& process, uint64_t bytes);
  void release_linked(Process& process, uint64_t bytes);
  // It is linked. `copyable`: whether an instance of it has nothing of its own.
  void keep_linked(Process& process, Ref<LinkedModule> module, bool copyable);
  void forget_linked(Process& process);

 private:
  friend class Audit;  // test/audit.h
  // Programs of this sandbox that run, not those of the image: their size, and how many processes run them.
  struct RunningProgram {
    uint64_t bytes = 0;
    uint32_t processes = 0;
  };

  Accounting& accounting_;
  std::map<uint64_t, RunningProgram> running_;  // by Program::id()
};

}  // namespace wasmsand
