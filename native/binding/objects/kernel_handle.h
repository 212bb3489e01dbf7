// One kernel together with the pool that runs its processes. Shared by the JavaScript object and by every worker that
// runs one of its processes; when the last of them lets go, the kernel is freed and the owner hears `destroyed`.
#pragma once

#include <array>
#include <atomic>
#include <memory>

#include "binding/pool/admission.h"
#include "binding/pool/job.h"
#include "kernel/kernel.h"

namespace wasmsand {

class WorkerPool;

class KernelHandle final : public Executor, public std::enable_shared_from_this<KernelHandle> {
 public:
  KernelHandle(std::shared_ptr<WorkerPool> pool, uint32_t id, KernelOptions options);
  ~KernelHandle() override;

  const uint32_t id;
  std::array<Admission<Job>::Tenant, 2> tenants;  // of each crew of the pool, under its lock
  std::atomic<Nanoseconds> begun_at = 0;          // monotonic; when a process has last begun on a stack
  Kernel& kernel() { return *kernel_; }
  WorkerPool& pool() { return *pool_; }

  // Executor.
  Result<void> submit(Ref<Process> process, bool from_host) override;
  void interrupt(Process& process) override;
  void timers_changed(Nanoseconds at) override;

  // As Kernel::kill_run, at once or as soon as that can be: the event loop does not wait for it.
  void kill_run(uint64_t run);

  // The instance of a process that is to rest is gone: it waits without a worker from now on. False: it was killed, and
  // is to be finished.
  bool rested(Ref<Process>& process);
  // With the kernel locked: the ticker looks at it no more if nothing can happen in it by itself.
  void leave_if_idle();

  // On a thread that nobody waits for: removes what Vfs::detach_tree has left; frees memory.
  void remove_detached(const Ref<FileSystem>& fs);
  void free_later(Ref<RefCounted> memory);

  // Ends a process that was killed while its worker loads a program, before that worker does; the kernel not locked.
  void finish_early(Process& process);

  // Ends `process` for good and lets go of it; the kernel not locked. `status` counts unless the kernel itself has
  // ended it.
  void finish(Ref<Process> process, ExitStatus status);

 private:
  void enter();

  const std::shared_ptr<WorkerPool> pool_;
  std::shared_ptr<Kernel> kernel_;  // shared with nobody but who frees it
  // Processes that the pool has and has not finished. It and `active_` are under the kernel's lock.
  size_t jobs_ = 0;
  bool active_ = false;
};

}  // namespace wasmsand
