// Process groups and sessions.
#include "kernel/kernel.h"

namespace wasmsand {

Result<void> Kernel::set_process_group(Process& caller, int pid, int group) {
  if (group < 0 || pid < 0) return Errno::inval;
  Process* target = pid == 0 ? &caller : processes_.find(pid);
  if (!target || target->state == ProcessState::zombie) return Errno::srch;
  if (target != &caller) {
    if (target->parent != &caller) return Errno::srch;
    if (target->session != caller.session) return Errno::perm;
    if (target->executed) return Errno::acces;
  }
  if (target->session == target->pid) return Errno::perm;
  if (group == 0) group = target->pid;
  if (group != target->pid && !processes_.has_group(group, target->session)) return Errno::perm;
  target->process_group = group;
  return {};
}

Result<int> Kernel::set_session(Process& caller) {
  if (processes_.has_group(caller.pid)) return Errno::perm;
  caller.session = caller.process_group = caller.pid;
  caller.terminal.reset();
  return caller.pid;
}

void Kernel::leave_terminal(Process& process, bool on_exit) {
  const Ref<Terminal> terminal = std::exchange(process.terminal, {});
  if (process.session != process.pid) return;
  const auto tell = [&](int group, bool continues) {
    kill_group(group, kSigHup);
    if (continues) kill_group(group, kSigContinue);
  };
  if (terminal) {
    if (terminal->foreground() != 0) tell(terminal->foreground(), !on_exit);
    terminal->leave_session();
  } else if (const int group = std::exchange(process.hung_up_group, 0); on_exit && group != 0) {
    tell(group, true);
  }
}

void Kernel::kill_group(int group, int signo) {
  std::vector<Ref<Process>> members;
  for (const auto& [pid, process] : processes_)
    if (process->process_group == group) members.push_back(process);
  for (const Ref<Process>& member : members) send_signal(*member, {signo, SignalInfo::kFromKernel});
}

}  // namespace wasmsand
