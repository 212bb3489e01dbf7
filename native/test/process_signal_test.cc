#include <gtest/gtest.h>

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

#include "test/test_sandbox.h"

namespace wasmsand::test {
namespace {

static_assert(SIGCHLD == kSigChild && SIGCONT == kSigContinue && SIGTSTP == kSigTerminalStop &&
              SIGXCPU == kSigCpuLimit && SIGXFSZ == kSigFileSizeLimit && SIGWINCH == kSigWindow);

constexpr uint32_t kExited = 4, kUntraced = 2;

TEST(Signals, HaveLinuxsDefaultActions) {
  // Linux decides: a child raises the signal and the parent looks what became of it.
  for (int signo = 1; signo <= kSignalCount; signo++) {
    if (signo == 32 || signo == 33) continue;  // glibc's own
    pid_t pid = ::fork();
    if (pid == 0) {
      ::setpgid(0, 0);
      ::prctl(PR_SET_DUMPABLE, 0);
      ::signal(signo, SIG_DFL);  // a sanitizer's handlers
      ::raise(signo);
      ::_exit(0);
    }
    int status = 0;
    ::waitpid(pid, &status, WUNTRACED);
    if (WIFSTOPPED(status)) {
      EXPECT_EQ(default_action(signo), DefaultAction::stop) << signo;
      ::kill(pid, SIGKILL);
      ::waitpid(pid, &status, 0);
    } else if (WIFSIGNALED(status)) {
      EXPECT_EQ(default_action(signo), DefaultAction::terminate) << signo;
    } else {
      EXPECT_TRUE(default_action(signo) == DefaultAction::ignore || default_action(signo) == DefaultAction::resume)
          << signo;
    }
  }
}

TEST(Signals, EndABlockingCallWithEintrAndRunTheHandler) {
  TestSandbox sandbox;
  sandbox.run([](Guest& guest) {
    auto [reader, writer] = guest.pipe();
    int pid = *guest.clone([reader = reader](Guest& child) {
      SignalInfo seen;
      child.on_signal(SIGUSR1, [&](const SignalInfo& info) { seen = info; });
      child.write(1, "ready");
      EXPECT_EQ(child.read(reader, 1).error(), Errno::intr);
      EXPECT_EQ(seen.signo, SIGUSR1);
      EXPECT_EQ(seen.pid, child.process.parent->pid);
      EXPECT_EQ(seen.uid, kUserId);
      return 0;
    });
    while (guest.sandbox.interrupts() == 0) {
      KernelLock lock(guest.kernel.mutex());
      Process* child = guest.kernel.processes().find(pid);
      if (child->signals.has_handler(SIGUSR1) && child->waiting()) break;
    }
    guest.kill(pid, SIGUSR1);
    EXPECT_EQ(guest.wait(pid)->wait_status, 0);
    (void)writer;
    return 0;
  });
}

TEST(Signals, LeaveABlockingCallAloneWhenIgnoredOrBlocked) {
  TestSandbox sandbox;
  sandbox.run([](Guest& guest) {
    auto [reader, writer] = guest.pipe();
    int pid = *guest.clone([reader = reader](Guest& child) {
      child.set_action(SIGINT, {.handler = SignalAction::kIgnore});
      child.call([&](KernelLock&) {
        child.process.signals.set_mask(signal_bit(SIGTERM));
        return 0;
      });
      EXPECT_EQ(*child.read(reader, 1), "x");
      return 0;
    });
    guest.call([&](KernelLock&) { return 0; });
    // Until the child has set itself up, SIGWINCH only: it is ignored by default.
    guest.kill(pid, SIGWINCH);
    guest.sandbox.until([&] { return guest.kernel.processes().find(pid)->signals.mask != 0; });
    guest.kill(pid, SIGINT);
    guest.kill(pid, SIGTERM);
    guest.write(writer, "x");
    EXPECT_EQ(guest.wait(pid)->wait_status, 0);
    return 0;
  });
}

TEST(Signals, AreTakenLowestFirstOnceEach) {
  TestSandbox sandbox;
  sandbox.run([](Guest& guest) {
    std::vector<int> order;
    for (int signo : {SIGUSR2, SIGUSR1, SIGTERM, 40}) {
      guest.on_signal(signo, [&](const SignalInfo& info) { order.push_back(info.signo); });
    }
    guest.call([&](KernelLock&) {
      for (int signo : {40, 40, SIGTERM, SIGUSR2, SIGUSR1, SIGUSR1}) guest.kernel.send_signal(guest.process, {signo});
      return 0;
    });
    EXPECT_EQ(order, (std::vector<int>{SIGUSR1, SIGUSR2, SIGTERM, 40, 40}));
    return 0;
  });
}

TEST(Signals, AreBlockedWhileTheirHandlerRuns) {
  TestSandbox sandbox;
  sandbox.run([](Guest& guest) {
    int depth = 0, deepest = 0, calls = 0;
    auto handler = [&](const SignalInfo&) {
      deepest = std::max(deepest, ++depth);
      if (++calls == 1) guest.kill(guest.process.pid, SIGUSR1);
      depth--;
    };
    guest.on_signal(SIGUSR1, handler);
    guest.kill(guest.process.pid, SIGUSR1);
    EXPECT_EQ(calls, 2);
    EXPECT_EQ(deepest, 1);
    calls = 0;
    guest.on_signal(SIGUSR1, handler, SignalAction::kNoDefer);
    guest.kill(guest.process.pid, SIGUSR1);
    EXPECT_EQ(deepest, 2);
    guest.on_signal(SIGUSR1, [](const SignalInfo&) {}, SignalAction::kResetHand);
    guest.kill(guest.process.pid, SIGUSR1);
    EXPECT_FALSE(guest.killed());
    guest.kill(guest.process.pid, SIGUSR1);
    EXPECT_TRUE(guest.killed());
    return 0;
  });
}

TEST(Signals, ForgetWhatIsIgnored) {
  TestSandbox sandbox;
  sandbox.run([](Guest& guest) {
    SignalState& signals = guest.process.signals;
    KernelLock lock(guest.kernel.mutex());
    signals.set_mask(signal_bit(SIGUSR1));
    guest.kernel.send_signal(guest.process, {SIGUSR1});
    EXPECT_EQ(signals.pending(), signal_bit(SIGUSR1));
    signals.set_action(SIGUSR1, {.handler = SignalAction::kIgnore});
    EXPECT_EQ(signals.pending(), 0u);
    return 0;
  });
}

TEST(Signals, QueueABoundedNumber) {
  SignalState signals;
  for (int i = 0; i < 100'000; i++) signals.add({40});
  int taken = 0;
  while (signals.take(~SignalSet{0})) taken++;
  EXPECT_EQ(taken, 1024);
}

TEST(Sigsuspend, RunsTheHandlerUnderTheNewMaskAndPutsTheOldOneBack) {
  TestSandbox sandbox;
  sandbox.run([](Guest& guest) {
    SignalSet inside = 0;
    guest.on_signal(SIGUSR1, [&](const SignalInfo&) { inside = guest.process.signals.mask; });
    SignalSet before = signal_bit(SIGUSR1) | signal_bit(SIGUSR2);
    guest.call([&](KernelLock&) {
      guest.process.signals.set_mask(before);
      return 0;
    });
    guest.kill(guest.process.pid, SIGUSR1);
    EXPECT_EQ(inside, 0u);
    auto waited = guest.call([&](KernelLock&) { return guest.kernel.suspend(guest.process, signal_bit(SIGHUP)); });
    EXPECT_EQ(waited.error(), Errno::intr);
    EXPECT_EQ(inside, signal_bit(SIGHUP) | signal_bit(SIGUSR1));
    EXPECT_EQ(guest.process.signals.mask, before);
    return 0;
  });
}

TEST(Sigtimedwait, TakesASignalOrTimesOut) {
  TestSandbox sandbox;
  sandbox.run([](Guest& guest) {
    auto wait = [&](SignalSet set, Nanoseconds deadline) {
      return guest.call([&](KernelLock&) { return guest.kernel.wait_signal(guest.process, set, deadline); });
    };
    EXPECT_EQ(wait(signal_bit(SIGUSR1), kPollImmediately).error(), Errno::again);
    guest.call([&](KernelLock&) {
      guest.process.signals.set_mask(signal_bit(SIGUSR1));
      return 0;
    });
    guest.kill(guest.process.pid, SIGUSR1);
    auto taken = wait(signal_bit(SIGUSR1) | signal_bit(SIGKILL), 0);
    EXPECT_EQ(taken->signo, SIGUSR1);
    EXPECT_EQ(wait(signal_bit(SIGUSR1), kPollImmediately).error(), Errno::again);
    return 0;
  });
}

TEST(Kill, FollowsTheRulesOfPids) {
  TestSandbox sandbox;
  sandbox.run([](Guest& guest) {
    EXPECT_EQ(guest.kill(1, 0).error(), Errno::perm);
    EXPECT_EQ(guest.kill(1, SIGKILL).error(), Errno::perm);
    EXPECT_EQ(guest.kill(4711, 0).error(), Errno::srch);
    EXPECT_EQ(guest.kill(-4711, SIGTERM).error(), Errno::srch);
    EXPECT_EQ(guest.kill(INT32_MIN, SIGTERM).error(), Errno::srch);
    EXPECT_EQ(guest.kill(-1, SIGTERM).error(), Errno::srch) << "-1 does not mean the caller";
    EXPECT_EQ(guest.kill(guest.process.pid, 65).error(), Errno::inval);
    EXPECT_EQ(guest.kill(guest.process.pid, -1).error(), Errno::inval);
    EXPECT_TRUE(guest.kill(guest.process.pid, 0).ok());
    EXPECT_TRUE(guest.kill(0, 0).ok());
    EXPECT_TRUE(guest.kill(-guest.process.pid, 0).ok());
    int pid = *guest.clone([](Guest&) { return 0; });
    guest.wait(pid, kExited | 0x1000000);
    EXPECT_TRUE(guest.kill(pid, SIGKILL).ok()) << "a zombie can be signalled";
    EXPECT_EQ(guest.wait(pid)->wait_status, 0);
    auto pause = [](Guest& child) {
      child.pause();
      return 0;
    };
    int a = *guest.clone(pause), b = *guest.clone(pause);
    guest.call([&](KernelLock&) {
      guest.kernel.set_process_group(guest.process, a, a);
      return guest.kernel.set_process_group(guest.process, b, a);
    });
    EXPECT_TRUE(guest.kill(-a, SIGTERM).ok());
    EXPECT_EQ(guest.wait(a)->wait_status, SIGTERM);
    EXPECT_EQ(guest.wait(b)->wait_status, SIGTERM);
    return 0;
  });
}

TEST(Kill, NeedsTheSameUser) {
  TestSandbox sandbox;
  sandbox.run([](Guest& guest) {
    int pid = *guest.clone([](Guest& child) {
      child.pause();
      return 0;
    });
    guest.call([&](KernelLock&) {
      guest.kernel.processes().find(pid)->credentials = {2000, 2000, {}};
      return 0;
    });
    EXPECT_EQ(guest.kill(pid, SIGTERM).error(), Errno::perm);
    EXPECT_EQ(guest.kill(pid, 0).error(), Errno::perm);
    EXPECT_TRUE(guest.kill(pid, SIGCONT).ok());
    KernelLock lock(guest.kernel.mutex());
    EXPECT_TRUE(guest.kernel.kill(nullptr, pid, SIGTERM).ok());
    return 0;
  });
}

TEST(Kill, StopsAGuestThatMakesNoCalls) {
  TestSandbox sandbox;
  auto run = sandbox.start([](Guest& guest) {
    while (!guest.interrupted()) {
    }
    return 0;
  });
  {
    KernelLock lock(sandbox.kernel().mutex());
    EXPECT_TRUE(sandbox.kernel().kill(nullptr, run->pid, SIGTERM).ok());
  }
  EXPECT_EQ(sandbox.wait(run->pid).signal, SIGTERM);
  EXPECT_EQ(sandbox.interrupts(), 1u);
}

TEST(Sigchld, TellsWhatBecameOfTheChild) {
  TestSandbox sandbox;
  sandbox.run([](Guest& guest) {
    std::vector<SignalInfo> seen;
    guest.on_signal(SIGCHLD, [&](const SignalInfo& info) { seen.push_back(info); });
    auto last = [&] {
      while (seen.empty()) guest.pause();
      SignalInfo info = seen.back();
      seen.clear();
      return info;
    };
    int pid = *guest.clone([](Guest&) { return 3; });
    SignalInfo info = last();
    EXPECT_EQ(info.code, CLD_EXITED);
    EXPECT_EQ(info.pid, pid);
    EXPECT_EQ(info.value, 3);
    guest.wait(pid);
    seen.clear();
    pid = *guest.clone([](Guest& child) {
      child.pause();
      return 0;
    });
    guest.kill(pid, SIGSTOP);
    info = last();
    EXPECT_EQ(info.code, CLD_STOPPED);
    EXPECT_EQ(info.value, SIGSTOP);
    guest.kill(pid, SIGCONT);
    info = last();
    EXPECT_EQ(info.code, CLD_CONTINUED);
    guest.kill(pid, SIGKILL);
    info = last();
    EXPECT_EQ(info.code, CLD_KILLED);
    EXPECT_EQ(info.value, SIGKILL);
    return 0;
  });
}

TEST(Stop, DoesNotStopAnOrphanedGroupFromItsTerminal) {
  TestSandbox sandbox;
  ExitStatus status = sandbox.run([](Guest& guest) {
    guest.kill(guest.process.pid, SIGTSTP);
    int pid = *guest.clone([](Guest& child) {
      child.pause();
      return 0;
    });
    guest.call([&](KernelLock&) { return guest.kernel.set_process_group(guest.process, pid, pid); });
    guest.kill(pid, SIGTSTP);
    EXPECT_EQ(guest.wait(pid, kUntraced)->wait_status, SIGTSTP << 8 | 0x7f);
    guest.kill(pid, SIGKILL);
    return 8;
  });
  EXPECT_EQ(status.code, 8);
}

TEST(Stop, HangsUpAGroupThatBecomesOrphanedWhileStopped) {
  TestSandbox sandbox;
  auto run = sandbox.start([](Guest& guest) {
    int pid = *guest.clone([](Guest& child) {
      child.pause();
      return 0;
    });
    guest.call([&](KernelLock&) { return guest.kernel.set_process_group(guest.process, pid, pid); });
    guest.kill(pid, SIGSTOP);
    guest.wait(pid, kUntraced);
    return 0;
  });
  EXPECT_EQ(sandbox.wait(run->pid).code, 0);
  sandbox.until([&] { return sandbox.kernel().processes().size() == 0; });
}

TEST(Alarm, FiresOnceOrAgainAndAgain) {
  TestSandbox sandbox;
  sandbox.run([&](Guest& guest) {
    int fired = 0;
    guest.on_signal(SIGALRM, [&](const SignalInfo&) { fired++; });
    auto tick = [&](Nanoseconds now) { return guest.call([&](KernelLock&) { return guest.kernel.tick(now); }); };
    guest.sandbox.take_timers_changed();
    guest.call([&](KernelLock&) {
      guest.kernel.set_alarm(guest.process, 100, 0);
      return 0;
    });
    EXPECT_TRUE(guest.sandbox.take_timers_changed());
    EXPECT_EQ(tick(99), 100);
    EXPECT_EQ(fired, 0);
    EXPECT_EQ(tick(100), 0);
    EXPECT_EQ(fired, 1);
    guest.call([&](KernelLock&) {
      guest.kernel.set_alarm(guest.process, 200, 10);
      return 0;
    });
    EXPECT_EQ(tick(235), 240);
    EXPECT_EQ(fired, 2) << "missed periods count as one";
    EXPECT_EQ(tick(240), 250);
    EXPECT_EQ(fired, 3);
    return 0;
  });
}

TEST(Signals, TimersOfProcessorTimeStandStillWhileNothingRuns) {
  TestSandbox sandbox;
  sandbox.run([&](Guest& guest) {
    int profiled = 0, virtually = 0;
    guest.on_signal(SIGPROF, [&](const SignalInfo&) { profiled++; });
    guest.on_signal(SIGVTALRM, [&](const SignalInfo&) { virtually++; });
    auto tick = [&](Nanoseconds now) { return guest.call([&](KernelLock&) { return guest.kernel.tick(now); }); };
    guest.sandbox.take_timers_changed();
    guest.call([&](KernelLock&) {
      auto& [one, other] = guest.process.cpu_timers;
      guest.kernel.set_cpu_timer(guest.process, one, 100, 0);
      guest.kernel.set_cpu_timer(guest.process, other, 200, 50);
      return 0;
    });
    EXPECT_TRUE(guest.sandbox.take_timers_changed());
    EXPECT_GT(tick(1'000'000), 1'000'000) << "looks again while it runs";
    EXPECT_EQ(virtually + profiled, 0) << "other time does not count";
    sandbox.cpu = 100;
    tick(1'000'001);
    EXPECT_EQ(virtually, 1);
    EXPECT_EQ(profiled, 0);
    sandbox.cpu = 330;
    tick(1'000'002);
    EXPECT_EQ(virtually, 1);
    EXPECT_EQ(profiled, 1) << "missed periods count as one";
    sandbox.cpu = 350;
    tick(1'000'003);
    EXPECT_EQ(profiled, 2);
    guest.call([&](KernelLock&) {
      guest.kernel.set_cpu_timer(guest.process, guest.process.cpu_timers[1], 0, 50);
      return 0;
    });
    sandbox.cpu = 1000;
    EXPECT_EQ(tick(1'000'004), 0);
    EXPECT_EQ(profiled, 2);
    return 0;
  });
}

}  // namespace
}  // namespace wasmsand::test
