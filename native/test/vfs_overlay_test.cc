// Overlays: what is changed in them is nobody's but the sandbox's.
#include <fcntl.h>

#include <random>

#include "kernel/vfs/overlay/overlay_file_system.h"
#include "test/mounted_folder.h"

namespace wasmsand::test {
namespace {

using abi::kO_APPEND, abi::kO_CREAT, abi::kO_WRONLY;

std::string tree_of(const std::filesystem::path& folder) {
  std::vector<std::string> lines;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    std::string line = entry.path().lexically_relative(folder);
    if (entry.is_regular_file())
      line += ": " + std::string(std::istreambuf_iterator<char>(std::ifstream(entry.path()).rdbuf()), {});
    lines.push_back(line);
  }
  std::ranges::sort(lines);
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

// Any calls do the same in an overlay and in a writable mount of the same tree; the folder below has nothing of it
// until it is committed, and then is as the other one.
TEST(Overlays, AreAsWhatIsWrittenInPlace) {
  for (uint32_t seed = 0; seed < 40; seed++) {
    MountedFolder below(Kernel::FolderMount::overlay), plain;
    std::mt19937 random(seed);
    for (const MountedFolder* folder : {&below, &plain})
      for (const char* name : {"a/b/x", "a/b/y", "a/x", "b/x", "b/a/y", "x", "y"}) folder->write(name, name);
    const std::string before = tree_of(below.folder());
    const std::string names[] = {"a", "b", "x", "y"};
    const auto path = [&] {
      std::string text = "/m";
      for (size_t i = 1 + random() % 3; i > 0; i--) text += "/" + names[random() % 4];
      return text;
    };
    struct Step {
      uint32_t kind, flags;
      std::string a, b;
    };
    std::vector<Step> steps;
    for (int i = 0; i < 60; i++)
      steps.push_back({static_cast<uint32_t>(random() % 8), static_cast<uint32_t>(random() % 3), path(), path()});
    std::vector<std::vector<int32_t>> answers;
    for (MountedFolder* folder : {&below, &plain}) {
      std::vector<int32_t>& given = answers.emplace_back();
      folder->run([&](LinuxGuest& linux) {
        const uint32_t found = linux.space(sizeof(abi::Statx));
        for (const Step& step : steps) {
          const uint32_t a = linux.text(step.a), b = linux.text(step.b);
          switch (step.kind) {
            case 0:
            case 1: {
              const int32_t fd = linux.open(step.a, kO_WRONLY | kO_CREAT | (step.flags ? kO_APPEND : 0));
              given.push_back(fd < 0 ? fd : linux.write(fd, step.b));
              linux.sys("close", fd);
              break;
            }
            case 2:
              given.push_back(linux.sys("mkdirat", -100, a, 0755));
              break;
            case 3:
              given.push_back(linux.sys("unlinkat", -100, a, 0));
              break;
            case 4:
              given.push_back(linux.sys("unlinkat", -100, a, 0x200));
              break;
            case 5:
              // Directories cannot be moved where they lie below: only files are.
              if (linux.sys("statx", -100, a, 0x100, 0x7ff, found) == 0 && linux.get<abi::Statx>(found).mode >> 12 == 8)
                given.push_back(linux.sys("renameat2", -100, a, -100, b, step.flags == 1));
              break;
            case 6:
              given.push_back(linux.sys("truncate64", a, step.flags, 0));
              break;
            default:
              given.push_back(linux.sys("fchmodat", -100, a, step.flags ? 0700 : 0755));
          }
        }
      });
    }
    ASSERT_EQ(answers[0], answers[1]) << seed;
    ASSERT_EQ(tree_of(below.folder()), before) << seed;
    {
      KernelLock lock(below.sandbox.kernel().mutex());
      const auto overlay = below.sandbox.kernel().overlay_at("/m");
      ASSERT_TRUE((*overlay)->commit(nullptr).ok()) << seed;
      ASSERT_EQ((*overlay)->changes()->size(), 0) << seed;
    }
    ASSERT_EQ(tree_of(below.folder()), tree_of(plain.folder())) << seed;
    ASSERT_EQ(below.unmount("/m"), Errno::success);
  }
}

TEST(Overlays, AreCopiedUpOnceByManyAtATime) {
  MountedFolder mounted(Kernel::FolderMount::overlay);
  mounted.write("d/e/file", std::string(3 << 20, 'x'));
  std::vector<int> pids;
  for (int i = 0; i < 4; i++) {
    auto run = mounted.sandbox.start([](Guest& guest) {
      for (int round = 0; round < 20; round++) {
        const auto fd = guest.open("/m/d/e/file", kO_WRONLY | kO_APPEND);
        if (!fd.ok() || !guest.write_all(*fd, "1").ok() || !guest.close(*fd).ok()) return 1;
      }
      return 0;
    });
    pids.push_back(run->pid);
  }
  for (const int pid : pids) EXPECT_EQ(mounted.sandbox.wait(pid).code, 0);
  mounted.run([](LinuxGuest& linux) { EXPECT_EQ(linux.stat("/m/d/e/file").size, (3u << 20) + 4 * 20); });
  EXPECT_EQ(mounted.read("d/e/file").size(), 3u << 20);
  EXPECT_EQ(mounted.unmount("/m"), Errno::success);
}

}  // namespace
}  // namespace wasmsand::test
