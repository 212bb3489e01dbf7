#include <gtest/gtest.h>

#include "kernel/io/transfer.h"
#include "test/test_sandbox.h"

namespace wasmsand::test {
namespace {

std::span<const std::byte> bytes_of(std::string_view text) { return std::as_bytes(std::span(text)); }

TEST(HostSink, CutsOffAtItsLimitAndSaysSo) {
  TestSandbox sandbox;
  sandbox.output_capacity = 10;
  auto run = sandbox.start([](Guest& guest) {
    EXPECT_EQ(*guest.write(1, "12345678"), 8u);
    EXPECT_EQ(*guest.write(1, "abcdef"), 2u);
    EXPECT_EQ(guest.write(1, "g").error(), Errno::fbig);
    return 0;
  });
  sandbox.wait(run->pid);
  EXPECT_TRUE(run->output->truncated());
  EXPECT_FALSE(run->errors->truncated());
  EXPECT_EQ(run->output->total(), 10u);
  EXPECT_EQ(sandbox.take(*run->output), "12345678ab");
}

TEST(HostSink, MakesAWriterWaitUntilTheHostTakes) {
  TestSandbox sandbox;
  std::atomic<int> told = 0;
  sandbox.program("/bin/writer", [](Guest& guest) {
    EXPECT_TRUE(guest.write_all(1, std::string(100'000, 'x')).ok());
    return 0;
  });
  KernelLock lock(sandbox.kernel().mutex());
  auto sink =
      make_ref<HostSink>(sandbox.kernel().pipes(),
                         HostSink::Options{.capacity = 1000, .block_when_full = true, .on_data = [&] { told++; }});
  HostSpawn request;
  request.path = "/bin/writer";
  request.standard_output = sink->open();
  ASSERT_TRUE(sandbox.kernel().spawn_from_host(request).ok());
  request.standard_output.reset();
  lock.unlock();
  size_t taken = 0;
  sandbox.until([&] {
    EXPECT_LE(sink->available(), 1000u);
    taken += sink->take(300).size();
    return taken == 100'000;
  });
  sandbox.until([&] { return sandbox.kernel().processes().size() == 0; });
  EXPECT_GT(told, 0);
  EXPECT_FALSE(sink->is_open());
  EXPECT_FALSE(sink->truncated());
}

TEST(HostSink, BreaksOrDropsOnceTheHostListensNoLonger) {
  TestSandbox sandbox;
  KernelLock lock(sandbox.kernel().mutex());
  IoContext host{lock, nullptr};
  auto sink = make_ref<HostSink>(sandbox.kernel().pipes(), HostSink::Options{.capacity = 4, .block_when_full = true});
  const Ref<OpenFile> end = sink->open();
  EXPECT_EQ(*end->write(host, bytes_of("123456")), 4u);
  EXPECT_EQ(end->write(host, bytes_of("5")).error(), Errno::again);
  EXPECT_EQ(end->poll_events(), 0u);
  sink->detach();
  EXPECT_EQ(end->write(host, bytes_of("123456")).error(), Errno::pipe);
  EXPECT_EQ(sink->available(), 0u);
  EXPECT_EQ(end->poll_events(), OpenFile::kPollOut);

  auto limited = make_ref<HostSink>(sandbox.kernel().pipes(), HostSink::Options{.capacity = 4});
  limited->detach();
  EXPECT_EQ(*limited->open()->write(host, bytes_of("123456")), 6u);
  EXPECT_EQ(limited->available(), 0u);
}

TEST(HostSink, TellsOnceThatTheLastWriterHasGoneIfTheHostWaitsForThat) {
  TestSandbox sandbox;
  KernelLock lock(sandbox.kernel().mutex());
  int told = 0;
  const auto open = [&](Ref<OpenFile>& end) {
    auto sink = make_ref<HostSink>(sandbox.kernel().pipes(),
                                   HostSink::Options{.capacity = 4, .on_closed = [&told] { told++; }});
    end = sink->open();
    return sink;
  };
  Ref<OpenFile> end, other;
  const Ref<HostSink> unheard = open(end);
  EXPECT_TRUE(unheard->is_open());
  end.reset();
  EXPECT_FALSE(unheard->is_open());
  EXPECT_FALSE(unheard->await_close());
  EXPECT_EQ(told, 0);

  const Ref<HostSink> sink = open(end);
  EXPECT_TRUE(sink->await_close());
  EXPECT_TRUE(sink->await_close());
  other = end;
  end.reset();
  EXPECT_EQ(told, 0);
  EXPECT_TRUE(sink->is_open());
  other.reset();
  EXPECT_EQ(told, 1);
}

TEST(ByteQueue, SplitsAnywhere) {
  constexpr size_t kSizes[] = {1, 1000, 65'535, 65'536, 65'537, 150'000};
  std::string expected, text;
  ByteQueue queue;
  char next = 0;
  for (int round = 0; round < 3; round++) {
    for (const size_t size : kSizes) {
      const std::string piece(2 * size, ++next);
      queue.append(bytes_of(piece));
      expected += piece;
      ByteQueue front = queue.split(size);
      EXPECT_EQ(front.size(), size);
      EXPECT_EQ(queue.size(), expected.size() - size);
      text.resize(size);
      EXPECT_EQ(front.take(std::as_writable_bytes(std::span(text))), size);
      EXPECT_EQ(text, expected.substr(0, size));
      EXPECT_TRUE(front.empty());
      expected.erase(0, size);
    }
  }
  text.resize(expected.size());
  EXPECT_EQ(queue.split(expected.size() + 1).take(std::as_writable_bytes(std::span(text))), expected.size());
  EXPECT_EQ(text, expected);
  EXPECT_TRUE(queue.empty());
}

TEST(HostSource, FeedsAReaderPieceByPiece) {
  TestSandbox sandbox;
  auto run = sandbox.start([](Guest& guest) {
    EXPECT_EQ(*guest.read(0, 3), "abc");
    EXPECT_EQ(guest.read_all(0), "def" + std::string(1'000'000, 'g'));
    EXPECT_EQ(*guest.read(0, 3), "");
    return 0;
  });
  for (const std::string& piece : {std::string("abcdef"), std::string(1'000'000, 'g')}) {
    KernelLock lock(sandbox.kernel().mutex());
    run->input->put(bytes_of(piece));
  }
  {
    KernelLock lock(sandbox.kernel().mutex());
    run->input->end();
  }
  EXPECT_EQ(sandbox.wait(run->pid).code, 0);
  KernelLock lock(sandbox.kernel().mutex());
  EXPECT_TRUE(run->input->abandoned());
}

TEST(HostSource, TellsTheHostThatThereIsRoom) {
  TestSandbox sandbox;
  KernelLock lock(sandbox.kernel().mutex());
  IoContext host{lock, nullptr};
  int drained = 0;
  auto source = make_ref<HostSource>(sandbox.kernel().pipes(),
                                     HostSource::Options{.capacity = 10, .on_drained = [&] { drained++; }});
  std::vector<std::byte> buffer(8);
  EXPECT_EQ(source->read(host, buffer).error(), Errno::again);
  source->put(bytes_of("0123456789abcdef"));
  EXPECT_EQ(source->room(), 0u);
  EXPECT_EQ(*source->readable_bytes(), 16u);
  EXPECT_EQ(*source->read(host, buffer), 8u);
  EXPECT_EQ(source->room(), 2u);
  EXPECT_EQ(drained, 1);
  EXPECT_EQ(source->poll_events(), OpenFile::kPollIn);
  source->end();
  source->put(bytes_of("too late"));
  EXPECT_EQ(*source->read(host, buffer), 8u);
  EXPECT_EQ(*source->read(host, buffer), 0u);
  EXPECT_EQ(source->poll_events(), OpenFile::kPollHangUp);
}

TEST(Transfer, MovesBytesBetweenFilesAndToPipes) {
  TestSandbox sandbox;
  std::string content(200'000, 'c');
  sandbox.file("/tmp/in", "head" + content, 0644);
  sandbox.run([&](Guest& guest) {
    int in = *guest.open("/tmp/in", 0), out = *guest.open("/tmp/out", 0102);
    auto move = [&](int from, std::optional<uint64_t> from_offset, int to, std::optional<uint64_t> to_offset,
                    uint64_t length) {
      return guest.call([&](KernelLock& lock) {
        IoContext context{lock, &guest.process};
        auto moved = transfer(context, **guest.process.descriptors->get(from), from_offset,
                              **guest.process.descriptors->get(to), to_offset, length);
        if (moved.ok() && from_offset) {
          EXPECT_EQ(*from_offset, 4 + *moved);
        }
        return moved;
      });
    };
    EXPECT_EQ(*move(in, 4, out, std::nullopt, 1'000'000), content.size());
    EXPECT_EQ(*guest.read(in, 4), "head") << "an explicit offset leaves the position alone";
    EXPECT_EQ(*move(in, std::nullopt, out, 0, 10), 10u);
    auto [reader, writer] = guest.pipe(OpenFile::kNonBlocking);
    EXPECT_EQ(*move(in, std::nullopt, writer, std::nullopt, 100'000), kPipeCapacity);
    EXPECT_EQ(move(in, std::nullopt, writer, std::nullopt, 1).error(), Errno::again);
    EXPECT_EQ(guest.read(reader, 100'000)->size(), kPipeCapacity);
    EXPECT_EQ(*move(in, std::nullopt, writer, std::nullopt, 100'000), kPipeCapacity) << "nothing was lost";
    EXPECT_EQ(move(reader, std::nullopt, out, std::nullopt, 1).error(), Errno::spipe);
    return 0;
  });
}

}  // namespace
}  // namespace wasmsand::test
