// Sessions at rest: an image in the place of a thread.
#include <gtest/gtest.h>

#include "test/resting_shell.h"

namespace wasmsand::test {
namespace {

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

TEST(Rest, IsToldOnceToWhoeverAskedForASnapshotTooEarly) {
  RestingShell shell;
  const auto snapshot = [&] {
    KernelLock lock(shell.sandbox.kernel().mutex());
    return shell.sandbox.kernel().take_snapshot(shell.sessions());
  };
  shell.sandbox.until([&] { return static_cast<bool>(shell.process().session_channel); });
  shell.send();
  EXPECT_EQ(snapshot().error(), Errno::again);
  // It need not be asked to once more, whatever it does now.
  shell.sandbox.until([&] { return shell.rested == 1; });
  EXPECT_EQ(shell.answer(), "1");
  EXPECT_TRUE(snapshot().ok());
  shell.send();
  EXPECT_EQ(shell.answer(), "2");
  shell.put_aside();
  EXPECT_EQ(shell.rested, 1);
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
