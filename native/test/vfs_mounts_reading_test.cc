// What reading thousands of files of a mount does not ask the host for, and what it asks for all the same.
#include <sys/stat.h>

#include <fstream>
#include <map>
#include <random>
#include <set>
#include <thread>

#include "kernel/vfs/host/host_file_system.h"
#include "kernel/vfs/host/identity_table.h"
#include "test/mounted_folder.h"

namespace wasmsand::test {
namespace {

using abi::kO_DIRECTORY, abi::kO_RDWR;

// Another has the lock between two calls now and then, and the machine is busy: what holds for the fifth of a
// millisecond holds once in a while.
constexpr int kAttempts = 500;

class ReadMounts : public testing::Test {
 protected:
  // Whether a guest that has read the whole file, and then does `between`, is told of the end when the host has
  // appended to the file meanwhile.
  bool told_of_the_end(LinuxGuest& linux, const std::function<void(int32_t)>& between = {}) {
    mounted_.write("file", "12345");
    const int32_t fd = linux.open("/m/file", kO_RDWR);
    // Open already: on a slow file system opening it takes longer than what is read is trusted.
    std::ofstream host(mounted_.folder() / "file", std::ios::app);
    EXPECT_EQ(linux.read(fd, 16), "12345");
    host << "67" << std::flush;
    if (between) between(fd);
    const std::string rest = linux.read(fd, 16);
    if (rest.empty()) {
      EXPECT_EQ(read_later(linux, fd), "67");
    }
    linux.sys("close", fd);
    return rest.empty();
  }
  static std::string read_later(LinuxGuest& linux, int32_t fd) {
    linux.sys("getpid");
    return linux.read(fd, 16);
  }

