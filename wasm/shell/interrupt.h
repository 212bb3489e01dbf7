// How the host of a session ends a command line: by a signal, which sets a flag (Traps::watch_interrupt). What waits
// gives up then, what computes for long looks at the flag now and then, and neither says a word: what they give counts
// for nothing. What runs commands in sequence unwinds (Traps::run_pending). The flag stays set until the session clears
// it, so that nothing begins on the way out.
#pragma once

#include <cerrno>
#include <csignal>

#include "../sys/process.h"

namespace shell {

inline volatile sig_atomic_t host_interrupt = 0;

[[nodiscard]] inline bool interrupted() {
  sys::take_wanted_signals();
  return host_interrupt != 0;
}

// After a call that has failed: whether to make it again, since a signal has ended it that was not the host's.
[[nodiscard]] inline bool call_again() { return errno == EINTR && !interrupted(); }

}  // namespace shell
