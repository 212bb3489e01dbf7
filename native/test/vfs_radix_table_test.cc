#include <gtest/gtest.h>

#include <map>
#include <random>
#include <vector>

#include "kernel/vfs/radix_table.h"

namespace wasmsand {
namespace {

struct Number final : RefCounted {
  explicit Number(uint64_t number) : value(number) {}
  uint64_t value;
};
using Table = RadixTable<Number>;
using Model = std::map<uint64_t, uint64_t>;

void expect_same(const Table& table, const Model& model) {
  auto expected = model.begin();
  for (auto at = table.first_from(0); at; at = table.first_from(at.key + 1), ++expected) {
    ASSERT_NE(expected, model.end());
    ASSERT_EQ(at.key, expected->first);
    ASSERT_EQ(at.value->value, expected->second);
  }
  EXPECT_EQ(expected, model.end());
}

TEST(RadixTable, DoesWhatAMapDoesAndKeepsItsCopies) {
  std::mt19937_64 random(1);
  for (uint64_t range : {uint64_t{40}, uint64_t{5000}, ~uint64_t{0}}) {
    Table table;
    Model model;
    std::vector<std::pair<Table, Model>> copies;
    std::vector<uint64_t> known;
    for (int i = 0; i < 20'000; i++) {
      uint64_t key = random() % range;
      if (range == ~uint64_t{0} && !known.empty() && random() % 2) key = known[random() % known.size()];
      switch (random() % 4) {
        case 0:
          table.erase(key);
          model.erase(key);
          break;
        case 1: {
          Number* number = table.edit(key, [](const Number& old) { return make_ref<Number>(old.value); });
          ASSERT_EQ(number != nullptr, model.contains(key));
          if (number) number->value = model[key] = static_cast<uint64_t>(i);
          break;
        }
        default:
          table.set(key, make_ref<Number>(static_cast<uint64_t>(i)));
          model[key] = static_cast<uint64_t>(i);
          known.push_back(key);
      }
      Number* found = table.find(key);
      ASSERT_EQ(found != nullptr, model.contains(key));
      uint64_t from = random() % range;
      auto next = table.first_from(from);
      auto expected = model.lower_bound(from);
      ASSERT_EQ(static_cast<bool>(next), expected != model.end());
      if (next) {
        ASSERT_EQ(next.key, expected->first);
      }
      if (i % 4'000 == 0) copies.emplace_back(table, model);
    }
    expect_same(table, model);
    for (auto& [copy, model_then] : copies) expect_same(copy, model_then);
    while (auto at = table.first_from(0)) table.erase(at.key);
    EXPECT_TRUE(table.empty());
  }
}

}  // namespace
}  // namespace wasmsand
