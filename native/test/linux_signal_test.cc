// The door `linux`: signals.
#include <gtest/gtest.h>

#include "syscall/generated/linux_calls.h"
#include "test/linux_guest.h"

namespace wasmsand::test {
namespace {

TEST(LinuxSignals, RunHandlersAfterTheCall) {
  with_guest([](LinuxGuest& g) {
    int runs = 0;
    SignalSet during = 0;
    g.on_signal(abi::kSIGUSR1, [&] {
      runs++;
      const uint32_t old = g.space(8);
      g.sys("rt_sigprocmask", abi::kSIG_BLOCK, 0, old, 8);
      during = g.get<uint64_t>(old);
    });
    EXPECT_EQ(g.sys("kill", g.call.process.pid, abi::kSIGUSR1), 0);
    EXPECT_EQ(runs, 1);
    EXPECT_EQ(during, signal_bit(abi::kSIGUSR1));
    EXPECT_EQ(g.call.process.signals.mask, 0u);
    EXPECT_EQ(g.sys("tgkill", g.call.process.pid, g.call.process.pid, abi::kSIGUSR1), 0);
    EXPECT_EQ(runs, 2);
  });
}

TEST(LinuxSignals, WaitWhileBlocked) {
  with_guest([](LinuxGuest& g) {
    g.on_signal(abi::kSIGUSR1, [] {});
    const uint32_t set = g.put(signal_bit(abi::kSIGUSR1) | signal_bit(abi::kSIGKILL)), old = g.space(8);
    EXPECT_EQ(g.sys("rt_sigprocmask", abi::kSIG_BLOCK, set, old, 8), 0);
    EXPECT_EQ(g.call.process.signals.mask, signal_bit(abi::kSIGUSR1));
    g.sys("tkill", g.call.process.pid, abi::kSIGUSR1);
    EXPECT_TRUE(g.delivered.empty());
    EXPECT_EQ(g.sys("rt_sigpending", old, 8), 0);
    EXPECT_EQ(g.get<uint64_t>(old), signal_bit(abi::kSIGUSR1));
    EXPECT_EQ(g.sys("rt_sigprocmask", abi::kSIG_UNBLOCK, set, 0, 8), 0);
    EXPECT_EQ(g.delivered, std::vector<int>{abi::kSIGUSR1});
    EXPECT_EQ(g.sys("rt_sigprocmask", 9, set, 0, 8), failed(Errno::inval));
    EXPECT_EQ(g.sys("rt_sigprocmask", 0, set, 0, 4), failed(Errno::inval));
    EXPECT_EQ(g.sys("rt_sigprocmask", 0, LinuxGuest::kOutside, 0, 8), failed(Errno::fault));
  });
}

void alarm(LinuxGuest& g) {
  KernelLock lock(g.call.kernel.mutex());
  g.call.kernel.send_signal(g.call.process, {.signo = abi::kSIGALRM});
}

// Reads from an empty pipe into which the handler writes: only a restarted read returns what it wrote.
int32_t interrupted_read(LinuxGuest& g, uint32_t flags) {
  const uint32_t pair = g.space(8), buffer = g.space(8);
  g.sys("pipe2", pair, 0);
  g.on_signal(abi::kSIGALRM, [&g, pair] { g.write(g.get<int32_t>(pair + 4), "x"); }, flags);
  alarm(g);
  return g.sys("read", g.get<int32_t>(pair), buffer, 8);
}

TEST(LinuxSignals, RestartACallWhenTheHandlerAsksForIt) {
  with_guest([](LinuxGuest& g) { EXPECT_EQ(interrupted_read(g, 0x10000000), 1); });
}

TEST(LinuxSignals, InterruptACallOtherwise) {
  with_guest([](LinuxGuest& g) { EXPECT_EQ(interrupted_read(g, 0), failed(Errno::intr)); });
}

TEST(LinuxSignals, NeverRestartASleep) {
  with_guest([](LinuxGuest& g) {
    g.on_signal(abi::kSIGALRM, [] {}, 0x10000000);
    alarm(g);
    const uint32_t left = g.space(16);
    EXPECT_EQ(g.sys("clock_nanosleep_time64", 0, 0, g.put(abi::Timespec64{100, 0, 0}), left), failed(Errno::intr));
    EXPECT_GT(g.get<abi::Timespec64>(left).seconds, 90);
  });
}

// As `sleep` does that looks at the clock to know until when.
TEST(LinuxSignals, InterruptTheWaitThatFollowsALookAtTheClock) {
  with_guest([](LinuxGuest& g) {
    g.on_signal(abi::kSIGALRM, [] {});
    const uint32_t time = g.space(16);
    alarm(g);
    EXPECT_EQ(g.sys("clock_gettime64", abi::kCLOCK_MONOTONIC, time), 0);
    EXPECT_TRUE(g.delivered.empty());
    EXPECT_EQ(g.sys("clock_nanosleep_time64", 0, 0, g.put(abi::Timespec64{100, 0, 0}), 0), failed(Errno::intr));
    EXPECT_EQ(g.delivered, std::vector<int>{abi::kSIGALRM});
  });
}

TEST(LinuxSignals, ReachWhoOnlyLooksAtTheClock) {
  with_guest([](LinuxGuest& g) {
    g.on_signal(abi::kSIGALRM, [] {});
    const uint32_t time = g.space(16);
    for (size_t count = 1; count <= 3; count++) {
      alarm(g);
      EXPECT_EQ(g.sys("clock_gettime64", abi::kCLOCK_MONOTONIC, time), 0);
      EXPECT_EQ(g.sys("clock_gettime64", abi::kCLOCK_MONOTONIC, time), 0);
      EXPECT_EQ(g.delivered.size(), count);
    }
    alarm(g);
    g.sys("clock_gettime64", abi::kCLOCK_MONOTONIC, time);
    g.sys("getpid");
    EXPECT_EQ(g.delivered.size(), 4u);
  });
}

TEST(LinuxSignals, KeepTheRestartOfTheOuterCallWhenHandlersMakeCalls) {
  with_guest([](LinuxGuest& g) {
    const uint32_t pair = g.space(8), buffer = g.space(8);
    g.sys("pipe2", pair, 0);
    g.on_signal(abi::kSIGUSR2, [] {});
    g.on_signal(
        abi::kSIGALRM,
        [&] {
          g.sys("kill", g.call.process.pid, abi::kSIGUSR2);  // a handler without SA_RESTART, in this one
          g.write(g.get<int32_t>(pair + 4), "x");
        },
        0x10000000);
    alarm(g);
    EXPECT_EQ(g.sys("read", g.get<int32_t>(pair), buffer, 8), 1);
    EXPECT_EQ(g.delivered, (std::vector<int>{abi::kSIGALRM, abi::kSIGUSR2}));
    EXPECT_TRUE(g.call.frames.empty());
  });
}

TEST(LinuxSignals, ForgetHandlersThatWereLeftByALongJump) {
  with_guest([](LinuxGuest& g) {
    for (int i = 0; i < 5000; i++) {
      KernelLock lock(g.call.kernel.mutex());
      g.call.process.signals.set_action(abi::kSIGUSR1, {.handler = 7, .flags = SignalAction::kNoDefer});
      g.call.kernel.send_signal(g.call.process, {.signo = abi::kSIGUSR1});
      lock.unlock();
      linux_syscall(g.call, 172, {});
      ASSERT_EQ(g.call.after, GuestCall::After::signal);
      SignalCall signal;
      ASSERT_TRUE(take_signal(g.call, signal));  // and no signal_done
    }
    EXPECT_LE(g.call.frames.size(), 1024u);
  });
}

TEST(LinuxSignals, SuspendUnderAnotherMask) {
  with_guest([](LinuxGuest& g) {
    g.on_signal(abi::kSIGUSR1, [] {});
    g.sys("rt_sigprocmask", abi::kSIG_BLOCK, g.put(signal_bit(abi::kSIGUSR1)), 0, 8);
    g.sys("kill", g.call.process.pid, abi::kSIGUSR1);
    EXPECT_EQ(g.sys("rt_sigsuspend", g.put(uint64_t{0}), 8), failed(Errno::intr));
    EXPECT_EQ(g.delivered, std::vector<int>{abi::kSIGUSR1});
    EXPECT_EQ(g.call.process.signals.mask, signal_bit(abi::kSIGUSR1));
    EXPECT_EQ(g.sys("rt_sigsuspend", LinuxGuest::kOutside, 8), failed(Errno::fault));
    EXPECT_EQ(g.sys("rt_sigsuspend", 0, 4), failed(Errno::inval));
  });
}

TEST(LinuxSignals, AreTakenWithoutAHandler) {
  with_guest([](LinuxGuest& g) {
    const uint32_t set = g.put(signal_bit(abi::kSIGUSR1)), info = g.space(128);
    const uint32_t at_once = g.put(abi::Timespec64{0, 0, 0});
    g.sys("rt_sigprocmask", abi::kSIG_BLOCK, set, 0, 8);
    EXPECT_EQ(g.sys("rt_sigtimedwait_time64", set, info, at_once, 8), failed(Errno::again));
    const abi::Siginfo sent = {.signo = 0,
                               .error = 0,
                               .code = -1,
                               .pid = 5,
                               .uid = 6,
                               .value = 42,
                               .user_time = 0,
                               .system_time = 0,
                               .pad = {}};
    EXPECT_EQ(g.sys("rt_sigqueueinfo", g.call.process.pid, abi::kSIGUSR1, g.put(sent)), 0);
    EXPECT_EQ(g.sys("rt_sigtimedwait_time64", set, info, at_once, 8), abi::kSIGUSR1);
    EXPECT_EQ(g.get<abi::Siginfo>(info).value, 42);
  });
}

TEST(LinuxSignals, RefuseWhatLinuxRefuses) {
  with_guest([](LinuxGuest& g) {
    const uint32_t action = g.put(abi::Sigaction{});
    EXPECT_EQ(g.sys("rt_sigaction", abi::kSIGKILL, action, 0, 8), failed(Errno::inval));
    EXPECT_EQ(g.sys("rt_sigaction", abi::kSIGKILL, 0, action, 8), 0);
    EXPECT_EQ(g.sys("rt_sigaction", 0, action, 0, 8), failed(Errno::inval));
    EXPECT_EQ(g.sys("rt_sigaction", 65, action, 0, 8), failed(Errno::inval));
    EXPECT_EQ(g.sys("rt_sigaction", 1, action, 0, 16), failed(Errno::inval));
    EXPECT_EQ(g.sys("rt_sigaction", 1, LinuxGuest::kOutside, 0, 8), failed(Errno::fault));
    EXPECT_EQ(g.sys("kill", g.call.process.pid, 65), failed(Errno::inval));
    EXPECT_EQ(g.sys("kill", 30000, 0), failed(Errno::srch));
    EXPECT_EQ(g.sys("kill", 1, abi::kSIGTERM), failed(Errno::perm));
    EXPECT_EQ(g.sys("tkill", 0, 1), failed(Errno::inval));
    EXPECT_EQ(g.sys("tgkill", 5, 6, 1), failed(Errno::srch));
    EXPECT_EQ(g.sys("sigaltstack", g.put(abi::Stack{0, 0, 100}), 0), failed(Errno::nomem));
    const uint32_t old = g.space(12);
    EXPECT_EQ(g.sys("sigaltstack", 0, old), 0);
    EXPECT_EQ(g.get<abi::Stack>(old).flags, 2);
  });
}

}  // namespace
}  // namespace wasmsand::test
