// Guests are not to keep the host's own threads, its event loop before all, from the processors.
#pragma once

#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "binding/pool/policy.h"

namespace wasmsand {

inline pid_t this_thread() { return static_cast<pid_t>(syscall(SYS_gettid)); }

// On Linux niceness is a thread's own; it has that of the one that made it. A host may be nice itself. The way back
// takes a privilege.
inline void stand_back(pid_t thread, int by) {
  const auto id = static_cast<id_t>(thread);
  (void)setpriority(PRIO_PROCESS, id, getpriority(PRIO_PROCESS, id) + by);
}

}  // namespace wasmsand
