// How processes end.
#include <algorithm>

#include "kernel/kernel.h"

namespace wasmsand {

namespace {
constexpr int kChildExited = 1, kChildKilled = 2;  // CLD_*
}

void Kernel::started(Process& process, HostThread* thread, std::function<Nanoseconds()> cpu_clock) {
  process.thread = thread;
  process.cpu_clock = std::move(cpu_clock);
  process.state = ProcessState::running;
}

void Kernel::exit(Process& process, ExitStatus status) {
  if (process.killed) return;
  process.killed = true;
  process.exit_status = status;
  if (process.state == ProcessState::stopped) process.state = ProcessState::running;
  process.waiter.wake();
}

void Kernel::terminate(Process& process, ExitStatus status) {
  if (process.killed) return;
  exit(process, status);
  if (process.submitted) options_.executor->interrupt(process);
}

// Gives back what the process holds, except its pid.
void Kernel::release(Process& process) {
  (void)resize_memory(process, 0);  // giving back cannot fail
  release_engine(process);
  vfs_->locks().process_ended(process);
  process.descriptors->take_all();
  process.root_directory = process.working_directory = {};
  process.image.program = {};
  process.image.file = {};
  process.launch.memory = {};
  process.alarm_at = 0;
  process.timers.clear();
  process.signals.remove(~SignalSet{0});
}

void Kernel::finish(Process& process, ExitStatus status) {
  if (process.state == ProcessState::zombie || process.state == ProcessState::reaped) return;
  Ref<Process> keep(&process);
  process.launch_failed = process.launch.kind != Launch::Kind::start && !process.launched && !process.killed;
  if (!process.killed) process.exit_status = status;
  process.killed = true;
  process.cpu_ns = process.cpu_time();
  process.cpu_clock = nullptr;
  process.thread = nullptr;
  accounting_.usage().cpu_ns += process.cpu_ns;
  release(process);

  process.state = ProcessState::zombie;
  for (const Ref<Process>& child : std::exchange(process.children, {})) {
    child->parent = nullptr;
    if (child->state == ProcessState::zombie) reap(*child);
    if (child->session == process.session && child->process_group != process.process_group)
      hang_up_if_orphaned(child->process_group);
  }
  // A parent elsewhere in the session was what kept this group from being orphaned.
  if (process.parent && process.parent->session == process.session &&
      process.parent->process_group != process.process_group)
    hang_up_if_orphaned(process.process_group);

  process.state_changes.wake_all();
  process_ended.wake_all();
  if (auto on_exit = std::exchange(process.on_exit, nullptr)) on_exit(process);
  const ExitStatus& end = process.exit_status;
  if (process.launch_failed || !process.parent)
    reap(process);
  else if (end.signal)
    notify_parent(process, kChildKilled, end.signal);
  else
    notify_parent(process, kChildExited, end.code);
}

void Kernel::reap(Process& process) {
  Ref<Process> keep(&process);
  process.state = ProcessState::reaped;
  if (process.parent) {
    std::erase(process.parent->children, keep);
    process.parent->child_events.wake_all();
    process.parent = nullptr;
  }
  processes_.erase(process.pid);
  accounting_.release_process();
  process_ended.wake_all();
}

}  // namespace wasmsand
