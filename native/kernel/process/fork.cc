// fork and clone: a child with a copy of its parent's memory.
#include "kernel/kernel.h"

namespace wasmsand {

Result<Ref<Process>> Kernel::begin_fork(KernelLock& lock, Process& parent, const Launch& launch) {
  if (!parent.copyable) return Errno::nosys;
  WS_ASSIGN(child, make_process(&parent));
  Result<void> started = accounting_.check_memory(parent.string_bytes);
  memory_.share(*child, parent.shared_bytes);
  if (started.ok()) started = memory_.resize(*child, launch.memory.size());
  if (started.ok()) {
    child->image = parent.image;
    account_strings(*child);
  }
  child->launch = launch;
  child->linked = parent.linked;
  if (started.ok()) started = submit(*child, false);
  if (!started.ok()) {
    discard(*child, &lock);
    return started.error();
  }
  return std::move(child);
}

// Signals wait: the parent's memory must stay as it is until the child has it. Only death ends the wait early
// (give_up_child).
Result<int> Kernel::fork(KernelLock& lock, Process& parent, const Launch& launch) {
  Ref<Process>& begun = parent.progress().child;
  if (!begun) {
    WS_ASSIGN(child, begin_fork(lock, parent, launch));
    begun = child;
    // Before it runs: it would start others, which nothing kills any more.
    if (parent.run_cancelled) terminate(*child, {0, kSigKill});
  }
  if (begun->launching()) {
    WaitQueue* const queues[] = {&begun->state_changes};
    return parent.block_till_woken(WaitCause::child, queues);
  }
  const Ref<Process> child = std::move(begun);
  // The worker gave up before the child existed; a child that was killed did exist.
  if (child->launch_failed) return Errno::again;
  if (parent.run_cancelled) terminate(*child, {0, kSigKill});
  return child->pid;
}

// A fork is given up at once while the child has not begun to copy (its start function may run for ever), else as soon
// as it has seen that it was killed.
bool Kernel::give_up_child(Process& parent, KernelLock* lock) {
  if (!parent.has_progress()) return true;
  const Ref<Process> child = parent.progress().child;
  if (!child) return true;
  if (!child->submitted) {
    parent.progress().child.reset();
    discard(*child, lock);
    return true;
  }
  if (child->launching()) {
    terminate(*child, {0, kSigKill});
    if (child->copying) return false;
    child->launch.memory = {};
  }
  parent.progress().child.reset();
  return true;
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
