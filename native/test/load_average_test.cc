// The load averages: how they rise and fall.
#include "kernel/resources/load_average.h"

#include <gtest/gtest.h>

#include <cmath>

namespace wasmsand::test {
namespace {

constexpr Nanoseconds kMinute = 60 * kSecond;

TEST(LoadAverage, RisesWithWhatIsUsedAndFallsWithoutIt) {
  LoadAverage load(kSecond);
  EXPECT_EQ(load.averages(), (std::array<double, 3>{}));
  load.sample(kSecond + kMinute, kMinute);
  const double after_a_minute = 1 - std::exp(-1);
  EXPECT_DOUBLE_EQ(load.averages()[0], after_a_minute);
  EXPECT_DOUBLE_EQ(load.averages()[1], 1 - std::exp(-1.0 / 5));
  EXPECT_DOUBLE_EQ(load.averages()[2], 1 - std::exp(-1.0 / 15));
  load.sample(kSecond + 2 * kMinute, kMinute);
  EXPECT_DOUBLE_EQ(load.averages()[0], after_a_minute * std::exp(-1));
}

TEST(LoadAverage, IsTheSameHoweverOftenItIsSampled) {
  LoadAverage seldom(0), often(0);
  seldom.sample(kMinute, kMinute / 2);
  for (int i = 1; i <= 120; i++) often.sample(i * kMinute / 120, i * kMinute / 240);
  often.sample(kMinute, kMinute / 2);
  for (size_t i = 0; i < 3; i++) EXPECT_NEAR(seldom.averages()[i], often.averages()[i], 1e-9);
}

TEST(LoadAverage, CountsAllThatRunAtOnce) {
  LoadAverage load(0);
  for (int i = 1; i <= 3600; i++) load.sample(i * kSecond, 3 * i * kSecond);
  EXPECT_NEAR(load.averages()[0], 3, 1e-6);
  EXPECT_EQ(load.due(), 3601 * kSecond);
}

}  // namespace
}  // namespace wasmsand::test
