#include <gtest/gtest.h>

#include <csignal>

#include "test/test_sandbox.h"

namespace wasmsand::test {
namespace {

constexpr uint32_t kReadOnly = OpenFile::kReadOnly, kWriteOnly = OpenFile::kWriteOnly,
                   kReadWrite = OpenFile::kReadWrite, kNonBlocking = OpenFile::kNonBlocking;

void make_fifo(TestSandbox& sandbox, const char* path) {
  KernelLock lock(sandbox.kernel().mutex());
  Kernel& kernel = sandbox.kernel();
  ASSERT_TRUE(kernel.vfs().make_node(kernel.host_caller(), path, FileType::fifo, 0666, 0).ok());
  ASSERT_TRUE(kernel.vfs()
                  .change_permissions(kernel.host_caller(), *kernel.vfs().resolve(kernel.host_caller(), path), 0666)
                  .ok());
}

TEST(Fifos, OpenWaitsForTheOtherEnd) {
  for (bool child_reads : {true, false}) {
    TestSandbox sandbox;
    make_fifo(sandbox, "/tmp/fifo");
    sandbox.run([&](Guest& guest) {
      auto read = [](Guest& self) {
        auto fd = self.open("/tmp/fifo", kReadOnly);
        EXPECT_TRUE(fd.ok());
        EXPECT_EQ(self.read_all(*fd), "through the fifo");
        return 0;
      };
      auto write = [](Guest& self) {
        auto fd = self.open("/tmp/fifo", kWriteOnly);
        EXPECT_TRUE(fd.ok());
        EXPECT_TRUE(self.write_all(*fd, "through the fifo").ok());
        self.close(*fd);
        return 0;
      };
      guest.clone(child_reads ? Body(read) : Body(write));
      child_reads ? write(guest) : read(guest);
      EXPECT_EQ(guest.wait()->wait_status, 0);
      return 0;
    });
  }
}

TEST(Fifos, OpenDoesNotWaitWhenNonBlockingOrReadWrite) {
  TestSandbox sandbox;
  make_fifo(sandbox, "/tmp/fifo");
  sandbox.run([](Guest& guest) {
    EXPECT_EQ(guest.open("/tmp/fifo", kWriteOnly | kNonBlocking).error(), Errno::nxio);
    int reader = *guest.open("/tmp/fifo", kReadOnly | kNonBlocking);
    EXPECT_EQ(*guest.read(reader, 10), "") << "no writer yet: end of file";
    int writer = *guest.open("/tmp/fifo", kWriteOnly | kNonBlocking);
    EXPECT_EQ(guest.read(reader, 10).error(), Errno::again);
    EXPECT_EQ(*guest.write(writer, "abc"), 3u);
    int both = *guest.open("/tmp/fifo", kReadWrite);
    EXPECT_EQ(*guest.read(both, 10), "abc");
    EXPECT_EQ(*guest.write(both, "def"), 3u);
    guest.close(writer);
    guest.close(both);
    EXPECT_EQ(*guest.read(reader, 10), "def");
    EXPECT_EQ(*guest.read(reader, 10), "");
    return 0;
  });
}

TEST(Fifos, ForgetUnreadBytesWithTheLastEnd) {
  TestSandbox sandbox;
  make_fifo(sandbox, "/tmp/fifo");
  sandbox.run([](Guest& guest) {
    int both = *guest.open("/tmp/fifo", kReadWrite);
    guest.write(both, "lost");
    guest.close(both);
    EXPECT_EQ(*guest.read(*guest.open("/tmp/fifo", kReadOnly | kNonBlocking), 10), "");
    return 0;
  });
}

TEST(Fifos, TellPollOfAHangUpOnlyAfterAWriterWasThere) {
  TestSandbox sandbox;
  make_fifo(sandbox, "/tmp/fifo");
  sandbox.run([](Guest& guest) {
    int reader = *guest.open("/tmp/fifo", kReadOnly | kNonBlocking);
    auto events = [&] {
      return guest.call([&](KernelLock&) { return (*guest.process.descriptors->get(reader))->poll_events(); });
    };
    EXPECT_EQ(events(), 0u);
    guest.close(*guest.open("/tmp/fifo", kWriteOnly));
    EXPECT_EQ(events(), OpenFile::kPollHangUp);
    int writer = *guest.open("/tmp/fifo", kWriteOnly);
    EXPECT_EQ(events(), 0u);
    (void)writer;
    return 0;
  });
}

TEST(Fifos, LetASignalEndAnOpenThatWaits) {
  TestSandbox sandbox;
  make_fifo(sandbox, "/tmp/fifo");
  sandbox.run([](Guest& guest) {
    int pid = *guest.clone([](Guest& child) {
      child.on_signal(SIGUSR1, [](const SignalInfo&) {});
      EXPECT_EQ(child.open("/tmp/fifo", kReadOnly).error(), Errno::intr);
      return 0;
    });
    guest.sandbox.until([&] { return guest.kernel.processes().find(pid)->signals.has_handler(SIGUSR1); });
    while (guest.wait(pid, 4 | 1)->pid == 0) guest.kill(pid, SIGUSR1);
    EXPECT_EQ(guest.open("/tmp/fifo", kWriteOnly | kNonBlocking).error(), Errno::nxio);
    return 0;
  });
}

}  // namespace
}  // namespace wasmsand::test
