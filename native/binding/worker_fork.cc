// fork on a worker. The child goes on in the parent's instance at once, while an image of the parent waits here. Most
// children exec or exit soon: then the parent's memory is copied back and no second instance was needed. One that is
// about to sleep, or runs for longer, keeps the instance, and the parent goes on from its image on another worker.
#include <sys/mman.h>

#include <new>

#include "binding/block.h"
#include "binding/memory_copy.h"
#include "binding/worker.h"

namespace wasmsand {
namespace {

// A larger image is not kept for the next fork.
constexpr size_t kSpareMax = 16 << 20;

}  // namespace

int32_t Worker::fork(uint32_t asyncify_data, uint32_t stack_pointer, bool through_clone) {
  memory_.bind(current());
  std::span<std::byte> memory = memory_.whole();
  Waiting parent{.process = job_->process,
                 .image = spare_size_ >= memory.size() ? std::move(spare_image_) : nullptr,
                 .size = memory.size(),
                 .asyncify_data = asyncify_data,
                 .stack_pointer = stack_pointer,
                 .through_clone = through_clone,
                 .since = monotonic_now()};
  if (!parent.image) {
    auto* fresh = new (std::nothrow) std::byte[memory.size()];
    if (fresh == nullptr) return -static_cast<int32_t>(Errno::nomem);
    parent.image.reset(fresh);
    spare_size_ = memory.size();
  }
  copy_memory({parent.image.get(), parent.size}, memory);

  Ref<Process> child;
  parent.child = linux_fork(*call_, child);
  if (!child) return parent.child;
  Kernel& kernel = call_->kernel;
  KernelLock lock(kernel.mutex());
  kernel.leave_thread(*parent.process);
  waiting_.push_back(std::move(parent));
  job_->process = child;
  call_.emplace(kernel, *child, memory_);
  kernel.started(*child, this, cpu_time_from_now());
  return 0;
}

bool Worker::commit_exec() {
  linux_commit_exec(*call_);
  {
    KernelLock lock(call_->kernel.mutex());
    leaving_by_exec_ = !waiting_.empty();
  }
  if (!leaving_by_exec_) release_memory();
  begin_unwinding();
  return !leaving_by_exec_;
}

bool Worker::waits_here() {
  KernelLock lock(call_->kernel.mutex());
  return !waiting_.empty();
}

bool Worker::return_to_parent() {
  Kernel& kernel = call_->kernel;
  Waiting parent;
  Ref<Process> child = job_->process;
  bool leaving = false;
  {
    KernelLock lock(kernel.mutex());
    if (waiting_.empty()) return false;
    parent = std::move(waiting_.back());
    waiting_.pop_back();
    {
      // A termination that is under way was meant for the child.
      std::lock_guard run_lock(run_mutex_);
      if (std::exchange(terminated_, false)) control_.cancel();
    }
    kernel.leave_thread(*child);
    leaving = std::exchange(leaving_by_exec_, false);
    if (leaving) kernel.move_to_own_thread(*child, {});
    job_->process = parent.process;
    call_.emplace(kernel, *parent.process, memory_);
    if (!parent.process->killed) kernel.return_to_thread(*parent.process, this, cpu_time_from_now());
  }
  if (!leaving) {
    job_->kernel->finish(std::move(child), status_);
    pool_->job_done();
  }
  status_ = {};
  begin_image();
  std::span<std::byte> memory = current();
  copy_memory(memory, {parent.image.get(), parent.size});
  // What the child added to the memory is no part of the parent.
  if (memory.size() > parent.size) madvise(memory.data() + parent.size, memory.size() - parent.size, MADV_DONTNEED);
  memory_.bind(memory);
  if (parent.size <= kSpareMax) {
    spare_image_ = std::move(parent.image);
    spare_size_ = parent.size;
  }
  if (parent.process->killed) return false;
  block_[block::kAsyncifyData] = static_cast<int32_t>(parent.asyncify_data);
  block_[block::kStackPointer] = static_cast<int32_t>(parent.stack_pointer);
  block_[block::kForkResult] = parent.child;
  return true;
}

void Worker::before_sleep() {
  if (!waiting_.empty()) give_waiting_threads();
}

// With the kernel locked.
void Worker::give_waiting_threads() {
  if (leaving_by_exec_) return;
  for (Waiting& waiting : std::exchange(waiting_, {})) {
    Process& process = *waiting.process;
    process.kernel.move_to_own_thread(process, {.kind = Launch::Kind::fork,
                                                .memory = {waiting.image.get(), waiting.size},
                                                .saved = waiting.image,
                                                .stack_pointer = waiting.stack_pointer,
                                                .function = process.launch.function,
                                                .argument = process.launch.argument,
                                                .asyncify_data = waiting.asyncify_data,
                                                .through_clone = waiting.through_clone,
                                                .fork_result = waiting.child});
  }
}

}  // namespace wasmsand
