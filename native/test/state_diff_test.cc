// What diff() tells of two trees.
#include <gtest/gtest.h>

#include "kernel/state/diff.h"
#include "kernel/vfs/memory_file_system.h"
#include "test/test_sandbox.h"

namespace wasmsand::test {
namespace {

constexpr size_t kRoom = size_t{64} << 20;

class DiffTest : public testing::Test {
 protected:
  DiffTest() {
    EXPECT_TRUE(kernel.vfs().make_directory(host, "/w", 0755).ok());
    host.working_directory = *kernel.vfs().resolve(host, "/w");
  }
  void directory(const std::string& path) { ASSERT_TRUE(kernel.vfs().make_directory(host, path, 0755).ok()); }
  void file(const std::string& path, const std::string& text = "x") {
    sandbox.file(path.starts_with('/') ? path : "/w/" + path, text);
  }
  void rename(const std::string& from, const std::string& to, uint32_t flags = 0) {
    ASSERT_TRUE(kernel.vfs().rename(host, from, host, to, flags).ok());
  }
  void chmod(const std::string& path, uint16_t permissions) {
    ASSERT_TRUE(kernel.vfs().change_permissions(host, *kernel.vfs().resolve(host, path), permissions).ok());
  }
  void begin() { before = fs.snapshot(); }
  // As "kind path", or "renamed from > path".
  std::vector<std::string> lines(const FileSystemImage& from, const FileSystemImage& to) {
    std::vector<std::string> all;
    const auto found = diff(from, to, kRoom);
    for (const Change& change : *found) {
      constexpr const char* kNames[] = {"", "deleted ", "renamed ", "created ", "modified "};
      all.push_back(kNames[static_cast<size_t>(change.kind)] + (change.from.empty() ? "" : change.from + " > ") +
                    change.path);
    }
    return all;
  }
  std::vector<std::string> changes() { return lines(*before, *fs.freeze()); }
  using Lines = std::vector<std::string>;

