// How processes end.
#include <algorithm>

#include "kernel/kernel.h"

namespace wasmsand {

namespace {
constexpr int kChildExited = 1, kChildKilled = 2;  // CLD_*
}

void Kernel::started(Process& process, ProcessRunner* thread, std::function<Nanoseconds()> cpu_clock) {
  process.thread = thread;
  process.cpu_clock = std::move(cpu_clock);
  process.state = ProcessState::running;
}

void Kernel::left(Process& process) {
  process.cpu_ns = process.cpu_time();
  process.cpu_clock = nullptr;
  process.thread = nullptr;
  process.wait_cause = WaitCause::thread;
  memory_.note_thread(process, 0);
}

void Kernel::exit(Process& process, ExitStatus status) {
  if (process.killed) return;
  process.killed = true;
  process.exit_status = status;
  if (process.session_channel) process.session_channel->abandon();
  if (process.state == ProcessState::stopped) process.state = ProcessState::running;
  process.wake();
}

void Kernel::terminate(Process& process, ExitStatus status) {
  if (process.killed) return;
  exit(process, status);
  if (process.submitted) options_.executor->interrupt(process);
}

// Gives back what the process holds, except its pid.
void Kernel::release(Process& process, KernelLock* lock) {
  (void)memory_.resize(process, 0);  // giving back cannot fail
  memory_.note_thread(process, 0);
  engine_.release(process);
  vfs_->locks().process_ended(process);
  std::vector<Ref<OpenFile>> files = process.descriptors->take_all();
  if (lock != nullptr) {
    for (Turns turns(*lock); !files.empty(); turns.next()) files.pop_back();
  }
  files.clear();
  process.root_directory = process.working_directory = {};
  accounting_.discard(std::move(process.image.program));
  process.image.file = {};
  process.image.arguments = process.image.environment = {};
  account_strings(process);
  process.launch.memory = {};
  accounting_.discard(std::move(process.launch.image));
  process.launch.image = {};
  engine_.forget_linked(process);
  process.rest = Rest::none;
  if (process.session_channel) process.session_channel->set_at_rest(nullptr);
  process.alarm_at = 0;
  process.cpu_timers = {};
  process.timers.clear();
  process.signals.remove(~SignalSet{0});
}

void Kernel::finish(KernelLock& lock, Process& process, ExitStatus status) {
  if (process.ended()) return;
  Ref<Process> keep(&process);
  process.launch_failed = process.launch.copies_parent() && !process.launched && !process.killed;
  if (!process.killed) process.exit_status = status;
  process.killed = true;
  if (process.session_channel) process.session_channel->abandon();
  process.end_call(&lock);
  process.cpu_ns = process.cpu_time();
  process.cpu_clock = nullptr;
  process.thread = nullptr;
  accounting_.usage().cpu_ns += process.cpu_ns;
  const bool is_limited = deadlines_.keep_time_of(process);
  run_usage_.ended(process);
  release(process, &lock);

  process.state = ProcessState::zombie;
  leave_terminal(process, true);
  if (is_limited && !processes_.run_lives(process.acting_run())) deadlines_.clear(process.acting_run());
  // Only a group with somebody stopped in it can be hung up.
  const std::set<int> stopped = processes_.groups_with_stopped();
  for (const Ref<Process>& child : std::exchange(process.children, {})) {
    child->parent = nullptr;
    if (child->state == ProcessState::zombie)
      reap(*child);
    else if (child->parent_death_signo)
      send_signal(*child, {child->parent_death_signo, SignalInfo::kFromUser, process.pid, process.credentials.uid});
    if (child->session == process.session && child->process_group != process.process_group &&
        stopped.contains(child->process_group))
      hang_up_if_orphaned(child->process_group);
  }
  // A parent elsewhere in the session was what kept this group from being orphaned.
  if (process.parent && process.parent->session == process.session &&
      process.parent->process_group != process.process_group)
    hang_up_if_orphaned(process.process_group);

  process.state_changes.wake_all();
  processes_.ended.wake_all();
  if (auto on_exit = std::exchange(process.on_exit, nullptr)) on_exit(process);
  const ExitStatus& end = process.exit_status;
  if (process.launch_failed || !process.parent)
    reap(process);
  else if (end.signal)
    notify_parent(process, kChildKilled, end.signal);
  else
    notify_parent(process, kChildExited, end.code);
  processes_.tell_if_ended(process.run_id);
}

void Kernel::reap(Process& process) {
  Ref<Process> keep(&process);
  process.state = ProcessState::reaped;
  if (process.parent) {
    std::erase(process.parent->children, keep);
    process.parent->child_events.wake_all();
    process.parent = nullptr;
  }
  processes_.remove(process);
  accounting_.release_process();
  processes_.ended.wake_all();
  processes_.tell_if_ended(ProcessTable::kAllRuns);
}

}  // namespace wasmsand
