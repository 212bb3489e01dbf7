// Guests are not to keep the host's own threads, its event loop before all, from the processors.
#pragma once

#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace wasmsand {

// Of the calling thread: on Linux the niceness is a thread's own.
inline void stand_back() {
  constexpr int kWorkerNiceness = 5;
  (void)setpriority(PRIO_PROCESS, static_cast<id_t>(syscall(SYS_gettid)), kWorkerNiceness);
}

}  // namespace wasmsand
