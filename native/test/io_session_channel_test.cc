#include "kernel/io/session_channel.h"

#include <gtest/gtest.h>

#include "test/linux_guest.h"

namespace wasmsand::test {
namespace {

struct Served {
  explicit Served(TestSandbox& sandbox)
      : kernel(sandbox.kernel()),
        channel(
            make_ref<SessionChannel>(SessionChannel::Listener{.on_reply = [this] { announced++; }, .on_rested = {}})) {}

  void adopt(Guest& guest) {
    guest.call([&](KernelLock&) {
      guest.process.session_channel = channel;
      return 0;
    });
  }
  Ref<HostSink> send(std::string bytes, uint64_t run) {
    KernelLock lock(kernel.mutex());
    auto sink = make_ref<HostSink>(kernel.pipes(), HostSink::Options{.capacity = 1000});
    auto source = make_ref<HostSource>(kernel.pipes(), HostSource::Options{.capacity = 1000});
    source->end();
    const Ref<OpenFile> output = sink->open();
    channel->send({.bytes = std::move(bytes), .run_id = run, .streams = {source, output, output}});
    return sink;
  }
  void end() {
    KernelLock lock(kernel.mutex());
    channel->end();
  }
  std::string take() {
    KernelLock lock(kernel.mutex());
    const std::vector<std::byte> bytes = channel->take();
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
  }

