// Time as far as this process was given processors: what has had no chance to come to an end is not late. Beside others
// that are busy it goes slower, though never by more than `kSlowestClock`; where nothing of this process runs as well.
#pragma once

#include <time.h>

#include <algorithm>
#include <cstdint>

#include "binding/pool/policy.h"
#include "binding/pool/thread_clock.h"
#include "kernel/platform/clock.h"

namespace wasmsand {

class WorkClock {
 public:
  explicit WorkClock(uint32_t processors) : processors_(processors) {}

  // Not from two threads at once.
  Nanoseconds now() {
    const Nanoseconds passed = monotonic_now() - read_at_;
    // Reading it goes through all threads.
    if (passed < kMillisecond) return now_;
    const Nanoseconds used = read_clock(CLOCK_PROCESS_CPUTIME_ID);
    now_ += std::clamp((used - used_) / processors_, passed / policy::kSlowestClock, passed);
    read_at_ += passed;
    used_ = used;
    return now_;
  }

 private:
  const uint32_t processors_;
  Nanoseconds read_at_ = monotonic_now(), used_ = read_clock(CLOCK_PROCESS_CPUTIME_ID);
  Nanoseconds now_ = read_at_;
};

}  // namespace wasmsand
