// Files of the base image that nobody has read yet lie on the host's disk, for which nobody waits with the lock.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <thread>

#include "kernel/vfs/image.h"
#include "kernel/vfs/memory_file_system.h"
#include "test/test_sandbox.h"

namespace wasmsand::test {
namespace {

constexpr uint32_t kBaseDevice = 99;

// A disk that answers when it is told to: a FIFO, whose reader waits for a writer. What it then says is an error, as a
// FIFO has no offsets.
class SlowDisk {
 public:
  explicit SlowDisk(TestSandbox& sandbox) : sandbox_(sandbox) {
    std::filesystem::remove(path_);
    EXPECT_EQ(mkfifo(path_.c_str(), 0600), 0);
    ImageBuilder builder;
    EXPECT_TRUE(builder.program("/slow", path_, 10).ok());
    Kernel& kernel = sandbox.kernel();
    KernelLock lock(kernel.mutex());
    EXPECT_TRUE(kernel.vfs().make_directory(kernel.host_caller(), "/base", 0755).ok());
    auto base = make_ref<MemoryFileSystem>(kernel.accounting(), builder.finish(), kBaseDevice);
    EXPECT_TRUE(kernel.vfs().mount("/base", std::move(base), "base").ok());
  }
  ~SlowDisk() { std::filesystem::remove(path_); }

  // Lets the reader go on, once there is one and this thread has the kernel's lock. False: it never had.
  bool answer_with_the_lock() {
    std::atomic<bool> answered = false, gave_up = false;
    std::thread rescue([&] {
      const Nanoseconds end = monotonic_now() + 10 * kSecond;
      while (!answered && monotonic_now() < end) std::this_thread::sleep_for(std::chrono::milliseconds(5));
      gave_up = !answered && answer();
    });
    sandbox_.until([&] { return gave_up || answer(); });
    answered = true;
    rescue.join();
    return !gave_up;
  }

 private:
  bool answer() {
    const int end = ::open(path_.c_str(), O_WRONLY | O_NONBLOCK);
    if (end >= 0) ::close(end);
    return end >= 0;
  }
  TestSandbox& sandbox_;
  const std::string path_ = std::filesystem::temp_directory_path() / ("wasmsand-slow-disk-" + std::to_string(getpid()));
};

TEST(HostFiles, AreReadWithoutTheLock) {
  TestSandbox sandbox;
  SlowDisk disk(sandbox);
  const std::pair<const char*, std::function<Errno(Guest&)>> uses[] = {
      {"read", [](Guest& guest) { return guest.read(*guest.open("/base/slow", 0), 5).error(); }},
      {"spawn", [](Guest& guest) { return guest.spawn("/base/slow").error(); }},
      {"exec", [](Guest& guest) { return guest.exec("/base/slow", {"slow"}).error(); }},
  };
  for (const auto& [name, use] : uses) {
    auto run = sandbox.start([&use = use](Guest& guest) { return use(guest) == Errno::io ? 3 : 4; });
    EXPECT_TRUE(disk.answer_with_the_lock()) << name;
    EXPECT_EQ(sandbox.wait(run->pid).code, 3) << name;
  }
}

}  // namespace
}  // namespace wasmsand::test
