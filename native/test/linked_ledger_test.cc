// How many modules guests may link, and how many mappings the host process may have.
#include "kernel/process/linked_ledger.h"

#include <gtest/gtest.h>

#include <array>

#include "kernel/platform/mappings.h"

namespace wasmsand {
namespace {

uint32_t taken_by(LinkedLedger& ledger, const void* owner) {
  uint32_t taken = 0;
  while (ledger.take(owner)) taken++;
  return taken;
}

TEST(LinkedLedger, LeavesSomeForThoseThatComeLater) {
  LinkedLedger ledger;
  const std::array<char, 8> owners{};
  EXPECT_EQ(taken_by(ledger, &owners[0]), LinkedLedger::kMostOfSandbox);
  EXPECT_EQ(taken_by(ledger, &owners[1]), 3072u);
  for (size_t i = 2; i < owners.size(); i++) EXPECT_GT(taken_by(ledger, &owners[i]), 400u);
  EXPECT_LT(ledger.count(), LinkedLedger::kMost);
}

TEST(LinkedLedger, CountsWhatTheEngineHasNotCollectedYet) {
  LinkedLedger ledger;
  const std::array<char, 2> owners{};
  EXPECT_EQ(taken_by(ledger, &owners[0]), LinkedLedger::kMostOfSandbox);
  ledger.leave(&owners[0], LinkedLedger::kMostOfSandbox);
  EXPECT_EQ(ledger.count(), LinkedLedger::kMostOfSandbox);
  EXPECT_EQ(taken_by(ledger, &owners[1]), 3072u);
  ledger.collected(LinkedLedger::kMostOfSandbox);
  EXPECT_EQ(ledger.count(), 3072u);
  // What rested is there again, whatever others have.
  ledger.force(&owners[0]);
  EXPECT_EQ(ledger.count(), 3073u);
}

TEST(Mappings, AreRefusedWhileAnEighthIsStillFree) {
  uint32_t there = 100;
  Mappings mappings(1000, [&there] { return there; });
  EXPECT_TRUE(mappings.take(775));
  EXPECT_FALSE(mappings.take(1));
  EXPECT_FALSE(mappings.take(UINT32_MAX - 1000));
  Mappings none(1000, [] { return 875; });
  EXPECT_FALSE(none.take(1));
}

TEST(Mappings, AreAnyNumberWhereTheSystemDoesNotSay) {
  Mappings mappings(0, []() -> uint32_t { return 1'000'000; });
  EXPECT_TRUE(mappings.take(1'000'000));
}

}  // namespace
}  // namespace wasmsand
