#include <fcntl.h>
#include <gtest/gtest.h>

#include <array>
#include <cstring>

#include "kernel/io/inotify.h"
#include "kernel/vfs/watch/host_watch.h"
#include "test/open_sandbox.h"

namespace wasmsand::test {
namespace {

// A sandbox of which only the host uses files.
class Watching : public ::testing::Test {
 protected:
  explicit Watching(Limits limits = {}) : sandbox_(limits) {}

  Vfs& vfs() { return sandbox_.kernel().vfs(); }
  Caller caller() { return vfs().host_caller(); }
  uint64_t memory() { return sandbox_.kernel().accounting().usage().memory_bytes; }

  void write(const std::string& path) {
    const auto file = vfs().open(caller(), path, O_CREAT | O_WRONLY, 0644);
    IoContext context{lock_, nullptr};
    ASSERT_TRUE((*file)->write(context, std::as_bytes(std::span("text", 4))).ok());
  }

  std::unique_ptr<HostWatch> watch(const std::string& path, bool recursive = false) {
    auto watch = std::make_unique<HostWatch>(vfs(), path, recursive, [this] { announced_++; });
    EXPECT_TRUE(watch->begin().ok());
    return watch;
  }

  // Each change as "c /path", or "r /path /before".
  static std::vector<std::string> changes(HostWatch& watch) {
    std::vector<std::string> changes;
    std::vector<std::byte> buffer(HostWatch::kLongest);
    while (const size_t size = watch.take(buffer)) {
      for (size_t at = 0; at < size;) {
        const char* const text = reinterpret_cast<const char*>(buffer.data() + at);
        const std::string path = text + 1, from = text + path.size() + 2;
        changes.push_back(std::string(text, 1) + ' ' + path + (from.empty() ? "" : ' ' + from));
        at += path.size() + from.size() + 3;
      }
    }
    return changes;
  }

