#include "kernel/process/call_lock.h"

#include "kernel/kernel.h"

namespace wasmsand {

CallLock::CallLock(const Process& process, Side side) : KernelLock(process.kernel.mutex(), side) {
  act_for(process.acting_run());
}

}  // namespace wasmsand
