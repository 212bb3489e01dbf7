#include "binding/kernel_handle.h"

#include "binding/worker.h"
#include "binding/worker_pool.h"
#include "kernel/vfs/image.h"
#include "module/type_ledger.h"

namespace wasmsand {

KernelHandle::KernelHandle(std::shared_ptr<WorkerPool> pool, uint32_t id, KernelOptions options)
    : id(id), pool_(std::move(pool)) {
  options.executor = this;
  kernel_ = std::make_unique<Kernel>(std::move(options));
}

KernelHandle::~KernelHandle() {
  TypeLedger::of_process().forget(kernel_.get());
  kernel_.reset();
  pool_->events().post({.kernel = id, .kind = EventKind::destroyed});
}

Result<void> KernelHandle::submit(Ref<Process> process, bool from_host) {
  WS_TRY(pool_->submit({std::move(process), shared_from_this()}, from_host));
  if (jobs_++ == 0) pool_->activate(shared_from_this());
  return {};
}

void KernelHandle::interrupt(Process& process) {
  if (process.thread != nullptr) {
    static_cast<Worker*>(process.thread)->interrupt();
  } else {
    pool_->cancel(process);
  }
}

void KernelHandle::timers_changed(Nanoseconds at) { pool_->wake_ticker(at); }

void KernelHandle::finish(Ref<Process> process, ExitStatus status) {
  KernelLock lock(kernel_->mutex());
  kernel_->finish(*process, process->killed ? process->exit_status : status);
  process.reset();
  if (--jobs_ == 0) pool_->deactivate(*this);
}

}  // namespace wasmsand
