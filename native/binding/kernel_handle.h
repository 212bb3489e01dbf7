// One kernel together with the pool that runs its processes. Shared by the JavaScript object and by every worker that
// runs one of its processes; when the last of them lets go, the kernel is freed and the owner hears `destroyed`.
#pragma once

#include <memory>

#include "kernel/kernel.h"

namespace wasmsand {

class WorkerPool;

class KernelHandle final : public Executor, public std::enable_shared_from_this<KernelHandle> {
 public:
  KernelHandle(std::shared_ptr<WorkerPool> pool, uint32_t id, KernelOptions options);
  ~KernelHandle() override;

  const uint32_t id;
  uint32_t assigned = 0;  // jobs of this kernel; the pool's, under its lock
  Kernel& kernel() { return *kernel_; }
  WorkerPool& pool() { return *pool_; }

  // Executor.
  Result<void> submit(Ref<Process> process, bool from_host) override;
  void interrupt(Process& process) override;
  void timers_changed(Nanoseconds at) override;

  // Removes what Vfs::detach_tree has left, on a thread that nobody waits for.
  void remove_detached(const Ref<FileSystem>& fs);

  // Ends a process that was killed while its worker loads a program, before that worker does; the kernel not locked.
  void finish_early(Process& process);

  // Ends `process` for good and lets go of it; the kernel not locked. `status` counts unless the kernel itself has
  // ended it.
  void finish(Ref<Process> process, ExitStatus status);

 private:
  const std::shared_ptr<WorkerPool> pool_;
  std::shared_ptr<Kernel> kernel_;  // shared with nobody but who frees it
  size_t jobs_ = 0;                 // processes handed to the pool that have not been finished; under the kernel's lock
};

}  // namespace wasmsand
