// The kernel's lock on behalf of a process: what the sandbox refuses meanwhile is told to the process's run. Whoever
// acts for a process takes it, and not a bare KernelLock, which is the host's own; only with it can a call be asked.
#pragma once

#include "kernel/lock.h"

namespace wasmsand {

class CallLock : public KernelLock {
 public:
  // `Side::guest` for calls of the guest's code, which let the host go first.
  explicit CallLock(const Process& process, Side side = Side::host);
};

}  // namespace wasmsand
