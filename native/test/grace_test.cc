// How long a session has to let go of a run: by processor time that it was given, not by the clock of a busy machine.
#include "kernel/process/grace.h"

#include <gtest/gtest.h>

namespace wasmsand::test {
namespace {

constexpr Nanoseconds kPeriod = 10 * kMillisecond;

TEST(Grace, CountsProcessorTimeWhileOneIsWanted) {
  Grace grace(100 * kMillisecond, kPeriod, {.now = 0, .cpu = 0, .wants_processor = true});
  // An hour without a processor.
  EXPECT_TRUE(grace.lasts({.now = 3600 * kSecond, .cpu = 0, .wants_processor = true}));
  EXPECT_TRUE(grace.lasts({.now = 3601 * kSecond, .cpu = 99 * kMillisecond, .wants_processor = true}));
  EXPECT_FALSE(grace.lasts({.now = 3602 * kSecond, .cpu = 100 * kMillisecond, .wants_processor = true}));
}

TEST(Grace, CountsTheClockWhileNoProcessorIsWanted) {
  Grace grace(100 * kMillisecond, kPeriod, {.now = 0, .cpu = 0, .wants_processor = false});
  Nanoseconds now = 0;
  int looks = 0;
  while (grace.lasts({.now = now += kPeriod, .cpu = 0, .wants_processor = false})) looks++;
  EXPECT_EQ(looks, 9);
}

TEST(Grace, DoesNotCountTimeInWhichNobodyCouldLook) {
  Grace grace(100 * kMillisecond, kPeriod, {.now = 0, .cpu = 0, .wants_processor = false});
  EXPECT_TRUE(grace.lasts({.now = 3600 * kSecond, .cpu = 0, .wants_processor = false}));
  // It has waited and was then woken, or the other way round: nobody knows for how long.
  EXPECT_TRUE(grace.lasts({.now = 7200 * kSecond, .cpu = 0, .wants_processor = true}));
  EXPECT_TRUE(grace.lasts({.now = 9000 * kSecond, .cpu = 0, .wants_processor = false}));
}

TEST(Grace, IsNotGivenBackByAProcessThatEnds) {
  Grace grace(100 * kMillisecond, kPeriod, {.now = 0, .cpu = kSecond, .wants_processor = true});
  EXPECT_TRUE(grace.lasts({.now = kPeriod, .cpu = kSecond + 60 * kMillisecond, .wants_processor = true}));
  EXPECT_TRUE(grace.lasts({.now = 2 * kPeriod, .cpu = 20 * kMillisecond, .wants_processor = true}));
  EXPECT_FALSE(grace.lasts({.now = 3 * kPeriod, .cpu = 60 * kMillisecond, .wants_processor = true}));
}

}  // namespace
}  // namespace wasmsand::test
