// How long a session may take to let go of a run that is to end. Processor time counts that the session, or anything of
// the run, was given, and time in which none of them wanted a processor. On a busy machine the grace therefore lasts
// longer, and no session is killed because others had the processors.
#pragma once

#include <algorithm>
#include <cstdint>

#include "kernel/platform/clock.h"

namespace wasmsand {

class Grace {
 public:
  // What is known at some time (monotonic): the processor time that all of them have used, and whether one wants more.
  struct Look {
    Nanoseconds now, cpu;
    bool wants_processor;
  };
  // Nobody looks more often than every `period`: a longer pause says that the looker had no processor either.
  Grace(Nanoseconds time, Nanoseconds period, const Look& first) : left_(time), period_(period), last_(first) {}

  // False: the grace is over.
  bool lasts(const Look& look) {
    const bool idle = !last_.wants_processor && !look.wants_processor;
    // A process that has ended takes what it has used along.
    const Nanoseconds used = std::max<Nanoseconds>(look.cpu - last_.cpu, 0);
    left_ -= std::max(used, idle ? std::min(look.now - last_.now, period_) : 0);
    last_ = look;
    return left_ > 0;
  }

 private:
  Nanoseconds left_;
  const Nanoseconds period_;
  Look last_;
};

}  // namespace wasmsand
