// Snapshots of a kernel: the session that goes on from one, and what restoring makes of the rest.
#include <gtest/gtest.h>

#include "kernel/vfs/memory_file_system.h"
#include "test/resting_shell.h"

namespace wasmsand::test {
namespace {

class SessionSnapshots : public testing::Test {
 protected:
  Kernel& kernel() { return shell.sandbox.kernel(); }
  std::string count() {
    shell.send();
    std::string answer = shell.answer();
    shell.put_aside();
    return answer;
  }
  uint32_t take() {
    KernelLock lock(kernel().mutex());
    auto name = kernel().take_snapshot(shell.sessions());
    EXPECT_TRUE(name.ok());
    return name.ok() ? *name : 0;
  }
  void halt() {
    {
      KernelLock lock(kernel().mutex());
      kernel().halt(lock);
    }
    shell.sandbox.until([this] { return kernel().processes().size() == 0; });
  }
  void restore(uint32_t name) {
    halt();
    Ref<Snapshot> snapshot;
    {
      KernelLock lock(kernel().mutex());
      snapshot = kernel().snapshots().find(name);
    }
    ASSERT_TRUE(shell.restore(*snapshot).ok());
  }

  RestingShell shell;
};

TEST_F(SessionSnapshots, GoOnFromTheirMemoryWithTheSamePidAsOftenAsOneLikes) {
  EXPECT_EQ(count(), "1");
  const int pid = shell.pid();
  const uint32_t name = take();
  EXPECT_EQ(count(), "2");
  for (int i = 0; i < 3; i++) {
    restore(name);
    EXPECT_EQ(shell.pid(), pid);
    EXPECT_EQ(count(), "2");
    EXPECT_EQ(count(), "3");
  }
  shell.end();
  EXPECT_EQ(shell.wait_restored().code, 5);
}

TEST_F(SessionSnapshots, WaitForAShellThatIsAwake) {
  shell.send();
  shell.answer();
  shell.sandbox.until([this] {
    const auto name = kernel().take_snapshot(shell.sessions());
    EXPECT_TRUE(name.ok() || name.error() == Errno::again);
    return name.ok();
  });
  EXPECT_EQ(count(), "2");
}

TEST_F(SessionSnapshots, CountEachMemoryOnceAndGiveItBackWithTheLastThatHasIt) {
  count();
  const auto used = [this] { return kernel().accounting().usage().file_bytes; };
  const uint64_t before = used();
  const uint32_t one = take(), two = take();
  const uint64_t bytes = used() - before;
  EXPECT_EQ(bytes, shell.process().launch.image->held_bytes());
  count();
  const uint32_t three = take();
  EXPECT_GT(used(), before + bytes);
  KernelLock lock(kernel().mutex());
  EXPECT_TRUE(kernel().snapshots().drop(one));
  EXPECT_FALSE(kernel().snapshots().drop(one));
  EXPECT_GT(used(), before + bytes);
  EXPECT_TRUE(kernel().snapshots().drop(two));
  EXPECT_TRUE(kernel().snapshots().drop(three));
  EXPECT_EQ(used(), before);
}

TEST_F(SessionSnapshots, NothingStartsBetweenTheEndAndTheRestoring) {
  count();
  const uint32_t name = take();
  halt();
  const auto refused = shell.sandbox.start([](Guest&) { return 0; });
  EXPECT_EQ(refused.error(), Errno::busy);
  restore(name);
  const auto started = shell.sandbox.start([](Guest&) { return 0; });
  ASSERT_TRUE(started.ok());
  shell.sandbox.wait(started->pid);
}

TEST_F(SessionSnapshots, AreNotRestoredOverProcesses) {
  count();
  const uint32_t name = take();
  KernelLock lock(kernel().mutex());
  const Ref<Snapshot> snapshot = kernel().snapshots().find(name);
  EXPECT_EQ(kernel().restore(*snapshot, true, {}).error(), Errno::busy);
}

TEST_F(SessionSnapshots, GoOnInAnotherKernel) {
  EXPECT_EQ(count(), "1");
  Ref<Snapshot> state;
  {
    KernelLock lock(kernel().mutex());
    state = *kernel().freeze(shell.sessions());
  }
  EXPECT_EQ(count(), "2");
  RestingShell fork;
  fork.send();
  fork.answer();
  fork.put_aside();
  {
    KernelLock lock(fork.sandbox.kernel().mutex());
    fork.sandbox.kernel().halt(lock);
  }
  ASSERT_TRUE(fork.restore(*state, false).ok());
  fork.send();
  EXPECT_EQ(fork.answer(), "2");
  EXPECT_EQ(count(), "3");
}

// What a session has open: files and devices come along with their offsets, shared as they were.
TEST(SessionSnapshot, HasFilesOpenAsTheyWere) {
  RestingShell shell([](Guest& guest) {
    LinuxGuest g(guest);
    const int file = g.open("/tmp/f", abi::kO_RDWR | abi::kO_CREAT);
    EXPECT_EQ(g.sys("dup3", file, 10, 0), 10);
    EXPECT_EQ(g.write(file, "hello"), 5);
    EXPECT_EQ(g.sys("dup3", g.open("/dev/zero"), 11, 0), 11);
    EXPECT_EQ(g.sys("dup3", g.open("/tmp", abi::kO_DIRECTORY), 12, 0), 12);
    const int gone = g.open("/tmp/gone", abi::kO_RDWR | abi::kO_CREAT);
    EXPECT_EQ(g.sys("dup3", gone, 13, abi::kO_CLOEXEC), 13);
    EXPECT_EQ(g.write(gone, "kept"), 4);
    EXPECT_EQ(g.sys("unlinkat", -100, g.text("/tmp/gone"), 0), 0);
    const auto [reads, writes] = guest.pipe();
    EXPECT_TRUE(guest.duplicate(reads, 14).ok());
    EXPECT_TRUE(guest.close(writes).ok());
    return 0;
  });
  shell.send();
  shell.answer();
  shell.put_aside();
  Kernel& kernel = shell.sandbox.kernel();
  Ref<Snapshot> snapshot;
  {
    KernelLock lock(kernel.mutex());
    snapshot = kernel.snapshots().find(*kernel.take_snapshot(shell.sessions()));
    kernel.halt(lock);
  }
  ASSERT_TRUE(shell.restore(*snapshot).ok());
  MemoryFileSystem& tree = kernel.root_file_system();
  KernelLock lock(kernel.mutex());
  while (tree.remove_detached()) continue;
  const DescriptorTable& table = *shell.process().descriptors;
  const Ref<OpenFile> file = table.get(10).value();
  EXPECT_EQ(file->seek(0, abi::kSEEK_CUR).value(), 5u);
  EXPECT_EQ(file->describe(), "/tmp/f");
  size_t same = 0;
  for (const int fd : table.open_descriptors()) same += table.get(fd).value() == file;
  EXPECT_EQ(same, 2u);
  EXPECT_EQ(table.get(11).value()->describe(), "/dev/zero");
  EXPECT_EQ(table.get(12).value()->attributes()->type, FileType::directory);
  const Ref<OpenFile> gone = table.get(13).value();
  EXPECT_EQ(gone->attributes()->size, 4u);
  EXPECT_TRUE(table.close_on_exec(13).value());
  EXPECT_EQ(table.get(14).error(), Errno::badf);
  for (int fd = 0; fd < 3; fd++) EXPECT_EQ(table.get(fd).value()->describe(), "/dev/null");
}

TEST(SessionSnapshot, FindsItsChildrenKilled) {
  int child = 0;
  RestingShell shell([&](Guest& guest) {
    child = *guest.clone([](Guest& cloned) {
      while (!cloned.killed()) cloned.pause();
      return 0;
    });
    return 0;
  });
  shell.send();
  shell.answer();
  shell.put_aside();
  Kernel& kernel = shell.sandbox.kernel();
  Ref<Snapshot> snapshot;
  {
    KernelLock lock(kernel.mutex());
    snapshot = kernel.snapshots().find(*kernel.take_snapshot(shell.sessions()));
    kernel.halt(lock);
  }
  shell.sandbox.until([&] { return kernel.processes().size() == 0; });
  ASSERT_TRUE(shell.restore(*snapshot).ok());
  KernelLock lock(kernel.mutex());
  const auto waited = kernel.wait_child(shell.process(), -1, 5);
  EXPECT_EQ(waited->pid, child);
  EXPECT_EQ(waited->wait_status, kSigKill);
  EXPECT_EQ(kernel.wait_child(shell.process(), -1, 5).error(), Errno::child);
}

TEST(KernelSnapshots, AreAsManyAsTheLimitAllows) {
  TestSandbox sandbox({.snapshots = 2});
  Kernel& kernel = sandbox.kernel();
  KernelLock lock(kernel.mutex());
  const uint32_t one = *kernel.take_snapshot({});
  ASSERT_TRUE(kernel.take_snapshot({}).ok());
  EXPECT_EQ(kernel.take_snapshot({}).error(), Errno::mfile);
  EXPECT_TRUE(kernel.snapshots().drop(one));
  EXPECT_NE(*kernel.take_snapshot({}), one);
  EXPECT_FALSE(kernel.snapshots().find(one));
}

TEST(KernelSnapshots, AreRefusedWhileWhatTheyKeepPassesTheLimit) {
  TestSandbox sandbox({.file_count = 12});
  Kernel& kernel = sandbox.kernel();
  for (int i = 0; i < 6; i++) sandbox.file("/tmp/" + std::to_string(i), "x");
  KernelLock lock(kernel.mutex());
  const uint32_t name = *kernel.take_snapshot({});
  for (int i = 0; i < 6; i++) {
    const Node node = *kernel.vfs().resolve(kernel.host_caller(), "/tmp/" + std::to_string(i));
    ASSERT_TRUE(kernel.vfs().change_permissions(kernel.host_caller(), node, 0600).ok());
  }
  EXPECT_EQ(kernel.take_snapshot({}).error(), Errno::nospc);
  EXPECT_TRUE(kernel.snapshots().drop(name));
  EXPECT_TRUE(kernel.take_snapshot({}).ok());
}

TEST(KernelSnapshots, LeaveSharedMemoryEmpty) {
  TestSandbox sandbox;
  sandbox.file("/dev/shm/x", "x");
  Kernel& kernel = sandbox.kernel();
  KernelLock lock(kernel.mutex());
  const Ref<Snapshot> snapshot = kernel.snapshots().find(*kernel.take_snapshot({}));
  kernel.halt(lock);
  ASSERT_TRUE(kernel.restore(*snapshot, true, {}).ok());
  EXPECT_EQ(kernel.vfs().resolve(kernel.host_caller(), "/dev/shm/x").error(), Errno::noent);
  EXPECT_EQ(kernel.vfs().attributes(*kernel.vfs().resolve(kernel.host_caller(), "/dev/shm"))->permissions, 01777);
}

TEST(KernelSnapshots, OfAnotherKernelMustFitAndFindTheirMounts) {
  TestSandbox source;
  source.file("/tmp/big", std::string(100'000, 'b'));
  Ref<Snapshot> state;
  {
    KernelLock lock(source.kernel().mutex());
    state = *source.kernel().freeze({});
  }
  TestSandbox small({.file_system_bytes = 50'000});
  {
    KernelLock lock(small.kernel().mutex());
    EXPECT_EQ(small.kernel().restore(*state, false, {}).error(), Errno::nospc);
  }
  TestSandbox target;
  KernelLock lock(target.kernel().mutex());
  ASSERT_TRUE(target.kernel().restore(*state, false, {}).ok());
  Vfs& vfs = target.kernel().vfs();
  EXPECT_EQ(vfs.attributes(*vfs.resolve(target.kernel().host_caller(), "/tmp/big"))->size, 100'000u);
  EXPECT_TRUE(vfs.resolve(target.kernel().host_caller(), "/dev/null").ok());
  EXPECT_TRUE(vfs.resolve(target.kernel().host_caller(), "/proc/uptime").ok());
}

}  // namespace
}  // namespace wasmsand::test
