// A tree that was made in one kernel as part of another's files.
#include <gtest/gtest.h>

#include <random>

#include "kernel/state/graft.h"
#include "test/audit.h"
#include "test/open_sandbox.h"

namespace wasmsand::test {
namespace {

constexpr char kTree[] = "/tree";

// One of the two kernels.
struct Side {
  explicit Side(Limits limits) : sandbox(limits) {}

  Result<Node> find(const std::string& path) { return kernel.vfs().resolve(host, path, false); }
  void directory(const std::string& path) { ASSERT_TRUE(kernel.vfs().make_directory(host, path, 0755).ok()) << path; }
  void link(const std::string& from, const std::string& to) {
    ASSERT_TRUE(kernel.vfs().link(host, from, host, to, false).ok());
  }
  void symlink(const std::string& target, const std::string& path) {
    ASSERT_TRUE(kernel.vfs().make_symlink(host, target, path).ok());
  }
  std::string read(const std::string& path) {
    const auto node = find(path);
    if (!node.ok()) return "missing";
    std::string text(node->fs->attributes(node->ino)->size, '\0');
    EXPECT_EQ(*node->fs->read(node->ino, 0, std::as_writable_bytes(std::span(text))), text.size());
    return text;
  }
  void set(const std::string& path, uint16_t permissions, Nanoseconds modified) {
    AttributeChange change;
    change.permissions = permissions;
    change.uid = change.gid = 7;
    change.accessed = change.modified = modified;
    ASSERT_TRUE(fs.set_attributes(find(path)->ino, change).ok());
  }
  Attributes attributes(const std::string& path) { return *fs.attributes(find(path)->ino); }
  const Accounting::Usage& usage() { return kernel.accounting().usage(); }
  void audit() {
    for (const std::string& problem : Audit(kernel).problems) ADD_FAILURE() << problem;
  }

  TestSandbox sandbox;
  Kernel& kernel = sandbox.kernel();
  MemoryFileSystem& fs = kernel.root_file_system();
  Caller host = kernel.host_caller();
};

class GraftTest : public testing::Test {
 protected:
  explicit GraftTest(Limits limits = {.file_system_bytes = 0, .file_count = 0}) : target(limits) {
    target.directory("/w");
    begin();
  }
  ~GraftTest() override { target.audit(); }

  void begin() {
    source = std::make_unique<Side>(Limits{.file_system_bytes = 0, .file_count = 0});
    source->fs.make_on(target.fs.set_apart());
    source->directory(kTree);
  }
  Result<void> graft(const std::string& path = "/w") {
    auto scion = scion_of(source->fs, source->kernel.vfs(), kTree);
    if (!scion.ok()) return scion.error();
    return wasmsand::graft(*scion, target.kernel.vfs(), target.fs, path);
  }
  void file(const std::string& name, std::string_view text) { source->sandbox.file(kTree + ("/" + name), text); }
  void directory(const std::string& name) { source->directory(kTree + ("/" + name)); }