  OpenSandbox sandbox_;
  KernelLock lock_{sandbox_.kernel().mutex()};
  int announced_ = 0;
};

using Changes = std::vector<std::string>;

TEST_F(Watching, TellsTheHostOfEachKind) {
  (void)vfs().make_directory(caller(), "/dir", 0755);
  const auto watch = this->watch("/dir");
  write("/dir/a");
  EXPECT_EQ(changes(*watch), (Changes{"c /dir/a"}));
  write("/dir/a");
  EXPECT_EQ(changes(*watch), (Changes{"m /dir/a"}));
  EXPECT_TRUE(vfs().rename(caller(), "/dir/a", caller(), "/dir/b", 0).ok());
  EXPECT_EQ(changes(*watch), (Changes{"r /dir/b /dir/a"}));
  EXPECT_TRUE(vfs().rename(caller(), "/dir/b", caller(), "/c", 0).ok());
  EXPECT_TRUE(vfs().rename(caller(), "/c", caller(), "/dir/c", 0).ok());
  EXPECT_TRUE(vfs().unlink(caller(), "/dir/c").ok());
  EXPECT_EQ(changes(*watch), (Changes{"d /dir/b", "c /dir/c", "d /dir/c"}));
  EXPECT_TRUE(vfs().remove_directory(caller(), "/dir").ok());
  EXPECT_EQ(changes(*watch), (Changes{"d /dir"}));
  EXPECT_FALSE(vfs().watches().any());
}

TEST_F(Watching, FollowsNewDirectoriesAndThoseThatMoveIn) {
  (void)vfs().make_directory(caller(), "/dir", 0755);
  (void)vfs().make_directory(caller(), "/other", 0755);
  (void)vfs().make_directory(caller(), "/other/deep", 0755);
  const auto watch = this->watch("/dir", true);
  (void)vfs().make_directory(caller(), "/dir/a", 0755);
  (void)vfs().make_directory(caller(), "/dir/a/b", 0755);
  write("/dir/a/b/file");
  write("/other/deep/file");
  EXPECT_TRUE(vfs().rename(caller(), "/other", caller(), "/dir/moved", 0).ok());
  write("/dir/moved/deep/more");
  EXPECT_TRUE(vfs().rename(caller(), "/dir/a/b/file", caller(), "/dir/moved/deep/file", 0).ok());
  EXPECT_TRUE(vfs().rename(caller(), "/dir/moved", caller(), "/gone", 0).ok());
  write("/gone/deep/file");
  EXPECT_EQ(changes(*watch),
            (Changes{"c /dir/a", "c /dir/a/b", "c /dir/a/b/file", "c /dir/moved", "c /dir/moved/deep/more",
                     "r /dir/moved/deep/file /dir/a/b/file", "d /dir/moved"}));
}

TEST_F(Watching, AnnouncesOnceUntilSomethingIsTaken) {
  const auto watch = this->watch("/", true);
  write("/a");
  write("/b");
  EXPECT_EQ(announced_, 1);
  (void)changes(*watch);
  write("/c");
  EXPECT_EQ(announced_, 2);
}

TEST_F(Watching, KeepsABoundedNumberOfChangesAndSaysThatItLostSome) {
  const uint64_t before = memory();
  auto watch = this->watch("/");
  for (size_t i = 0; i < HostWatch::kKeptMax + 100; i++) {
    write("/file");
    (void)vfs().unlink(caller(), "/file");
  }
  Changes seen = changes(*watch);
  EXPECT_EQ(seen.size(), HostWatch::kKeptMax + 1);
  EXPECT_EQ(seen.back(), "l /");
  write("/file");
  EXPECT_EQ(changes(*watch), (Changes{"c /file"}));
  EXPECT_EQ(memory(), before + Watches::kWatchBytes);
  watch.reset();
  EXPECT_EQ(memory(), before);
}

TEST_F(Watching, SaysThatItLostSomethingWhenAllFilesAreReplaced) {
  (void)vfs().make_directory(caller(), "/dir", 0755);
  const auto watch = this->watch("/dir");
  vfs().watches().lost(true);
  EXPECT_EQ(changes(*watch), (Changes{"l /dir"}));
  write("/dir/a");
  EXPECT_EQ(changes(*watch), (Changes{"c /dir/a"}));
}

TEST_F(Watching, HasABoundedNumberOfWatches) {
  const uint64_t before = memory();
  std::vector<std::unique_ptr<HostWatch>> watches;
  for (uint32_t i = 0; i < Watches::kWatchesMax; i++) watches.push_back(watch("/"));
  HostWatch other(vfs(), "/", false, [] {});
  EXPECT_EQ(other.begin().error(), Errno::nospc);
  watches.pop_back();
  EXPECT_TRUE(other.begin().ok());
  watches.clear();
  EXPECT_EQ(memory(), before + Watches::kWatchBytes);
}

TEST_F(Watching, EndsWithTheInode) {
  write("/file");
  (void)vfs().watches().add_instance();
  const auto inotify = make_ref<Inotify>(vfs().watches(), O_NONBLOCK);
  const Node node = *vfs().resolve(caller(), "/file");
  EXPECT_EQ(*inotify->watch(node, abi::kIN_DELETE_SELF), 1);
  Ref<OpenFile> file = *vfs().open(caller(), "/file", O_RDONLY, 0);
  (void)vfs().unlink(caller(), "/file");
  EXPECT_EQ(*inotify->readable_bytes(), 0U);
  file.reset();
  EXPECT_EQ(*inotify->readable_bytes(), 32U);
  EXPECT_FALSE(vfs().watches().any());
}

class LittleMemory : public Watching {
 protected:
  LittleMemory() : Watching({.memory_bytes = 4096}) {}
};

TEST_F(LittleMemory, IsWhatTheQueuesOfWatchesCountAs) {
  (void)vfs().watches().add_instance();
  auto inotify = make_ref<Inotify>(vfs().watches(), O_NONBLOCK);
  EXPECT_EQ(*inotify->watch(vfs().root(), abi::kIN_CREATE | abi::kIN_DELETE), 1);
  for (int i = 0; i < 100; i++) {
    write("/file");
    (void)vfs().unlink(caller(), "/file");
  }
  EXPECT_LE(memory(), 4096U + 64);
  std::vector<std::byte> events(1 << 16);
  IoContext context{lock_, nullptr};
  const size_t size = *inotify->read(context, events);
  int32_t last = 0;
  std::memcpy(&last, events.data() + size - 16, sizeof last);
  EXPECT_EQ(last, -1);
  EXPECT_EQ(memory(), Watches::kWatchBytes);
  inotify.reset();
  EXPECT_EQ(memory(), 0U);
}

}  // namespace
}  // namespace wasmsand::test
