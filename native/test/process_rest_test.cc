// Sessions at rest: an image in the place of a thread.
#include <gtest/gtest.h>

#include "kernel/io/session_channel.h"
#include "test/linux_guest.h"

namespace wasmsand::test {
namespace {

// A session shell that answers each request with what it has counted in its memory, and may rest between two.
class RestingShell {
 public:
  explicit RestingShell(Body before = nullptr) : channel_(make_ref<SessionChannel>([] {})), before_(std::move(before)) {
    run_ = *sandbox.start([this](Guest& guest) {
      guest.call([&](KernelLock&) {
        guest.process.session_channel = channel_;
        return 0;
      });
      if (before_) before_(guest);
      return serve(guest);
    });
  }

  Process& process() { return *sandbox.kernel().find_process(run_.pid); }
  void send() {
    KernelLock lock(sandbox.kernel().mutex());
    auto source = make_ref<HostSource>(sandbox.kernel().pipes(), HostSource::Options{.capacity = 10});
    auto sink = make_ref<HostSink>(sandbox.kernel().pipes(), HostSink::Options{.capacity = 10});
    channel_->send({.bytes = "x", .run_id = 7, .streams = {source, sink, sink}});
  }
  std::string answer() {
    std::string text;
    sandbox.until([&] {
      for (const std::byte byte : channel_->take()) text += static_cast<char>(byte);
      return !text.empty();
    });
    return text;
  }
  // Has it rest.
  void put_aside() {
    sandbox.until([&] {
      if (process().idle_since != 0 && !process().rest_asked) process().ask_to_rest();
      return process().rest == Rest::resting;
    });
  }
  void end() {
    KernelLock lock(sandbox.kernel().mutex());
    channel_->end();
  }
  ExitStatus wait() { return sandbox.wait(run_.pid); }
  int pid() const { return run_.pid; }

  TestSandbox sandbox;
  std::atomic<int> begun = 0;
  std::vector<int> handled;
  bool may_rest = true;

 private:
  static constexpr uint32_t kCount = 512 * 1024, kBuffer = kCount + 64;

  int serve(Guest& guest) {
    begun++;
    LinuxGuest g(guest);
    g.on_signal(10, [] {});
    const uint32_t go_on = guest.continuation([this](Guest& woken) { return serve(woken); });
    for (;;) {
      const int32_t got = g.sys("session_receive", kBuffer, 1, may_rest ? go_on : 0, 0, 0);
      handled.insert(handled.end(), g.delivered.begin(), g.delivered.end());
      g.delivered.clear();
      if (g.rests) {
        // What still runs must not matter.
        g.set(kCount, 1000);
        return 99;
      }
      if (g.ended) return 98;
      if (got == failed(Errno::intr)) continue;
      if (got <= 0) return 5;
      g.set(kCount, g.get<int>(kCount) + 1);
      const std::string text = std::to_string(g.get<int>(kCount));
      std::memcpy(g.call.memory.range(kBuffer, text.size())->data(), text.data(), text.size());
      g.sys("session_reply", kBuffer, text.size());
    }
  }

