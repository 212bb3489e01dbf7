// Waiting without going to sleep. Waking a thread costs 5 µs, in a virtual machine whose processors are idle 50 µs:
// more than a short command line takes.
#pragma once

#include <thread>

#include "kernel/platform/clock.h"

namespace wasmsand {

inline constexpr Nanoseconds kSpinTime = 100 * kMicrosecond;

// Whether `ready()` came to hold within kSpinTime. Threads that have work to do run meanwhile; with one processor there
// is nothing to wait for.
template <typename Ready>
bool spin_until(Ready ready) {
  static const bool alone = std::thread::hardware_concurrency() <= 1;
  if (alone) return ready();
  const Nanoseconds end = monotonic_now() + kSpinTime;
  while (!ready()) {
    if (monotonic_now() >= end) return false;
    std::this_thread::yield();
  }
  return true;
}

}  // namespace wasmsand
