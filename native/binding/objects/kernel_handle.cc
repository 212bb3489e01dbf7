#include "binding/objects/kernel_handle.h"

#include "binding/pool/worker_pool.h"
#include "binding/worker/worker.h"
#include "kernel/vfs/image.h"
#include "module/type_ledger.h"

namespace wasmsand {

KernelHandle::KernelHandle(std::shared_ptr<WorkerPool> pool, uint32_t id, KernelOptions options)
    : id(id), pool_(std::move(pool)) {
  options.executor = this;
  kernel_ = std::make_shared<Kernel>(std::move(options));
  kernel_->mutex().free_for_host = [pool = pool_.get()](Discards discards) {
    pool->reclaimer().add([discards = std::move(discards)] {});
  };
}

// A large tree takes time to free: not the event loop's.
KernelHandle::~KernelHandle() {
  TypeLedger::of_process().forget(kernel_.get());
  pool_->reclaimer().add([kernel = std::move(kernel_), pool = pool_, id = id]() mutable {
    kernel.reset();
    pool->events().post({.kernel = id, .kind = EventKind::destroyed});
  });
}

void KernelHandle::remove_detached(const Ref<FileSystem>& fs) {
  pool_->reclaimer().add([self = shared_from_this(), fs] {
    KernelLock lock(self->kernel().mutex(), KernelLock::Side::guest);
    while (!self->kernel().processes().closed() && fs->remove_detached()) lock.pass();
  });
}

void KernelHandle::free_later(Ref<RefCounted> memory) {
  pool_->reclaimer().add([memory = std::move(memory)] {});
}

Result<void> KernelHandle::submit(Ref<Process> process, bool from_host) {
  WS_TRY(pool_->submit({std::move(process), shared_from_this(), from_host}));
  enter();
  return {};
}

void KernelHandle::enter() {
  jobs_++;
  if (!std::exchange(active_, true)) pool_->activate(shared_from_this());
}

void KernelHandle::leave_if_idle() {
  if (jobs_ > 0 || kernel_->awaits_time()) return;
  if (std::exchange(active_, false)) pool_->deactivate(*this);
}

void KernelHandle::interrupt(Process& process) {
  if (process.rest == Rest::resting) {
    enter();
    return pool_->finish_later({Ref<Process>(&process), shared_from_this()});
  }
  if (process.thread == nullptr) return pool_->cancel(process, *this);
  auto& worker = static_cast<Worker&>(*process.thread);
  worker.interrupt();
  if (worker.unreachable()) pool_->abandon({Ref<Process>(&process), shared_from_this()});
}

void KernelHandle::timers_changed(Nanoseconds at) { pool_->wake_ticker(at); }

void KernelHandle::kill_run(uint64_t run) {
  const KernelLock lock(kernel_->mutex(), std::try_to_lock);
  if (!lock.owns_lock()) return pool_->kill_later(shared_from_this(), run);
  kernel_->kill_run(run);
}

void KernelHandle::finish_early(Process& process) {
  KernelLock lock(kernel_->mutex());
  kernel_->finish(lock, process, process.exit_status);
}

void KernelHandle::finish(Ref<Process> process, ExitStatus status) {
  KernelLock lock(kernel_->mutex());
  kernel_->finish(lock, *process, process->killed ? process->exit_status : status);
  process.reset();
  jobs_--;
  leave_if_idle();
}

bool KernelHandle::rested(Ref<Process>& process) {
  KernelLock lock(kernel_->mutex());
  if (process->killed) return false;
  kernel_->rested(*process);
  process.reset();
  jobs_--;
  leave_if_idle();
  return true;
}

}  // namespace wasmsand