  Ref<SessionChannel> channel_;
  Body before_;
  TestSandbox::Run run_;
};

TEST(Rest, KeepsMemoryPidAndChargesAndGivesTheThreadBack) {
  RestingShell shell;
  for (int count = 1; count <= 4; count++) {
    shell.send();
    EXPECT_EQ(shell.answer(), std::to_string(count));
    shell.put_aside();
    KernelLock lock(shell.sandbox.kernel().mutex());
    EXPECT_EQ(shell.process().pid, shell.pid());
    EXPECT_EQ(shell.process().state, ProcessState::running);
    EXPECT_FALSE(shell.process().may_run());
    EXPECT_EQ(shell.process().launch.image->memory_bytes(), LinuxGuest::kSize);
    EXPECT_LT(shell.process().launch.image->held_bytes(), 16384u);
  }
  EXPECT_EQ(shell.begun, 5 - 1);
  shell.end();
  EXPECT_EQ(shell.wait().code, 5);
  EXPECT_EQ(shell.begun, 5);
}

TEST(Rest, IsForThoseOnlyWhoSayHowTheyGoOn) {
  RestingShell shell;
  shell.may_rest = false;
  shell.send();
  EXPECT_EQ(shell.answer(), "1");
  shell.sandbox.until([&] { return shell.process().waiting(); });
  {
    KernelLock lock(shell.sandbox.kernel().mutex());
    EXPECT_EQ(shell.process().idle_since, 0);
    shell.process().ask_to_rest();
  }
  shell.send();
  EXPECT_EQ(shell.answer(), "2");
  EXPECT_EQ(shell.begun, 1);
}

TEST(Rest, EndsForASignalWithAHandlerAndNotForOneThatIsIgnored) {
  RestingShell shell;
  shell.send();
  shell.answer();
  shell.put_aside();
  {
    KernelLock lock(shell.sandbox.kernel().mutex());
    ASSERT_TRUE(shell.sandbox.kernel().kill(nullptr, shell.pid(), kSigChild).ok());
    EXPECT_EQ(shell.process().rest, Rest::resting);
    ASSERT_TRUE(shell.sandbox.kernel().kill(nullptr, shell.pid(), 10).ok());
    EXPECT_EQ(shell.process().rest, Rest::none);
  }
  shell.put_aside();
  EXPECT_EQ(shell.handled, std::vector<int>{10});
  shell.send();
  EXPECT_EQ(shell.answer(), "2");
}

TEST(Rest, ObeysAStopAndGoesOnWhenContinued) {
  RestingShell shell;
  shell.send();
  shell.answer();
  shell.put_aside();
  {
    KernelLock lock(shell.sandbox.kernel().mutex());
    ASSERT_TRUE(shell.sandbox.kernel().kill(nullptr, shell.pid(), kSigStop).ok());
  }
  shell.sandbox.until([&] { return shell.process().state == ProcessState::stopped; });
  shell.send();
  {
    KernelLock lock(shell.sandbox.kernel().mutex());
    EXPECT_NE(shell.process().rest, Rest::resting);
    ASSERT_TRUE(shell.sandbox.kernel().kill(nullptr, shell.pid(), kSigContinue).ok());
  }
  EXPECT_EQ(shell.answer(), "2");
}

TEST(Rest, IsEndedByDeathWithoutAThread) {
  RestingShell shell;
  shell.send();
  shell.answer();
  shell.put_aside();
  {
    KernelLock lock(shell.sandbox.kernel().mutex());
    ASSERT_TRUE(shell.sandbox.kernel().kill(nullptr, shell.pid(), kSigKill).ok());
  }
  EXPECT_EQ(shell.wait().signal, kSigKill);
  EXPECT_EQ(shell.begun, 1);
}

TEST(Rest, IsNotBegunByAShellThatHasSomethingToDo) {
  RestingShell shell;
  for (int count = 1; count <= 200; count++) {
    {
      KernelLock lock(shell.sandbox.kernel().mutex());
      shell.process().ask_to_rest();
    }
    shell.send();
    EXPECT_EQ(shell.answer(), std::to_string(count));
  }
}

TEST(Rest, EndsForAnAlarm) {
  RestingShell shell;
  shell.send();
  shell.answer();
  shell.put_aside();
  Kernel& kernel = shell.sandbox.kernel();
  KernelLock lock(kernel.mutex());
  EXPECT_FALSE(kernel.awaits_time());
  kernel.set_alarm(shell.process(), 1, 0);
  EXPECT_TRUE(kernel.awaits_time());
  EXPECT_EQ(kernel.tick(monotonic_now()), 0);
  lock.unlock();
  EXPECT_EQ(shell.wait().signal, kSigAlarm);
}

TEST(Rest, OfASandboxThatIsDestroyedIsItsEnd) {
  RestingShell shell;
  shell.send();
  shell.answer();
  shell.put_aside();
}

TEST(SessionChannel, TakesBackWhatTheShellHasNotBegun) {
  RestingShell shell;
  shell.send();
  shell.answer();
  shell.put_aside();
  {
    KernelLock lock(shell.sandbox.kernel().mutex());
    SessionChannel& channel = *shell.process().session_channel;
    EXPECT_FALSE(channel.withdraw(7));
    channel.send({.bytes = "x", .run_id = 9, .streams = {}});
    EXPECT_TRUE(channel.withdraw(9));
    EXPECT_TRUE(channel.idle());
  }
  // It has been woken, and must not be killed before it can tell what it gets.
  shell.end();
  EXPECT_EQ(shell.wait().code, 5);
}

TEST(MemoryImage, HoldsWhatIsNotZeroAndPutsTheRestBack) {
  std::vector<std::byte> memory(1 << 20);
  memory[5] = std::byte{1};
  memory[(1 << 20) - 1] = std::byte{2};
  const auto yes = [] { return true; };
  const auto image = MemoryImage::of(memory, yes);
  EXPECT_EQ(image->memory_bytes(), memory.size());
  EXPECT_LT(image->held_bytes(), 3 * 4096u);
  std::vector<std::byte> other(memory.size(), std::byte{7});
  EXPECT_TRUE(image->copy_to(other, yes));
  EXPECT_EQ(other, memory);
  EXPECT_FALSE(image->copy_to(std::span(other).first(4096), yes));
  EXPECT_FALSE(image->copy_to(other, [] { return false; }));
  EXPECT_FALSE(MemoryImage::of(memory, [] { return false; }));
}

}  // namespace
}  // namespace wasmsand::test
