// Guests are not to keep the host's own threads, its event loop before all, from the processors.
#pragma once

#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace wasmsand {

// Of the calling thread, which has the niceness of the one that made it: on Linux it is a thread's own. A host may be
// nice itself.
inline void stand_back() {
  constexpr int kBehind = 5;
  const auto thread = static_cast<id_t>(syscall(SYS_gettid));
  (void)setpriority(PRIO_PROCESS, thread, getpriority(PRIO_PROCESS, thread) + kBehind);
}

}  // namespace wasmsand
