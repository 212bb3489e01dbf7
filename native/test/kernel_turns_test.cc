// Nothing that a guest asks for keeps the lock from others for long, and the host does not stand in line with guests.
#include <gtest/gtest.h>

#include <thread>

#include "kernel/io/directory_stream.h"
#include "kernel/io/regular_file.h"
#include "kernel/vfs/memory_file_system.h"
#include "test/linux_guest.h"
#include "test/test_sandbox.h"

namespace wasmsand::test {
namespace {

constexpr uint32_t kReadWriteCreate = 0102;

TEST(KernelLock, LetsTheHostGoFirst) {
  KernelMutex mutex;
  std::atomic<bool> stop = false;
  std::atomic<uint64_t> turns = 0;
  std::vector<std::thread> guests;
  for (int i = 0; i < 3; i++) {
    guests.emplace_back([&] {
      while (!stop) {
        KernelLock lock(mutex, KernelLock::Side::guest);
        turns++;
        const Nanoseconds end = monotonic_now() + 50 * kMicrosecond;
        while (monotonic_now() < end) {
        }
      }
    });
  }
  int soon = 0;
  constexpr int kTimes = 100;
  for (int i = 0; i < kTimes; i++) {
    std::this_thread::sleep_for(std::chrono::microseconds(300));
    const uint64_t before = turns;
    KernelLock lock(mutex);
    // Those who were in line already, and those who came before this thread was.
    if (turns - before <= 6) soon++;
  }
  stop = true;
  for (std::thread& guest : guests) guest.join();
  EXPECT_GE(soon, kTimes * 8 / 10);
}

TEST(KernelLock, FreesWhatWasDiscardedWithoutTheLock) {
  struct Memory : RefCounted {
    explicit Memory(std::function<void()> then) : freed(std::move(then)) {}
    ~Memory() override { freed(); }
    std::function<void()> freed;
  };
  KernelMutex mutex;
  bool freed = false;
  KernelLock lock(mutex, KernelLock::Side::guest);
  mutex.discards.push_back(make_ref<Memory>([&] {
    freed = true;
    EXPECT_FALSE(lock.owns_lock());
  }));
  EXPECT_FALSE(freed);
  lock.unlock();
  EXPECT_TRUE(freed);
}

// A chain of `depth` directories below "/deep", each called `name`; the deepest.
Node make_chain(Kernel& kernel, const std::string& name, int depth) {
  EXPECT_TRUE(kernel.vfs().make_directory(kernel.host_caller(), "/deep", 0777).ok());
  Node node = *kernel.vfs().resolve(kernel.host_caller(), "/deep");
  for (int i = 0; i < depth; i++) {
    auto made =
        node.fs->create(node.ino, name, {.type = FileType::directory, .permissions = 0777, .symlink_target = {}});
    EXPECT_TRUE(made.ok());
    node.ino = *made;
  }
  return node;
}

TEST(Turns, ThePathOfADirectoryIsAsLongAsPathMax) {
  TestSandbox sandbox;
  sandbox.run([](Guest& guest) {
    LinuxGuest g(guest);
    guest.call([&](KernelLock&) {
      Node node = make_chain(guest.kernel, std::string(255, 'd'), 5000);
      guest.process.working_directory = PinnedNode(node);
      return 0;
    });
    const uint32_t buffer = g.space(8192);
    EXPECT_EQ(g.sys("getcwd", buffer, 8192), failed(Errno::nametoolong));
    EXPECT_EQ(g.sys("readlinkat", -100, g.text("/proc/self/cwd"), buffer, 8192), failed(Errno::nametoolong));
    EXPECT_EQ(g.sys("chdir", g.text(".")), 0);
    std::string path = "/deep";
    while (path.size() + 256 < kPathMax) path += '/' + std::string(255, 'd');
    EXPECT_EQ(g.sys("chdir", g.text(path)), 0);
    EXPECT_EQ(g.sys("getcwd", buffer, 8192), static_cast<int32_t>(path.size() + 1));
    EXPECT_EQ(g.bytes(buffer, path.size()), path);
    EXPECT_EQ(g.sys("getcwd", buffer, 16), failed(Errno::range));
    return 0;
  });
}

// A link that leads back to its directory through 2047 components.
std::string slow_link() {
  std::string target;
  while (target.size() + 2 < kPathMax) target += "./";
  return target;
}

TEST(Turns, AWalkTakesSoManyComponentsAndNoMore) {
  with_guest([](LinuxGuest& g) {
    EXPECT_EQ(g.sys("symlinkat", g.text(slow_link()), -100, g.text("/tmp/l")), 0);
    std::string path = "/tmp";
    for (int i = 0; i < 2; i++) path += "/l";
    EXPECT_EQ(g.sys("faccessat", -100, g.text(path), 0), 0);
    for (int i = 0; i < 2; i++) path += "/l";
    EXPECT_EQ(g.sys("faccessat", -100, g.text(path), 0), failed(Errno::loop));
    // A path of the greatest length is walked to its end.
    std::string longest = "/tmp/";
    while (longest.size() + 2 < kPathMax) longest += "./";
    EXPECT_EQ(g.sys("faccessat", -100, g.text(longest), 0), 0);
  });
}

TEST(Turns, ASpawnWithManySlowActionsCanBeKilled) {
  TestSandbox sandbox;
  sandbox.program("/bin/child", [](Guest&) { return 0; });
  std::atomic<bool> begun = false;
  Errno answer = Errno::success;
  auto run = sandbox.start([&](Guest& guest) {
    SpawnRequest request;
    request.path = "/bin/child";
    const std::string path = "/tmp/l/l";
    request.actions.assign(200'000, {.kind = DescriptorAction::Kind::change_directory, .path = path});
    EXPECT_TRUE(guest
                    .call([&](KernelLock&) {
                      return guest.kernel.vfs().make_symlink(guest.process.caller(), slow_link(), "/tmp/l");
                    })
                    .ok());
    begun = true;
    answer = guest.spawn(std::move(request)).error();
    return 0;
  });
  ASSERT_TRUE(run.ok());
  while (!begun) std::this_thread::yield();
  {
    KernelLock lock(sandbox.kernel().mutex());
    EXPECT_TRUE(sandbox.kernel().kill(nullptr, run->pid, kSigKill).ok());
  }
  EXPECT_EQ(sandbox.wait(run->pid).signal, kSigKill);
  EXPECT_EQ(answer, Errno::intr);
  EXPECT_EQ(sandbox.kernel().processes().size(), 0u);
}

TEST(Turns, SpawnActionsAreBounded) {
  with_guest([](LinuxGuest& g) {
    const uint32_t path = g.text("/bin/nothing");
    abi::SpawnRequest request{};
    request.path = path;
    request.actions = g.space(64);
    request.action_count = 16385;
    EXPECT_EQ(g.spawn(g.put(request)), failed(Errno::twobig));
    // 1 024 of them, each with a path of 4 KiB.
    const uint32_t long_path = g.text(std::string(kPathMax - 1, 'p'));
    request.action_count = 1024;
    request.actions = g.space(1024 * sizeof(abi::SpawnAction));
    for (uint32_t i = 0; i < 1024; i++) {
      abi::SpawnAction action{};
      action.kind = abi::kSpawnChangeDirectory;
      action.path = long_path;
      g.set(request.actions + i * static_cast<uint32_t>(sizeof action), action);
    }
    EXPECT_EQ(g.spawn(g.put(request)), failed(Errno::twobig));
  });
}

TEST(Turns, RandomBytesForTheKilledAreNotMade) {
  TestSandbox sandbox;
  std::atomic<bool> begun = false;
  int32_t moved = 0;
  auto run = sandbox.start([&](Guest& guest) {
    LinuxGuest g(guest);
    const int32_t fd = g.open("/dev/urandom");
    constexpr uint32_t kVectors = 1024;
    const uint32_t vectors = g.space(kVectors * 8), buffer = g.space(512 * 1024);
    for (uint32_t i = 0; i < kVectors; i++) {
      g.set(vectors + i * 8, abi::Iovec{.address = buffer, .length = 512 * 1024});
    }
    begun = true;
    moved = g.sys("readv", fd, vectors, kVectors);
    return 0;
  });
  ASSERT_TRUE(run.ok());
  while (!begun) std::this_thread::yield();
  {
    KernelLock lock(sandbox.kernel().mutex());
    EXPECT_TRUE(sandbox.kernel().kill(nullptr, run->pid, kSigKill).ok());
  }
  EXPECT_EQ(sandbox.wait(run->pid).signal, kSigKill);
  EXPECT_LT(moved, 256 * 1024 * 1024);
}

TEST(Turns, AFileOfManyExtentsIsCutInSteps) {
  TestSandbox sandbox;
  KernelLock lock(sandbox.kernel().mutex());
  MemoryFileSystem& fs = sandbox.kernel().root_file_system();
  const Ino ino = *fs.create(fs.root(), "large", {});
  constexpr uint64_t kExtents = 1000;
  const std::byte one{1};
  auto fill = [&] {
    for (uint64_t i = 0; i < kExtents; i++) ASSERT_TRUE(fs.write(ino, i * kExtentSize, {&one, 1}).ok());
  };
  fill();
  const uint64_t before = fs.attributes(ino)->size;
  EXPECT_FALSE(*fs.truncate(ino, 10));
  const uint64_t meanwhile = fs.attributes(ino)->size;
  EXPECT_LT(meanwhile, before);
  EXPECT_GT(meanwhile, 10u);
  EXPECT_GT(sandbox.kernel().mutex().discards.size(), 200u);
  EXPECT_TRUE(truncate_in_turns(&lock, nullptr, {Ref<FileSystem>(&fs), ino}, 10).ok());
  EXPECT_EQ(fs.attributes(ino)->size, 10u);
  fill();
  const uint64_t punched = *fs.punch_hole(ino, 0, INT64_MAX);
  EXPECT_GT(punched, 0u);
  EXPECT_LT(punched, kExtents * kExtentSize);
  EXPECT_TRUE(fs.unlink(fs.root(), "large").ok());
  EXPECT_EQ(sandbox.kernel().accounting().usage().file_bytes, 0u);
}

TEST(Turns, AllocatingMoreThanThereIsFailsAtOnce) {
  Limits limits;
  limits.file_system_bytes = 4 << 20;
  TestSandbox sandbox(limits);
  sandbox.run([](Guest& guest) {
    LinuxGuest g(guest);
    const uint64_t before = guest.kernel.accounting().usage().file_bytes;
    const int32_t fd = g.open("/tmp/f", kReadWriteCreate);
    EXPECT_EQ(g.sys("fallocate", fd, 0, 0, 0, 0, 1), failed(Errno::nospc));
    EXPECT_EQ(guest.kernel.accounting().usage().file_bytes, before);
    EXPECT_EQ(g.sys("fallocate", fd, 0, 0, 0, 3 << 20, 0), 0);
    EXPECT_EQ(g.stat("/tmp/f").size, 3u << 20);
    return 0;
  });
}

TEST(Turns, ARemovedTreeIsGoneAtOnceAndGivesBackAllOfIt) {
  TestSandbox sandbox;
  Kernel& kernel = sandbox.kernel();
  KernelLock lock(kernel.mutex());
  const Caller host = kernel.host_caller();
  const uint64_t inodes = kernel.accounting().usage().inodes;
  Node deepest = make_chain(kernel, "d", 3000);
  const PinnedNode working(deepest);
  for (int i = 0; i < 3000; i++) {
    ASSERT_TRUE(kernel.vfs().make_directory(host, "/deep/flat" + std::to_string(i), 0777).ok());
  }
  auto file = kernel.vfs().open(host, "/deep/flat7/file", kReadWriteCreate, 0666);
  ASSERT_TRUE(file.ok());
  IoContext context{lock, nullptr};
  ASSERT_TRUE((*file)->write(context, std::as_bytes(std::span(std::string_view("kept")))).ok());

  EXPECT_EQ(kernel.vfs().detach_tree(host, "/").error(), Errno::busy);
  ASSERT_TRUE(kernel.vfs().detach_tree(host, "/deep").ok());
  EXPECT_EQ(kernel.vfs().resolve(host, "/deep").error(), Errno::noent);
  MemoryFileSystem& fs = kernel.root_file_system();
  int steps = 1;
  while (fs.remove_detached()) steps++;
  EXPECT_GT(steps, 20);
  // Nothing new can be made where a process still is, and what is open can still be read.
  EXPECT_EQ(fs.create(deepest.ino, "new", {}).error(), Errno::noent);
  std::byte bytes[4];
  EXPECT_EQ(*(*file)->read_at(context, 0, bytes), 4u);
  EXPECT_EQ(kernel.accounting().usage().inodes, inodes + 2);
  *file = {};
  EXPECT_EQ(kernel.accounting().usage().inodes, inodes + 1);
  EXPECT_EQ(kernel.accounting().usage().file_bytes, 0u);
}

TEST(Turns, ADirectoryIsNotMovedBelowItselfHoweverDeep) {
  TestSandbox sandbox;
  sandbox.run([](Guest& guest) {
    LinuxGuest g(guest);
    guest.call([&](KernelLock&) {
      guest.process.working_directory = PinnedNode(make_chain(guest.kernel, "d", 20'000));
      return 0;
    });
    EXPECT_EQ(g.sys("renameat2", -100, g.text("/deep/d"), -100, g.text("below"), 0), failed(Errno::inval));
    EXPECT_EQ(g.sys("mkdirat", -100, g.text("/tmp/other"), 0755), 0);
    EXPECT_EQ(g.sys("renameat2", -100, g.text("/tmp/other"), -100, g.text("below"), 0), 0);
    EXPECT_EQ(g.sys("renameat2", -100, g.text("below"), -100, g.text("/deep"), 0), failed(Errno::notempty));
    EXPECT_EQ(g.sys("renameat2", -100, g.text("below"), -100, g.text("/tmp/back"), 0), 0);
    EXPECT_EQ(g.stat("/tmp/back").mode & 0777, 0755);
    return 0;
  });
}

TEST(Turns, ATreeThatHoldsAMountStays) {
  TestSandbox sandbox;
  KernelLock lock(sandbox.kernel().mutex());
  Vfs& vfs = sandbox.kernel().vfs();
  const Caller host = sandbox.kernel().host_caller();
  ASSERT_TRUE(vfs.make_directory(host, "/outer", 0755).ok());
  ASSERT_TRUE(vfs.make_directory(host, "/outer/inner", 0755).ok());
  ASSERT_TRUE(vfs.mount("/outer/inner", vfs.mounts()[1].fs, "again").ok());
  EXPECT_EQ(vfs.detach_tree(host, "/outer").error(), Errno::busy);
  EXPECT_EQ(vfs.detach_tree(host, "/outer/inner").error(), Errno::busy);
}

TEST(Turns, ASharedCopyCostsWhatItHoldsAndOutlivesItsSource) {
  TestSandbox sandbox;
  KernelLock lock(sandbox.kernel().mutex());
  MemoryFileSystem& fs = sandbox.kernel().root_file_system();
  const Ino from = *fs.create(fs.root(), "from", {}), to = *fs.create(fs.root(), "to", {});
  const std::string text(200'000, 'x');
  ASSERT_TRUE(fs.write(from, 0, std::as_bytes(std::span(text))).ok());
  ASSERT_TRUE(*fs.truncate(from, uint64_t{1} << 50));
  const uint64_t one = sandbox.kernel().accounting().usage().file_bytes;
  ASSERT_TRUE(fs.share_content(from, to).ok());
  EXPECT_EQ(fs.attributes(to)->size, uint64_t{1} << 50);
  EXPECT_EQ(sandbox.kernel().accounting().usage().file_bytes, 2 * one);
  const std::byte changed{'y'};
  ASSERT_TRUE(fs.write(from, 0, {&changed, 1}).ok());
  ASSERT_TRUE(fs.unlink(fs.root(), "from").ok());
  std::string read(text.size(), '\0');
  ASSERT_TRUE(fs.read(to, 0, std::as_writable_bytes(std::span(read))).ok());
  EXPECT_EQ(read, text);
  ASSERT_TRUE(fs.unlink(fs.root(), "to").ok());
  EXPECT_EQ(sandbox.kernel().accounting().usage().file_bytes, 0u);
}

TEST(Turns, LongReadsAndWritesMoveAllBytesAndThePosition) {
  TestSandbox sandbox;
  sandbox.run([](Guest& guest) {
    std::string data(40 << 20, '\0');
    for (size_t i = 0; i < data.size(); i += 4096) data[i] = static_cast<char>(i >> 12);
    auto fd = guest.open("/tmp/long", kReadWriteCreate);
    EXPECT_EQ(*guest.write(*fd, "head"), 4u);
    EXPECT_EQ(*guest.write(*fd, data), data.size());
    std::string read(data.size() + 100, '\0');
    guest.call([&](KernelLock& lock) {
      auto file = *guest.process.descriptors->get(*fd);
      EXPECT_EQ(*file->seek(0, 1), data.size() + 4);
      EXPECT_EQ(*file->seek(4, 0), 4u);
      IoContext context{lock, &guest.process};
      EXPECT_EQ(*file->read(context, std::as_writable_bytes(std::span(read))), data.size());
      EXPECT_EQ(*file->seek(0, 1), data.size() + 4);
      return 0;
    });
    read.resize(data.size());
    EXPECT_TRUE(read == data);
    return 0;
  });
}

TEST(Turns, GetdentsGivesAtMost64KiBAndLosesNothing) {
  TestSandbox sandbox;
  sandbox.run([](Guest& guest) {
    LinuxGuest g(guest);
    g.sys("mkdirat", -100, g.text("/tmp/many"), 0755);
    for (int i = 0; i < 4000; i++) {
      guest.call([&](KernelLock&) {
        return guest.kernel.vfs().make_node(guest.process.caller(), "/tmp/many/" + std::to_string(i), FileType::regular,
                                            0644, 0);
      });
    }
    const int32_t fd = g.open("/tmp/many", 0200000);
    const uint32_t buffer = g.space(512 * 1024);
    size_t names = 0;
    for (int32_t got; (got = g.sys("getdents64", fd, buffer, 512 * 1024)) > 0;) {
      EXPECT_LE(got, 64 * 1024);
      for (uint32_t at = 0; at < static_cast<uint32_t>(got); names++) at += g.get<uint16_t>(buffer + at + 16);
    }
    EXPECT_EQ(names, 4002u);
    return 0;
  });
}

TEST(Turns, SeekingADirectoryPastTheLastPositionFails) {
  with_guest([](LinuxGuest& g) {
    const int32_t fd = g.open("/tmp", 0200000);
    const uint32_t position = g.space(8);
    EXPECT_EQ(g.sys("_llseek", fd, 0, 5, position, 0), 0);
    EXPECT_EQ(g.sys("_llseek", fd, 0x7fffffff, 0xffffffff, position, 1), failed(Errno::inval));
  });
}

}  // namespace
}  // namespace wasmsand::test
