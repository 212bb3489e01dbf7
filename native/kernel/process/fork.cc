// fork and clone: a child with a copy of its parent's memory.
//
// The child of clone gets an instance of its own, while the parent waits. The child of fork goes on in the parent's own
// instance, for it mostly execs or exits at once, and a saved image of the parent waits: then nothing but memory has to
// be copied back. When the child stays, the parent is thawed: it goes on from its image in an instance of its own.
#include "kernel/kernel.h"

namespace wasmsand {

Result<int> Kernel::clone(KernelLock& lock, Process& parent, Launch launch) {
  WS_ASSIGN(child, make_process(&parent));
  Result<void> started = resize_memory(*child, launch.memory.size());
  child->launch = launch;
  if (started.ok()) started = submit(*child, false);
  if (!started.ok()) {
    discard(*child);
    return started.error();
  }
  WS_TRY(await_launch(lock, parent, *child));
  return child->pid;
}

// Signals wait: the parent's memory must stay as it is until the child has it. Only death ends the wait early, and then
// only while the child has not begun to copy.
Result<void> Kernel::await_launch(KernelLock& lock, Process& parent, Process& child) {
  WaitQueue* queue = &child.state_changes;
  WaitScope scope(parent.waiter, {&queue, 1});
  while (!child.launched && child.state != ProcessState::zombie && child.state != ProcessState::reaped) {
    if (parent.killed && child.state == ProcessState::starting) {
      child.launch.memory = {};
      terminate(child, {0, kSigKill});
      return Errno::intr;
    }
    if (!scope.sleep(lock, 0, parent.thread)) parent.lose_thread();
  }
  // The worker gave up before the child existed; a child that was killed did exist.
  if (child.launch_failed) return Errno::again;
  return {};
}

Result<Ref<Process>> Kernel::fork(Process& parent, uint64_t memory_bytes) {
  WS_ASSIGN(child, make_process(&parent));
  Result<void> ready = resize_memory(*child, memory_bytes);
  if (ready.ok()) ready = options_.executor->reserve();
  if (!ready.ok()) {
    discard(*child);
    return ready.error();
  }
  // Should the child fork too, it is rewound as the parent is.
  child->launch.function = parent.launch.function;
  child->launch.argument = parent.launch.argument;
  child->submitted = child->launched = true;
  return child;
}

void Kernel::leave_thread(Process& process) {
  process.cpu_ns = process.cpu_time();
  process.cpu_clock = nullptr;
  process.thread = nullptr;
}

void Kernel::return_to_thread(Process& process, HostThread* thread, std::function<Nanoseconds()> cpu_clock) {
  process.thread = thread;
  process.cpu_clock = std::move(cpu_clock);
}

void Kernel::move_to_own_thread(Process& process, Launch launch) {
  process.launch = std::move(launch);
  process.launched = true;  // it exists already, whatever becomes of the launch
  options_.executor->submit_reserved(Ref<Process>(&process));
}

void Kernel::copied(Process& process) {
  process.launched = true;
  process.launch.memory = {};
  process.launch.saved = nullptr;
  process.state_changes.wake_all();
}

}  // namespace wasmsand
