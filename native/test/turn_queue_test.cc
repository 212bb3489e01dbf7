// Whose turn it is on a thread that many share.
#include "binding/pool/turn_queue.h"

#include <gtest/gtest.h>

#include <map>
#include <vector>

namespace wasmsand::test {
namespace {

using Turns = TurnQueue<int>;

class TurnsOfMany : public testing::Test {
 protected:
  Turns::Tenant& tenant(int number) {
    Turns::Tenant*& known = tenants_[number];
    if (known == nullptr) known = &turns_.enter(&known);
    return *known;
  }
  void push(int number) { turns_.push(tenant(number), number); }
  // One turn that takes so long, after which the same waits again.
  int turn(Nanoseconds time) {
    const int number = turns_.pop();
    push(number);
    turns_.charge(tenant(number), time);
    return number;
  }

  Turns turns_;

 private:
  std::map<int, Turns::Tenant*> tenants_;
};

TEST_F(TurnsOfMany, ComeInOrderWhileTheyAreShort) {
  for (int i = 0; i < 1000; i++) push(i);
  for (int round = 0; round < 3; round++)
    for (int i = 0; i < 1000; i++) ASSERT_EQ(turn(kMillisecond), i);
}

TEST_F(TurnsOfMany, AreAsManyForOneThatHasOneToDoAsForOneThatHasAHundred) {
  for (int i = 0; i < 100; i++) push(0);
  push(1);
  int of_the_small = 0;
  for (int i = 0; i < 1000; i++) of_the_small += turn(2 * kMillisecond);
  EXPECT_NEAR(of_the_small, 500, 10);
}

TEST_F(TurnsOfMany, GoByTheTimeThatTheyTook) {
  push(0);
  push(1);
  std::map<int, Nanoseconds> had;
  for (int i = 0; i < 10'000; i++) {
    const int next = turns_.pop();
    const Nanoseconds took = next == 0 ? 2 * kMillisecond : 50 * kMicrosecond;
    push(next);
    turns_.charge(tenant(next), took);
    had[next] += took;
  }
  EXPECT_NEAR(static_cast<double>(had[0]), static_cast<double>(had[1]), 3.0 * policy::kTurnStep);
}

TEST_F(TurnsOfMany, AreNotSavedUpByWhoHadNothingToDo) {
  push(0);
  for (int i = 0; i < 1000; i++) turn(2 * kMillisecond);
  push(1);
  std::vector<int> next;
  for (int i = 0; i < 100; i++) next.push_back(turn(2 * kMillisecond));
  EXPECT_EQ(next.front(), 1);
  EXPECT_NEAR(static_cast<double>(std::ranges::count(next, 1)), 50, 5);
}

TEST_F(TurnsOfMany, ComeToWhoComputesBesideOthersThatComeOnAndOn) {
  push(0);
  Nanoseconds had = 0;
  for (int i = 1; i <= 2000; i++) {
    Turns::Tenant& newcomer = turns_.enter(&i);
    turns_.push(newcomer, i);
    // Until it has had its turn, and is gone.
    while (turns_.pop() != i) {
      push(0);
      turns_.charge(tenant(0), 2 * kMillisecond);
      had += 2 * kMillisecond;
    }
    turns_.charge(newcomer, kMillisecond);
    turns_.leave(newcomer);
  }
  EXPECT_NEAR(static_cast<double>(had), 2000.0 * kMillisecond, 500.0 * kMillisecond);
}

TEST_F(TurnsOfMany, DoNotComeToWhoHasLeft) {
  push(0);
  push(1);
  push(0);
  turns_.remove(tenant(0), 0);
  turns_.leave(tenant(0));
  EXPECT_EQ(turns_.pop(), 1);
  EXPECT_TRUE(turns_.empty());
}

}  // namespace
}  // namespace wasmsand::test
