// What memory the processes of one sandbox have: their wasm memory, and what their threads hold for them. Asked by
// memory.grow, fork and whoever brings a process to life; told by the ticker what it finds grown. Over the limit it
// ends the largest processes through the Kernel. Guarded by the kernel's lock.
#pragma once

#include <cstdint>

#include "kernel/resources/accounting.h"

namespace wasmsand {

class Kernel;
class Process;

class MemoryCharges {
 public:
  explicit MemoryCharges(Kernel& kernel) : kernel_(kernel) {}

  // EAGAIN-free: ENOMEM when the sandbox's total would be passed.
  Result<void> resize(Process& process, uint64_t bytes);
  // The same within the process's own RLIMIT_AS, for what the process asks for; fork does not ask.
  Result<void> grow(Process& process, uint64_t bytes);
  // So many bytes of the memory that the process is about to get are pages of SharedPages, which its sandbox is not
  // charged for: in as many processes as kMostSharing.
  void share(Process& process, uint64_t bytes);
  // Found larger than accounted (a module grows memory itself): accounts it; over the limit, kills the largest
  // processes.
  void note(Process& process, uint64_t bytes);
  // The same of what the process's thread holds, which may have become less.
  void note_thread(Process& process, uint64_t bytes);

 private:
  void kill_beyond_limit();

  Kernel& kernel_;
  int sharing_ = 0;  // processes that have shared pages
};

}  // namespace wasmsand
