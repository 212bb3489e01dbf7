// Walks in mounts while the host, or somebody who can write there, changes what is walked; and walks of any path.
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdlib>
#include <random>
#include <set>

#include "test/mounted_folder.h"

namespace wasmsand::test {
namespace {

using abi::kO_CREAT, abi::kO_DIRECTORY, abi::kO_RDWR, abi::kO_TRUNC, abi::kO_WRONLY;

// By hand: WASMSAND_RACE_SECONDS=60.
Nanoseconds race_time() {
  const char* const seconds = std::getenv("WASMSAND_RACE_SECONDS");
  return (seconds ? std::atoi(seconds) : 2) * kSecond;
}

// By directories that are open: the attacker follows no link itself.
void exchange(int in, const char* a, int into, const char* b) { syscall(SYS_renameat2, in, a, into, b, 2); }

// Files of the same names lie inside and outside; what is outside is secret, and nothing is to be made there.
class MountRaces : public testing::TestWithParam<Kernel::FolderMount> {};
INSTANTIATE_TEST_SUITE_P(Kinds, MountRaces,
                         testing::Values(Kernel::FolderMount::writable, Kernel::FolderMount::overlay));

TEST_P(MountRaces, NeverLeaveTheMount) {
  MountedFolder mounted(GetParam());
  const auto inside = mounted.folder(), outside = mounted.base() / "outside";
  for (const char* name : {"d/file", "d/e/file"}) mounted.write(name, "inside");
  std::filesystem::create_directories(outside / "e");
  std::ofstream(outside / "file") << "SECRET";
  std::ofstream(outside / "e/file") << "SECRET";
  // Of all kinds that might be followed.
  std::filesystem::create_directory_symlink(outside, inside / "absolute");
  std::filesystem::create_directory_symlink("../outside", inside / "relative");
  std::filesystem::create_directory_symlink("..", inside / "up");
  std::filesystem::create_symlink(outside / "file", inside / "link");

  std::atomic<bool> stop = false;
  std::vector<std::thread> attackers;
  const int top = open(inside.c_str(), O_PATH | O_CLOEXEC), below = open((inside / "d").c_str(), O_PATH | O_CLOEXEC);
  attackers.emplace_back([&] {
    for (size_t i = 0; !stop; i++) exchange(top, "d", top, i / 2 % 2 ? "absolute" : "relative");
  });
  attackers.emplace_back([&] {
    while (!stop) {
      exchange(below, "file", top, "link");
      exchange(below, "e", top, "up");
    }
  });
  std::atomic<uint64_t> reads = 0, secrets = 0, writes = 0;
  const auto body = [&](LinuxGuest& linux) {
    const char* const paths[] = {
        "/m/d/file", "/m/d/e/file",        "/m/d/../d/e/../file", "/m/absolute/file",   "e/file",
        "file",      "/m/up/outside/file", "../d/file",           "../../outside/file", "/m/link"};
    const uint32_t buffer = linux.space(64);
    std::vector<uint32_t> texts;
    for (const char* path : paths) texts.push_back(linux.text(path));
    const uint32_t made = linux.text("/m/d/made"), made_here = linux.text("made"), directory = linux.text("/m/d");
    const auto look = [&](int32_t fd) {
      if (fd < 0) return;
      const int32_t length = linux.sys("read", fd, buffer, 64);
      linux.sys("close", fd);
      reads++;
      if (length > 0 && linux.bytes(buffer, static_cast<size_t>(length)).find("SECRET") != std::string::npos) secrets++;
    };
    const Nanoseconds end = monotonic_now() + race_time();
    while (monotonic_now() < end) {
      linux.sys("chdir", directory);
      for (const uint32_t path : texts) {
        look(linux.sys("openat", -100, path, 0, 0));
        linux.sys("fchmodat", -100, path, 0644);
      }
      for (const uint32_t path : {made, made_here}) {
        const int32_t fd = linux.sys("openat", -100, path, kO_WRONLY | kO_CREAT, 0644);
        if (fd >= 0) writes++;
        linux.sys("close", fd);
        linux.sys("unlinkat", -100, path, 0);
      }
    }
    linux.sys("chdir", linux.text("/"));
  };
  std::vector<int> pids;
  for (int i = 0; i < 3; i++) {
    auto run = mounted.sandbox.start([&](Guest& guest) {
      LinuxGuest linux(guest);
      body(linux);
      return 0;
    });
    pids.push_back(run->pid);
  }
  for (const int pid : pids) mounted.sandbox.wait(pid);
  stop = true;
  for (std::thread& attacker : attackers) attacker.join();
  close(top);
  close(below);

  EXPECT_EQ(secrets, 0);
  EXPECT_GT(reads, 100);
  EXPECT_GT(writes, 0);
  std::set<std::string> left;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(outside))
    left.insert(entry.path().lexically_relative(outside));
  EXPECT_EQ(left, (std::set<std::string>{"e", "e/file", "file"}));
  EXPECT_EQ(mounted.unmount("/m"), Errno::success);
}

// The same tree in a mount and in the sandbox's own files: each path leads to the same, or fails for the same reason.
TEST(MountPaths, AreWalkedAsAnyOther) {
  MountedFolder mounted;
  Kernel& kernel = mounted.sandbox.kernel();
  std::filesystem::permissions(mounted.folder(), std::filesystem::perms(0777));
  {
    KernelLock lock(kernel.mutex());
    const Caller host = kernel.host_caller();
    ASSERT_TRUE(kernel.vfs().make_directory(host, "/n", 0777).ok());
    ASSERT_TRUE(kernel.vfs().change_permissions(host, *kernel.vfs().resolve(host, "/n"), 0777).ok());
  }
  const auto make = [](LinuxGuest& linux, const std::string& root) {
    ASSERT_EQ(linux.sys("chdir", linux.text(root)), 0);
    for (const std::string& name :
         {std::string("a"), std::string("a/b"), std::string("a/b/c"), std::string("\xff\xfe"), std::string(255, 'x')})
      ASSERT_EQ(linux.sys("mkdirat", -100, linux.text(name), 0755), 0);
    for (const char* name : {"f", "a/f", "a/b/c/f", "\xff\xfe/f"}) ASSERT_GE(linux.open(name, kO_WRONLY | kO_CREAT), 0);
    const std::pair<const char*, const char*> links[] = {
        {"a/b", "l"},      {"..", "a/up"},       {"loop", "loop"}, {"../l/c", "a/m"},     {"missing", "x"},
        {"f/", "a/slash"}, {"../../f", "a/b/o"}, {".", "a/dot"},   {"b//c/./..", "a/odd"}};
    for (const auto& [target, name] : links)
      ASSERT_EQ(linux.sys("symlinkat", linux.text(target), -100, linux.text(name)), 0);
  };
  mounted.run([&](LinuxGuest& linux) {
    make(linux, "/m");
    make(linux, "/n");
  });
  const std::string pieces[] = {"a",
                                "b",
                                "c",
                                "f",
                                "l",
                                "m",
                                "up",
                                "..",
                                ".",
                                "",
                                "loop",
                                "x",
                                "o",
                                "dot",
                                "odd",
                                "a ",
                                "slash",
                                "\xff\xfe",
                                "missing",
                                std::string(255, 'x'),
                                std::string(256, 'x')};
  std::mt19937 random(15);
  mounted.run([&](LinuxGuest& linux) {
    const uint32_t place = linux.space(16 * 1024), result = linux.space(256);
    const auto answer = [&](const std::string& root, const std::string& path, uint32_t flags) {
      const std::string whole = root + path;
      for (size_t i = 0; i <= whole.size(); i++) linux.set(place + static_cast<uint32_t>(i), whole.c_str()[i]);
      const int32_t status = linux.sys("statx", -100, place, flags, 0x7ff, result);
      const int32_t opened = linux.sys("openat", -100, place, 0, 0);
      if (opened >= 0) linux.sys("close", opened);
      const auto found = linux.get<abi::Statx>(result);
      const bool regular = status == 0 && found.mode >> 12 == static_cast<int>(FileType::regular);
      return std::tuple(status, opened >= 0 ? 0 : opened, status == 0 ? found.mode : 0, regular ? found.size : 0);
    };
    constexpr uint32_t kNoFollow = 0x100;
    for (int i = 0; i < 20'000; i++) {
      std::string path;
      // ".." may not lead out of either: there the trees are not alike.
      int depth = 0;
      for (size_t count = random() % 8; count > 0; count--) {
        const std::string& piece = pieces[random() % std::size(pieces)];
        if (piece == ".." && depth <= 0) continue;
        depth += piece == ".." ? -1 : piece == "a" || piece == "b";
        path += "/" + piece;
      }
      if (random() % 4 == 0) path += '/';
      const uint32_t flags = random() % 2 ? kNoFollow : 0;
      ASSERT_EQ(answer("/m", path, flags), answer("/n", path, flags)) << path;
    }
  });
}

}  // namespace
}  // namespace wasmsand::test
