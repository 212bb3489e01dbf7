// wait4(2) and waitid(2).
#include "kernel/kernel.h"

namespace wasmsand {

namespace {

constexpr uint32_t kNoHang = 1, kStopped = 2, kExited = 4, kContinued = 8, kNoWait = 0x1000000;
constexpr int kContinuedStatus = 0xffff;

bool matches(const Process& child, const Process& parent, int which) {
  if (which > 0) return child.pid == which;
  if (which == -1) return true;
  int64_t group = which == 0 ? parent.process_group : -int64_t{which};
  return child.process_group == group;
}

}  // namespace

Result<Kernel::Waited> Kernel::wait_child(Process& parent, int which, uint32_t options) {
  Ref<Process> found;
  int wait_status = 0;
  // True when there is something to report, or nothing to wait for.
  auto look = [&] {
    bool any = false;
    for (const Ref<Process>& child : parent.children) {
      if (!matches(*child, parent, which)) continue;
      any = true;
      if ((options & kExited) && child->state == ProcessState::zombie) {
        wait_status = child->exit_status.wait_status();
      } else if ((options & kStopped) && child->state == ProcessState::stopped && !child->stop_reported) {
        wait_status = child->stop_signal << 8 | 0x7f;
      } else if ((options & kContinued) && !child->continue_reported && child->state != ProcessState::zombie) {
        wait_status = kContinuedStatus;
      } else {
        continue;
      }
      found = child;
      return true;
    }
    return !any;
  };

  if (!look()) {
    if (options & kNoHang) return Waited{};
    WS_TRY(parent.block(WaitCause::child, parent.child_events, look));
  }
  if (!found) return Errno::child;

  Waited result{.pid = found->pid,
                .wait_status = wait_status,
                .uid = found->credentials.uid,
                .cpu_ns = found->cpu_time() + found->children_cpu_ns,
                .peak_memory_bytes = found->peak_memory_bytes};
  if (options & kNoWait) return result;
  if (found->state == ProcessState::zombie) {
    parent.children_cpu_ns += result.cpu_ns;
    reap(*found);
  } else if (wait_status == kContinuedStatus) {
    found->continue_reported = true;
  } else {
    found->stop_reported = true;
  }
  return result;
}

}  // namespace wasmsand
