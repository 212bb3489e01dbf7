// Sending signals, and what becomes of them when the process is next in the kernel.
#include <algorithm>

#include "kernel/kernel.h"

namespace wasmsand {

namespace {

constexpr int kChildStopped = 5, kChildContinued = 6;  // CLD_*
constexpr int kInit = 1;
constexpr SignalSet kStopSignals =
    signal_bit(kSigStop) | signal_bit(kSigTerminalStop) | signal_bit(kSigTerminalIn) | signal_bit(kSigTerminalOut);

bool may_signal(const Process* sender, const Process& target, int signo) {
  if (!sender || sender->credentials.may_signal(target.credentials)) return true;
  return signo == kSigContinue && sender->session == target.session;
}

}  // namespace

void Kernel::send_signal(Process& target, const SignalInfo& info) {
  if (target.ended() || target.killed || info.signo == 0) return;
  if (info.signo == kSigKill) return terminate(target, {0, kSigKill});

  SignalState& signals = target.signals;
  if (info.signo == kSigContinue) {
    resume(target);
  } else if (kStopSignals & signal_bit(info.signo)) {
    signals.remove(signal_bit(kSigContinue));
  }

  bool blocked = signals.mask & signal_bit(info.signo);
  bool does_nothing = signals.ignored(info.signo) ||
                      (!signals.has_handler(info.signo) && default_action(info.signo) == DefaultAction::resume);
  if (does_nothing && !blocked) return;
  // A stopped process dies of SIGTERM when it is continued, as in Linux.
  bool fatal = !signals.has_handler(info.signo) && default_action(info.signo) == DefaultAction::terminate;
  if (fatal && !blocked && target.state != ProcessState::stopped) return terminate(target, {0, info.signo});
  signals.add(info);
  target.wake();
  if (target.rest == Rest::resting && target.wait_would_end()) wake(target);
}

Result<void> Kernel::kill(Process* sender, int pid, int signo) {
  if (signo < 0 || signo > kSignalCount) return Errno::inval;
  if (pid == kInit && sender) return Errno::perm;
  if (pid == 0 && !sender) return Errno::srch;

  // Collected first: a signal to the sender itself must not change whom the rest reaches.
  std::vector<Ref<Process>> targets;
  for (const auto& [number, process] : processes_) {
    bool meant = pid > 0     ? number == pid
                 : pid == -1 ? process.get() != sender
                             : process->process_group == (pid == 0 ? sender->process_group : -int64_t{pid});
    if (meant) targets.push_back(process);
  }
  if (targets.empty()) return Errno::srch;

  bool allowed = false;
  SignalInfo info{signo, SignalInfo::kFromUser, sender ? sender->pid : 0, sender ? sender->credentials.real_uid : 0};
  for (const Ref<Process>& target : targets) {
    if (!may_signal(sender, *target, signo)) continue;
    allowed = true;
    send_signal(*target, info);
  }
  if (!allowed) return Errno::perm;
  return {};
}

void Kernel::kill_run(uint64_t run_id) {
  for (const auto& [pid, process] : processes_) {
    if (process->ended()) continue;
    if (process->session_channel && process->session_channel->cancel(run_id)) resume(*process);
    if (process->run_id == run_id) {
      terminate(*process, {0, kSigKill});
    } else if (process->run_of_children == run_id && run_id != 0) {
      // What a session has become by exec has no channel any more, and ends by the signal.
      if (process->session_channel)
        process->session_channel->interrupt(*process);
      else
        send_signal(*process, {kSessionInterrupt, SignalInfo::kFromKernel});
      resume(*process);
    }
  }
}

void Kernel::kill_all() {
  for (const auto& [pid, process] : processes_) {
    if (!process->ended()) terminate(*process, {0, kSigKill});
  }
}

// SIGCHLD and the end of a wait. A parent that ignores SIGCHLD leaves no zombies.
void Kernel::notify_parent(Process& child, int code, int value) {
  Process* parent = child.parent;
  if (!parent) return;
  const SignalAction& action = parent->signals.actions[kSigChild];
  bool exited = child.state == ProcessState::zombie;
  bool wanted = action.handler != SignalAction::kIgnore && (exited || !(action.flags & SignalAction::kNoChildStop));
  bool reaps_itself =
      exited && (action.handler == SignalAction::kIgnore || (action.flags & SignalAction::kNoChildWait));
  if (wanted) send_signal(*parent, {kSigChild, code, child.pid, child.credentials.real_uid, value});
  if (reaps_itself) reap(child);
  parent->child_events.wake_all();
}

// POSIX: a group that has just been orphaned with a stopped process in it gets SIGHUP and SIGCONT, for nobody would
// continue it.
void Kernel::hang_up_if_orphaned(int group) {
  if (!processes_.is_orphaned(group)) return;
  std::vector<Ref<Process>> members;
  bool stopped = false;
  for (const auto& [pid, process] : processes_) {
    if (process->process_group != group) continue;
    members.push_back(process);
    stopped = stopped || process->state == ProcessState::stopped;
  }
  if (!stopped) return;
  for (int signo : {kSigHup, kSigContinue}) {
    for (const Ref<Process>& member : members) send_signal(*member, {signo, SignalInfo::kFromKernel});
  }
}

// What SIGCONT does, whatever becomes of the signal itself.
void Kernel::resume(Process& process) {
  process.signals.remove(kStopSignals);
  if (process.state != ProcessState::stopped) return;
  process.state = ProcessState::running;
  process.continue_reported = false;
  process.stop_reported = true;
  process.wake();
  process.state_changes.wake_all();
  notify_parent(process, kChildContinued, kSigContinue);
}

void Kernel::stop(Process& process, int signo) {
  // What is to end its run is not to wait for somebody to continue it.
  if (process.run_cancelled) return;
  if (signo != kSigStop && processes_.is_orphaned(process.process_group)) return;
  process.state = ProcessState::stopped;
  process.stop_signal = signo;
  process.stop_reported = false;
  process.continue_reported = true;
  process.state_changes.wake_all();
  notify_parent(process, kChildStopped, signo);
}

Result<std::optional<Kernel::Delivery>> Kernel::next_delivery(Process& process) {
  const std::optional<Delivery> none;
  SignalState& signals = process.signals;
  if (process.waiting()) process.end_wait();
  for (;;) {
    if (process.stays_stopped()) return Errno::blocked;
    if (process.killed) return none;
    std::optional<SignalInfo> info = signals.take(~signals.mask);
    if (!info) {
      if (!process.saved_mask) return none;
      // The old mask may let through what the temporary one held back.
      process.restore_mask();
      continue;
    }
    SignalAction& action = signals.actions[info->signo];
    if (action.handler > SignalAction::kIgnore) {
      Delivery delivery{*info, action, process.saved_mask.value_or(signals.mask)};
      process.saved_mask.reset();
      SignalSet blocked = signals.mask | action.mask;
      if (!(action.flags & SignalAction::kNoDefer)) blocked |= signal_bit(info->signo);
      signals.set_mask(blocked);
      if (action.flags & SignalAction::kResetHand) action.handler = SignalAction::kDefault;
      return std::optional(delivery);
    }
    if (signals.ignored(info->signo)) continue;
    if (default_action(info->signo) == DefaultAction::terminate) exit(process, {0, info->signo});
  }
}

Result<void> Kernel::suspend(Process& process, SignalSet mask) {
  process.set_temporary_mask(mask);
  return process.block(WaitCause::signal, {}, 0, [] { return false; });
}

Result<SignalInfo> Kernel::wait_signal(Process& process, SignalSet set, Nanoseconds deadline) {
  set &= ~kUnblockableSignals;
  auto waited = process.block(WaitCause::signal, {}, deadline, [&] { return (process.signals.pending() & set) != 0; });
  if (!waited.ok()) return waited.error() == Errno::timedout ? Errno::again : waited.error();
  return *process.signals.take(set);
}

}  // namespace wasmsand