  Side target;
  std::unique_ptr<Side> source;
};

TEST_F(GraftTest, BringsATreeWithoutCopyingIt) {
  directory("d");
  directory("d/deep");
  file("d/deep/f", std::string(3 * kExtentSize, 'x'));
  source->link("/tree/d/deep/f", "/tree/d/other");
  source->symlink("deep/f", "/tree/d/link");
  source->set("/tree/d", 0750, 5);
  const auto address = [](Side& side, const char* path) {
    return (*side.fs.borrow(side.find(path)->ino, 0, 1))->pieces.at(0).data;
  };
  const auto* before = address(*source, "/tree/d/deep/f");
  const uint64_t inodes = target.usage().inodes;
  ASSERT_TRUE(graft().ok());
  EXPECT_EQ(target.usage().inodes, inodes + 5);
  EXPECT_EQ(target.usage().file_bytes, 3 * kExtentSize + 6);
  source.reset();
  EXPECT_EQ(address(target, "/w/d/deep/f"), before);
  EXPECT_EQ(target.attributes("/w/d/other").link_count, 2);
  EXPECT_EQ(target.attributes("/w/d").permissions, 0750);
  EXPECT_EQ(target.attributes("/w/d").modified, 5);
  EXPECT_EQ(target.attributes("/w").link_count, 3);
  // It is as any other file.
  target.sandbox.file("/w/d/deep/f", "new");
  ASSERT_TRUE(target.kernel.vfs().rename(target.host, "/w/d/deep", target.host, "/w/up", 0).ok());
  EXPECT_EQ(target.read("/w/up/f"), "new");
}

TEST_F(GraftTest, MergesDirectoriesAndReplacesTheRest) {
  target.directory("/w/d");
  target.directory("/w/e");
  target.directory("/w/empty");
  target.directory("/elsewhere");
  target.sandbox.file("/w/d/old", "old");
  target.sandbox.file("/w/d/kept", "kept");
  target.sandbox.file("/w/file", "file");
  target.link("/w/d/old", "/elsewhere/old");
  target.symlink("/elsewhere", "/w/link");
  target.set("/w/d", 0711, 1);
  target.set("/w/e", 0711, 1);
  for (const char* name : {"d", "e", "file", "link"}) directory(name);
  file("d/old", "new");
  file("e/new", "new");
  file("link/x", "x");
  file("empty", "now a file");
  source->set("/tree/d", 0700, 2);
  ASSERT_TRUE(graft().ok());
  EXPECT_EQ(target.read("/w/d/old"), "new");
  EXPECT_EQ(target.read("/elsewhere/old"), "old");
  EXPECT_EQ(target.read("/w/d/kept"), "kept");
  EXPECT_EQ(target.read("/w/link/x"), "x");
  EXPECT_FALSE(target.find("/elsewhere/x").ok());
  EXPECT_EQ(target.read("/w/empty"), "now a file");
  EXPECT_EQ(target.attributes("/w/file").type, FileType::directory);
  // One had its attributes set, the other was only there for what is in it.
  EXPECT_EQ(target.attributes("/w/d").permissions, 0700);
  EXPECT_EQ(target.attributes("/w/d").modified, 2);
  EXPECT_EQ(target.attributes("/w/d").uid, 7);
  EXPECT_EQ(target.attributes("/w/e").permissions, 0711);
}

TEST_F(GraftTest, ChangesNothingWhereSomethingIsInTheWay) {
  target.directory("/w/d");
  target.sandbox.file("/w/d/in", "in");
  target.sandbox.file("/w/a", "a");
  file("a", "other");
  file("d", "a file");
  const auto before = target.fs.freeze();
  const auto usage = target.usage();
  EXPECT_EQ(graft().error(), Errno::isdir);
  EXPECT_EQ(graft("/w/a").error(), Errno::notdir);
  EXPECT_EQ(graft("/nowhere").error(), Errno::noent);
  EXPECT_EQ(graft("/proc").error(), Errno::xdev);
  EXPECT_TRUE(target.fs.freeze()->inodes.same_as(before->inodes));
  EXPECT_EQ(target.usage().inodes, usage.inodes);
  EXPECT_EQ(target.usage().file_bytes, usage.file_bytes);
}

TEST_F(GraftTest, LeavesWhatIsMountedAlone) {
  directory("dev");
  source->set("/tree/dev", 0700, 2);
  EXPECT_TRUE(graft("/").ok());
  begin();
  directory("dev");
  file("dev/x", "x");
  EXPECT_EQ(graft("/").error(), Errno::xdev);
  begin();
  file("dev", "x");
  EXPECT_EQ(graft("/").error(), Errno::xdev);
}

TEST_F(GraftTest, IsNoPartOfAnEarlierSnapshot) {
  file("f", std::string(kExtentSize, 'x'));
  const uint32_t early = *target.kernel.take_snapshot({});
  ASSERT_TRUE(graft().ok());
  const uint32_t late = *target.kernel.take_snapshot({});
  ASSERT_TRUE(target.kernel.vfs().unlink(target.host, "/w/f").ok());
  EXPECT_EQ(target.usage().file_bytes, kExtentSize);
  target.audit();
  EXPECT_TRUE(target.kernel.snapshots().drop(late));
  EXPECT_EQ(target.usage().file_bytes, 0);
  EXPECT_TRUE(target.kernel.snapshots().drop(early));
}

TEST_F(GraftTest, ComesAfterARestoreAndGoesWithOne) {
  const uint32_t before = *target.kernel.take_snapshot({});
  file("f", "text");
  ASSERT_TRUE(target.kernel.restore(*target.kernel.snapshots().find(before), true, {}).ok());
  ASSERT_TRUE(graft().ok());
  EXPECT_EQ(target.read("/w/f"), "text");
  ASSERT_TRUE(target.kernel.restore(*target.kernel.snapshots().find(before), true, {}).ok());
  EXPECT_FALSE(target.find("/w/f").ok());
  EXPECT_EQ(target.usage().file_bytes, 0);
}

// Two were prepared: what a snapshot has meanwhile would be taken for the other's.
TEST_F(GraftTest, IsRefusedWhenASnapshotHasSeenItsEpoch) {
  auto first = std::move(source);
  begin();
  file("f", "text");
  ASSERT_TRUE(graft().ok());
  ASSERT_TRUE(target.kernel.take_snapshot({}).ok());
  source = std::move(first);
  EXPECT_EQ(graft().error(), Errno::stale);
}

class FullGraftTest : public GraftTest {
 protected:
  FullGraftTest() : GraftTest({.file_system_bytes = 4 * kExtentSize, .file_count = 20}) {}
};

TEST_F(FullGraftTest, CountsWhatGivesWay) {
  target.sandbox.file("/w/f", std::string(3 * kExtentSize, 'a'));
  file("g", std::string(2 * kExtentSize, 'b'));
  EXPECT_EQ(graft().error(), Errno::nospc);
  EXPECT_EQ(target.read("/w/g"), "missing");
  begin();
  file("f", std::string(4 * kExtentSize, 'b'));
  EXPECT_TRUE(graft().ok());
  EXPECT_EQ(target.usage().file_bytes, 4 * kExtentSize);
  // A snapshot keeps it.
  ASSERT_TRUE(target.kernel.take_snapshot({}).ok());
  begin();
  file("f", "x");
  EXPECT_EQ(graft().error(), Errno::nospc);
}

TEST_F(FullGraftTest, CountsFiles) {
  const uint64_t room = 20 - target.usage().inodes;
  for (uint64_t i = 0; i <= room; i++) file(std::to_string(i), "");
  EXPECT_EQ(graft().error(), Errno::nospc);
  ASSERT_TRUE(source->kernel.vfs().unlink(source->host, "/tree/0").ok());
  EXPECT_TRUE(graft().ok());
  EXPECT_EQ(target.usage().inodes, 20);
}

// Trees of all kinds onto others, with snapshots between: the books stay right.
TEST_F(GraftTest, KeepsTheBooksOfRandomTrees) {
  std::mt19937 random(1);
  const auto below = [&](unsigned count) { return static_cast<unsigned>(random() % count); };
  for (int round = 0; round < 60; round++) {
    std::vector<std::string> directories = {kTree};
    for (int i = 0; i < 30; i++) {
      const std::string path = directories[below(static_cast<unsigned>(directories.size()))] + '/' +
                               std::string(1, static_cast<char>('a' + below(6)));
      if (source->find(path).ok()) continue;
      const unsigned kind = below(5);
      if (kind < 2)
        source->directory(directories.emplace_back(path));
      else if (kind == 2)
        source->symlink("a", path);
      else
        source->sandbox.file(path, std::string(below(2) * kExtentSize + below(100), 'x'));
      if (kind == 4)
        (void)source->kernel.vfs().link(source->host, path, source->host, "/tree/" + path.substr(6, 1) + "l", false);
    }
    const auto usage = target.usage();
    const auto done = graft();
    if (!done.ok()) {
      EXPECT_EQ(done.error(), Errno::isdir);
      EXPECT_EQ(target.usage().inodes, usage.inodes);
    }
    if (round % 7 == 3) ASSERT_TRUE(target.kernel.take_snapshot({}).ok());
    if (round % 10 == 9) ASSERT_TRUE(target.kernel.snapshots().drop(static_cast<uint32_t>(round / 10 + 1)));
    target.audit();
    begin();
  }
}

}  // namespace
}  // namespace wasmsand::test