  TestSandbox sandbox{{.file_system_bytes = 0, .file_count = 0}};
  Kernel& kernel = sandbox.kernel();
  MemoryFileSystem& fs = kernel.root_file_system();
  Caller host = kernel.host_caller();
  Ref<FileSystemImage> before;
};

TEST_F(DiffTest, TellsWhatWasMadeChangedMovedAndRemoved) {
  directory("d");
  directory("d/deep");
  for (const char* name : {"changed", "removed", "moved", "d/deep/inside", "mode", "touched", "same"}) file(name);
  begin();
  EXPECT_EQ(changes(), Lines{});
  file("changed", "y");
  file("new");
  directory("made");
  file("made/in");
  ASSERT_TRUE(kernel.vfs().unlink(host, "removed").ok());
  rename("moved", "d/moved");
  chmod("mode", 0600);
  chmod("d", 0700);
  AttributeChange times;
  times.modified = 5;
  ASSERT_TRUE(kernel.vfs().change_times(host, *kernel.vfs().resolve(host, "touched"), times, false).ok());
  ASSERT_TRUE(kernel.vfs().make_symlink(host, "target", "link").ok());
  const Lines expected = {"modified /w/changed", "modified /w/d",   "renamed /w/moved > /w/d/moved",
                          "created /w/link",     "created /w/made", "created /w/made/in",
                          "modified /w/mode",    "created /w/new",  "deleted /w/removed",
                          "modified /w/touched"};
  EXPECT_EQ(changes(), expected);
  const Lines back = {"modified /w/changed",
                      "modified /w/d",
                      "deleted /w/link",
                      "deleted /w/made",
                      "deleted /w/made/in",
                      "modified /w/mode",
                      "renamed /w/d/moved > /w/moved",
                      "deleted /w/new",
                      "created /w/removed",
                      "modified /w/touched"};
  EXPECT_EQ(lines(*fs.freeze(), *before), back);
}

TEST_F(DiffTest, GivesTypeSizeAndMode) {
  begin();
  file("f", "12345");
  chmod("f", 04711);
  const auto list = diff(*before, *fs.freeze(), kRoom);
  ASSERT_EQ(list->size(), 1u);
  EXPECT_EQ(list->front().type, FileType::regular);
  EXPECT_EQ(list->front().size, 5u);
  EXPECT_EQ(list->front().permissions, 04711);
}

TEST_F(DiffTest, KnowsAFileByItsInodeAndAPathByItsName) {
  for (const char* name : {"a", "b", "c", "replaced", "there and back", "swapped 1", "swapped 2"}) file(name);
  begin();
  // As editors write: a new file that takes the name.
  file("tmp", "new");
  rename("tmp", "replaced");
  rename("a", "b");  // over b, which is gone
  rename("there and back", "elsewhere");
  rename("elsewhere", "there and back");
  rename("swapped 1", "swapped 2", 2);
  // Removed, and another kind of file in its place.
  ASSERT_TRUE(kernel.vfs().unlink(host, "c").ok());
  directory("c");
  const Lines expected = {"renamed /w/a > /w/b",
                          "deleted /w/c",
                          "created /w/c",
                          "modified /w/replaced",
                          "renamed /w/swapped 2 > /w/swapped 1",
                          "renamed /w/swapped 1 > /w/swapped 2"};
  EXPECT_EQ(changes(), expected);
}

TEST_F(DiffTest, SaysNothingOfBytesThatWereWrittenAnewAsTheyWere) {
  const std::string large(3 * kExtentSize + 5, 'l');
  AttributeChange times;
  times.modified = 5;
  const auto write = [&](const std::string& name, const std::string& text) {
    file(name, text);
    ASSERT_TRUE(kernel.vfs().change_times(host, *kernel.vfs().resolve(host, name), times, false).ok());
  };
  for (const char* name : {"same", "other", "replaced", "replaced by other"}) write(name, large);
  write("zeros", std::string(2 * kExtentSize, '\0'));
  begin();
  std::string other = large;
  other[kExtentSize + 1] = 'm';
  write("same", large);
  write("other", other);
  for (const char* name : {"replaced", "replaced by other"}) {
    ASSERT_TRUE(kernel.vfs().unlink(host, name).ok());
    write(name, name == std::string_view("replaced") ? large : other);
  }
  // A hole reads as zeros that were written.
  ASSERT_TRUE(kernel.vfs().unlink(host, "zeros").ok());
  write("zeros", "");
  const auto hole = kernel.vfs().open(host, "zeros", OpenFile::kWriteOnly, 0);
  ASSERT_TRUE(fs.truncate((*hole)->node().ino, 2 * kExtentSize).ok());
  ASSERT_TRUE(kernel.vfs().change_times(host, *kernel.vfs().resolve(host, "zeros"), times, false).ok());
  const Lines expected = {"modified /w/other", "modified /w/replaced by other"};
  EXPECT_EQ(changes(), expected);
}

TEST_F(DiffTest, TakesNoFileForAnotherOfTheSameNumber) {
  begin();
  TestSandbox elsewhere{{.file_system_bytes = 0, .file_count = 0}};
  Kernel& other = elsewhere.kernel();
  file("one");
  const auto mine = fs.freeze();
  ASSERT_TRUE(other.vfs().make_directory(other.host_caller(), "/w", 0755).ok());
  elsewhere.file("/w/two", "x");
  const auto theirs = other.root_file_system().freeze();
  ASSERT_EQ(mine->next_ino, theirs->next_ino);
  EXPECT_EQ(lines(*mine, *theirs), (Lines{"deleted /w/one", "created /w/two"}));
}

TEST_F(DiffTest, ListsARenamedDirectoryAloneAndWhatChangedInIt) {
  directory("d");
  for (const char* name : {"d/same", "d/changed", "d/left"}) file(name);
  begin();
  rename("d", "e");
  file("e/changed", "y");
  rename("e/left", "out");
  const Lines expected = {"renamed /w/d > /w/e", "modified /w/e/changed", "renamed /w/d/left > /w/out"};
  EXPECT_EQ(changes(), expected);
}

TEST_F(DiffTest, TellsOfEachNameOfAFile) {
  file("one", "x");
  ASSERT_TRUE(kernel.vfs().link(host, "one", host, "two", false).ok());
  ASSERT_TRUE(kernel.vfs().link(host, "one", host, "three", false).ok());
  begin();
  ASSERT_TRUE(kernel.vfs().link(host, "one", host, "four", false).ok());
  ASSERT_TRUE(kernel.vfs().unlink(host, "one").ok());
  EXPECT_EQ(changes(), (Lines{"renamed /w/one > /w/four"}));
  file("three", "y");
  EXPECT_EQ(changes(), (Lines{"renamed /w/one > /w/four", "modified /w/four", "modified /w/three", "modified /w/two"}));
}

TEST_F(DiffTest, LeavesOutWhatHasNoName) {
  file("open", "x");
  directory("d");
  for (int i = 0; i < 600; i++) file("d/" + std::to_string(i));
  const Ino ino = kernel.vfs().resolve(host, "open")->ino;
  fs.pin(ino);
  begin();
  ASSERT_TRUE(kernel.vfs().unlink(host, "open").ok());
  ASSERT_TRUE(fs.write(ino, 0, std::as_bytes(std::span("y", 1))).ok());
  ASSERT_TRUE(kernel.vfs().detach_tree(host, "d").ok());
  ASSERT_TRUE(fs.remove_detached());
  const Lines halfway = changes();
  while (fs.remove_detached()) continue;
  EXPECT_EQ(halfway, changes());
  EXPECT_EQ(halfway.size(), 602u);
  fs.unpin(ino);
}

TEST_F(DiffTest, SeesWhatAnOwnerTriesToHide) {
  file("f", "x");
  const Attributes then = *kernel.vfs().attributes(*kernel.vfs().resolve(host, "f"));
  begin();
  file("f", "y");
  AttributeChange times;
  times.modified = then.modified;
  ASSERT_TRUE(kernel.vfs().change_times(host, *kernel.vfs().resolve(host, "f"), times, false).ok());
  EXPECT_EQ(changes(), Lines{"modified /w/f"});
}

// One that walked everything would take minutes.
TEST_F(DiffTest, PassesOverWhatIsShared) {
  const Ino work = kernel.vfs().resolve(host, "/w")->ino;
  for (int i = 0; i < 200; i++) {
    const Ino ino = *fs.create(work, std::to_string(i), {.type = FileType::directory, .symlink_target = {}});
    for (int j = 0; j < 500; j++) ASSERT_TRUE(fs.create(ino, std::to_string(j), {}).ok());
  }
  begin();
  for (int round = 0; round < 2000; round++) {
    file("100/250", std::to_string(round));
    ASSERT_EQ(changes(), Lines{"modified /w/100/250"});
  }
}

TEST_F(DiffTest, GivesTheLastDirectoryWithAPathForWhatLiesDeeper) {
  Ino at = kernel.vfs().resolve(host, "/w")->ino;
  std::vector<Ino> way;
  for (int i = 0; i < 100'000; i++) {
    at = *fs.create(at, "d", {.type = FileType::directory, .symlink_target = {}});
    way.push_back(at);
  }
  begin();
  for (const Ino ino : way) ASSERT_TRUE(fs.create(ino, "f", {}).ok());
  const auto list = diff(*before, *fs.freeze(), kRoom);
  ASSERT_TRUE(list.ok());
  EXPECT_LT(list->size(), 2100u);
  EXPECT_GT(list->size(), 1800u);
  size_t modified = 0;
  for (const Change& change : *list) modified += change.kind == Change::Kind::modified;
  EXPECT_EQ(modified, 1u);
}

TEST_F(DiffTest, HasRoomForSoMuch) {
  begin();
  for (int i = 0; i < 100; i++) file("file" + std::to_string(i));
  EXPECT_EQ(diff(*before, *fs.freeze(), 5000).error(), Errno::twobig);
  EXPECT_EQ(diff(*before, *fs.freeze(), 10'000)->size(), 100u);
}

}  // namespace
}  // namespace wasmsand::test