  MountedFolder mounted_;
};

TEST_F(ReadMounts, AreAtTheirEndForWhoReadsOnAtOnce) {
  mounted_.run([&](LinuxGuest& linux) {
    bool told = false;
    for (int attempt = 0; attempt < kAttempts && !told; attempt++) told = told_of_the_end(linux);
    EXPECT_TRUE(told);
  });
}

TEST_F(ReadMounts, ShowWhatWasAppendedToWhoeverAsks) {
  mounted_.run([&](LinuxGuest& linux) {
    const std::function<void(int32_t)> calls[] = {
        [&](int32_t fd) { EXPECT_EQ(linux.sys("_llseek", fd, 0, 5, linux.space(8), 0), 0); },
        [&](int32_t fd) { linux.sys("statx", fd, linux.text(""), 0x1000, 0x7ff, linux.space(256)); },
        [&](int32_t fd) { linux.sys("fcntl64", fd, 3, 0); },
        [&](int32_t) { linux.sys("close", linux.open("/m/file")); },
        [&](int32_t) { std::this_thread::sleep_for(std::chrono::nanoseconds(HostFileSystem::kTrusted)); },
    };
    for (const auto& call : calls)
      for (int attempt = 0; attempt < kAttempts / 10; attempt++) EXPECT_FALSE(told_of_the_end(linux, call));
  });
}

TEST_F(ReadMounts, AreReadOnFromWhereverAGuestHasMoved) {
  mounted_.write("file", "12345");
  mounted_.run([&](LinuxGuest& linux) {
    for (int attempt = 0; attempt < kAttempts; attempt++) {
      const int32_t fd = linux.open("/m/file", kO_RDWR);
      EXPECT_EQ(linux.read(fd, 3), "123");
      EXPECT_EQ(linux.read(fd, 16), "45");
      EXPECT_EQ(linux.read(fd, 16), "");
      EXPECT_EQ(linux.sys("_llseek", fd, 0, 1, linux.space(8), 0), 0);
      EXPECT_EQ(linux.read(fd, 16), "2345");
      EXPECT_EQ(linux.read(fd, 16), "");
      linux.sys("close", fd);
      const int32_t again = linux.open("/m/file", kO_RDWR);
      EXPECT_EQ(linux.read(again, 16), "12345");
      EXPECT_EQ(linux.write(again, "6"), 1);
      EXPECT_EQ(linux.read(again, 16), "");
      EXPECT_EQ(linux.sys("ftruncate64", again, 5, 0), 0);
      linux.sys("close", again);
    }
  });
  EXPECT_EQ(mounted_.read("file"), "12345");
}

// Their size is a page, and what there is of it less.
TEST(ReadFilesOfTheSystem, AreNotAtTheirEndBefore) {
  MountedFolder mounted;
  OpenSandbox& sandbox = mounted.sandbox;
  {
    KernelLock lock(sandbox.kernel().mutex());
    Kernel& kernel = sandbox.kernel();
    ASSERT_TRUE(kernel.vfs().make_directory(kernel.host_caller(), "/self", 0755).ok());
    ASSERT_TRUE(kernel.mount_folder(lock, "/self", "/proc/self", Kernel::FolderMount::read_only).ok());
  }
  mounted.run([&](LinuxGuest& linux) {
    const int32_t fd = linux.open("/self/maps");
    ASSERT_GE(fd, 0);
    // Each read gives some lines.
    std::string all;
    const uint32_t buffer = linux.space(65536);
    for (int32_t count; (count = linux.sys("read", fd, buffer, 65536)) > 0;)
      all += linux.bytes(buffer, static_cast<size_t>(count));
    EXPECT_NE(all.find("[stack]"), std::string::npos);
    EXPECT_GT(all.size(), 4096U);
  });
}

TEST_F(ReadMounts, ListNamesOfAnyLengthIntoBuffersOfAnySize) {
  std::set<std::string> names;
  for (size_t i = 0; i < 300; i++) {
    const std::string name = std::to_string(i) + std::string(i % 3 == 0 ? 252 : i % 50, 'x');
    names.insert(name);
    mounted_.write("d/" + name, "");
  }
  mounted_.run([&](LinuxGuest& linux) {
    for (const uint32_t size : {280U, 300U, 2048U, 65536U}) {
      const int32_t fd = linux.open("/m/d", kO_DIRECTORY);
      const uint32_t buffer = linux.space(size);
      std::set<std::string> seen;
      for (int32_t length; (length = linux.sys("getdents64", fd, buffer, size)) > 0;) {
        for (uint32_t at = buffer; at < buffer + static_cast<uint32_t>(length);) {
          const auto head = linux.get<abi::Dirent64Head>(at);
          const std::string name = linux.bytes(at + 19, head.length - 19U).c_str();
          if (name != "." && name != "..") {
            EXPECT_TRUE(seen.insert(name).second) << name;
          }
          at += head.length;
        }
      }
      EXPECT_EQ(seen, names) << size;
      linux.sys("close", fd);
    }
  });
}

TEST(IdentityTable, HasWhatWasPutInAndNotTakenOut) {
  IdentityTable table;
  std::map<std::pair<uint64_t, uint64_t>, Ino> wanted;
  std::mt19937_64 random(7);
  // Neighbours, numbers that differ in high bits only, and what a device counts from.
  const auto any = [&]() -> host::Identity {
    const uint64_t device = random() % 3, number = random() % 2000;
    switch (random() % 3) {
      case 0:
        return {device, number};
      case 1:
        return {device, number << 40};
      default:
        return {device << 50, ~number};
    }
  };
  for (Ino next = 1; next <= 200'000; next++) {
    const host::Identity identity = any();
    const auto key = std::pair(identity.device, identity.ino);
    const auto found = wanted.find(key);
    ASSERT_EQ(table.find(identity), found == wanted.end() ? 0 : found->second);
    if (found == wanted.end()) {
      table.insert(identity, next);
      wanted[key] = next;
    } else if (random() % 2 == 0) {
      table.erase(identity);
      wanted.erase(found);
    } else {
      table.erase({identity.device + 10, identity.ino});
    }
    ASSERT_EQ(table.size(), wanted.size());
  }
  for (const auto& [key, number] : wanted) EXPECT_EQ(table.find({key.first, key.second}), number);
}

}  // namespace
}  // namespace wasmsand::test
