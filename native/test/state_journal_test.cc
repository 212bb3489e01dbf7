// States that are written down again and again into one place, by what is new there.
#include <gtest/gtest.h>

#include <map>

#include "kernel/state/state_journal.h"
#include "test/state_machine.h"

namespace wasmsand::test {
namespace {

using Bytes = StateBlob::Bytes;

// Keeps what it is told to, by name.
class Place {
 public:
  explicit Place(StateMachine& machine) : machine_(machine) {}

  // How many objects were new.
  size_t save(bool kept = true) {
    const Ref<Snapshot> snapshot = frozen();
    StateJournal::Writing writing = journal.write(*snapshot, bytes_of("host"));
    const size_t fresh = writing.state->objects().size();
    if (kept) {
      for (const auto& object : writing.state->objects()) {
        EXPECT_FALSE(objects.contains(object.digest));
        objects[object.digest].assign(object.bytes.begin(), object.bytes.end());
      }
      for (const Digest& digest : writing.dropped) EXPECT_EQ(objects.erase(digest), 1u);
      root_ = writing.state->root();
    }
    (void)journal.settle(kept);
    return fresh;
  }
  // Whether there is what a state that is written whole consists of, and nothing else.
  void check() {
    const auto whole = WrittenState::write(*frozen(), bytes_of("host"));
    EXPECT_EQ(whole->root(), root_);
    EXPECT_EQ(whole->objects().size(), objects.size());
    for (const auto& object : whole->objects()) EXPECT_TRUE(objects.contains(object.digest));
  }
  Bytes blob() const {
    StateBytes all;
    for (const auto& [digest, bytes] : objects) {
      all.number(static_cast<uint32_t>(bytes.size()));
      all.raw(bytes);
    }
    StateBytes header;
    header.raw(std::as_bytes(std::span(state_format::kMagic)));
    header.number(state_format::kVersion);
    header.number(uint16_t{0});
    header.number(uint32_t{0});
    header.number(uint64_t{all.bytes().size()});
    header.digest(root_);
    header.number(uint64_t{0});
    Bytes blob(header.bytes().begin(), header.bytes().end());
    blob.insert(blob.end(), all.bytes().begin(), all.bytes().end());
    return blob;
  }
  // Goes on from what is there with a journal that knows nothing else.
  void reopen() {
    auto read = read_state(blob(), machine_.base, machine_.kernel.accounting().limits(), {.has_others = true});
    ASSERT_TRUE(read.ok());
    journal = {};
    (void)journal.begin_from(std::move(read->objects));
  }
  std::map<Digest, Bytes> objects;
  StateJournal journal;

 private:
  Ref<Snapshot> frozen() {
    KernelLock lock(machine_.kernel.mutex());
    return machine_.kernel.freeze({}).value();
  }
  StateMachine& machine_;
  Digest root_{};
};

TEST(StateJournal, KeepsWhatAWholeStateHasAfterAnyChanges) {
  for (uint32_t seed = 0; seed < 30; seed++) {
    std::mt19937 random(seed);
    StateMachine machine;
    Place place(machine);
    for (int save = 0; save < 25; save++) {
      {
        KernelLock lock(machine.kernel.mutex());
        for (uint32_t i = 0; i < random() % 12; i++) change_by_chance(machine, random);
      }
      if (random() % 4 == 0) place.save(false);
      if (save > 0 && random() % 5 == 0) place.reopen();
      place.save();
      place.check();
      ASSERT_FALSE(HasFailure()) << seed << ' ' << save;
    }
    StateMachine other;
    ASSERT_TRUE(other.load(place.blob()).ok());
    EXPECT_EQ(other.listing(), machine.listing());
  }
}

TEST(StateJournal, WritesOfMuchOnlyWhatHasChanged) {
  StateMachine machine;
  Place place(machine);
  for (int i = 0; i < 2000; i++) machine.write("/tmp/" + std::to_string(i), 0, std::string(2000 + i, 'x'));
  EXPECT_GT(place.save(), 2000u);
  EXPECT_EQ(place.save(), 0u);
  machine.write("/tmp/1000", 0, "y");
  EXPECT_EQ(place.save(), 3u);  // a piece, its leaf and the root
  place.check();
  place.reopen();
  EXPECT_EQ(place.save(), 0u);
}

TEST(StateJournal, DropsWhatWasThereAndIsOfNoUse) {
  StateMachine machine;
  Place place(machine);
  machine.write("/tmp/a", 0, std::string(5000, 'a'));
  place.save();
  const std::string stray(30, 's');
  place.objects[digest_of(bytes_of(stray))].assign(bytes_of(stray).begin(), bytes_of(stray).end());
  place.reopen();
  place.save(false);
  place.save();
  place.check();
}

// A guest that knows what its leaf is like can have a file with the same bytes: that refers to nothing.
TEST(StateJournal, KnowsALeafFromAFileWithTheSameBytes) {
  StateMachine machine;
  Place place(machine);
  machine.write("/tmp/a", 0, std::string(5000, 'a'));
  for (int i = 0; i < 40; i++) machine.write("/tmp/long" + std::string(100, 'n') + std::to_string(i), 0, "n");
  place.save();
  std::vector<std::string> contents;
  for (const auto& [digest, bytes] : place.objects)
    if (bytes.size() != 5000) contents.emplace_back(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  for (const std::string& content : contents) machine.write("/tmp/same" + std::to_string(content.size()), 0, content);
  place.save();
  place.check();
  (void)machine.vfs().unlink(machine.host(), "/tmp/a");
  place.save();
  place.check();
  for (const std::string& content : contents)
    (void)machine.vfs().unlink(machine.host(), "/tmp/same" + std::to_string(content.size()));
  place.save();
  place.check();
}

}  // namespace
}  // namespace wasmsand::test
