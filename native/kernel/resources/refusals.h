// Which limits have refused something: how often in all, and which of them a run has met, for the host that set them.
#pragma once

#include <array>
#include <cstdint>

#include <map>
#include <span>

#include "kernel/resources/limit.h"

namespace wasmsand {

// Each limit once, in the order in which they were met.
class LimitsMet {
 public:
  void add(Limit limit) {
    const uint32_t bit = uint32_t{1} << static_cast<uint32_t>(limit);
    if ((seen_ & bit) != 0) return;
    seen_ |= bit;
    order_[count_++] = limit;
  }
  [[nodiscard]] std::span<const Limit> in_order() const { return std::span(order_).first(count_); }

 private:
  static_assert(kLimitCount <= 32);
  uint32_t seen_ = 0;
  uint8_t count_ = 0;
  std::array<Limit, kLimitCount> order_{};
};

class Refusals {
 public:
  static constexpr uint64_t kHost = 0;  // in the place of a run: what the host asked for itself

  // Where the number of the run is on whose behalf the kernel is used.
  void set_actor(const uint64_t* run) { actor_ = run; }
  // Whoever is refused a million times costs no more memory than once.
  void note(Limit limit) { note(limit, actor_ == nullptr ? kHost : *actor_); }
  void note(Limit limit, uint64_t run);
  [[nodiscard]] const std::array<uint64_t, kLimitCount>& counts() const { return counts_; }

  // From now on it is kept what the run meets; of others only the counts are.
  void watch(uint64_t run) { runs_.try_emplace(run); }
  // What it has met, and no longer kept; of the host what it has met last, since it asked.
  LimitsMet take(uint64_t run);

 private:
  const uint64_t* actor_ = nullptr;
  std::array<uint64_t, kLimitCount> counts_{};
  std::map<uint64_t, LimitsMet> runs_ = {{kHost, {}}};
};

}  // namespace wasmsand
