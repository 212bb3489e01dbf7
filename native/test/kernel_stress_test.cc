// Everything at once, with death at random moments: no hang, no leak, nothing left behind.
#include <gtest/gtest.h>

#include <csignal>
#include <random>

#include "test/test_sandbox.h"

namespace wasmsand::test {
namespace {

// A small process tree of pipes, waits, signals and forks that would go on for ever.
int storm(Guest& guest, uint32_t seed, int depth) {
  std::mt19937 random(seed);
  guest.on_signal(SIGUSR1, [](const SignalInfo&) {});
  guest.set_action(SIGPIPE, {.handler = SignalAction::kIgnore});
  while (!guest.killed()) {
    auto [reader, writer] = guest.pipe();
    uint32_t next = random();
    bool fork = random() % 2;
    Body body = [=, reader = reader, writer = writer](Guest& child) {
      child.close(reader);
      if (depth < 2 && next % 4 == 0) storm(child, next, depth + 1);
      child.write_all(writer, std::string(next % 150'000, 'x'));
      return 0;
    };
    auto pid = fork ? guest.fork(body) : guest.clone(body);
    guest.close(writer);
    if (random() % 4 == 0)
      guest.read(reader, 1000);
    else
      guest.read_all(reader);
    guest.close(reader);
    if (pid.ok()) {
      if (random() % 3 == 0) guest.kill(*pid, random() % 2 ? SIGKILL : SIGUSR1);
      if (random() % 5 == 0) {
        guest.kill(*pid, SIGSTOP);
        guest.kill(*pid, SIGCONT);
      }
      // A grandchild tree never ends by itself.
      guest.kill(*pid, SIGKILL);
      guest.wait(*pid);
    }
  }
  return 0;
}

TEST(Stress, KillsAtRandomTimesLeaveNothingBehind) {
  for (uint32_t round = 0; round < 60; round++) {
    Limits limits;
    limits.processes = 20;
    TestSandbox sandbox(limits);
    std::mt19937 random(round);
    for (uint64_t run = 1; run <= 2; run++) {
      ASSERT_TRUE(
          sandbox.start([=](Guest& guest) { return storm(guest, round * 2 + static_cast<uint32_t>(run), 0); }, run)
              .ok());
    }
    Nanoseconds end = monotonic_now() + random() % (5 * kMillisecond);
    sandbox.until([&] { return monotonic_now() >= end; });
    {
      KernelLock lock(sandbox.kernel().mutex());
      sandbox.kernel().kill_run(1 + random() % 2);
    }
    end = monotonic_now() + random() % (2 * kMillisecond);
    sandbox.until([&] { return monotonic_now() >= end; });
    {
      KernelLock lock(sandbox.kernel().mutex());
      sandbox.kernel().kill_all();
    }
    sandbox.until([&] { return sandbox.kernel().processes().size() == 0; });
    KernelLock lock(sandbox.kernel().mutex());
    const Accounting::Usage& usage = sandbox.kernel().accounting().usage();
    EXPECT_EQ(usage.processes, 0u);
    EXPECT_EQ(usage.descriptors, 0u);
    EXPECT_EQ(usage.memory_bytes, 0u);
    EXPECT_EQ(usage.pipe_bytes, 0u);
  }
}

TEST(Stress, ParentsKilledWhileTheirChildrenStart) {
  for (uint32_t round = 0; round < 200; round++) {
    TestSandbox sandbox;
    auto run = sandbox.start([](Guest& guest) {
      guest.memory.resize(1 << 20);
      while (!guest.killed()) guest.fork([](Guest&) { return 0; });
      return 0;
    });
    Nanoseconds end = monotonic_now() + (round * 7919 % 1000) * 1000;
    while (monotonic_now() < end) {
    }
    KernelLock lock(sandbox.kernel().mutex());
    EXPECT_TRUE(sandbox.kernel().kill(nullptr, run->pid, SIGKILL).ok());
    lock.unlock();
    EXPECT_EQ(sandbox.wait(run->pid).signal, SIGKILL);
    sandbox.until([&] { return sandbox.kernel().processes().size() == 0; });
  }
}

TEST(Stress, AThreadThatTheHostTakesAwayUnwindsAtOnce) {
  TestSandbox sandbox;
  auto run = sandbox.start([&](Guest& guest) {
    guest.thread.wanted = false;
    auto [reader, writer] = guest.pipe();
    EXPECT_EQ(guest.read(reader, 1).error(), Errno::intr);
    EXPECT_TRUE(guest.killed());
    (void)writer;
    return 0;
  });
  EXPECT_EQ(sandbox.wait(run->pid).signal, SIGKILL);
}

}  // namespace
}  // namespace wasmsand::test
