// What snapshots share, what they cost, and what dropping them gives back.
#include <gtest/gtest.h>

#include <random>

#include "kernel/vfs/memory_file_system.h"
#include "test/audit.h"
#include "test/open_sandbox.h"

namespace wasmsand::test {
namespace {

constexpr uint64_t kNone = 0;

std::span<const std::byte> bytes_of(std::string_view text) { return std::as_bytes(std::span(text)); }

class SnapshotsTest : public testing::Test {
 protected:
  Ino make(std::string_view name, FileType type = FileType::regular) {
    return fs.create(fs.root(), name, {.type = type, .symlink_target = {}}).value();
  }
  Ino file(std::string_view name, size_t size) {
    const Ino ino = make(name);
    write(ino, 0, std::string(size, 'a'));
    return ino;
  }
  void write(Ino ino, uint64_t offset, std::string_view text) {
    ASSERT_EQ(*fs.write(ino, offset, bytes_of(text)), text.size());
  }
  const std::byte* address(Ino ino, uint64_t offset = 0) { return (*fs.borrow(ino, offset, 1))->pieces.at(0).data; }
  uint64_t total() { return sandbox.kernel().accounting().usage().file_bytes; }
  uint64_t files() { return sandbox.kernel().accounting().usage().inodes; }
  void audit() {
    for (const std::string& problem : Audit(sandbox.kernel()).problems) ADD_FAILURE() << problem;
  }

