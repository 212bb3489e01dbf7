// Waiting, clocks, signals and the end of WASI programs.
#include "test/wasi_guest.h"

namespace wasmsand::test {
namespace {

using F = WasiFunction;
using namespace wasi::eventtype;

class WasiProcess : public testing::Test {
 protected:
  TestSandbox sandbox;
};

wasi::Subscription on_clock(uint32_t clock, uint64_t timeout, uint16_t flags = 0) {
  wasi::Subscription subscription{};
  subscription.userdata = 0x1234567890abcdef;
  subscription.type = kClock;
  subscription.id = clock;
  subscription.timeout = timeout;
  subscription.flags = flags;
  return subscription;
}

wasi::Subscription on_file(uint8_t type, uint32_t fd) {
  wasi::Subscription subscription{};
  subscription.userdata = fd;
  subscription.type = type;
  subscription.id = fd;
  return subscription;
}

// The events, or none and the status.
std::pair<uint32_t, std::vector<wasi::Event>> poll(WasiGuest& program, std::vector<wasi::Subscription> subscriptions) {
  const auto count = static_cast<uint32_t>(subscriptions.size());
  const uint32_t in =
      program.put({reinterpret_cast<const char*>(subscriptions.data()), count * sizeof(wasi::Subscription)});
  const uint32_t out = program.reserve(count * sizeof(wasi::Event)), used = program.reserve(4);
  const uint32_t status = program.call(F::poll_oneoff, in, out, count, used);
  std::vector<wasi::Event> events;
  if (status == kSuccess) {
    for (uint32_t i = 0; i < program.get<uint32_t>(used); ++i)
      events.push_back(program.get<wasi::Event>(out + i * static_cast<uint32_t>(sizeof(wasi::Event))));
  }
  return {status, events};
}

TEST_F(WasiProcess, PollSleepsOnClocks) {
  run_wasi(sandbox, [](WasiGuest& program) {
    const Nanoseconds before = monotonic_now();
    auto [status, events] =
        poll(program, {on_clock(wasi::clockid::kMonotonic, 2 * kMillisecond), on_clock(0, 3600 * kSecond)});
    EXPECT_EQ(status, kSuccess);
    EXPECT_GE(monotonic_now() - before, 2 * kMillisecond);
    ASSERT_EQ(events.size(), 1u);
    EXPECT_EQ(events[0].userdata, 0x1234567890abcdefu);
    EXPECT_EQ(events[0].error, 0);
    EXPECT_EQ(events[0].type, kClock);
    const auto past = static_cast<uint64_t>(realtime_now() - kSecond),
               soon = static_cast<uint64_t>(program.guest.kernel.uptime() + kMillisecond);
    EXPECT_EQ(poll(program, {on_clock(wasi::clockid::kRealtime, past, 1)}).second.size(), 1u);
    EXPECT_EQ(poll(program, {on_clock(wasi::clockid::kMonotonic, soon, 1)}).second.size(), 1u);
    EXPECT_EQ(poll(program, {on_clock(wasi::clockid::kMonotonic, ~0ull), on_clock(wasi::clockid::kMonotonic, 0)})
                  .second.size(),
              1u);
  });
}

TEST_F(WasiProcess, PollReportsReadinessAndTheErrorsOfSingleSubscriptions) {
  sandbox.file("/tmp/file", "12345");
  run_wasi(sandbox, [](WasiGuest& program) {
    uint32_t fd = 0;
    ASSERT_EQ(program.open(4, "file", fd), kSuccess);
    auto [status, events] =
        poll(program, {on_file(kFdWrite, 1), on_file(kFdRead, fd), on_file(kFdRead, 99), on_clock(7, 0),
                       on_clock(wasi::clockid::kProcessCputimeId, 0), on_clock(1, 3600 * kSecond)});
    EXPECT_EQ(status, kSuccess);
    ASSERT_EQ(events.size(), 5u);
    EXPECT_EQ(events[0].error, 0);
    EXPECT_EQ(events[0].type, kFdWrite);
    EXPECT_EQ(events[1].error, 0);
    EXPECT_EQ(events[2].error, kBadf);
    EXPECT_EQ(events[2].userdata, 99u);
    EXPECT_EQ(events[3].error, kInval);
    EXPECT_EQ(events[4].error, kNotsup);
    EXPECT_EQ(poll(program, {}).first, kInval);
    EXPECT_EQ(program.call(F::poll_oneoff, 0, 0, 5000, 0), kInval);
    EXPECT_EQ(poll(program, {on_file(9, 1)}).first, kInval);
  });
}

TEST_F(WasiProcess, PollWakesWhenInputArrivesAndReportsItsEnd) {
  auto run = sandbox.start([](Guest& guest) {
    WasiGuest program(guest);
    auto [status, events] = poll(program, {on_file(kFdRead, 0), on_clock(1, 3600 * kSecond)});
    EXPECT_EQ(status, kSuccess);
    EXPECT_EQ(events.size(), 1u);
    EXPECT_EQ(events[0].bytes, 5u);
    std::string data;
    EXPECT_EQ(program.read(0, 100, data), kSuccess);
    EXPECT_EQ(data, "hello");
    EXPECT_EQ(program.write(1, data), kSuccess);
    EXPECT_EQ(poll(program, {on_file(kFdRead, 0)}).second.size(), 1u);
    EXPECT_EQ(program.read(0, 100, data), kSuccess);
    EXPECT_EQ(data, "");
    return 0;
  });
  ASSERT_TRUE(run.ok());
  {
    KernelLock lock(sandbox.kernel().mutex());
    run->input->put(std::as_bytes(std::span("hello", 5)));
  }
  sandbox.until([&] { return run->output->available() == 5; });
  {
    KernelLock lock(sandbox.kernel().mutex());
    run->input->end();
  }
  EXPECT_EQ(sandbox.wait(run->pid).wait_status(), 0);
  EXPECT_EQ(sandbox.output(*run), "hello");
}

TEST_F(WasiProcess, AKilledProgramLeavesItsCallAtOnce) {
  auto run = sandbox.start([](Guest& guest) {
    WasiGuest program(guest);
    program.write(1, ".");
    std::string data;
    program.read(0, 1, data);
    EXPECT_EQ(program.door.after, GuestCall::After::exit);
    EXPECT_EQ(program.write(1, "never"), kSuccess);
    EXPECT_EQ(program.door.after, GuestCall::After::exit);
    return 0;
  });
  ASSERT_TRUE(run.ok());
  sandbox.until([&] { return run->output->available() == 1; });
  {
    KernelLock lock(sandbox.kernel().mutex());
    EXPECT_TRUE(sandbox.kernel().kill(nullptr, run->pid, 9).ok());
  }
  EXPECT_EQ(sandbox.wait(run->pid).signal, 9);
  EXPECT_EQ(sandbox.output(*run), ".");
}

// It went round in its call for ever, with the kernel locked.
TEST_F(WasiProcess, ACancelledRunMakesNoProgramWait) {
  run_wasi(sandbox, [](WasiGuest& program) {
    program.guest.call([&](KernelLock&) { return program.guest.process.run_cancelled = true; });
    auto [status, events] = poll(program, {on_clock(wasi::clockid::kMonotonic, 3600 * kSecond)});
    EXPECT_EQ(status, wasi_errno(Errno::intr));
  });
}

TEST_F(WasiProcess, ExitsWithItsCodeAndDiesOfTheSignalsItRaises) {
  auto exiting = run_wasi(sandbox, [](WasiGuest& program) {
    program.call(F::proc_exit, 42);
    EXPECT_EQ(program.door.after, GuestCall::After::exit);
  });
  EXPECT_EQ(exiting.code, 42);
  constexpr int kAbort = 6, kStackFault = 16, kSys = 31;
  for (auto [raised, linux_signal] : {std::pair(6u, kAbort), std::pair(30u, kSys)}) {
    auto status = run_wasi(sandbox, [raised = raised](WasiGuest& program) { program.call(F::proc_raise, raised); });
    EXPECT_EQ(status.signal, linux_signal);
    EXPECT_NE(status.signal, kStackFault);
  }
  run_wasi(sandbox, [](WasiGuest& program) {
    EXPECT_EQ(program.call(F::proc_raise, 0), kSuccess);
    EXPECT_EQ(program.call(F::proc_raise, 31), kInval);
    EXPECT_EQ(program.call(F::proc_raise, 16), kSuccess);  // SIGCHLD: ignored
    EXPECT_EQ(program.door.after, GuestCall::After::resume);
  });
}

TEST_F(WasiProcess, ClocksAndRandomness) {
  run_wasi(sandbox, [](WasiGuest& program) {
    const uint32_t at = program.reserve(8);
    for (uint32_t clock = 0; clock < 4; ++clock) {
      EXPECT_EQ(program.call(F::clock_res_get, clock, at), kSuccess);
      EXPECT_GT(program.get<uint64_t>(at), 0u);
      EXPECT_EQ(program.call(F::clock_time_get, clock, 1, at), kSuccess);
    }
    EXPECT_EQ(program.call(F::clock_time_get, 1, 1, at), kSuccess);
    const auto before = program.get<uint64_t>(at);
    EXPECT_EQ(program.call(F::clock_time_get, 1, 1, at), kSuccess);
    EXPECT_GE(program.get<uint64_t>(at), before);
    EXPECT_EQ(program.call(F::clock_res_get, 4, at), kInval);
    EXPECT_EQ(program.call(F::clock_time_get, ~0u, 0, at), kInval);
    const uint32_t bytes = program.reserve(64);
    EXPECT_EQ(program.call(F::random_get, bytes, 64), kSuccess);
    EXPECT_NE(program.text(bytes, 64), std::string(64, '\0'));
    EXPECT_EQ(program.call(F::sched_yield), kSuccess);
  });
}

}  // namespace
}  // namespace wasmsand::test
