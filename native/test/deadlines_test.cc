// What waits for a time on a thread that many share.
#include "binding/pool/deadlines.h"

#include <gtest/gtest.h>

#include <map>
#include <vector>

namespace wasmsand::test {
namespace {

class WaitingUntilATime : public testing::Test {
 protected:
  void add(int item, Nanoseconds at) { deadlines_.add(places_[item], at, item); }
  void remove(int item) { deadlines_.remove(places_[item]); }
  std::vector<int> expire(Nanoseconds now) {
    std::vector<int> taken;
    deadlines_.expire(now, [&taken](int item) { taken.push_back(item); });
    return taken;
  }

  Deadlines<int> deadlines_;

 private:
  std::map<int, Deadlines<int>::Place> places_;
};

TEST_F(WaitingUntilATime, ComesToAnEndInTheOrderOfTheTimes) {
  add(1, 300);
  add(2, 100);
  add(3, 200);
  EXPECT_EQ(expire(99), std::vector<int>{});
  EXPECT_EQ(expire(200), (std::vector<int>{2, 3}));
  EXPECT_EQ(expire(200), std::vector<int>{});
  EXPECT_EQ(expire(1000), std::vector<int>{1});
  EXPECT_TRUE(deadlines_.empty());
}

TEST_F(WaitingUntilATime, EndsOnceIfItIsWokenBefore) {
  add(1, 100);
  add(2, 100);
  remove(1);
  remove(1);
  EXPECT_EQ(expire(100), std::vector<int>{2});
  remove(2);
  add(1, 50);
  EXPECT_EQ(deadlines_.earliest(), 50);
}

TEST_F(WaitingUntilATime, MayBeginAnewWhenItEnds) {
  add(1, 100);
  deadlines_.expire(100, [this](int item) { add(item, 200); });
  EXPECT_EQ(deadlines_.earliest(), 200);
}

TEST_F(WaitingUntilATime, EndsTheTurnOfAnother) {
  EXPECT_EQ(deadlines_.end_of_turn(10), 0);
  add(1, 300);
  EXPECT_EQ(deadlines_.end_of_turn(10), 300);
  add(2, 5);
  EXPECT_EQ(deadlines_.end_of_turn(10), 10);
}

}  // namespace
}  // namespace wasmsand::test
