// The processor time of a thread, which any thread may read.
#pragma once

#include <pthread.h>
#include <time.h>

#include "kernel/platform/clock.h"

namespace wasmsand {

inline clockid_t clock_of_this_thread() {
  clockid_t clock;
  return pthread_getcpuclockid(pthread_self(), &clock) == 0 ? clock : CLOCK_MONOTONIC;
}

inline Nanoseconds read_clock(clockid_t clock) {
  timespec time{};
  if (clock_gettime(clock, &time) != 0) return 0;
  return time.tv_sec * kSecond + time.tv_nsec;
}

}  // namespace wasmsand
