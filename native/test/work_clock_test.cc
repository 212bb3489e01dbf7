// How fast time goes for who must wait for what runs.
#include "binding/pool/work_clock.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

namespace wasmsand::test {
namespace {

constexpr Nanoseconds kTick = 2 * kMillisecond;

// How long the clock says that it took, and how long it took.
template <typename Action>
std::pair<Nanoseconds, Nanoseconds> timed(WorkClock& clock, Action action) {
  const Nanoseconds earlier = clock.now(), before = monotonic_now();
  action();
  const Nanoseconds later = clock.now(), after = monotonic_now();
  return {later - earlier, after - before};
}

TEST(WorkClock, GoesAsFarAsThereWereProcessors) {
  WorkClock one(1), many(1'000'000);
  std::this_thread::sleep_for(std::chrono::milliseconds(2));
  Nanoseconds used = 0;
  const auto compute = [&] {
    const Nanoseconds begin = read_clock(CLOCK_PROCESS_CPUTIME_ID);
    while ((used = read_clock(CLOCK_PROCESS_CPUTIME_ID) - begin) < 50 * kMillisecond) {
    }
  };
  const auto [told, passed] = timed(one, compute);
  EXPECT_LE(told, passed + kTick);
  EXPECT_GE(told, std::min(passed, used) - kTick);
  // A tenth at least, however little it was of all of them.
  const auto [least, long_time] = timed(many, compute);
  EXPECT_NEAR(10 * least, long_time, 10 * kTick);
}

TEST(WorkClock, GoesSlowlyWhereNothingRuns) {
  WorkClock clock(2);
  std::this_thread::sleep_for(std::chrono::milliseconds(2));
  const auto sleep = [] { std::this_thread::sleep_for(std::chrono::milliseconds(50)); };
  const auto [told, passed] = timed(clock, sleep);
  EXPECT_GE(told, passed / 10 - kTick);
  EXPECT_LE(told, passed + kTick);
}

TEST(WorkClock, NeverGoesBack) {
  WorkClock clock(1);
  Nanoseconds last = clock.now();
  for (const Nanoseconds end = monotonic_now() + 20 * kMillisecond; monotonic_now() < end;) {
    const Nanoseconds now = clock.now();
    ASSERT_GE(now, last);
    last = now;
  }
  EXPECT_LE(last, monotonic_now());
}

}  // namespace
}  // namespace wasmsand::test
