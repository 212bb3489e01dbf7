// The load averages of uptime and getloadavg: how many processors the sandbox kept busy in the last 1, 5 and 15
// minutes, what is longer ago counting exponentially less. Linux counts processes that could run; here it is the time
// they ran.
#pragma once

#include <array>

#include "kernel/platform/clock.h"

namespace wasmsand {

class LoadAverage {
 public:
  static constexpr Nanoseconds kPeriod = kSecond;  // between samples, as long as something may run

  explicit LoadAverage(Nanoseconds now) : sampled_at_(now) {}
  [[nodiscard]] Nanoseconds due() const { return sampled_at_ + kPeriod; }
  // `used`: the processor time since the beginning. Counts as used evenly since the sample before.
  void sample(Nanoseconds now, Nanoseconds used);
  [[nodiscard]] const std::array<double, 3>& averages() const { return averages_; }

 private:
  Nanoseconds sampled_at_, used_ = 0;
  std::array<double, 3> averages_{};
};

}  // namespace wasmsand
