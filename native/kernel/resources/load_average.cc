#include "kernel/resources/load_average.h"

#include <cmath>

namespace wasmsand {

void LoadAverage::sample(Nanoseconds now, Nanoseconds used) {
  constexpr std::array<Nanoseconds, 3> kSpans = {60 * kSecond, 300 * kSecond, 900 * kSecond};
  if (now <= sampled_at_) return;
  const auto elapsed = static_cast<double>(now - sampled_at_);
  const double busy = static_cast<double>(used - used_) / elapsed;
  for (size_t i = 0; i < kSpans.size(); i++) {
    const double kept = std::exp(-elapsed / static_cast<double>(kSpans[i]));
    averages_[i] = averages_[i] * kept + busy * (1 - kept);
  }
  sampled_at_ = now;
  used_ = used;
}

}  // namespace wasmsand
