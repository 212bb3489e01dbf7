// fork and clone: a child with a copy of its parent's memory.
#include "kernel/kernel.h"

namespace wasmsand {

Result<int> Kernel::fork(KernelLock& lock, Process& parent, Launch launch) {
  WS_ASSIGN(child, make_process(&parent));
  Result<void> started = accounting_.check_memory(parent.string_bytes);
  if (started.ok()) started = resize_memory(*child, launch.memory.size());
  if (started.ok()) {
    child->image = parent.image;
    account_strings(*child);
  }
  child->launch = launch;
  if (started.ok()) started = submit(*child, false);
  if (!started.ok()) {
    discard(*child, &lock);
    return started.error();
  }
  WS_TRY(await_launch(lock, parent, *child));
  if (parent.run_cancelled) terminate(*child, {0, kSigKill});
  return child->pid;
}

// Signals wait: the parent's memory must stay as it is until the child has it. Only death ends the wait early: at once
// while the child has not begun to copy (its start function may run for ever), else as soon as it has seen its own.
Result<void> Kernel::await_launch(KernelLock& lock, Process& parent, Process& child) {
  WaitQueue* queue = &child.state_changes;
  WaitScope scope(parent.waiter, {&queue, 1});
  while (!child.launched && child.state != ProcessState::zombie && child.state != ProcessState::reaped) {
    if (parent.killed) {
      terminate(child, {0, kSigKill});
      if (!child.copying) {
        child.launch.memory = {};
        return Errno::intr;
      }
    }
    if (!scope.sleep(lock, 0, parent.thread)) parent.lose_thread();
  }
  // The worker gave up before the child existed; a child that was killed did exist.
  if (child.launch_failed) return Errno::again;
  return {};
}

std::optional<std::span<const std::byte>> Kernel::begin_copy(Process& process) {
  if (process.killed) return std::nullopt;
  process.copying = true;
  return process.launch.memory;
}

void Kernel::copied(Process& process, bool whole) {
  process.copying = false;
  process.launched = whole;
  process.launch.memory = {};
  process.state_changes.wake_all();
}

}  // namespace wasmsand
