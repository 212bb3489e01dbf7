// Locks of files in a writable mount are the host's as well.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <thread>

#include "test/one_thread_machine.h"

namespace wasmsand::test {
namespace {

using Program = OneThreadMachine::Program;
constexpr auto kBlocked = std::nullopt;

// A sandbox with a mounted file, and a program of the host's that has it open.
class MountLocks : public ::testing::Test {
 protected:
  MountLocks() {
    std::string pattern = std::filesystem::temp_directory_path() / "wasmsand-locks-XXXXXX";
    folder_ = mkdtemp(pattern.data());
    native = ::open((folder_ / "file").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    mount("/m", Kernel::FolderMount::writable);
    mount("/r", Kernel::FolderMount::read_only);
  }
  ~MountLocks() override {
    ::close(native);
    std::filesystem::remove_all(folder_);
  }

  void mount(const std::string& path, Kernel::FolderMount how) {
    KernelLock lock(machine.kernel().mutex());
    EXPECT_TRUE(machine.kernel().vfs().make_directory(machine.kernel().host_caller(), path, 0755).ok());
    EXPECT_TRUE(machine.kernel().mount_folder(lock, path, folder_, how).ok());
  }
  static int32_t open(Program& program, const char* path = "/m/file", uint32_t flags = abi::kO_RDWR) {
    return program.now("openat", -100, program.text(path), flags, 0);
  }
  static abi::Flock64 range(int16_t kind, int64_t first, int64_t length) {
    return {.type = kind, .whence = 0, .pad = 0, .start = first, .length = length, .pid = 0, .pad2 = 0};
  }
  static std::optional<int32_t> set(Program& program, int32_t fd, int16_t kind, int64_t first, int64_t length,
                                    int32_t command = abi::kF_SETLK64) {
    return program.sys("fcntl64", fd, command, program.put(range(kind, first, length)));
  }
  // Whether the host's program could lock what is between.
  [[nodiscard]] bool is_free(int64_t first, int64_t length, short kind = F_WRLCK) const {
    struct flock lock{};
    lock.l_type = kind;
    lock.l_start = first;
    lock.l_len = length;
    EXPECT_EQ(::fcntl(native, F_OFD_GETLK, &lock), 0);
    return lock.l_type == F_UNLCK;
  }
  [[nodiscard]] bool lock_natively(short kind, int64_t first, int64_t length) const {
    struct flock lock{};
    lock.l_type = kind;
    lock.l_start = first;
    lock.l_len = length;
    return ::fcntl(native, F_OFD_SETLK, &lock) == 0;
  }
  // Nobody says when the host's program gives a lock up.
  static std::optional<int32_t> in_time(Program& program) {
    std::this_thread::sleep_until(
        std::chrono::steady_clock::time_point(std::chrono::nanoseconds(program.process->wake_at)));
    return program.again();
  }

  OneThreadMachine machine;
  int native;

 private:
  std::filesystem::path folder_;
};

TEST_F(MountLocks, OfADescriptionAreSeenOnBothSides) {
  Program& guest = machine.start();
  const int32_t fd = open(guest);
  EXPECT_EQ(guest.now("flock", fd, abi::kLOCK_SH), 0);
  EXPECT_EQ(::flock(native, LOCK_EX | LOCK_NB), -1);
  EXPECT_EQ(::flock(native, LOCK_SH | LOCK_NB), 0);
  EXPECT_EQ(guest.now("flock", fd, abi::kLOCK_EX | abi::kLOCK_NB), failed(Errno::again));
  EXPECT_EQ(::flock(native, LOCK_UN), 0);
  EXPECT_EQ(guest.now("flock", fd, abi::kLOCK_EX | abi::kLOCK_NB), 0);
  EXPECT_EQ(::flock(native, LOCK_SH | LOCK_NB), -1);
  // With its last descriptor, wherever that is, at once.
  Program& child = machine.child_of(guest);
  EXPECT_EQ(guest.now("close", fd), 0);
  EXPECT_EQ(::flock(native, LOCK_SH | LOCK_NB), -1);
  EXPECT_EQ(child.now("close", fd), 0);
  EXPECT_EQ(::flock(native, LOCK_EX | LOCK_NB), 0);
}

TEST_F(MountLocks, AreWaitedForAndTheWaitEndsByAKill) {
  Program& waits = machine.start();
  Program& killed = machine.start();
  Program& other = machine.start();
  ASSERT_EQ(::flock(native, LOCK_EX), 0);
  const int32_t mine = open(waits), theirs = open(killed);
  EXPECT_EQ(waits.sys("flock", mine, abi::kLOCK_EX), kBlocked);
  EXPECT_EQ(killed.sys("flock", theirs, abi::kLOCK_EX), kBlocked);
  EXPECT_EQ(in_time(waits), kBlocked);
  EXPECT_EQ(other.now("flock", open(other), abi::kLOCK_EX | abi::kLOCK_NB), failed(Errno::again));
  machine.signal(killed, SIGKILL);
  EXPECT_TRUE(killed.woken());
  EXPECT_EQ(killed.again(), failed(Errno::intr));
  ASSERT_EQ(::flock(native, LOCK_UN), 0);
  EXPECT_EQ(in_time(waits), 0);
  EXPECT_EQ(::flock(native, LOCK_EX | LOCK_NB), -1);
  machine.signal(waits, SIGKILL);
  waits.sys("getpid");
  machine.finish(waits);
  EXPECT_EQ(::flock(native, LOCK_EX | LOCK_NB), 0);
  machine.finish(killed);
  EXPECT_EQ(machine.audit(), std::vector<std::string>());
}

TEST_F(MountLocks, OfAProcessAreSeenOnBothSides) {
  Program& guest = machine.start();
  Program& other = machine.start();
  const int32_t fd = open(guest), theirs = open(other);
  EXPECT_EQ(set(guest, fd, abi::kF_WRLCK, 10, 10), 0);
  EXPECT_FALSE(is_free(15, 1));
  EXPECT_TRUE(is_free(0, 10) && is_free(20, 0));
  // Both sandboxed processes' shared locks are there, until each gives its own up.
  EXPECT_EQ(set(guest, fd, abi::kF_RDLCK, 0, 0), 0);
  EXPECT_EQ(set(other, theirs, abi::kF_RDLCK, 5, 10), 0);
  EXPECT_TRUE(is_free(0, 0, F_RDLCK));
  EXPECT_EQ(set(guest, fd, abi::kF_UNLCK, 0, 0), 0);
  EXPECT_FALSE(is_free(5, 10));
  EXPECT_TRUE(is_free(0, 5) && is_free(15, 0));
  // Any descriptor of the file that is closed ends those of its process.
  EXPECT_EQ(other.now("close", open(other, "/m/file", abi::kO_RDONLY)), 0);
  EXPECT_TRUE(is_free(0, 0));
  // Reading suffices for a shared one.
  const int32_t readable = open(other, "/m/file", abi::kO_RDONLY);
  EXPECT_EQ(set(other, readable, abi::kF_RDLCK, 0, 1), 0);
  EXPECT_FALSE(is_free(0, 1));
  machine.signal(other, SIGKILL);
  other.sys("getpid");
  machine.finish(other);
  EXPECT_TRUE(is_free(0, 0));

  ASSERT_TRUE(lock_natively(F_WRLCK, 3, 4));
  EXPECT_EQ(set(guest, fd, abi::kF_RDLCK, 0, 0), failed(Errno::again));
  EXPECT_EQ(set(guest, fd, abi::kF_WRLCK, 7, 0), 0);
  const uint32_t asked = guest.put(range(abi::kF_RDLCK, 0, 0));
  EXPECT_EQ(guest.now("fcntl64", fd, abi::kF_GETLK64, asked), 0);
  const auto held = guest.get<abi::Flock64>(asked);
  EXPECT_EQ(held.type, abi::kF_WRLCK);
  EXPECT_EQ(held.start, 3);
  EXPECT_EQ(held.length, 4);
  EXPECT_EQ(held.pid, 0);
  EXPECT_EQ(set(guest, fd, abi::kF_WRLCK, 0, 0, abi::kF_SETLKW64), kBlocked);
  EXPECT_EQ(in_time(guest), kBlocked);
  ASSERT_TRUE(lock_natively(F_UNLCK, 0, 0));
  EXPECT_EQ(in_time(guest), 0);
  EXPECT_FALSE(is_free(0, 1));
}

TEST_F(MountLocks, OfADescriptionsRangesAreSeenOnBothSides) {
  Program& guest = machine.start();
  const int32_t fd = open(guest);
  EXPECT_EQ(set(guest, fd, abi::kF_WRLCK, 0, 5, abi::kF_OFD_SETLK), 0);
  EXPECT_FALSE(is_free(0, 5));
  ASSERT_TRUE(lock_natively(F_WRLCK, 8, 1));
  EXPECT_EQ(set(guest, fd, abi::kF_WRLCK, 0, 0, abi::kF_OFD_SETLK), failed(Errno::again));
  EXPECT_EQ(guest.now("close", fd), 0);
  EXPECT_TRUE(is_free(0, 5));
}

// What the limit of locks refuses is not left locked outside, and what was locked is.
TEST_F(MountLocks, AreAsBeforeWhenOneIsRefused) {
  Program& guest = machine.start();
  const int32_t fd = open(guest);
  EXPECT_EQ(set(guest, fd, abi::kF_WRLCK, 0, 11), 0);
  int64_t at = 100;
  while (set(guest, fd, abi::kF_WRLCK, at, 1) == 0) at += 2;
  EXPECT_EQ(set(guest, fd, abi::kF_WRLCK, at, 1), failed(Errno::nolck));
  EXPECT_TRUE(is_free(at, 1));
  EXPECT_EQ(set(guest, fd, abi::kF_UNLCK, 5, 1), failed(Errno::nolck));
  EXPECT_FALSE(is_free(5, 1));
  EXPECT_EQ(set(guest, fd, abi::kF_RDLCK, 5, 1), failed(Errno::nolck));
  EXPECT_FALSE(is_free(5, 1, F_RDLCK));
}

// Who may only read keeps nobody of the host from writing.
TEST_F(MountLocks, OfAReadOnlyMountStayInTheSandbox) {
  Program& guest = machine.start();
  const int32_t fd = open(guest, "/r/file", abi::kO_RDONLY);
  EXPECT_EQ(guest.now("flock", fd, abi::kLOCK_EX), 0);
  EXPECT_EQ(set(guest, fd, abi::kF_RDLCK, 0, 0), 0);
  EXPECT_EQ(::flock(native, LOCK_EX | LOCK_NB), 0);
  EXPECT_TRUE(is_free(0, 0));
}

}  // namespace
}  // namespace wasmsand::test