  TestSandbox sandbox{{.file_system_bytes = 0, .file_count = 0}};
  MemoryFileSystem& fs = sandbox.kernel().root_file_system();
  const uint64_t files_before = files();
};

TEST_F(SnapshotsTest, ShareWhatNobodyHasChangedByAddress) {
  const Ino one = file("one", 3 * kExtentSize), two = file("two", 10);
  const std::byte* const first = address(one);
  const std::byte* const second = address(one, kExtentSize);
  const std::byte* const other = address(two);
  const auto image = fs.snapshot();
  write(one, kExtentSize + 5, "x");
  EXPECT_EQ(address(one), first);
  EXPECT_NE(address(one, kExtentSize), second);
  EXPECT_EQ(address(two), other);
  fs.restore(image);
  EXPECT_EQ(address(one, kExtentSize), second);
  TestSandbox fork;
  fork.kernel().root_file_system().restore(image);
  EXPECT_EQ((*fork.kernel().root_file_system().borrow(one, kExtentSize, 1))->pieces.at(0).data, second);
}

TEST_F(SnapshotsTest, ByteWrittenAfterOneCostsAnExtentAndAnInode) {
  const Ino ino = file("f", 16 * kExtentSize);
  EXPECT_EQ(total(), 16 * kExtentSize);
  const auto image = fs.snapshot();
  EXPECT_EQ(total(), 16 * kExtentSize);
  write(ino, 5 * kExtentSize, "x");
  write(ino, 5 * kExtentSize + 1, "y");
  EXPECT_EQ(total(), 17 * kExtentSize);
  EXPECT_EQ(files(), files_before + 2);
  EXPECT_EQ(fs.ledger().only_in_snapshots(), (Space{kExtentSize, 1}));
  fs.drop(image);
  EXPECT_EQ(total(), 16 * kExtentSize);
  EXPECT_EQ(files(), files_before + 1);
  audit();
}

TEST_F(SnapshotsTest, KeepWhatTheTreeHasLetGoOf) {
  const Ino ino = file("f", 4 * kExtentSize);
  const auto image = fs.snapshot();
  write(ino, 0, std::string(2 * kExtentSize, 'b'));
  ASSERT_TRUE(fs.unlink(fs.root(), "f").ok());
  // What was written since was the tree's alone.
  EXPECT_EQ(total(), 4 * kExtentSize);
  EXPECT_EQ(fs.ledger().tree().bytes, kNone);
  EXPECT_EQ(files(), files_before + 1);
  fs.restore(image);
  EXPECT_EQ(total(), 4 * kExtentSize);
  ASSERT_TRUE(fs.unlink(fs.root(), "f").ok());
  fs.drop(image);
  EXPECT_EQ(total(), kNone);
  EXPECT_EQ(files(), files_before);
}

TEST_F(SnapshotsTest, NeedRoomForWhatTheyKeep) {
  TestSandbox small{{.file_system_bytes = 4 * kExtentSize, .file_count = 0}};
  MemoryFileSystem& tree = small.kernel().root_file_system();
  const Ino ino = tree.create(tree.root(), "f", {}).value();
  const std::string text(4 * kExtentSize, 'a');
  ASSERT_EQ(*tree.write(ino, 0, bytes_of(text)), text.size());
  // Full: but what nobody else has can be written again.
  ASSERT_EQ(*tree.write(ino, 0, bytes_of(text)), text.size());
  const auto image = tree.snapshot();
  EXPECT_EQ(tree.write(ino, 0, bytes_of("x")).error(), Errno::nospc);
  ASSERT_TRUE(tree.unlink(tree.root(), "f").ok());
  const Ino next = tree.create(tree.root(), "f", {}).value();
  EXPECT_EQ(tree.write(next, 0, bytes_of("x")).error(), Errno::nospc);
  tree.drop(image);
  EXPECT_TRUE(tree.write(next, 0, bytes_of(text)).ok());
}

TEST_F(SnapshotsTest, DropInTheMiddleGivesBackWhatNoOtherHas) {
  const Ino ino = file("f", kExtentSize);
  const auto first = fs.snapshot();
  write(ino, 0, "b");
  const auto second = fs.snapshot();
  write(ino, 0, "c");
  const auto third = fs.snapshot();
  EXPECT_EQ(total(), 3 * kExtentSize);
  fs.drop(second);
  EXPECT_EQ(total(), 2 * kExtentSize);
  fs.drop(first);
  EXPECT_EQ(total(), kExtentSize);
  fs.drop(third);
  EXPECT_EQ(total(), kExtentSize);
  EXPECT_EQ(fs.ledger().versions(), 0u);
  audit();
}

TEST_F(SnapshotsTest, KeepTheOneThatSeveralComeFromUntilOnlyOneDoes) {
  const Ino ino = file("f", kExtentSize);
  const auto root = fs.snapshot();
  write(ino, 0, "b");
  const auto left = fs.snapshot();
  fs.restore(root);
  write(ino, 0, "c");
  const auto right = fs.snapshot();
  fs.drop(root);
  EXPECT_EQ(total(), 3 * kExtentSize);
  EXPECT_EQ(fs.ledger().versions(), 3u);
  fs.drop(left);
  EXPECT_EQ(total(), kExtentSize);
  EXPECT_EQ(fs.ledger().versions(), 1u);
  fs.drop(right);
  audit();
}

// Files that are made, changed, linked, copied, moved and removed, snapshots that are taken, restored and dropped in
// any order: each time what is booked is what is there.
TEST_F(SnapshotsTest, BooksAreRightWhateverHappens) {
  for (uint32_t seed = 1; seed <= 12; seed++) {
    std::mt19937 random(seed);
    std::vector<Ref<FileSystemImage>> images;
    const auto name = [&] { return "n" + std::to_string(random() % 24); };
    const auto found = [&](const std::string& wanted) { return fs.lookup(fs.root(), wanted, nullptr); };
    for (int step = 0; step < 700; step++) {
      const std::string a = name(), b = name();
      const auto ino = found(a), other = found(b);
      const bool regular = ino && fs.attributes(*ino)->type == FileType::regular;
      switch (random() % 12) {
        case 0:
          if (images.size() < 9) images.push_back(fs.snapshot());
          break;
        case 1:
          if (!images.empty() && random() % 2) fs.restore(images[random() % images.size()]);
          break;
        case 2:
          if (images.empty() || random() % 2) break;
          std::swap(images[random() % images.size()], images.back());
          fs.drop(images.back());
          images.pop_back();
          break;
        case 3:
          if (ino) (void)fs.unlink(fs.root(), a);
          break;
        case 4:
          if (ino && !other) (void)fs.link(fs.root(), b, *ino);
          break;
        case 5:
          if (ino) (void)fs.rename(fs.root(), a, fs.root(), b);
          break;
        case 6:
          if (ino && other) (void)fs.exchange(fs.root(), a, fs.root(), b);
          break;
        case 7:
          if (regular && other && fs.attributes(*other)->type == FileType::regular)
            (void)fs.share_content(*ino, *other);
          break;
        case 8:
          if (regular) (void)fs.truncate(*ino, random() % (3 * kExtentSize));
          break;
        case 9:
          if (!ino) (void)fs.create(fs.root(), a, {.type = FileType::symlink, .symlink_target = std::string(50, 't')});
          break;
        case 10:
          if (regular) (void)fs.punch_hole(*ino, random() % kExtentSize, kExtentSize);
          break;
        default:
          if (!ino) make(a);
          if (regular) write(*ino, random() % (4 * kExtentSize), std::string(random() % kExtentSize + 1, 'w'));
      }
      if (step % 10 == 0) audit();
      if (HasFailure()) FAIL() << "seed " << seed << ", step " << step;
    }
    while (!images.empty()) {
      fs.drop(images.back());
      images.pop_back();
      audit();
    }
    EXPECT_EQ(fs.ledger().versions(), 0u);
    EXPECT_EQ(fs.ledger().only_in_snapshots(), Space{});
  }
}

TEST_F(SnapshotsTest, OpenFileThatTheImageHasNotIsStale) {
  const auto image = fs.snapshot();
  const Ino ino = file("f", 10);
  const PinnedNode open(Node{Ref<FileSystem>(&fs), ino});
  fs.restore(image);
  std::array<std::byte, 4> out;
  EXPECT_EQ(fs.read(ino, 0, out).error(), Errno::stale);
  EXPECT_EQ(fs.write(ino, 0, bytes_of("x")).error(), Errno::stale);
  EXPECT_EQ(fs.attributes(ino).error(), Errno::stale);
  fs.drop(image);
}

TEST_F(SnapshotsTest, TreeThatWasBeingRemovedIsThereAgain) {
  const Ino directory = make("d", FileType::directory);
  for (int i = 0; i < 1000; i++) ASSERT_TRUE(fs.create(directory, std::to_string(i), {}).ok());
  const auto image = fs.snapshot();
  ASSERT_TRUE(fs.detach_tree(fs.root(), "d").ok());
  ASSERT_TRUE(fs.remove_detached());
  const auto half = fs.snapshot();
  fs.restore(image);
  while (fs.remove_detached()) continue;
  for (int i = 0; i < 1000; i++) ASSERT_TRUE(fs.lookup(directory, std::to_string(i), nullptr).ok());
  audit();
  // One that was taken in the middle goes on with it.
  fs.restore(half);
  while (fs.remove_detached()) continue;
  EXPECT_EQ(fs.ledger().tree().inodes, files_before);
  audit();
  fs.drop(image);
  fs.drop(half);
  EXPECT_EQ(files(), files_before);
}

}  // namespace
}  // namespace wasmsand::test
