// Process groups and sessions.
#include <algorithm>

#include "kernel/kernel.h"

namespace wasmsand {

Result<void> Kernel::set_process_group(Process& caller, int pid, int group) {
  if (group < 0 || pid < 0) return Errno::inval;
  Process* target = pid == 0 ? &caller : find_process(pid);
  if (!target || target->state == ProcessState::zombie) return Errno::srch;
  if (target != &caller) {
    if (target->parent != &caller) return Errno::srch;
    if (target->session != caller.session) return Errno::perm;
    if (target->executed) return Errno::acces;
  }
  if (target->session == target->pid) return Errno::perm;
  if (group == 0) group = target->pid;
  if (group != target->pid) {
    bool exists = std::any_of(processes_.begin(), processes_.end(), [&](const auto& entry) {
      return entry.second->process_group == group && entry.second->session == target->session;
    });
    if (!exists) return Errno::perm;
  }
  target->process_group = group;
  return {};
}

Result<int> Kernel::set_session(Process& caller) {
  bool taken = std::any_of(processes_.begin(), processes_.end(),
                           [&](const auto& entry) { return entry.second->process_group == caller.pid; });
  if (taken) return Errno::perm;
  caller.session = caller.process_group = caller.pid;
  return caller.pid;
}

}  // namespace wasmsand
