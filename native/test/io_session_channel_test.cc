#include <gtest/gtest.h>

#include "kernel/io/session_channel.h"
#include "test_sandbox.h"

namespace wasmsand::test {
namespace {

constexpr int kFd = SessionChannel::kDescriptor;

struct Served {
  explicit Served(TestSandbox& sandbox)
      : kernel(sandbox.kernel()), channel(make_ref<SessionChannel>(kernel, [this] { replies++; })) {}

  void adopt(Guest& guest) {
    guest.call([&](KernelLock&) {
      channel->set_owner(guest.process.pid);
      return guest.process.descriptors->put(kFd, channel, true, kFd + 1).ok();
    });
  }
  Ref<HostSink> send(std::string bytes, uint64_t run) {
    KernelLock lock(kernel.mutex());
    auto sink = make_ref<HostSink>(kernel, HostSink::Options{.capacity = 1000});
    auto source = make_ref<HostSource>(kernel, HostSource::Options{.capacity = 1000});
    source->end();
    channel->send({.bytes = std::move(bytes), .run_id = run, .streams = {source, sink, sink}});
    return sink;
  }
  void end() {
    KernelLock lock(kernel.mutex());
    channel->end();
  }

  Kernel& kernel;
  std::atomic<int> replies = 0;
  Ref<SessionChannel> channel;
};

TEST(SessionChannel, GivesEachRequestItsStreamsAndItsRunToTheChildren) {
  TestSandbox sandbox;
  Served served(sandbox);
  auto first = served.send("one", 7);
  auto second = served.send("two", 8);
  served.end();
  EXPECT_EQ(sandbox
                .run([&](Guest& guest) {
                  served.adopt(guest);
                  for (uint64_t run : {7, 8}) {
                    EXPECT_EQ(*guest.read(kFd, 2), run == 7 ? "on" : "tw");
                    EXPECT_EQ(*guest.read(kFd, 100), run == 7 ? "e" : "o");
                    EXPECT_EQ(*guest.read(0, 1), "");
                    guest.write_all(1, "out");
                    auto pid = guest.clone([run](Guest& child) {
                      KernelLock lock(child.kernel.mutex());
                      EXPECT_EQ(child.process.run_id, run);
                      return 0;
                    });
                    guest.wait(*pid);
                    EXPECT_EQ(*guest.write(kFd, "done"), 4u);
                  }
                  EXPECT_EQ(*guest.read(kFd, 1), "");
                  EXPECT_EQ(guest.process.run_id, 1u);
                  return 5;
                })
                .code,
            5);
  EXPECT_EQ(sandbox.take(*first), "out");
  EXPECT_EQ(sandbox.take(*second), "out");
  EXPECT_EQ(served.replies, 2);
  KernelLock lock(sandbox.kernel().mutex());
  std::string replies(8, '\0');
  EXPECT_EQ(served.channel->take(std::as_writable_bytes(std::span(replies))), 8u);
  EXPECT_EQ(replies, "donedone");
}

TEST(SessionChannel, IsOfNoUseToAnotherProcess) {
  TestSandbox sandbox;
  Served served(sandbox);
  served.send("secret", 7);
  sandbox.run([&](Guest& guest) {
    served.adopt(guest);
    auto pid = guest.clone([](Guest& child) {
      EXPECT_EQ(child.read(kFd, 10).error(), Errno::badf);
      EXPECT_EQ(child.write(kFd, "forged").error(), Errno::badf);
      return 0;
    });
    guest.wait(*pid);
    return 0;
  });
  EXPECT_EQ(served.replies, 0);
}

TEST(SessionChannel, EndingARunKillsItsProcessesAndOnlyInterruptsTheShell) {
  TestSandbox sandbox;
  Served served(sandbox);
  served.send("x", 7);
  std::atomic<bool> waiting = false;
  auto run = sandbox.start([&](Guest& guest) {
    served.adopt(guest);
    bool interrupted = false;
    guest.on_signal(kSessionInterrupt, [&](const SignalInfo&) { interrupted = true; });
    guest.read(kFd, 1);
    auto pid = guest.clone([&](Guest& child) {
      waiting = true;
      child.pause();
      return 0;
    });
    auto ended = guest.wait(*pid);
    while (!ended.ok()) ended = guest.wait(*pid);
    EXPECT_EQ(ended->wait_status, kSigKill);
    EXPECT_TRUE(interrupted);
    return 3;
  });
  sandbox.until([&] { return waiting.load(); });
  {
    KernelLock lock(sandbox.kernel().mutex());
    sandbox.kernel().kill_run(7);
  }
  EXPECT_EQ(sandbox.wait(run->pid).code, 3);
}

}  // namespace
}  // namespace wasmsand::test
