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
  return caller.pid;
}

}  // namespace wasmsand
