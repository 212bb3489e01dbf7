// Calls that must wait: nothing here has a thread, so each says that it is blocked and is asked again by hand.
#include <gtest/gtest.h>

#include <csignal>

#include "syscall/generated/wasi_calls.h"
#include "test/one_thread_machine.h"

namespace wasmsand::test {
namespace {

using Program = OneThreadMachine::Program;
constexpr auto kBlocked = std::nullopt;
constexpr int32_t kRing = 65536;

TEST(Blocked, APipeIsReadAndWrittenByTwoProcessesOfOneThread) {
  OneThreadMachine machine;
  Program& writer = machine.start();
  const auto [in, out] = machine.pipe(writer);
  Program& reader = machine.child_of(writer);
  EXPECT_EQ(reader.now("close", out), 0);
  const uint32_t buffer = reader.space(100'000);
  EXPECT_EQ(reader.sys("read", in, buffer, 100'000), kBlocked);
  EXPECT_FALSE(reader.woken());
  EXPECT_EQ(reader.again(), kBlocked) << "asked for nothing";
  EXPECT_EQ(writer.now("write", out, writer.text("hello"), 5), 5);
  EXPECT_TRUE(reader.woken());
  EXPECT_EQ(reader.again(), 5);
  EXPECT_EQ(reader.string(buffer, 5), "hello");

  std::string text(150'000, 'x');
  for (size_t i = 0; i < text.size(); i++) text[i] = static_cast<char>('a' + i % 23);
  EXPECT_EQ(writer.sys("write", out, writer.text(text), text.size()), kBlocked);
  std::string got;
  for (;;) {
    const int32_t count = reader.now("read", in, buffer, 40'000);
    got += reader.string(buffer, static_cast<size_t>(count));
    if (writer.woken() && writer.again() == 150'000) break;
  }
  EXPECT_EQ(writer.now("close", out), 0);
  while (const int32_t count = reader.now("read", in, buffer, 100'000)) {
    got += reader.string(buffer, static_cast<size_t>(count));
  }
  EXPECT_EQ(got, text);
}

TEST(Blocked, HalfAWriteLeavesWhatItWroteWhenItsProcessIsKilled) {
  OneThreadMachine machine;
  Program& parent = machine.start();
  const auto [in, out] = machine.pipe(parent);
  Program& first = machine.child_of(parent);
  Program& second = machine.child_of(parent);
  EXPECT_EQ(parent.now("close", out), 0);
  const uint32_t data = first.space(100'000);
  EXPECT_EQ(first.sys("write", out, data, 100'000), kBlocked);
  EXPECT_EQ(second.sys("write", out, data, 10), kBlocked);
  machine.signal(first, SIGKILL);
  EXPECT_TRUE(first.woken());
  EXPECT_EQ(first.again(), failed(Errno::intr));
  EXPECT_TRUE(first.ended);
  machine.finish(first);
  EXPECT_EQ(parent.now("read", in, data, 100'000), kRing);
  EXPECT_TRUE(second.woken());
  EXPECT_EQ(second.again(), 10);
  // Killed, and its host does not ask it again.
  EXPECT_EQ(second.sys("write", out, data, 100'000), kBlocked);
  machine.signal(second, SIGKILL);
  machine.finish(second);
  EXPECT_EQ(parent.now("read", in, data, 100'000), kRing);
  EXPECT_EQ(parent.now("read", in, data, 100'000), 0);
}

TEST(Blocked, AnInterruptedWriteTellsHowMuchItWrote) {
  OneThreadMachine machine;
  Program& writer = machine.start();
  const auto [in, out] = machine.pipe(writer);
  writer.handle(SIGUSR1);
  const uint32_t data = writer.space(100'000);
  EXPECT_EQ(writer.sys("write", out, data, 100'000), kBlocked);
  machine.signal(writer, SIGUSR1);
  EXPECT_TRUE(writer.woken());
  EXPECT_EQ(writer.again(), kRing);
  EXPECT_EQ(writer.delivered, std::vector<int>{SIGUSR1});
  EXPECT_EQ(writer.sys("write", out, data, 1), kBlocked);
  machine.signal(writer, SIGUSR1);
  EXPECT_EQ(writer.again(), failed(Errno::intr));
  (void)in;
}

TEST(Blocked, VectorsAreMovedOnAcrossWaits) {
  OneThreadMachine machine;
  Program& writer = machine.start();
  const auto [in, out] = machine.pipe(writer);
  Program& reader = machine.child_of(writer);
  const std::string a(30'000, 'a'), b(70'000, 'b'), c(50'000, 'c');
  const std::array<abi::Iovec, 3> parts = {
      {{writer.text(a), 30'000}, {writer.text(b), 70'000}, {writer.text(c), 50'000}}};
  EXPECT_EQ(writer.sys("writev", out, writer.put(parts), 3), kBlocked);
  const uint32_t first = reader.space(40'000), second = reader.space(40'000);
  const std::array<abi::Iovec, 2> places = {{{first, 40'000}, {second, 40'000}}};
  const uint32_t vectors = reader.put(places);
  std::string got;
  for (bool written = false; !written || got.size() < 150'000;) {
    // A read does not wait for the second part.
    const int32_t count = reader.now("readv", in, vectors, 2);
    got += reader.string(first, static_cast<size_t>(std::min(count, 40'000)));
    if (count > 40'000) got += reader.string(second, static_cast<size_t>(count - 40'000));
    if (writer.woken() && !written) written = writer.again() == 150'000;
  }
  EXPECT_EQ(got, a + b + c);
  EXPECT_EQ(reader.sys("readv", in, vectors, 2), kBlocked);
  EXPECT_EQ(writer.now("write", out, writer.text("later"), 5), 5);
  EXPECT_EQ(reader.again(), 5);
}

TEST(Blocked, SendfileGoesOnWhereItWas) {
  OneThreadMachine machine;
  Program& program = machine.start();
  const auto [in, out] = machine.pipe(program);
  const int32_t file = program.now("openat", -100, program.text("/tmp/file"), abi::kO_CREAT | abi::kO_RDWR, 0644);
  std::string text(200'000, '.');
  for (size_t i = 0; i < text.size(); i++) text[i] = static_cast<char>('a' + i % 23);
  EXPECT_EQ(program.now("write", file, program.text(text), text.size()), 200'000);
  Program& reader = machine.child_of(program);
  EXPECT_EQ(reader.now("close", out), 0);
  const uint32_t offset = program.put(int64_t{1000}), buffer = reader.space(70'000);
  EXPECT_EQ(program.sys("sendfile64", out, file, offset, 199'000), kBlocked);
  EXPECT_EQ(program.get<int64_t>(offset), 1000);
  std::string got;
  for (std::optional<int32_t> sent; !sent;) {
    got += reader.string(buffer, static_cast<size_t>(reader.now("read", in, buffer, 70'000)));
    EXPECT_TRUE(program.woken());
    sent = program.again();
    EXPECT_EQ(sent.value_or(199'000), 199'000);
  }
  EXPECT_EQ(program.get<int64_t>(offset), 200'000);
  EXPECT_EQ(program.now("close", out), 0);
  while (const int32_t count = reader.now("read", in, buffer, 70'000)) {
    got += reader.string(buffer, static_cast<size_t>(count));
  }
  EXPECT_EQ(got, text.substr(1000));
}

using Call = std::function<std::optional<int32_t>()>;

// Each call that has a timeout, with nothing that could end it before.
std::vector<Call> timed_calls(Program& program, int32_t fd, Nanoseconds duration) {
  const uint32_t timeout =
      program.put(abi::Timespec64{duration / kSecond, static_cast<int32_t>(duration % kSecond), 0});
  const uint32_t entry = program.put(abi::Pollfd{.fd = fd, .events = abi::kPOLLPRI, .returned = 0});
  const uint32_t set = program.put(signal_bit(SIGHUP)), word = program.put(0);
  return {[=, &program] { return program.sys("ppoll_time64", entry, 1, timeout, 0, 0); },
          [=, &program] { return program.sys("pselect6_time64", 0, 0, 0, 0, timeout, 0); },
          [=, &program] { return program.sys("clock_nanosleep_time64", abi::kCLOCK_MONOTONIC, 0, timeout, 0); },
          [=, &program] { return program.sys("rt_sigtimedwait_time64", set, 0, timeout, 8); },
          [=, &program] { return program.sys("futex_time64", word, 0, 0, timeout, 0, 0); }};
}

TEST(Blocked, ADeadlineStaysWhereItWasHoweverOftenTheCallIsAsked) {
  OneThreadMachine machine;
  Program& program = machine.start();
  const auto [in, out] = machine.pipe(program);
  Program& other = machine.child_of(program);
  program.handle(SIGUSR1);
  for (const Call& call : timed_calls(program, in, 3600 * kSecond)) {
    EXPECT_EQ(call(), kBlocked);
    const Nanoseconds deadline = program.call.wake_at;
    EXPECT_GT(deadline, monotonic_now());
    EXPECT_EQ(other.now("write", out, 1024, 1), 1) << "wakes who polls";
    EXPECT_EQ(program.again(), kBlocked);
    EXPECT_EQ(program.call.wake_at, deadline);
    machine.signal(program, SIGSTOP);
    EXPECT_EQ(program.again(), kBlocked);
    EXPECT_EQ(program.call.wake_at, 0) << "stopped";
    machine.signal(program, SIGCONT);
    EXPECT_TRUE(program.woken());
    EXPECT_EQ(program.again(), kBlocked);
    EXPECT_EQ(program.call.wake_at, deadline);
    machine.signal(program, SIGUSR1);
    EXPECT_EQ(program.again(), failed(Errno::intr));
  }
}

TEST(Blocked, ATimeoutEndsTheCall) {
  OneThreadMachine machine;
  Program& program = machine.start();
  const auto [in, out] = machine.pipe(program);
  const std::array<int32_t, 5> expected = {0, 0, 0, failed(Errno::again), failed(Errno::timedout)};
  size_t index = 0;
  for (const Call& call : timed_calls(program, in, kMillisecond)) {
    std::optional<int32_t> answer = call();
    const Nanoseconds deadline = program.call.wake_at;
    while (!answer) answer = program.again();
    EXPECT_GE(monotonic_now(), deadline);
    EXPECT_EQ(answer, expected[index]) << index;
    index++;
  }
  (void)out;
}

TEST(Blocked, AnInterruptedSleepTellsWhatWasLeftOfIt) {
  OneThreadMachine machine;
  Program& program = machine.start();
  program.handle(SIGUSR1);
  const uint32_t request = program.put(abi::Timespec64{.seconds = 3600, .nanoseconds = 0, .pad = 0});
  const uint32_t left = program.put(abi::Timespec64{});
  EXPECT_EQ(program.sys("clock_nanosleep_time64", abi::kCLOCK_MONOTONIC, 0, request, left), kBlocked);
  const Nanoseconds deadline = program.call.wake_at;
  EXPECT_EQ(program.again(), kBlocked);
  EXPECT_EQ(program.get<abi::Timespec64>(left).seconds, 0) << "not before it ends";
  machine.signal(program, SIGUSR1);
  EXPECT_EQ(program.again(), failed(Errno::intr));
  const auto remaining = program.get<abi::Timespec64>(left);
  const Nanoseconds told = remaining.seconds * kSecond + remaining.nanoseconds;
  EXPECT_LT(told, 3600 * kSecond);
  EXPECT_GE(told, deadline - monotonic_now());
}

TEST(Blocked, AFifoThatIsBeingOpenedHasAnEndUntilItsProcessIsKilled) {
  OneThreadMachine machine;
  Program& first = machine.start();
  Program& second = machine.start();
  EXPECT_EQ(first.now("mknodat", -100, first.text("/tmp/fifo"), 0010666, 0), 0);
  const uint32_t path = first.text("/tmp/fifo"), same = second.text("/tmp/fifo");
  EXPECT_EQ(first.sys("openat", -100, path, abi::kO_RDONLY, 0), kBlocked);
  EXPECT_TRUE(machine.audit().empty());
  const int32_t writer = second.now("openat", -100, same, abi::kO_WRONLY | abi::kO_NONBLOCK, 0);
  EXPECT_GE(writer, 0) << "there is a reader";
  // Met, though the other is gone before it looks, and not by what has the name now.
  EXPECT_EQ(second.now("close", writer), 0);
  EXPECT_EQ(second.now("unlinkat", -100, same, 0), 0);
  EXPECT_TRUE(first.woken());
  EXPECT_EQ(first.again(), 3);
  EXPECT_EQ(first.now("close", 3), 0);

  EXPECT_EQ(first.now("mknodat", -100, path, 0010666, 0), 0);
  EXPECT_EQ(first.sys("openat", -100, path, abi::kO_RDONLY, 0), kBlocked);
  machine.signal(first, SIGKILL);
  EXPECT_EQ(first.again(), failed(Errno::intr));
  EXPECT_EQ(second.now("openat", -100, same, abi::kO_WRONLY | abi::kO_NONBLOCK, 0), failed(Errno::nxio));
  EXPECT_EQ(second.sys("openat", -100, same, abi::kO_WRONLY, 0), kBlocked);
  machine.signal(second, SIGKILL);
  machine.finish(second);
  EXPECT_EQ(machine.kernel().accounting().usage().pipe_bytes, 0u);
}

TEST(Blocked, ATemporaryMaskIsPutBackOnce) {
  OneThreadMachine machine;
  Program& program = machine.start();
  const auto [in, out] = machine.pipe(program);
  Program& other = machine.child_of(program);
  program.handle(SIGUSR1);
  const SignalSet own = signal_bit(SIGUSR1) | signal_bit(SIGHUP), temporary = signal_bit(SIGUSR2);
  EXPECT_EQ(program.now("rt_sigprocmask", abi::kSIG_SETMASK, program.put(own), 0, 8), 0);
  const uint32_t mask = program.put(temporary);
  const uint32_t entry = program.put(abi::Pollfd{.fd = in, .events = abi::kPOLLIN, .returned = 0});
  const SignalState& signals = program.process->signals;

  EXPECT_EQ(program.sys("ppoll_time64", entry, 1, 0, mask, 8), kBlocked);
  EXPECT_EQ(program.again(), kBlocked);
  EXPECT_EQ(signals.mask, temporary);
  EXPECT_EQ(other.now("write", out, 1024, 1), 1);
  EXPECT_EQ(program.again(), 1);
  EXPECT_EQ(signals.mask, own);
  EXPECT_EQ(other.now("read", in, 1024, 1), 1);

  const uint32_t argument = program.put(abi::SigsetArgument{.address = mask, .size = 8});
  for (const bool selects : {true, false}) {
    EXPECT_EQ(selects ? program.sys("pselect6_time64", 0, 0, 0, 0, 0, argument) : program.sys("rt_sigsuspend", mask, 8),
              kBlocked);
    EXPECT_EQ(program.again(), kBlocked);
    machine.signal(program, SIGUSR1);
    EXPECT_TRUE(program.woken());
    EXPECT_EQ(program.again(), failed(Errno::intr));
    EXPECT_EQ(signals.mask, own);
  }
  EXPECT_EQ(program.delivered, (std::vector<int>{SIGUSR1, SIGUSR1}));
}

TEST(Blocked, AWaitForChildrenIsAskedAgain) {
  OneThreadMachine machine;
  Program& parent = machine.start();
  Program& child = machine.child_of(parent);
  const uint32_t status = parent.space(4);
  EXPECT_EQ(parent.sys("wait4", -1, status, 0, 0), kBlocked);
  machine.signal(child, SIGSTOP);
  EXPECT_EQ(child.sys("getpid"), kBlocked);
  EXPECT_TRUE(parent.woken());
  EXPECT_EQ(parent.again(), kBlocked) << "of a stop it does not want to hear";
  machine.signal(child, SIGCONT);
  EXPECT_EQ(child.again(), child.process->pid);
  child.sys("exit_group", 3);
  const int32_t pid = child.process->pid;
  machine.finish(child);
  EXPECT_TRUE(parent.woken());
  EXPECT_EQ(parent.again(), pid);
  EXPECT_EQ(parent.get<int32_t>(status), 3 << 8);
}

abi::Flock64 lock_of(int64_t byte) {
  return {.type = abi::kF_WRLCK, .whence = 0, .pad = 0, .start = byte, .length = 1, .pid = 0, .pad2 = 0};
}

TEST(Blocked, WhoWaitsForALockIsInTheWayOfOthersOnlyWhileItWaits) {
  OneThreadMachine machine;
  Program& first = machine.start();
  Program& second = machine.start();
  const auto open = [](Program& program) {
    return program.now("openat", -100, program.text("/tmp/locked"), abi::kO_CREAT | abi::kO_RDWR, 0666);
  };
  const int32_t mine = open(first), theirs = open(second);
  EXPECT_EQ(first.now("fcntl64", mine, abi::kF_SETLKW64, first.put(lock_of(1))), 0);
  EXPECT_EQ(second.now("fcntl64", theirs, abi::kF_SETLKW64, second.put(lock_of(2))), 0);
  EXPECT_EQ(first.sys("fcntl64", mine, abi::kF_SETLKW64, first.put(lock_of(2))), kBlocked);
  EXPECT_EQ(first.again(), kBlocked);
  EXPECT_EQ(second.now("fcntl64", theirs, abi::kF_SETLKW64, second.put(lock_of(1))), failed(Errno::deadlk));
  machine.signal(first, SIGKILL);
  EXPECT_EQ(first.again(), failed(Errno::intr));
  EXPECT_EQ(second.sys("fcntl64", theirs, abi::kF_SETLKW64, second.put(lock_of(1))), kBlocked) << "no circle now";
  machine.finish(first);
  EXPECT_TRUE(second.woken());
  EXPECT_EQ(second.again(), 0);
}

TEST(Blocked, FlockGivesUpItsOldLockOnce) {
  OneThreadMachine machine;
  Program& first = machine.start();
  const uint32_t path = first.text("/tmp/locked");
  const int32_t shared = first.now("openat", -100, path, abi::kO_CREAT | abi::kO_RDWR, 0666);
  Program& child = machine.child_of(first);
  Program& other = machine.start();
  const int32_t own = other.now("openat", -100, other.text("/tmp/locked"), abi::kO_RDWR, 0);
  EXPECT_EQ(first.now("flock", shared, abi::kLOCK_SH), 0);
  EXPECT_EQ(other.now("flock", own, abi::kLOCK_SH), 0);
  EXPECT_EQ(first.sys("flock", shared, abi::kLOCK_EX), kBlocked);
  // Through the same description, meanwhile: not what asking again may give up.
  EXPECT_EQ(child.now("flock", shared, abi::kLOCK_SH), 0);
  EXPECT_EQ(first.again(), kBlocked);
  EXPECT_EQ(other.now("flock", own, abi::kLOCK_EX | abi::kLOCK_NB), failed(Errno::again));
  EXPECT_TRUE(first.woken()) << "the other has lost its own by that";
  EXPECT_EQ(first.again(), 0);
}

TEST(Blocked, OneReaderIsWokenAtATime) {
  OneThreadMachine machine;
  Program& writer = machine.start();
  const auto [in, out] = machine.pipe(writer);
  Program& first = machine.child_of(writer);
  Program& second = machine.child_of(writer);
  Program& third = machine.child_of(writer);
  for (Program* reader : {&first, &second, &third}) EXPECT_EQ(reader->sys("read", in, 1024, 1), kBlocked);
  EXPECT_EQ(writer.now("write", out, 1024, 2), 2);
  EXPECT_TRUE(first.woken());
  EXPECT_FALSE(second.woken());
  EXPECT_EQ(first.again(), 1);
  EXPECT_TRUE(second.woken()) << "for what was left";
  EXPECT_FALSE(third.woken());
  // Who was chosen and is stopped or killed hands it on.
  machine.signal(second, SIGSTOP);
  EXPECT_EQ(second.again(), kBlocked);
  EXPECT_TRUE(third.woken());
  EXPECT_EQ(third.again(), 1);
  machine.signal(second, SIGCONT);
  EXPECT_EQ(second.again(), kBlocked);
  EXPECT_EQ(first.sys("read", in, 1024, 1), kBlocked);
  EXPECT_EQ(writer.now("write", out, 1024, 1), 1);
  EXPECT_TRUE(second.woken());
  EXPECT_FALSE(first.woken());
  machine.signal(second, SIGKILL);
  machine.finish(second);
  EXPECT_TRUE(first.woken());
  EXPECT_EQ(first.again(), 1);
  // Another comes first: the chosen one waits on.
  EXPECT_EQ(first.sys("read", in, 1024, 1), kBlocked);
  EXPECT_EQ(writer.now("write", out, 1024, 1), 1);
  EXPECT_EQ(third.now("read", in, 1024, 1), 1);
  EXPECT_EQ(first.again(), kBlocked);
  EXPECT_EQ(third.now("close", out), 0);
  EXPECT_EQ(writer.now("close", out), 0);
  EXPECT_EQ(first.again(), kBlocked) << "it is a writer itself";
}

TEST(Blocked, AWriterIsWokenByTheRoomItNeeds) {
  OneThreadMachine machine;
  Program& reader = machine.start();
  const auto [in, out] = machine.pipe(reader);
  Program& large = machine.child_of(reader);
  Program& small = machine.child_of(reader);
  Program& tiny = machine.child_of(reader);
  EXPECT_EQ(reader.now("write", out, 1024, kRing), kRing);
  EXPECT_EQ(large.sys("write", out, 1024, 4096), kBlocked);
  EXPECT_EQ(small.sys("write", out, 1024, 100), kBlocked);
  EXPECT_EQ(tiny.sys("write", out, 1024, 50), kBlocked);
  EXPECT_EQ(reader.now("read", in, 1024, 160), 160);
  EXPECT_FALSE(large.woken());
  EXPECT_TRUE(small.woken());
  EXPECT_FALSE(tiny.woken());
  EXPECT_EQ(small.again(), 100);
  EXPECT_TRUE(tiny.woken());
  EXPECT_EQ(tiny.again(), 50);
  // Somebody takes the room the chosen one was woken for: what is left goes to who can use it.
  EXPECT_EQ(tiny.sys("write", out, 1024, 50), kBlocked);
  EXPECT_EQ(reader.now("read", in, 1024, 4096), 4096);
  EXPECT_TRUE(large.woken());
  EXPECT_EQ(small.now("write", out, 1024, 4000), 4000);
  EXPECT_FALSE(tiny.woken());
  EXPECT_EQ(large.again(), kBlocked);
  EXPECT_TRUE(tiny.woken());
  EXPECT_EQ(tiny.again(), 50);
}

TEST(Blocked, AForkIsGivenUpWhenItsProcessIsKilled) {
  OneThreadMachine machine;
  Program& parent = machine.start();
  EXPECT_EQ(parent.ask([&] { return linux_fork(parent.call, 64, 4096, false); }), kBlocked);
  Program& child = machine.submitted();
  machine.signal(parent, SIGKILL);
  EXPECT_EQ(parent.again(), failed(Errno::intr)) << "nobody copies yet";
  EXPECT_TRUE(child.process->killed);
  EXPECT_TRUE(child.process->launch.memory.empty());
  machine.finish(child);
  machine.finish(parent);

  Program& next = machine.start();
  EXPECT_EQ(next.ask([&] { return linux_clone(next.call, 1, 2, 4096); }), kBlocked);
  Program& copying = machine.submitted();
  {
    KernelLock lock(machine.kernel().mutex());
    machine.kernel().started(*copying.process, &copying, [] { return Nanoseconds{0}; });
    EXPECT_TRUE(machine.kernel().begin_copy(*copying.process).has_value());
  }
  machine.signal(next, SIGKILL);
  EXPECT_EQ(next.again(), kBlocked) << "its memory is being copied";
  EXPECT_TRUE(copying.process->killed);
  EXPECT_FALSE(next.woken());
  {
    KernelLock lock(machine.kernel().mutex());
    machine.kernel().copied(*copying.process, false);
  }
  EXPECT_TRUE(next.woken());
  EXPECT_EQ(next.again(), failed(Errno::intr));
  EXPECT_TRUE(next.ended);
}

TEST(Blocked, ASpawnWaitsForItsFifosAndLeavesNoHalfOfAChild) {
  OneThreadMachine machine;
  Program& parent = machine.start();
  Program& other = machine.start();
  EXPECT_EQ(other.now("mknodat", -100, other.text("/tmp/fifo"), 0010666, 0), 0);
  const std::array<abi::SpawnAction, 2> actions = {
      {{.kind = 1, .fd = 5, .new_fd = 0, .path = parent.text("/dev/null"), .flags = 0, .mode = 0},
       {.kind = 1, .fd = 6, .new_fd = 0, .path = parent.text("/tmp/fifo"), .flags = 0, .mode = 0}}};
  abi::SpawnRequest request{};
  request.path = parent.text("/program");
  request.actions = parent.put(actions);
  request.action_count = 2;
  const uint32_t address = parent.put(request);
  const auto spawn = [&] { return linux_spawn(parent.call, address); };
  EXPECT_EQ(parent.ask(spawn), kBlocked);
  EXPECT_EQ(parent.again(), kBlocked);
  EXPECT_EQ(machine.kernel().processes().size(), 3u);
  EXPECT_EQ(other.now("openat", -100, other.text("/tmp/fifo"), abi::kO_WRONLY, 0), 3);
  EXPECT_TRUE(parent.woken());
  const auto pid = parent.again();
  ASSERT_TRUE(pid.has_value());
  Program& child = machine.submitted();
  EXPECT_EQ(child.process->pid, pid);
  EXPECT_EQ(child.process->descriptors->open_descriptors().size(), 5u);
  EXPECT_EQ(other.now("close", 3), 0);
  machine.finish(child);

  EXPECT_EQ(parent.ask(spawn), kBlocked);
  EXPECT_EQ(machine.kernel().processes().size(), 4u) << "a zombie and half a child";
  machine.signal(parent, SIGKILL);
  EXPECT_EQ(parent.again(), failed(Errno::intr));
  EXPECT_EQ(machine.kernel().processes().size(), 3u);
  EXPECT_EQ(other.now("openat", -100, other.text("/tmp/fifo"), abi::kO_WRONLY | abi::kO_NONBLOCK, 0),
            failed(Errno::nxio));
}

TEST(Blocked, AStoppedReaderTakesNothingUntilItIsContinued) {
  OneThreadMachine machine;
  Program& writer = machine.start();
  const auto [in, out] = machine.pipe(writer);
  Program& reader = machine.child_of(writer);
  EXPECT_EQ(reader.sys("read", in, 1024, 10), kBlocked);
  machine.signal(reader, SIGSTOP);
  EXPECT_TRUE(reader.woken());
  EXPECT_EQ(reader.again(), kBlocked);
  EXPECT_EQ(writer.now("write", out, 1024, 3), 3);
  EXPECT_FALSE(reader.woken());
  EXPECT_EQ(reader.again(), kBlocked);
  machine.signal(reader, SIGCONT);
  EXPECT_TRUE(reader.woken());
  EXPECT_EQ(reader.again(), 3);
}

TEST(Blocked, AWasiProcessThatStopsItselfHasDoneSoOnce) {
  OneThreadMachine machine;
  Program& program = machine.start();
  constexpr uint64_t kWasiStop = 18;
  const auto raise = [&] {
    return static_cast<int32_t>(wasi_call(program.call, static_cast<uint32_t>(WasiFunction::proc_raise), {kWasiStop}));
  };
  EXPECT_EQ(program.ask(raise), kBlocked);
  EXPECT_EQ(program.process->state, ProcessState::stopped);
  EXPECT_EQ(program.again(), kBlocked);
  machine.signal(program, SIGCONT);
  EXPECT_TRUE(program.woken());
  EXPECT_EQ(program.again(), 0);
  EXPECT_EQ(program.process->state, ProcessState::running);
}

}  // namespace
}  // namespace wasmsand::test
