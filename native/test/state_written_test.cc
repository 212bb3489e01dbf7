// States that are written down: what comes back, and what becomes of those that somebody has changed.
#include <gtest/gtest.h>

#include "test/state_machine.h"

namespace wasmsand::test {
namespace {

using Bytes = StateBlob::Bytes;

void audit(StateMachine& machine) {
  for (const std::string& problem : machine.problems()) ADD_FAILURE() << problem;
}

TEST(WrittenState, ComesBackAsItWasFromAnyTree) {
  for (uint32_t seed = 0; seed < 60; seed++) {
    std::mt19937 random(seed);
    StateMachine first, second, third(true);
    {
      KernelLock lock(first.kernel.mutex());
      for (uint32_t i = 0; i < 5 + 3 * seed; i++) change_by_chance(first, random);
    }
    const Bytes blob = first.save();
    EXPECT_TRUE(first.save() == blob);
    ASSERT_TRUE(second.load(blob).ok()) << seed;
    audit(second);
    EXPECT_TRUE(second.save() == blob) << seed;
    EXPECT_EQ(second.listing(), first.listing()) << seed;
    // Where inodes of the base image have other numbers, and there are more of them.
    ASSERT_TRUE(third.load(blob).ok()) << seed;
    audit(third);
    StateMachine fourth;
    ASSERT_TRUE(fourth.load(third.save()).ok()) << seed;
    EXPECT_EQ(fourth.listing(), first.listing()) << seed;
  }
}

TEST(WrittenState, HasOfTheBaseImageOnlyWhatDiffers) {
  StateMachine machine;
  EXPECT_LT(machine.save().size(), 100u);
  machine.write("/tmp/a", 0, "a");
  EXPECT_LT(machine.save().size(), 400u);
  const std::string extent(kExtentSize, 'x');
  for (const char* path : {"/tmp/b", "/tmp/c", "/tmp/d"})
    for (uint64_t at = 0; at < 4; at++) machine.write(path, at * kExtentSize, extent);
  EXPECT_LT(machine.save().size(), kExtentSize + 2000);
}

TEST(WrittenState, KeepsHolesAndWhatSharesPieces) {
  StateMachine machine, other;
  machine.write("/tmp/a", 5 * kExtentSize, std::string(2000, 'x'));
  machine.write("/tmp/b", 5 * kExtentSize, std::string(2000, 'x'));
  ASSERT_TRUE(other.load(machine.save()).ok());
  audit(other);
  other.write("/tmp/a", 5 * kExtentSize, "y");
  audit(other);
  EXPECT_EQ(other.save().size(), machine.save().size() + 2004);
}

TEST(WrittenState, IsRefusedWhereItIsMoreThanTheLimits) {
  StateMachine machine;
  machine.write("/tmp/a", 0, std::string(100'000, 'a'));
  const Bytes blob = machine.save();
  StateMachine small(false, {.file_system_bytes = 50'000, .file_count = 10'000});
  EXPECT_EQ(small.load(blob).error(), Errno::nospc);
  StateMachine few(false, {.file_system_bytes = 0, .file_count = 1});
  EXPECT_TRUE(few.load(blob).ok());
  machine.write("/tmp/b", 0, "b");
  EXPECT_EQ(few.load(machine.save()).error(), Errno::dquot);
}

TEST(WrittenState, IsRefusedWhenItIsCutOrOneBitIsAnother) {
  StateMachine machine, other;
  machine.write("/tmp/a", 0, std::string(3000, 'a'));
  (void)machine.vfs().make_directory(machine.host(), "/tmp/d", 0755);
  Bytes blob = machine.save();
  const std::string before = other.listing();
  for (size_t length = 0; length < blob.size(); length += length < 300 ? 1 : 97)
    EXPECT_FALSE(other.load(std::span(blob).first(length)).ok()) << length;
  for (size_t bit = 0; bit < blob.size() * 8; bit += bit < 4000 ? 1 : 111) {
    blob[bit / 8] ^= std::byte{1} << (bit % 8);
    EXPECT_FALSE(other.load(blob).ok()) << bit;
    blob[bit / 8] ^= std::byte{1} << (bit % 8);
  }
  EXPECT_EQ(other.listing(), before);
}

// Whatever is read adds up, can be used, and is written as something that can be read.
TEST(WrittenState, HarmsNobodyWhoeverHasChangedIt) {
  std::mt19937 random(1);
  StateMachine machine;
  {
    KernelLock lock(machine.kernel.mutex());
    for (int i = 0; i < 60; i++) change_by_chance(machine, random);
  }
  const Bytes good = machine.save();
  size_t accepted = 0;
  for (int round = 0; round < 1500; round++) {
    StateBlob blob(good);
    for (uint32_t changes = 1 + random() % 3; changes > 0; changes--) {
      // The last ones are leaves and the root.
      auto& object = blob.objects[blob.objects.size() - 1 - random() % std::min<size_t>(blob.objects.size(), 3)];
      auto& byte = object[random() % object.size()];
      byte = random() % 4 == 0 ? static_cast<std::byte>(random()) : byte ^ std::byte{1} << (random() % 8);
      if (random() % 20 == 0) object.resize(std::max<size_t>(random() % object.size(), 1));
    }
    StateMachine other;
    if (!other.load(blob.assemble()).ok()) continue;
    accepted++;
    audit(other);
    (void)other.listing();
    StateMachine again;
    EXPECT_TRUE(again.load(other.save()).ok()) << round;
    EXPECT_EQ(again.listing(), other.listing()) << round;
  }
  EXPECT_GT(accepted, 30u);
}

Result<ReadState> read(StateMachine& machine, std::span<const std::byte> blob, const ReadOptions& options = {}) {
  return read_state(blob, machine.base, machine.kernel.accounting().limits(), options);
}

TEST(WrittenState, IsRefusedWithMoreObjectsThanLimitsLetItReferTo) {
  StateMachine machine(false, {.file_system_bytes = 0, .file_count = 10});
  std::vector<std::string> objects;
  const auto blob_with = [&](size_t count) {
    objects.clear();
    for (size_t i = 0; i < count; i++) objects.push_back("of no use to anybody " + std::to_string(i));
    StateBytes root;
    for (const uint64_t number : {uint64_t{100}, uint64_t{1}}) root.number(number);  // and no sessions, of no host
    root.number(uint8_t{0});
    root.number(uint32_t{0});
    objects.push_back(root.take());
    return blob_of(objects);
  };
  const auto few = read(machine, blob_with(30));
  ASSERT_TRUE(few.ok());
  EXPECT_EQ(few->objects.strays.size(), 30u);
  EXPECT_EQ(read(machine, blob_with(300)).error(), Errno::dquot);
  // Of a store that did not delete what it was told to.
  EXPECT_TRUE(read(machine, blob_with(300), {.has_others = true}).ok());
}

TEST(WrittenState, IsRefusedWithMoreInodesOrNamesThanLimitsAllowBeforeTheyCostAnything) {
  StateMachine machine(false, {.file_system_bytes = 0, .file_count = 10});
  EXPECT_TRUE(read(machine, files_apart(10, 1000, 1, 2000)).ok());
  EXPECT_EQ(read(machine, files_apart(11, 1000, 1, 2000)).error(), Errno::dquot);
}

TEST(WrittenState, GivesNumbersThatAreFarApartAnew) {
  constexpr uint64_t kCount = 1000;
  StateMachine machine;
  const Ino first = machine.base->next_ino;
  // A little apart they stay as they were, and the next state shares leaves with this one.
  const auto close = read(machine, files_apart(kCount, 5000, 40, 50'000));
  ASSERT_TRUE(close.ok());
  EXPECT_NE(close->snapshot->files->inodes.find(5000 + 40), nullptr);
  EXPECT_EQ(close->snapshot->files->next_ino, 50'000u);
  // 64 to the third and its multiples would need nodes of their own on each level of the table.
  const auto apart = read(machine, files_apart(kCount, uint64_t{1} << 20, uint64_t{1} << 36, uint64_t{1} << 47));
  ASSERT_TRUE(apart.ok());
  EXPECT_EQ(apart->snapshot->files->next_ino, first + kCount);
  for (Ino ino = first; ino < first + kCount; ino++) ASSERT_NE(apart->snapshot->files->inodes.find(ino), nullptr);
}

TEST(WrittenState, LeavesRoomForTheNumbersOfWhatIsMadeLater) {
  StateMachine machine, again;
  ASSERT_TRUE(machine.load(files_apart(1, 5000, 1, uint64_t{1} << 48)).ok());
  machine.write("/tmp/later", 0, "later");
  ASSERT_TRUE(again.load(machine.save()).ok());
  EXPECT_EQ(again.listing(), machine.listing());
}

TEST(WrittenState, IsNotReadToItsEndWhenNobodyWantsItAnyMore) {
  StateMachine machine;
  std::atomic<bool> called_off{true};
  EXPECT_EQ(read(machine, files_apart(10, 1000, 1, 2000), {.called_off = &called_off}).error(), Errno::canceled);
  called_off = false;
  EXPECT_TRUE(read(machine, files_apart(10, 1000, 1, 2000), {.called_off = &called_off}).ok());
}

}  // namespace
}  // namespace wasmsand::test