  Kernel& kernel;
  std::atomic<int> announced = 0;
  Ref<SessionChannel> channel;
};

// What at most `count` bytes of the request are.
std::string receive(LinuxGuest& g, uint32_t count) {
  const uint32_t buffer = g.space(count);
  const int32_t got = g.sys("session_receive", buffer, count);
  EXPECT_GE(got, 0);
  std::string text;
  for (int32_t i = 0; i < got; i++) text += g.get<char>(buffer + i);
  return text;
}

int32_t reply(LinuxGuest& g, const std::string& text) {
  return g.sys("session_reply", g.text(text), static_cast<uint32_t>(text.size()));
}

TEST(SessionChannel, KnowsWhichRepliesCameInTime) {
  TestSandbox sandbox;
  Served served(sandbox);
  for (uint64_t run : {7, 8}) served.send("sleep", run);
  std::vector<uint64_t> late;
  {
    KernelLock lock(sandbox.kernel().mutex());
    for (uint64_t run : {7, 8}) sandbox.kernel().deadlines().set(run, 1000, 0, [&late, run] { late.push_back(run); });
  }
  EXPECT_EQ(sandbox
                .run([&](Guest& guest) {
                  LinuxGuest g(guest);
                  served.adopt(guest);
                  EXPECT_EQ(receive(g, 100), "sleep");
                  EXPECT_EQ(reply(g, "done"), 0);
                  EXPECT_EQ(receive(g, 100), "sleep");
                  KernelLock lock(guest.kernel.mutex());
                  guest.kernel.tick(2000);
                  return 0;
                })
                .code,
            0);
  EXPECT_EQ(late, std::vector<uint64_t>{8});
}

TEST(SessionChannel, GivesEachRequestItsStreamsAndItsRunToTheChildren) {
  TestSandbox sandbox;
  Served served(sandbox);
  auto first = served.send("one", 7);
  auto second = served.send("two", 8);
  served.end();
  EXPECT_EQ(sandbox
                .run([&](Guest& guest) {
                  LinuxGuest g(guest);
                  served.adopt(guest);
                  for (uint64_t run : {7, 8}) {
                    EXPECT_EQ(receive(g, 2), run == 7 ? "on" : "tw");
                    EXPECT_EQ(receive(g, 100), run == 7 ? "e" : "o");
                    EXPECT_EQ(*guest.read(0, 1), "");
                    guest.write_all(1, "out");
                    auto pid = guest.clone([run](Guest& child) {
                      KernelLock lock(child.kernel.mutex());
                      EXPECT_EQ(child.process.run_id, run);
                      return 0;
                    });
                    guest.wait(*pid);
                    EXPECT_EQ(reply(g, run == 7 ? "done" : "too"), 0);
                  }
                  EXPECT_EQ(receive(g, 1), "");
                  EXPECT_EQ(guest.process.run_id, 1u);
                  return 5;
                })
                .code,
            5);
  EXPECT_EQ(sandbox.take(*first), "out");
  EXPECT_EQ(sandbox.take(*second), "out");
  EXPECT_EQ(served.announced, 2);
  EXPECT_EQ(served.take(), "done");
  EXPECT_EQ(served.take(), "too");
  EXPECT_EQ(served.take(), "");
}

TEST(SessionChannel, DoesNotBeginARequestWithASignalThatCameBefore) {
  TestSandbox sandbox;
  Served served(sandbox);
  served.send("one", 7);
  served.send("two", 8);
  sandbox.run([&](Guest& guest) {
    LinuxGuest g(guest);
    served.adopt(guest);
    g.on_signal(abi::kSIGINT, [] {});
    const auto interrupt = [&] {
      KernelLock lock(sandbox.kernel().mutex());
      guest.process.send_signal({.signo = abi::kSIGINT});
    };
    EXPECT_EQ(receive(g, 2), "on");
    interrupt();
    EXPECT_EQ(receive(g, 2), "e");
    EXPECT_EQ(g.delivered.size(), 1u);
    EXPECT_EQ(reply(g, "done"), 0);
    interrupt();
    EXPECT_EQ(g.sys("session_receive", g.space(3), 3), failed(Errno::intr));
    EXPECT_EQ(g.delivered.size(), 2u);
    EXPECT_EQ(receive(g, 3), "two");
    return 0;
  });
}

TEST(SessionChannel, TakesOneReplyForEachRequest) {
  TestSandbox sandbox;
  Served served(sandbox);
  served.send("one", 7);
  sandbox.run([&](Guest& guest) {
    LinuxGuest g(guest);
    served.adopt(guest);
    EXPECT_EQ(reply(g, "early"), failed(Errno::proto));
    EXPECT_EQ(receive(g, 10), "one");
    EXPECT_EQ(reply(g, ""), failed(Errno::inval));
    EXPECT_EQ(g.sys("session_reply", g.text("x"), 0x7fffffff), failed(Errno::twobig));
    EXPECT_EQ(g.sys("session_reply", LinuxGuest::kOutside, 1), failed(Errno::fault));
    EXPECT_EQ(reply(g, "in time"), 0);
    EXPECT_EQ(reply(g, "late"), failed(Errno::proto));
    return 0;
  });
  EXPECT_EQ(served.announced, 1);
  EXPECT_EQ(served.take(), "in time");
}

TEST(SessionChannel, BelongsToTheShellAloneAndOnlyUntilItCallsExec) {
  TestSandbox sandbox;
  Served served(sandbox);
  served.send("secret", 7);
  const auto has_none = [](Guest& guest) {
    LinuxGuest g(guest);
    EXPECT_EQ(g.sys("session_receive", g.space(10), 10), failed(Errno::perm));
    EXPECT_EQ(g.sys("session_receive", g.space(10), 10, 1, 0, 0), failed(Errno::perm));
    EXPECT_EQ(reply(g, "forged"), failed(Errno::perm));
    return 0;
  };
  sandbox.program("/bin/other", [&](Guest& guest) {
    EXPECT_EQ(guest.process.run_id, 7u);
    return has_none(guest);
  });
  sandbox.run([&](Guest& guest) {
    LinuxGuest g(guest);
    served.adopt(guest);
    EXPECT_EQ(receive(g, 6), "secret");
    guest.wait(*guest.clone(has_none));
    guest.wait(*guest.fork(has_none));
    guest.wait(*guest.spawn("/bin/other"));
    for (int fd = 3; fd < 300; fd++) EXPECT_EQ(guest.read(fd, 1).error(), Errno::badf);
    guest.exec("/bin/other", {"other"});
    return 0;
  });
  EXPECT_EQ(served.announced, 0);
}

TEST(SessionChannel, EndingARunKillsItsProcessesAndOnlyInterruptsTheShell) {
  TestSandbox sandbox;
  Served served(sandbox);
  served.send("x", 7);
  std::atomic<bool> waiting = false;
  auto run = sandbox.start([&](Guest& guest) {
    LinuxGuest g(guest);
    served.adopt(guest);
    bool interrupted = false;
    guest.on_signal(kSessionInterrupt, [&](const SignalInfo&) { interrupted = true; });
    receive(g, 1);
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

TEST(SessionChannel, EndingARunContinuesAShellThatHasStoppedItself) {
  TestSandbox sandbox;
  Served served(sandbox);
  served.send("x", 7);
  auto run = sandbox.start([&](Guest& guest) {
    LinuxGuest g(guest);
    served.adopt(guest);
    bool interrupted = false;
    g.on_signal(kSessionInterrupt, [&] { interrupted = true; });
    receive(g, 1);
    EXPECT_EQ(g.sys("kill", guest.process.pid, kSigStop), 0);
    EXPECT_TRUE(interrupted);
    // Until it has replied nothing stops it, and nothing makes it wait.
    EXPECT_EQ(g.sys("kill", guest.process.pid, kSigStop), 0);
    guest.pause();
    return 3;
  });
  sandbox.until([&] {
    const Process* const shell = sandbox.kernel().processes().find(run->pid);
    return shell != nullptr && shell->state == ProcessState::stopped;
  });
  {
    KernelLock lock(sandbox.kernel().mutex());
    sandbox.kernel().kill_run(7);
  }
  EXPECT_EQ(sandbox.wait(run->pid).code, 3);
}

TEST(SessionChannel, EndingARunThatHasNotBegunContinuesTheShell) {
  TestSandbox sandbox;
  Served served(sandbox);
  auto run = sandbox.start([&](Guest& guest) {
    LinuxGuest g(guest);
    served.adopt(guest);
    bool interrupted = false;
    g.on_signal(kSessionInterrupt, [&] { interrupted = true; });
    EXPECT_EQ(g.sys("kill", guest.process.pid, kSigStop), 0);
    EXPECT_EQ(receive(g, 1), "x");
    EXPECT_TRUE(interrupted);
    return 3;
  });
  const auto state = [&] { return sandbox.kernel().processes().find(run->pid)->state; };
  sandbox.until([&] { return state() == ProcessState::stopped; });
  served.send("x", 7);
  {
    KernelLock lock(sandbox.kernel().mutex());
    EXPECT_EQ(state(), ProcessState::stopped);
    sandbox.kernel().kill_run(7);
  }
  EXPECT_EQ(sandbox.wait(run->pid).code, 3);
}

}  // namespace
}  // namespace wasmsand::test
