// What a guest makes the kernel keep is counted and bounded, in Linux's words.
#include <gtest/gtest.h>

#include "test/linux_guest.h"
#include "test/test_sandbox.h"

namespace wasmsand::test {
namespace {

constexpr uint32_t kReadWriteCreate = 0102;

TEST(Charges, RecordLocksAreBounded) {
  TestSandbox sandbox;
  sandbox.run([](Guest& guest) {
    const int fd = *guest.open("/tmp/f", kReadWriteCreate);
    auto lock_byte = [&](uint64_t at, LockTable::Kind kind, uint64_t last) {
      return guest.call([&](KernelLock&) {
        auto file = *guest.process.descriptors->get(fd);
        return guest.kernel.vfs().locks().set_record(guest.process, *file, LockTable::Owner::process, kind, {at, last},
                                                     false);
      });
    };
    const auto exclusive = LockTable::Kind::exclusive, unlock = LockTable::Kind::unlock;
    uint64_t held = 0;
    while (held < 2 * Limits().locks && lock_byte(2 * held, exclusive, 2 * held).ok()) held++;
    EXPECT_EQ(held, Limits().locks);
    EXPECT_EQ(lock_byte(2 * held, exclusive, 2 * held).error(), Errno::nolck);
    // What joins locks, or gives some up, still works; then there is room again.
    EXPECT_TRUE(lock_byte(0, exclusive, 20).ok());
    EXPECT_TRUE(lock_byte(1000, unlock, 2000).ok());
    EXPECT_TRUE(lock_byte(2 * held, exclusive, 2 * held).ok());
    EXPECT_TRUE(guest.close(fd).ok());
    const int again = *guest.open("/tmp/f", kReadWriteCreate);
    EXPECT_EQ(again, fd);
    for (uint64_t i = 0; i < Limits().locks; i++) EXPECT_TRUE(lock_byte(2 * i, exclusive, 2 * i).ok());
    return 0;
  });
}

TEST(Charges, QueuedSignalsAreBounded) {
  TestSandbox sandbox;
  sandbox.run([](Guest& guest) {
    LinuxGuest g(guest);
    constexpr int kSignal = 40;
    const uint32_t mask = g.put(signal_bit(kSignal));
    EXPECT_EQ(g.sys("rt_sigprocmask", abi::kSIG_BLOCK, mask, 0, 8), 0);
    abi::Siginfo info{};
    info.signo = kSignal;
    info.code = -1;  // SI_QUEUE
    const uint32_t address = g.put(info);
    const int pid = guest.process.pid;
    int sent = 0;
    while (sent < 5000 && g.sys("rt_sigqueueinfo", pid, kSignal, address) == 0) sent++;
    EXPECT_EQ(sent, 1024);
    EXPECT_EQ(g.sys("rt_sigqueueinfo", pid, kSignal, address), failed(Errno::again));
    EXPECT_EQ(g.sys("tkill", pid, kSignal), failed(Errno::again));
    EXPECT_EQ(g.sys("kill", pid, kSignal), 0);  // merged
    EXPECT_NE(g.file("/proc/self/status").find("SigQ:\t1024/1024\n"), std::string::npos);
    const uint32_t none = g.put(abi::Timespec64{});
    EXPECT_EQ(g.sys("rt_sigtimedwait_time64", mask, 0, none, 8), kSignal);
    EXPECT_EQ(g.sys("rt_sigqueueinfo", pid, kSignal, address), 0);
    // RLIMIT_SIGPENDING
    const uint32_t limit = g.put(abi::Rlimit64{.soft = 3, .hard = 1024});
    EXPECT_EQ(g.sys("prlimit64", 0, kLimitPendingSignals, limit, 0), 0);
    EXPECT_EQ(g.sys("rt_sigqueueinfo", pid, kSignal, address), failed(Errno::again));
    return 0;
  });
}

TEST(Charges, StringsCountWithAPointerEach) {
  TestSandbox sandbox;
  sandbox.program("/bin/tool", [](Guest&) { return 0; });
  sandbox.run([](Guest& guest) {
    auto prepare = [&](size_t count) {
      Strings many;
      for (size_t i = 0; i < count; i++) many.add("");
      return guest.call([&](KernelLock& lock) -> Result<void> {
        WS_ASSIGN(node, guest.kernel.vfs().resolve(guest.process.caller(), "/bin/tool"));
        WS_TRY(guest.kernel.prepare_exec(&lock, guest.process, node, "/bin/tool", many, {}));
        return {};
      });
    };
    EXPECT_TRUE(prepare(200'000).ok());
    EXPECT_EQ(prepare(240'000).error(), Errno::twobig);
    return 0;
  });
}

TEST(Charges, StringsOfProcessesAreMemoryOfTheSandboxUntilTheyEnd) {
  Limits limits;
  limits.memory_bytes = 8 << 20;
  TestSandbox sandbox(limits);
  std::atomic<int> started = 0;
  std::atomic<bool> stop = false;
  sandbox.program("/bin/holds", [&](Guest& guest) {
    started++;
    while (!stop && !guest.killed()) std::this_thread::yield();
    return 0;
  });
  sandbox.run([&](Guest& guest) {
    SpawnRequest request;
    request.path = "/bin/holds";
    request.arguments = {"holds"};
    for (int i = 0; i < 15; i++) request.arguments.add(std::string(100'000, 'a'));
    int running = 0;
    Errno error = Errno::success;
    while (running < 20 && error == Errno::success) {
      error = guest.spawn(request).error();
      if (error == Errno::success) running++;
    }
    EXPECT_EQ(error, Errno::nomem);
    EXPECT_GE(running, 4);
    EXPECT_LE(running, 6);
    EXPECT_GT(guest.kernel.accounting().usage().memory_bytes, 5u << 20);
    while (started < running) std::this_thread::yield();
    stop = true;
    sandbox.until([&] {
      int zombies = 0;
      for (const auto& [pid, process] : guest.kernel.processes()) zombies += process->state == ProcessState::zombie;
      return zombies == running;
    });
    // Zombies keep nothing.
    guest.call([&](KernelLock&) {
      EXPECT_EQ(guest.kernel.accounting().usage().memory_bytes, 0u);
      for (const Ref<Process>& child : guest.process.children) EXPECT_TRUE(child->image.arguments.empty());
      return 0;
    });
    return 0;
  });
}

TEST(Charges, ScriptsPutTheirInterpreterBeforeTheArguments) {
  TestSandbox sandbox;
  sandbox.program("/bin/tool", [](Guest&) { return 0; });
  sandbox.file("/bin/inner", "#!/bin/tool -x\n", 0755);
  sandbox.file("/bin/outer", "#!/bin/inner -y z\n", 0755);
  KernelLock lock(sandbox.kernel().mutex());
  HostSpawn request;
  request.path = "/bin/outer";
  request.arguments = {"name", "1", "", "2"};
  auto process = sandbox.kernel().spawn_from_host(request);
  ASSERT_TRUE(process.ok());
  EXPECT_EQ((*process)->image.arguments,
            (Strings{"/bin/tool", "-x", "/bin/inner", "-y z", "/bin/outer", "1", "", "2"}));
}

TEST(Charges, TheTextOfAnEnvironmentIsReadFromWhereOneAsks) {
  with_guest([](LinuxGuest& g) {
    g.call.process.image.arguments = {"tool", "", "last"};
    const std::string all("tool\0\0last\0", 11);
    EXPECT_EQ(g.file("/proc/self/cmdline"), all);
    const int32_t fd = g.open("/proc/self/cmdline");
    EXPECT_EQ(g.read(fd, 3), all.substr(0, 3));
    EXPECT_EQ(g.read(fd, 100), all.substr(3));
    EXPECT_EQ(g.read(fd, 100), "");
  });
}

TEST(Charges, PipesOfASmallSandboxAreSmall) {
  Limits limits;
  limits.pipe_bytes = 1 << 20;
  TestSandbox sandbox(limits);
  sandbox.run([](Guest& guest) {
    for (int i = 0; i < 200; i++) guest.pipe();
    EXPECT_LE(guest.kernel.accounting().usage().pipe_bytes, (1u << 20) + 200 * kPipeAtomic);
    return 0;
  });
}

TEST(Charges, PollingOneFileAThousandTimesAnswersForEach) {
  TestSandbox sandbox;
  sandbox.run([](Guest& guest) {
    const auto ends = guest.pipe();
    EXPECT_TRUE(guest
                    .clone([in = ends.first](Guest& child) {
                      std::vector<PollEntry> entries(4000);
                      auto answer = child.call([&](KernelLock&) {
                        for (PollEntry& entry : entries)
                          entry = {*child.process.descriptors->get(in), OpenFile::kPollIn, 0};
                        return poll(child.process, entries, 0, std::nullopt);
                      });
                      return *answer == 4000 ? 0 : 1;
                    })
                    .ok());
    EXPECT_TRUE(guest.write(ends.second, "x").ok());
    EXPECT_EQ(guest.wait()->wait_status, 0);
    return 0;
  });
}

TEST(Charges, TimersDoNotOverflow) {
  TestSandbox sandbox;
  sandbox.run([](Guest& guest) {
    guest.set_action(kSigAlarm, {.handler = SignalAction::kIgnore});
    guest.call([&](KernelLock&) {
      Kernel& kernel = guest.kernel;
      Nanoseconds now = monotonic_now();
      kernel.set_alarm(guest.process, now, INT64_MAX);
      kernel.tick(now + 1);
      EXPECT_EQ(guest.process.alarm_at, INT64_MAX);
      kernel.set_alarm(guest.process, 0, 0);
      return 0;
    });
    return 0;
  });
}

TEST(Charges, MonotonicClocksBeginWithTheSandbox) {
  const Nanoseconds begin = monotonic_now();
  TestSandbox sandbox;
  sandbox.run([&](Guest& guest) {
    LinuxGuest g(guest);
    const uint32_t out = g.space(sizeof(abi::Timespec64));
    for (const int32_t clock : {abi::kCLOCK_MONOTONIC, abi::kCLOCK_BOOTTIME, abi::kCLOCK_MONOTONIC_RAW}) {
      EXPECT_EQ(g.sys("clock_gettime64", clock, out), 0);
      const auto shown = g.get<abi::Timespec64>(out);
      EXPECT_LE(shown.seconds * kSecond + shown.nanoseconds, monotonic_now() - begin);
    }
    // An absolute sleep means the clock that is shown.
    auto time = g.get<abi::Timespec64>(out);
    time.nanoseconds += 5'000'000;
    if (time.nanoseconds >= kSecond) time = {.seconds = time.seconds + 1, .nanoseconds = 0, .pad = 0};
    const uint32_t until = g.put(time);
    const Nanoseconds before = monotonic_now();
    EXPECT_EQ(g.sys("clock_nanosleep_time64", abi::kCLOCK_MONOTONIC, abi::kTIMER_ABSTIME, until, 0), 0);
    EXPECT_LT(monotonic_now() - before, 60 * kSecond);
    EXPECT_EQ(g.sys("clock_gettime64", abi::kCLOCK_MONOTONIC, out), 0);
    const auto after = g.get<abi::Timespec64>(out);
    EXPECT_TRUE(after.seconds > time.seconds ||
                (after.seconds == time.seconds && after.nanoseconds >= time.nanoseconds));
    return 0;
  });
}

TEST(Charges, AHostThatWaitsForRoomHearsOfItOnce) {
  TestSandbox sandbox;
  int heard = 0;
  KernelLock lock(sandbox.kernel().mutex());
  auto source = make_ref<HostSource>(sandbox.kernel().pipes(),
                                     HostSource::Options{.capacity = 100, .on_drained = [&] { heard++; }});
  IoContext context{lock, nullptr};
  std::byte byte;
  const std::vector<std::byte> data(150);
  EXPECT_EQ(source->put(std::span(data).first(50)), 50u);
  for (int i = 0; i < 50; i++) EXPECT_EQ(*source->read(context, {&byte, 1}), 1u);
  EXPECT_EQ(heard, 0);
  EXPECT_EQ(source->put(data), 0u);
  for (int i = 0; i < 150; i++) EXPECT_EQ(*source->read(context, {&byte, 1}), 1u);
  EXPECT_EQ(heard, 1);
}

}  // namespace
}  // namespace wasmsand::test
