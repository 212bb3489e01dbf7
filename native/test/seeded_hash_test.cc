// Keys that a guest chooses to collide do not.
#include "kernel/seeded_hash.h"

#include <gtest/gtest.h>

#include <cstring>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace wasmsand {
namespace {

constexpr size_t kKeys = 20'000;
// Chance alone puts some eight of so many into one place.
constexpr size_t kMostInOne = 32;

// What the library hashes strings by, MurmurHash64A, has a known seed, and each of its steps can be taken back.
constexpr uint64_t kMultiplier = 0xc6a4a7935bd1e995;
constexpr uint64_t kLibrarySeed = 0xc70f6907;

uint64_t shift_mix(uint64_t value) { return value ^ value >> 47; }

uint64_t inverse_of(uint64_t odd) {
  uint64_t inverse = odd;
  for (int step = 0; step < 6; step++) inverse *= 2 - odd * inverse;
  return inverse;
}

// Of two words each: the second takes back what the first has changed.
std::vector<std::string> colliding_names() {
  const uint64_t inverse = inverse_of(kMultiplier);
  std::vector<std::string> names;
  for (uint64_t first = 1; names.size() < kKeys; first++) {
    uint64_t hash = kLibrarySeed ^ 16 * kMultiplier;
    hash = (hash ^ shift_mix(first * kMultiplier) * kMultiplier) * kMultiplier;
    const uint64_t second = shift_mix(hash * inverse) * inverse;
    std::string name(16, '\0');
    std::memcpy(name.data(), &first, sizeof first);
    std::memcpy(name.data() + sizeof first, &second, sizeof second);
    names.push_back(std::move(name));
  }
  return names;
}

template <typename Table>
size_t most_in_one_place(const Table& table) {
  size_t most = 0;
  for (size_t bucket = 0; bucket < table.bucket_count(); bucket++) most = std::max(most, table.bucket_size(bucket));
  return most;
}

TEST(SeededHash, SpreadsStringsThatCollideInTheLibrarysHash) {
  const std::vector<std::string> names = colliding_names();
#if defined(__GLIBCXX__) && __SIZEOF_SIZE_T__ == 8
  std::set<size_t> hashes;
  for (const std::string& name : names) hashes.insert(std::hash<std::string>()(name));
  EXPECT_EQ(hashes.size(), 1u) << "these names attack nothing";
#endif
  const std::unordered_set<std::string, SeededHash> table(names.begin(), names.end());
  EXPECT_EQ(table.size(), kKeys);
  EXPECT_LE(most_in_one_place(table), kMostInOne);
}

TEST(SeededHash, SpreadsNumbersThatShareAPlace) {
  std::unordered_map<uint64_t, int, SeededHash> table;
  table.reserve(kKeys);
  const uint64_t places = table.bucket_count();
  for (uint64_t key = 0; key < kKeys; key++) table.emplace(key * places, 0);
  EXPECT_EQ(table.bucket_count(), places);
  EXPECT_LE(most_in_one_place(table), kMostInOne);
}

TEST(SeededHash, IsTheSameForTheSameKey) {
  EXPECT_EQ(seeded_hash("name"), seeded_hash(std::string("name")));
  EXPECT_NE(seeded_hash("name"), seeded_hash(std::string_view("name\0", 5)));
  EXPECT_NE(seeded_hash(""), seeded_hash(std::string_view("\0", 1)));
  EXPECT_EQ(seeded_hash(uint64_t{7}), seeded_hash(uint64_t{7}));
}

}  // namespace
}  // namespace wasmsand
