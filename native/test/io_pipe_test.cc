#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <random>

#include "test/test_sandbox.h"

namespace wasmsand::test {
namespace {

constexpr uint32_t kNonBlocking = OpenFile::kNonBlocking;

// Text whose every byte depends on its place.
std::string pattern(size_t from, size_t length) {
  std::string text(length, '\0');
  for (size_t i = 0; i < length; i++) text[i] = static_cast<char>((from + i) * 2654435761u >> 13);
  return text;
}

TEST(Pipes, CarryEveryByteInOrderWhateverTheSizes) {
  static constexpr size_t kTotal = 20'000'000;
  TestSandbox sandbox;
  sandbox.run([](Guest& guest) {
    auto [reader, writer] = guest.pipe();
    int pid = *guest.clone([reader = reader, writer = writer](Guest& child) {
      child.close(reader);
      std::mt19937 random(1);
      for (size_t done = 0; done < kTotal;) {
        size_t length = std::min<size_t>(random() % 3 == 0 ? random() % 200'000 : random() % 5000, kTotal - done);
        EXPECT_TRUE(child.write_all(writer, pattern(done, length)).ok());
        done += length;
      }
      return 0;
    });
    guest.close(writer);
    std::mt19937 random(2);
    size_t done = 0;
    for (;;) {
      auto part = guest.read(reader, random() % 3 == 0 ? 1 + random() % 200'000 : 1 + random() % 5000);
      if (!part.ok() || part->empty()) break;
      EXPECT_TRUE(*part == pattern(done, part->size()));
      done += part->size();
    }
    EXPECT_EQ(done, kTotal);
    guest.wait(pid);
    return 0;
  });
}

TEST(Pipes, BehaveAsLinuxsForWholePages) {
  int linux_pipe[2];
  ASSERT_EQ(::pipe2(linux_pipe, O_NONBLOCK), 0);
  TestSandbox sandbox;
  sandbox.run([&](Guest& guest) {
    auto [reader, writer] = guest.pipe(kNonBlocking);
    std::mt19937 random(3);
    std::string buffer(40 * 4096, 'x');
    for (int step = 0; step < 2000; step++) {
      size_t length = random() % 20 * 4096;
      if (random() % 2) {
        ssize_t expected = ::write(linux_pipe[1], buffer.data(), length);
        auto got = guest.write(writer, std::string_view(buffer).substr(0, length));
        EXPECT_EQ(got.ok() ? static_cast<ssize_t>(*got) : -1, expected) << step;
        if (expected < 0) {
          EXPECT_EQ(static_cast<int>(got.error()), errno);
        }
      } else {
        ssize_t expected = ::read(linux_pipe[0], buffer.data(), length);
        auto got = guest.read(reader, length);
        EXPECT_EQ(got.ok() ? static_cast<ssize_t>(got->size()) : -1, expected) << step;
        if (expected < 0) {
          EXPECT_EQ(static_cast<int>(got.error()), errno);
        }
      }
    }
    return 0;
  });
  ::close(linux_pipe[0]);
  ::close(linux_pipe[1]);
}

TEST(Pipes, KeepSmallWritesWholeAmongManyWriters) {
  TestSandbox sandbox;
  sandbox.run([](Guest& guest) {
    auto [reader, writer] = guest.pipe();
    constexpr int kWriters = 4, kRecords = 400;
    for (int i = 0; i < kWriters; i++) {
      guest.clone([=, reader = reader, writer = writer](Guest& child) {
        child.close(reader);
        for (int n = 0; n < kRecords; n++) child.write_all(writer, std::string(4096, static_cast<char>('a' + i)));
        return 0;
      });
    }
    guest.close(writer);
    std::string all = guest.read_all(reader);
    EXPECT_EQ(all.size(), size_t{4096} * kWriters * kRecords);
    for (size_t at = 0; at + 4096 <= all.size(); at += 4096)
      EXPECT_EQ(all.find_first_not_of(all[at], at),
                at + 4096 < all.size() ? all.find_first_not_of(all[at], at + 4096) : std::string::npos);
    return 0;
  });
}

TEST(Pipes, LoseNothingBetweenSeveralReaders) {
  TestSandbox sandbox;
  std::atomic<uint64_t> sum = 0;
  sandbox.run([&](Guest& guest) {
    auto [reader, writer] = guest.pipe();
    for (int i = 0; i < 3; i++) {
      guest.clone([&, reader = reader, writer = writer](Guest& child) {
        child.close(writer);
        for (char byte : child.read_all(reader)) sum += static_cast<unsigned char>(byte);
        return 0;
      });
    }
    std::string data = pattern(0, 3'000'000);
    uint64_t expected = 0;
    for (char byte : data) expected += static_cast<unsigned char>(byte);
    guest.write_all(writer, data);
    guest.close(writer);
    while (guest.wait().ok()) {
    }
    EXPECT_EQ(sum, expected);
    return 0;
  });
}

TEST(Pipes, WakeABlockedWriterWithSigpipeWhenTheLastReaderCloses) {
  TestSandbox sandbox;
  sandbox.run([](Guest& guest) {
    auto [reader, writer] = guest.pipe();
    int pid = *guest.clone([reader = reader, writer = writer](Guest& child) {
      child.close(reader);
      child.write_all(writer, std::string(200'000, 'x'));
      return 0;
    });
    guest.sandbox.until([&] {
      auto file = guest.process.descriptors->get(reader);
      return *(*file)->readable_bytes() == kPipeCapacity;
    });
    guest.close(reader);
    EXPECT_EQ(guest.wait(pid)->wait_status, SIGPIPE);
    guest.set_action(SIGPIPE, {.handler = SignalAction::kIgnore});
    EXPECT_EQ(guest.write(writer, "x").error(), Errno::pipe);
    return 0;
  });
}

TEST(Pipes, ReturnWhatWasWrittenWhenASignalComes) {
  TestSandbox sandbox;
  sandbox.run([](Guest& guest) {
    auto [reader, writer] = guest.pipe();
    int pid = *guest.clone([writer = writer](Guest& child) {
      child.on_signal(SIGUSR1, [](const SignalInfo&) {});
      EXPECT_EQ(*child.write(writer, std::string(100'000, 'x')), kPipeCapacity);
      EXPECT_EQ(child.write(writer, "y").error(), Errno::intr);
      return 0;
    });
    auto interrupt_when_waiting = [&] {
      guest.sandbox.until([&] {
        auto file = guest.process.descriptors->get(reader);
        return *(*file)->readable_bytes() == kPipeCapacity;
      });
      guest.kill(pid, SIGUSR1);
    };
    interrupt_when_waiting();
    // A second signal may find it before the second call: then that one comes back too early, so send until it ends.
    while (guest.wait(pid, 4 | 1)->pid == 0) guest.kill(pid, SIGUSR1);
    return 0;
  });
}

TEST(Pipes, ChangeTheirCapacity) {
  TestSandbox sandbox;
  sandbox.run([](Guest& guest) {
    auto [reader, writer] = guest.pipe(kNonBlocking);
    auto resize = [&, writer = writer](uint32_t bytes) {
      return guest.call([&](KernelLock& lock) {
        IoContext context{lock, &guest.process};
        return (*guest.process.descriptors->get(writer))->set_pipe_capacity(context, bytes);
      });
    };
    EXPECT_EQ(*resize(5000), 8192u);
    EXPECT_EQ(*guest.write(writer, pattern(0, 20'000)), 8192u);
    EXPECT_EQ(guest.write(writer, "x").error(), Errno::again);
    EXPECT_EQ(resize(4096).error(), Errno::busy);
    EXPECT_EQ(*guest.read(reader, 3000), pattern(0, 3000));
    EXPECT_EQ(*guest.write(writer, pattern(8192, 2000)), 2000u);
    EXPECT_EQ(*resize(100'000), 131072u);
    EXPECT_EQ(*guest.write(writer, pattern(10'192, 50'000)), 50'000u);
    EXPECT_EQ(*guest.read(reader, 100'000), pattern(3000, 57'192));
    EXPECT_EQ(resize(2 << 20).error(), Errno::perm);
    return 0;
  });
}

TEST(Pipes, WakeAWriterWhoseRingShrank) {
  TestSandbox sandbox;
  sandbox.run([](Guest& guest) {
    auto [reader, writer] = guest.pipe();
    int pid = *guest.clone([reader = reader, writer = writer](Guest& child) {
      child.close(reader);
      return child.write_all(writer, std::string(300'000, 'x')).ok() ? 0 : 1;
    });
    guest.close(writer);
    auto file = guest.call([&](KernelLock&) { return *guest.process.descriptors->get(reader); });
    guest.sandbox.until([&] { return *file->readable_bytes() == kPipeCapacity; });
    size_t total = guest.read(reader, kPipeCapacity - 4096)->size();
    guest.call([&](KernelLock& lock) {
      IoContext context{lock, &guest.process};
      return file->set_pipe_capacity(context, 4096);
    });
    total += guest.read_all(reader).size();
    EXPECT_EQ(total, 300'000u);
    EXPECT_EQ(guest.wait(pid)->wait_status, 0);
    return 0;
  });
}

TEST(Pipes, AreSmallOnceTheyTakeTooMuchOfTheHostsMemory) {
  TestSandbox sandbox;
  KernelLock lock(sandbox.kernel().mutex());
  std::vector<PipeEnds> pipes;
  for (int i = 0; i < 4000; i++) pipes.push_back(*make_pipe(sandbox.kernel().pipes(), 0));
  EXPECT_EQ(*pipes.front().read_end->pipe_capacity(), kPipeCapacity);
  EXPECT_EQ(*pipes.back().read_end->pipe_capacity(), kPipeAtomic);
  EXPECT_LE(sandbox.kernel().accounting().usage().pipe_bytes, Limits().pipe_bytes + 4000 * kPipeAtomic);
  pipes.clear();
  EXPECT_EQ(sandbox.kernel().accounting().usage().pipe_bytes, 0u);
}

TEST(Pipes, ShowTheirStateToPoll) {
  TestSandbox sandbox;
  KernelLock lock(sandbox.kernel().mutex());
  IoContext host{lock, nullptr};
  auto ends = make_pipe(sandbox.kernel().pipes(), 0);
  EXPECT_EQ(ends->read_end->poll_events(), 0u);
  EXPECT_EQ(ends->write_end->poll_events(), OpenFile::kPollOut);
  std::vector<std::byte> data(kPipeCapacity);
  EXPECT_EQ(*ends->write_end->write(host, data), data.size());
  EXPECT_EQ(ends->read_end->poll_events(), OpenFile::kPollIn);
  EXPECT_EQ(ends->write_end->poll_events(), 0u);
  ends->write_end.reset();
  EXPECT_EQ(ends->read_end->poll_events(), OpenFile::kPollIn | OpenFile::kPollHangUp);
  EXPECT_EQ(*ends->read_end->read(host, data), data.size());
  EXPECT_EQ(ends->read_end->poll_events(), OpenFile::kPollHangUp);
  EXPECT_EQ(*ends->read_end->read(host, data), 0u);
  auto other = make_pipe(sandbox.kernel().pipes(), 0);
  other->read_end.reset();
  EXPECT_EQ(other->write_end->poll_events(), OpenFile::kPollOut | OpenFile::kPollError);
}

}  // namespace
}  // namespace wasmsand::test
