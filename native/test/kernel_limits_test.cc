// Each limit, and what happens at it.
#include <gtest/gtest.h>

#include <csignal>

#include "test/test_sandbox.h"

namespace wasmsand::test {
namespace {

int sleep_until_killed(Guest& guest) {
  while (!guest.killed()) guest.pause();
  return 0;
}

TEST(Limits, ProcessesOfTheSandbox) {
  Limits limits;
  limits.processes = 3;
  TestSandbox sandbox(limits);
  sandbox.run([](Guest& guest) {
    int a = *guest.clone(sleep_until_killed), b = *guest.clone(sleep_until_killed);
    EXPECT_EQ(guest.clone(sleep_until_killed).error(), Errno::again);
    EXPECT_EQ(guest.spawn("/bin/none").error(), Errno::again);
    EXPECT_EQ(guest.sandbox.start("/bin/none").error(), Errno::noent) << "the host may go one beyond";
    guest.kill(a, SIGKILL);
    guest.wait(a, 4 | 0x1000000);
    EXPECT_EQ(guest.clone(sleep_until_killed).error(), Errno::again) << "a zombie counts";
    guest.wait(a);
    EXPECT_TRUE(guest.clone(sleep_until_killed).ok());
    (void)b;
    return 0;
  });
}

TEST(Limits, ProcessesOfTheUser) {
  TestSandbox sandbox;
  sandbox.run([](Guest& guest) {
    guest.set_limit(kLimitProcesses, {.soft = 2});
    EXPECT_TRUE(guest.clone(sleep_until_killed).ok());
    EXPECT_EQ(guest.clone(sleep_until_killed).error(), Errno::again);
    return 0;
  });
}

TEST(Limits, DescriptorsOfAProcess) {
  TestSandbox sandbox;
  sandbox.run([](Guest& guest) {
    KernelLock lock(guest.kernel.mutex());
    DescriptorTable& table = *guest.process.descriptors;
    EXPECT_EQ(guest.process.limits[kLimitDescriptors].soft, 1024u);
    EXPECT_EQ(guest.process.limits[kLimitDescriptors].hard, 4096u);
    Ref<OpenFile> file = *table.get(0);
    for (int fd = 3; fd < 10; fd++) EXPECT_EQ(*table.add(file, false, 0, 10), fd);
    EXPECT_EQ(table.add(file, false, 0, 10).error(), Errno::mfile);
    EXPECT_EQ(table.add(file, false, 20, 10).error(), Errno::mfile);
    EXPECT_EQ(table.put(10, file, false, 10).error(), Errno::badf);
    EXPECT_EQ(table.put(-1, file, false, 10).error(), Errno::badf);
    EXPECT_TRUE(table.put(9, file, true, 10).ok());
    EXPECT_TRUE(table.remove(5).ok());
    EXPECT_EQ(*table.add(file, false, 0, 10), 5);
    EXPECT_EQ(*table.add(file, false, 15, 1024), 15);
    EXPECT_EQ(guest.kernel.accounting().usage().descriptors, 11u);
    return 0;
  });
}

TEST(Limits, DescriptorsOfTheSandbox) {
  Limits limits;
  limits.descriptors = 8;
  TestSandbox sandbox(limits);
  sandbox.run([](Guest& guest) {
    guest.pipe();
    EXPECT_EQ(guest.clone([](Guest&) { return 0; }).error(), Errno::nfile);
    EXPECT_EQ(guest.call([&](KernelLock&) { return guest.kernel.processes().size(); }), 1u);
    guest.close(4);
    int pid = *guest.clone([](Guest& child) {
      EXPECT_EQ(child.open("/dev/null", 0).error(), Errno::nfile);
      return 0;
    });
    guest.wait(pid);
    EXPECT_TRUE(guest.open("/dev/null", 0).ok());
    return 0;
  });
  EXPECT_EQ(sandbox.kernel().accounting().usage().descriptors, 0u);
}

TEST(Limits, MemoryOfAProcess) {
  TestSandbox sandbox;
  sandbox.run([](Guest& guest) {
    auto grow = [&](uint64_t bytes) {
      return guest.call([&](KernelLock&) { return guest.kernel.memory().grow(guest.process, bytes).error(); });
    };
    EXPECT_EQ(grow(600), Errno::success);
    guest.process.limits[kLimitAddressSpace].soft = 500;
    EXPECT_EQ(grow(601), Errno::nomem);
    EXPECT_EQ(grow(600), Errno::success);
    EXPECT_EQ(grow(400), Errno::success);
    EXPECT_EQ(grow(501), Errno::nomem);
    EXPECT_EQ(grow(500), Errno::success);
    return 0;
  });
}

TEST(Limits, MemoryOfAllProcessesTogether) {
  Limits limits;
  limits.memory_bytes = 1000;
  TestSandbox sandbox(limits);
  sandbox.run([](Guest& guest) {
    auto resize = [&](uint64_t bytes) {
      return guest.call([&](KernelLock&) { return guest.kernel.memory().resize(guest.process, bytes).error(); });
    };
    EXPECT_EQ(resize(600), Errno::success);
    EXPECT_EQ(resize(1001), Errno::nomem);
    EXPECT_EQ(guest.process.memory_bytes, 600u);
    guest.memory.resize(401);
    EXPECT_EQ(guest.clone([](Guest&) { return 0; }).error(), Errno::nomem);
    guest.memory.resize(400);
    int pid = *guest.clone(sleep_until_killed);
    EXPECT_EQ(resize(601), Errno::nomem);
    guest.kill(pid, SIGKILL);
    EXPECT_EQ(guest.wait(pid)->peak_memory_bytes, 400u);
    EXPECT_EQ(resize(1000), Errno::success);
    EXPECT_EQ(resize(100), Errno::success);
    return 0;
  });
  EXPECT_EQ(sandbox.kernel().accounting().usage().memory_bytes, 0u);
  EXPECT_EQ(sandbox.kernel().accounting().usage().peak_memory_bytes, 1000u);
}

// A program of a sandbox, 100 bytes long.
class OwnProgram final : public Program {
 public:
  uint64_t id() const override { return 7; }
  uint64_t size() const override { return 100; }
  bool copies() const override { return true; }
  Result<std::span<const std::byte>> head() override { return Errno::io; }
  Result<Bytes> bytes() override { return Errno::io; }
};

TEST(Limits, WhatTheEngineHoldsForProcessesAndOnceForTheirProgram) {
  Limits limits;
  limits.memory_bytes = 1 << 20;
  TestSandbox sandbox(limits);
  sandbox.run([](Guest& guest) {
    auto charge = [](Guest& process, uint64_t bytes) {
      return process.call([&](KernelLock&) { return process.kernel.engine().charge(process.process, bytes).error(); });
    };
    auto used = [&] {
      KernelLock lock(guest.kernel.mutex());
      return guest.kernel.accounting().usage().memory_bytes;
    };
    guest.process.image.program = {};
    const uint64_t before = used();  // of the process itself
    EXPECT_EQ(charge(guest, (1 << 20) + 1), Errno::nomem);
    EXPECT_EQ(charge(guest, 700), Errno::success);
    EXPECT_EQ(charge(guest, 300), Errno::success);
    EXPECT_EQ(used(), before + 300);
    // 100 bytes, three times, and its code.
    guest.process.image.program = make_ref<OwnProgram>();
    guest.process.image.program->code_bytes = 100;
    EXPECT_EQ(charge(guest, (1 << 20) - before - 100), Errno::nomem);
    EXPECT_EQ(charge(guest, 300), Errno::success);
    EXPECT_EQ(used(), before + 300 + 400);
    int pid = *guest.clone([&](Guest& child) {
      const uint64_t with_child = used();
      EXPECT_EQ(charge(child, 50), Errno::success);
      EXPECT_EQ(used(), with_child + 50);
      return 0;
    });
    guest.wait(pid);
    EXPECT_EQ(used(), before + 300 + 400);
    return 0;
  });
  EXPECT_EQ(sandbox.kernel().accounting().usage().memory_bytes, 0u);
}

TEST(Limits, WhatThreadsHoldIsMemoryThatMayBecomeLess) {
  Limits limits;
  limits.memory_bytes = 1000;
  TestSandbox sandbox(limits);
  sandbox.run([](Guest& guest) {
    guest.memory.resize(0);
    int small = *guest.clone(sleep_until_killed), large = *guest.clone(sleep_until_killed);
    auto used_after = [&](int pid, uint64_t bytes) {
      return guest.call([&](KernelLock&) {
        guest.kernel.memory().note_thread(*guest.kernel.processes().find(pid), bytes);
        return guest.kernel.accounting().usage().memory_bytes;
      });
    };
    EXPECT_EQ(used_after(large, 600), 600u);
    EXPECT_EQ(used_after(small, 400), 1000u);
    EXPECT_EQ(used_after(small, 100), 700u);
    EXPECT_EQ(guest.wait(-1, 4 | 1)->pid, 0);
    used_after(small, 401);
    EXPECT_EQ(guest.wait()->pid, large);
    guest.kill(small, SIGKILL);
    EXPECT_EQ(guest.wait()->pid, small);
    return 0;
  });
  EXPECT_EQ(sandbox.kernel().accounting().usage().memory_bytes, 0u);
}

TEST(Limits, MemoryThatGrewByItselfKillsTheLargestProcess) {
  Limits limits;
  limits.memory_bytes = 1000;
  TestSandbox sandbox(limits);
  sandbox.run([](Guest& guest) {
    guest.memory.resize(0);
    int small = *guest.clone(sleep_until_killed), large = *guest.clone(sleep_until_killed);
    auto note = [&](int pid, uint64_t bytes) {
      guest.call([&](KernelLock&) {
        guest.kernel.memory().note(*guest.kernel.processes().find(pid), bytes);
        return 0;
      });
    };
    note(large, 600);
    note(small, 400);
    EXPECT_EQ(guest.wait(-1, 4 | 1)->pid, 0);
    note(small, 401);
    EXPECT_EQ(guest.wait()->pid, large);
    note(small, 900);
    EXPECT_EQ(guest.wait(-1, 4 | 1)->pid, 0);
    note(small, 1001);
    EXPECT_EQ(guest.wait()->wait_status, SIGKILL);

    // As many as it takes, and those that die already count as gone.
    int pids[4];
    for (int& pid : pids) pid = *guest.clone(sleep_until_killed);
    for (int i = 0; i < 3; i++) note(pids[i], 330);
    note(pids[3], 700);
    EXPECT_EQ(guest.wait()->pid, pids[3]);
    note(pids[0], 660);
    EXPECT_EQ(guest.wait()->pid, pids[0]);
    EXPECT_EQ(guest.wait(-1, 4 | 1)->pid, 0);
    return 0;
  });
}

TEST(Limits, FileSize) {
  TestSandbox sandbox;
  sandbox.run([](Guest& guest) {
    guest.set_limit(kLimitFileSize, {.soft = 100});
    int signals = 0;
    guest.on_signal(SIGXFSZ, [&](const SignalInfo&) { signals++; });
    auto within = [&](uint64_t offset, uint64_t length) {
      return guest.call([&](KernelLock&) { return guest.process.within_file_size(offset, length); });
    };
    EXPECT_EQ(*within(0, 100), 100u);
    EXPECT_EQ(*within(90, 100), 10u);
    EXPECT_EQ(*within(100, 0), 0u);
    EXPECT_EQ(signals, 0);
    EXPECT_EQ(within(100, 1).error(), Errno::fbig);
    EXPECT_EQ(signals, 1);
    return 0;
  });
}

TEST(Limits, CpuTime) {
  TestSandbox sandbox;
  sandbox.run([&](Guest& guest) {
    int signals = 0;
    int pid = *guest.clone([&](Guest& child) {
      child.on_signal(SIGXCPU, [&](const SignalInfo&) { signals++; });
      child.set_limit(kLimitCpu, {2, 5});
      return sleep_until_killed(child);
    });
    auto tick = [&](Nanoseconds cpu) {
      sandbox.cpu = cpu;
      guest.call([&](KernelLock&) { return guest.kernel.tick(monotonic_now()); });
    };
    sandbox.until([&] { return guest.kernel.processes().find(pid)->limits[kLimitCpu].hard == 5; });
    auto until_signals = [&](int count) { sandbox.until([&] { return signals == count; }); };
    tick(2 * kSecond - 1);
    tick(2 * kSecond);
    until_signals(1);
    tick(2 * kSecond + 1);
    tick(3 * kSecond);
    until_signals(2);
    EXPECT_EQ(guest.wait(pid, 4 | 1)->pid, 0);
    tick(5 * kSecond);
    EXPECT_EQ(guest.wait(pid)->wait_status, SIGKILL);
    EXPECT_EQ(signals, 2);
    return 0;
  });
}

TEST(Limits, CpuTimeEndsAProgramThatDoesNotHandleTheSignal) {
  TestSandbox sandbox;
  auto run = sandbox.start([](Guest& guest) {
    guest.set_limit(kLimitCpu, {.soft = 1});
    while (!guest.interrupted()) {
    }
    return 0;
  });
  sandbox.cpu = kSecond;
  sandbox.until([&] {
    sandbox.kernel().tick(monotonic_now());
    return sandbox.kernel().processes().size() == 0;
  });
  EXPECT_EQ(sandbox.wait(run->pid).signal, SIGXCPU);
}

TEST(Deadlines, KillEveryProcessOfTheRunAndNoOther) {
  TestSandbox sandbox;
  auto tree = [](Guest& guest) {
    guest.clone([](Guest& child) {
      child.call([&](KernelLock&) { return child.kernel.set_session(child.process).ok(); });
      child.clone(sleep_until_killed);
      return sleep_until_killed(child);
    });
    return sleep_until_killed(guest);
  };
  auto late = sandbox.start(tree, 7);
  auto other = sandbox.start(sleep_until_killed, 8);
  sandbox.until([&] { return sandbox.kernel().processes().size() == 4; });
  int expired = 0, ended = 0;
  {
    KernelLock lock(sandbox.kernel().mutex());
    EXPECT_EQ(sandbox.kernel().processes().await_end(6, [&] { ended += 100; }), 0u);
    EXPECT_EQ(sandbox.kernel().processes().await_end(7, [&] { ended++; }), 3u);
    EXPECT_EQ(sandbox.kernel().processes().await_end(8, [&] { ended += 100; }), 1u);
    sandbox.take_timers_changed();
    sandbox.kernel().deadlines().set(7, 1000, 0, [&] { expired++; });
    sandbox.kernel().deadlines().set(8, 500, 0, [&] { expired += 100; });
    sandbox.kernel().deadlines().clear(8);
    EXPECT_TRUE(sandbox.take_timers_changed());
    EXPECT_EQ(sandbox.kernel().tick(999), 1000);
    EXPECT_EQ(expired, 0);
    EXPECT_EQ(sandbox.kernel().tick(1000), 0);
    EXPECT_EQ(expired, 1);
  }
  EXPECT_EQ(sandbox.wait(late->pid).signal, SIGKILL);
  sandbox.until([&] { return sandbox.kernel().processes().size() == 1; });
  KernelLock lock(sandbox.kernel().mutex());
  EXPECT_FALSE(sandbox.kernel().processes().run_lives(7));
  EXPECT_TRUE(sandbox.kernel().processes().run_lives(8));
  EXPECT_FALSE(sandbox.kernel().processes().find(other->pid)->killed);
  EXPECT_EQ(ended, 1);
  EXPECT_EQ(sandbox.kernel().processes().await_end(7, {}), 0u);
  EXPECT_EQ(sandbox.kernel().processes().await_end(8, [&] { ended += 10; }), 1u);
  EXPECT_EQ(sandbox.kernel().processes().await_end(ProcessTable::kAllRuns, [&] { ended++; }), 1u);
  sandbox.kernel().kill_run(8);
  lock.unlock();
  sandbox.until([&] { return sandbox.kernel().processes().size() == 0; });
  EXPECT_EQ(ended, 12);
}

TEST(Deadlines, OfProcessorTimeEndWithTheLastProcessOfTheirRun) {
  TestSandbox sandbox;
  auto run = sandbox.start(
      [](Guest& guest) {
        guest.read_all(0);
        return 0;
      },
      7);
  {
    KernelLock lock(sandbox.kernel().mutex());
    sandbox.kernel().deadlines().set(7, 0, 500, {});
    EXPECT_TRUE(sandbox.kernel().awaits_time());
    run->input->end();
  }
  sandbox.wait(run->pid);
  KernelLock lock(sandbox.kernel().mutex());
  EXPECT_FALSE(sandbox.kernel().awaits_time());
}

TEST(Refusals, AreToldToTheRunThatMetThemInOrderAndOnce) {
  Limits limits;
  limits.open_files = 8;
  TestSandbox sandbox(limits);
  Accounting& accounting = sandbox.kernel().accounting();
  Refusals& refusals = accounting.refusals();
  auto met = [&](uint64_t run) {
    KernelLock lock(sandbox.kernel().mutex());
    const LimitsMet taken = refusals.take(run);
    return std::vector<Limit>(taken.in_order().begin(), taken.in_order().end());
  };
  sandbox.program("/bin/fill", [](Guest& guest) {
    constexpr uint32_t kCreate = 0101;
    while (guest.open("/dev/null", 0).ok()) continue;
    guest.close(7);
    for (int i = 0; i < 1000; i++) EXPECT_FALSE(guest.open("/tmp/none" + std::to_string(i), kCreate).ok());
    return 0;
  });
  uint64_t charged = 0;
  {
    KernelLock lock(sandbox.kernel().mutex());
    refusals.watch(5);
    refusals.watch(6);
    while (accounting.charge_inode().ok()) charged++;
  }
  EXPECT_EQ(met(Refusals::kHost), std::vector{Limit::file_count_limit}) << "what the host has met itself";
  sandbox.wait(sandbox.start("/bin/fill", {}, 5)->pid);
  EXPECT_EQ(met(5), (std::vector{Limit::max_open_files, Limit::file_count_limit}));
  EXPECT_TRUE(met(5).empty());
  EXPECT_TRUE(met(6).empty());
  EXPECT_TRUE(met(Refusals::kHost).empty());
  KernelLock lock(sandbox.kernel().mutex());
  EXPECT_EQ(refusals.counts()[static_cast<size_t>(Limit::file_count_limit)], 1001u);
  accounting.release_inodes(charged);
}

TEST(Refusals, ForALimitThatAProcessHasSetItselfAreNoneOfTheSandboxs) {
  TestSandbox sandbox;
  Refusals& refusals = sandbox.kernel().accounting().refusals();
  {
    KernelLock lock(sandbox.kernel().mutex());
    refusals.watch(5);
  }
  auto fill = [](Guest& guest) {
    guest.set_limit(kLimitDescriptors, {.soft = 4, .hard = 4});
    guest.set_limit(kLimitProcesses, {.soft = 1, .hard = 1});
    while (guest.open("/dev/null", 0).ok()) continue;
    EXPECT_EQ(guest.clone([](Guest&) { return 0; }).error(), Errno::again);
    return 0;
  };
  sandbox.wait(sandbox.start(fill, 5)->pid);
  KernelLock lock(sandbox.kernel().mutex());
  const LimitsMet met = refusals.take(5);
  EXPECT_TRUE(met.in_order().empty()) << static_cast<int>(met.in_order()[0]);
}

TEST(HostMemory, IsThatOfAllSandboxesTogether) {
  TestSandbox one, other;
  auto grow = [](TestSandbox& sandbox, uint64_t bytes) {
    KernelLock lock(sandbox.kernel().mutex());
    return sandbox.kernel().accounting().charge_memory(bytes).error();
  };
  auto shrink = [](TestSandbox& sandbox, uint64_t bytes) {
    KernelLock lock(sandbox.kernel().mutex());
    sandbox.kernel().accounting().release_memory(bytes);
  };
  const uint64_t before = HostMemory::used();
  HostMemory::set_limit(before + 1000);
  EXPECT_EQ(grow(one, 600), Errno::success);
  EXPECT_EQ(grow(other, 401), Errno::nomem);
  EXPECT_EQ(grow(other, 400), Errno::success);
  EXPECT_EQ(grow(one, 1), Errno::nomem);
  shrink(one, 600);
  EXPECT_EQ(grow(other, 600), Errno::success);
  HostMemory::set_limit(0);
  EXPECT_EQ(grow(one, 1), Errno::success);
  shrink(one, 1);
  shrink(other, 1000);
  EXPECT_EQ(HostMemory::used(), before);
}

TEST(Shutdown, LetsNothingStartAgain) {
  TestSandbox sandbox;
  auto run = sandbox.start(sleep_until_killed);
  sandbox.program("/bin/tool", [](Guest&) { return 0; });
  {
    KernelLock lock(sandbox.kernel().mutex());
    sandbox.kernel().shut_down();
  }
  EXPECT_EQ(sandbox.wait(run->pid).signal, SIGKILL);
  EXPECT_EQ(sandbox.start("/bin/tool").error(), Errno::again);
}

}  // namespace
}  // namespace wasmsand::test
