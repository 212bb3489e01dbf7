#include "kernel/resources/refusals.h"

#include <utility>

namespace wasmsand {

void Refusals::note(Limit limit, uint64_t run) {
  counts_[static_cast<size_t>(limit)]++;
  const auto found = runs_.find(run);
  if (found == runs_.end()) return;
  if (run == kHost) found->second = {};
  found->second.add(limit);
}

LimitsMet Refusals::take(uint64_t run) {
  const auto found = runs_.find(run);
  if (found == runs_.end()) return {};
  const LimitsMet met = std::exchange(found->second, {});
  if (run != kHost) runs_.erase(found);
  return met;
}

}  // namespace wasmsand
