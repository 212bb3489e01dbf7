#include <gtest/gtest.h>

#include <csignal>

#include "test/test_sandbox.h"

namespace wasmsand::test {
namespace {

constexpr uint32_t kIn = OpenFile::kPollIn;

Result<int> poll_in(Guest& guest, const std::vector<int>& fds, std::vector<uint32_t>& revents, Nanoseconds deadline,
                    std::optional<SignalSet> mask = std::nullopt) {
  return guest.call([&](KernelLock&) {
    std::vector<PollEntry> entries;
    for (int fd : fds) {
      auto file = guest.process.descriptors->get(fd);
      entries.push_back(
          {.file = file.ok() ? *file : nullptr, .events = kIn, .revents = file.ok() ? 0 : OpenFile::kPollInvalid});
    }
    auto result = poll(guest.process, entries, deadline, mask);
    revents.clear();
    for (const PollEntry& entry : entries) revents.push_back(entry.revents);
    return result;
  });
}

TEST(Poll, WakesForAnyOfItsFiles) {
  TestSandbox sandbox;
  sandbox.run([](Guest& guest) {
    auto [r1, w1] = guest.pipe();
    auto [r2, w2] = guest.pipe();
    guest.clone([w2 = w2, r1 = r1](Guest& child) {
      child.write(w2, "x");
      child.read(r1, 1);
      return 0;
    });
    std::vector<uint32_t> revents;
    EXPECT_EQ(*poll_in(guest, {r1, r2, r2}, revents, 0), 2);
    EXPECT_EQ(revents, (std::vector<uint32_t>{0, kIn, kIn}));
    guest.write(w1, "y");
    guest.wait();
    return 0;
  });
}

TEST(Poll, LooksOnceOrUntilItsDeadline) {
  TestSandbox sandbox;
  sandbox.run([](Guest& guest) {
    auto [reader, writer] = guest.pipe();
    std::vector<uint32_t> revents;
    EXPECT_EQ(*poll_in(guest, {reader}, revents, kPollImmediately), 0);
    Nanoseconds start = monotonic_now();
    EXPECT_EQ(*poll_in(guest, {reader}, revents, start + 20 * kMillisecond), 0);
    EXPECT_GE(monotonic_now(), start + 20 * kMillisecond);
    EXPECT_EQ(*poll_in(guest, {}, revents, start), 0);
    EXPECT_EQ(*poll_in(guest, {99, reader}, revents, 0), 1);
    EXPECT_EQ(revents, (std::vector<uint32_t>{OpenFile::kPollInvalid, 0}));
    guest.close(writer);
    EXPECT_EQ(*poll_in(guest, {reader}, revents, 0), 1);
    EXPECT_EQ(revents[0], OpenFile::kPollHangUp);
    return 0;
  });
}

TEST(Poll, SwapsTheMaskWhileItWaits) {
  TestSandbox sandbox;
  sandbox.run([](Guest& guest) {
    auto [reader, writer] = guest.pipe();
    int handled = 0;
    SignalSet before = signal_bit(SIGUSR1);
    guest.on_signal(SIGUSR1, [&](const SignalInfo&) { handled++; });
    guest.call([&](KernelLock&) {
      guest.process.signals.set_mask(before);
      return 0;
    });
    guest.kill(guest.process.pid, SIGUSR1);
    std::vector<uint32_t> revents;
    EXPECT_EQ(*poll_in(guest, {reader}, revents, kPollImmediately), 0);
    EXPECT_EQ(handled, 0);
    EXPECT_EQ(poll_in(guest, {reader}, revents, 0, SignalSet{0}).error(), Errno::intr);
    EXPECT_EQ(handled, 1);
    EXPECT_EQ(guest.process.signals.mask, before);
    guest.kill(guest.process.pid, SIGUSR1);
    guest.write(writer, "x");
    EXPECT_EQ(*poll_in(guest, {reader}, revents, 0, SignalSet{0}), 1) << "what is ready comes first";
    EXPECT_EQ(handled, 1);
    EXPECT_EQ(guest.process.signals.mask, before);
    return 0;
  });
}

}  // namespace
}  // namespace wasmsand::test
