// What sockets do that no program of the real machine can show: the way out, limits, ends in the middle of things.
// What they do as Linux's is compared in test/conformance/c/sockets.c.
#include <gtest/gtest.h>

#include "kernel/net/network.h"
#include "test/linux_guest.h"

namespace wasmsand::test {
namespace {

constexpr int32_t kLocal = 1, kInet = 2, kStream = 1, kDatagram = 2, kNonBlocking = 0x800;

// A gate that notes what it is asked for, and does what the test says.
class TestGate final : public Gate {
 public:
  explicit TestGate(Kernel& kernel) : kernel_(kernel) {
    KernelLock lock(kernel.mutex());
    kernel.network().set_gate(this);
  }
  ~TestGate() {
    KernelLock lock(kernel_.mutex());
    kernel_.network().set_gate(nullptr);
    ends.clear();
  }
  void connect(StreamEnd end) override { ends.push_back(std::move(end)); }
  void asked(Connection&) override { asked_for_tls = true; }

  std::vector<StreamEnd> ends;
  bool asked_for_tls = false;

 private:
  Kernel& kernel_;
};

uint32_t inet(LinuxGuest& g, std::array<uint8_t, 4> ip, uint16_t port) {
  abi::SockaddrIn address = {};
  address.family = kInet;
  address.port[0] = static_cast<uint8_t>(port >> 8);
  address.port[1] = static_cast<uint8_t>(port & 0xff);
  std::ranges::copy(ip, address.address);
  return g.put(address);
}

uint32_t local(LinuxGuest& g, std::string_view name) {
  std::string bytes("\1\0", 2);
  bytes += name;
  return g.text(bytes + '\0');
}

uint32_t loopback(LinuxGuest& g, uint16_t port) { return inet(g, {127, 0, 0, 1}, port); }

// Listens on the port.
int32_t listener(LinuxGuest& g, uint16_t port, int backlog = 10) {
  const int32_t fd = g.sys("socket", kInet, kStream, 0);
  EXPECT_EQ(g.sys("bind", fd, loopback(g, port), 16), 0);
  EXPECT_EQ(g.sys("listen", fd, backlog), 0);
  return fd;
}

void in_sandbox(TestSandbox& sandbox, const std::function<void(LinuxGuest&)>& body) {
  sandbox.run([&](Guest& guest) {
    LinuxGuest g(guest);
    body(g);
    return 0;
  });
}

std::string read_from(Kernel& kernel, StreamEnd& end) {
  KernelLock lock(kernel.mutex());
  IoContext context{lock, nullptr};
  std::string text(100, '\0');
  const Result<size_t> count = end.read(context, std::as_writable_bytes(std::span(text)), true, nullptr);
  if (!count.ok()) return count.error() == Errno::again ? "(nothing)" : "(error)";
  return text.substr(0, *count);
}

TEST(Sockets, HaveNoWayOutWithoutAGate) {
  TestSandbox sandbox;
  in_sandbox(sandbox, [](LinuxGuest& g) {
    for (const int32_t flags : {0, kNonBlocking}) {
      const int32_t fd = g.sys("socket", kInet, kStream | flags, 0);
      EXPECT_EQ(g.sys("connect", fd, inet(g, {8, 8, 8, 8}, 53), 16), failed(Errno::acces));
      EXPECT_EQ(g.sys("connect", fd, inet(g, {10, 0, 0, 1}, 80), 16), failed(Errno::acces));
    }
    const int32_t udp = g.sys("socket", kInet, kDatagram, 0);
    EXPECT_EQ(g.sys("sendto", udp, g.text("x"), 1, 0, inet(g, {8, 8, 8, 8}, 53), 16), failed(Errno::acces));
    EXPECT_EQ(g.sys("connect", udp, inet(g, {8, 8, 8, 8}, 53), 16), 0);
    EXPECT_EQ(g.sys("sendto", udp, g.text("x"), 1, 0, 0, 0), failed(Errno::acces));
    const int32_t resolver = g.sys("socket", kLocal, kStream, 0);
    EXPECT_EQ(g.sys("connect", resolver, local(g, kResolverName), 11), failed(Errno::acces));
    EXPECT_EQ(g.sys("bind", resolver, local(g, kResolverName), 11), failed(Errno::addrinuse));
  });
}

TEST(Sockets, GiveTheirPortBackWhenNobodyIsThere) {
  TestSandbox sandbox;
  TestGate gate(sandbox.kernel());
  in_sandbox(sandbox, [&](LinuxGuest& g) {
    // More attempts than there are ports.
    const int32_t fd = g.sys("socket", kInet, kStream, 0);
    for (int i = 0; i < 40'000; i++) ASSERT_EQ(g.sys("connect", fd, loopback(g, 9), 16), failed(Errno::connrefused));
    EXPECT_EQ(g.sys("bind", fd, loopback(g, 2000), 16), 0);
    EXPECT_EQ(g.sys("connect", fd, loopback(g, 9), 16), failed(Errno::connrefused));
    EXPECT_EQ(g.sys("bind", fd, loopback(g, 2001), 16), failed(Errno::inval)) << "what bind() has named stays";
    // The host's refusal is one too.
    const int32_t outside = g.sys("socket", kInet, kStream | kNonBlocking, 0);
    EXPECT_EQ(g.sys("connect", outside, inet(g, {203, 0, 113, 1}, 80), 16), failed(Errno::inprogress));
    EXPECT_EQ(g.sys("bind", outside, loopback(g, 2002), 16), failed(Errno::inval));
    {
      KernelLock lock(sandbox.kernel().mutex());
      gate.ends[0].connection().conclude(Errno::hostunreach);
    }
    EXPECT_EQ(g.sys("connect", outside, inet(g, {203, 0, 113, 1}, 80), 16), failed(Errno::hostunreach));
    EXPECT_EQ(g.sys("bind", outside, loopback(g, 2002), 16), 0);
  });
  EXPECT_EQ(sandbox.kernel().accounting().usage().sockets, 1u) << "the host still has its end";
}

TEST(Sockets, ReachTheGate) {
  TestSandbox sandbox;
  TestGate gate(sandbox.kernel());
  in_sandbox(sandbox, [&](LinuxGuest& g) {
    const int32_t fd = g.sys("socket", kInet, kStream | kNonBlocking, 0);
    EXPECT_EQ(g.sys("connect", fd, inet(g, {198, 18, 0, 5}, 443), 16), failed(Errno::inprogress));
    EXPECT_EQ(g.sys("connect", fd, inet(g, {198, 18, 0, 5}, 443), 16), failed(Errno::already));
    EXPECT_EQ(g.sys("sendto", fd, g.text("early"), 5, 0, 0, 0), failed(Errno::again));
    ASSERT_EQ(gate.ends.size(), 1u);
    StreamEnd& end = gate.ends[0];
    EXPECT_EQ(end.name().text(), "198.18.0.5");
    EXPECT_EQ(end.name().port, 443);
    {
      KernelLock lock(sandbox.kernel().mutex());
      end.connection().conclude(Errno::success);
    }
    EXPECT_EQ(g.sys("connect", fd, inet(g, {198, 18, 0, 5}, 443), 16), 0);
    EXPECT_EQ(g.sys("connect", fd, inet(g, {198, 18, 0, 5}, 443), 16), failed(Errno::isconn));
    EXPECT_EQ(g.sys("sendto", fd, g.text("request"), 7, 0, 0, 0), 7);
    EXPECT_EQ(read_from(sandbox.kernel(), end), "request");
    EXPECT_EQ(read_from(sandbox.kernel(), end), "(nothing)");
    // Bytes were sent: it cannot become anything else.
    EXPECT_EQ(g.sys("setsockopt", fd, 282, 100, g.text("tls"), 3), failed(Errno::isconn));
    EXPECT_EQ(g.sys("close", fd), 0);
    EXPECT_EQ(read_from(sandbox.kernel(), end), "");
  });
}

TEST(Sockets, AreRefusedByTheGate) {
  TestSandbox sandbox;
  TestGate gate(sandbox.kernel());
  std::thread host([&] {
    sandbox.until([&] { return !gate.ends.empty(); });
    KernelLock lock(sandbox.kernel().mutex());
    gate.ends[0].connection().conclude(Errno::hostunreach);
    gate.ends.clear();
  });
  in_sandbox(sandbox, [&](LinuxGuest& g) {
    const int32_t fd = g.sys("socket", kInet, kStream, 0);
    EXPECT_EQ(g.sys("connect", fd, inet(g, {203, 0, 113, 1}, 80), 16), failed(Errno::hostunreach));
    EXPECT_EQ(g.sys("sendto", fd, g.text("x"), 1, 0x4000, 0, 0), failed(Errno::pipe));
  });
  host.join();
}

TEST(Sockets, LeaveTlsToTheHost) {
  TestSandbox sandbox;
  TestGate gate(sandbox.kernel());
  in_sandbox(sandbox, [&](LinuxGuest& g) {
    const int32_t fd = g.sys("socket", kInet, kStream | kNonBlocking, 0);
    const uint32_t length = g.put(100u), answer = g.space(100);
    EXPECT_EQ(g.sys("setsockopt", fd, 282, 100, g.text("tls"), 3), failed(Errno::noprotoopt));
    g.sys("connect", fd, inet(g, {198, 18, 0, 5}, 443), 16);
    const auto told = [&](auto act) {
      KernelLock lock(sandbox.kernel().mutex());
      act(gate.ends[0].connection());
    };
    told([](Connection& connection) { connection.conclude(Errno::success); });
    EXPECT_EQ(g.sys("getsockopt", fd, 282, 100, answer, length), failed(Errno::noprotoopt));
    EXPECT_EQ(g.sys("setsockopt", fd, 282, 100, g.text("tls"), 0), failed(Errno::inval));
    EXPECT_EQ(g.sys("setsockopt", fd, 282, 100, g.text("tls"), 600 * 1024), failed(Errno::inval));
    EXPECT_EQ(g.sys("setsockopt", fd, 282, 100, LinuxGuest::kOutside, 3), failed(Errno::fault));
    EXPECT_EQ(g.sys("setsockopt", fd, 282, 100, g.text("tls"), 3), 0);
    EXPECT_TRUE(gate.asked_for_tls);
    EXPECT_EQ(g.sys("setsockopt", fd, 282, 100, g.text("tls"), 3), failed(Errno::isconn));
    EXPECT_EQ(g.sys("getsockopt", fd, 282, 100, answer, length), failed(Errno::inprogress));
    EXPECT_EQ(g.sys("sendto", fd, g.text("x"), 1, 0, 0, 0), failed(Errno::again));
    const uint32_t poll = g.put(abi::Pollfd{.fd = fd, .events = abi::kPOLLIN | abi::kPOLLOUT, .returned = 0});
    const uint32_t now = g.put(abi::Timespec64{});
    EXPECT_EQ(g.sys("ppoll_time64", poll, 1, now, 0, 8), 0);
    told([](Connection& connection) { connection.answer_tls("answer"); });
    EXPECT_EQ(g.sys("ppoll_time64", poll, 1, now, 0, 8), 1);
    EXPECT_EQ(g.sys("getsockopt", fd, 282, 100, answer, length), 0);
    EXPECT_EQ(g.bytes(answer, g.get<uint32_t>(length)), "answer");
    EXPECT_EQ(g.sys("sendto", fd, g.text("plain"), 5, 0, 0, 0), 5);
  });
}

TEST(Sockets, AreKilledInTheMiddleOfEverything) {
  TestSandbox sandbox;
  TestGate gate(sandbox.kernel());
  using Wait = std::function<void(LinuxGuest&)>;
  const std::vector<Wait> waits = {
      [](LinuxGuest& g) { g.sys("accept", listener(g, 1001), 0, 0); },
      [](LinuxGuest& g) { g.sys("connect", g.sys("socket", kInet, kStream, 0), inet(g, {198, 18, 0, 5}, 443), 16); },
      [](LinuxGuest& g) {
        const uint32_t pair = g.space(8);
        g.sys("socketpair", kLocal, kStream, 0, pair);
        g.sys("recvfrom", g.get<int32_t>(pair), g.space(10), 10, 0, 0, 0);
      },
      [](LinuxGuest& g) {
        const uint32_t pair = g.space(8), block = g.space(100'000);
        g.sys("socketpair", kLocal, kStream, 0, pair);
        for (;;) {
          if (g.sys("sendto", g.get<int32_t>(pair), block, 100'000, 0, 0, 0) < 0) return;
        }
      },
      [](LinuxGuest& g) {
        const int32_t udp = g.sys("socket", kInet, kDatagram, 0);
        g.sys("bind", udp, loopback(g, 1002), 16);
        g.sys("recvfrom", udp, g.space(10), 10, 0, 0, 0);
      },
      // One that waits for room in a backlog.
      [](LinuxGuest& g) {
        listener(g, 1003, 0);
        for (;;) {
          if (g.sys("connect", g.sys("socket", kInet, kStream, 0), loopback(g, 1003), 16) < 0) return;
        }
      },
  };
  for (const Wait& wait : waits) {
    auto run = *sandbox.start([&](Guest& guest) {
      LinuxGuest g(guest);
      wait(g);
      return 0;
    });
    sandbox.until([&] {
      const Process* process = sandbox.kernel().processes().find(run.pid);
      return process != nullptr && process->waiting();
    });
    {
      KernelLock lock(sandbox.kernel().mutex());
      sandbox.kernel().kill(nullptr, run.pid, 9);
    }
    EXPECT_EQ(sandbox.wait(run.pid).signal, 9);
  }
  sandbox.until([&] { return sandbox.kernel().processes().size() == 0; });
  gate.ends.clear();
  EXPECT_EQ(sandbox.kernel().accounting().usage().sockets, 0u);
  EXPECT_EQ(sandbox.kernel().accounting().usage().pipe_bytes, 0u);
  EXPECT_EQ(sandbox.kernel().accounting().usage().descriptors, 0u);
}

TEST(Sockets, AreAsManyAsMayBe) {
  Limits limits;
  limits.sockets = 10;
  TestSandbox sandbox(limits);
  in_sandbox(sandbox, [&](LinuxGuest& g) {
    listener(g, 1000);
    std::vector<int32_t> clients;
    // One that is connected takes a second, which waits to be accepted.
    for (int i = 0; i < 4; i++) {
      clients.push_back(g.sys("socket", kInet, kStream, 0));
      EXPECT_EQ(g.sys("connect", clients.back(), loopback(g, 1000), 16), 0);
    }
    const int32_t last = g.sys("socket", kInet, kStream, 0);
    EXPECT_EQ(g.sys("connect", last, loopback(g, 1000), 16), failed(Errno::nobufs));
    EXPECT_EQ(g.sys("socket", kInet, kStream, 0), failed(Errno::nobufs));
    EXPECT_EQ(g.sys("socketpair", kLocal, kStream, 0, g.space(8)), failed(Errno::nobufs));
    g.sys("close", last);
    EXPECT_GT(g.sys("socket", kInet, kDatagram, 0), 0);
  });
  EXPECT_EQ(sandbox.kernel().accounting().usage().sockets, 0u);
}

TEST(Sockets, ToTheOutsideCountUntilTheHostHasClosedThemToo) {
  Limits limits;
  limits.sockets = 10;
  TestSandbox sandbox(limits);
  TestGate gate(sandbox.kernel());
  in_sandbox(sandbox, [&](LinuxGuest& g) {
    const uint32_t to = inet(g, {198, 18, 0, 5}, 443);
    int made = 0;
    for (; made < 100; made++) {
      const int32_t fd = g.sys("socket", kInet, kStream | kNonBlocking, 0);
      const int32_t connected = fd < 0 ? fd : g.sys("connect", fd, to, 16);
      if (connected != failed(Errno::inprogress)) {
        EXPECT_EQ(connected, failed(Errno::nobufs));
        break;
      }
      g.sys("close", fd);
    }
    EXPECT_EQ(made, 9);
  });
  EXPECT_EQ(gate.ends.size(), 9u);
  KernelLock lock(sandbox.kernel().mutex());
  gate.ends.clear();
  EXPECT_EQ(sandbox.kernel().accounting().usage().sockets, 0u);
}

TEST(Sockets, PayForWhatTheyAskOfTheHost) {
  Limits limits;
  limits.pipe_bytes = 1 << 20;
  TestSandbox sandbox(limits);
  TestGate gate(sandbox.kernel());
  in_sandbox(sandbox, [&](LinuxGuest& g) {
    const uint32_t request = g.space(400'000);
    std::vector<int32_t> answers;
    for (int i = 0; i < 3; i++) {
      const int32_t fd = g.sys("socket", kInet, kStream | kNonBlocking, 0);
      g.sys("connect", fd, inet(g, {198, 18, 0, 5}, 443), 16);
      {
        KernelLock lock(sandbox.kernel().mutex());
        gate.ends.back().connection().conclude(Errno::success);
      }
      answers.push_back(g.sys("setsockopt", fd, 282, 100, request, 400'000));
    }
    EXPECT_EQ(answers[0], 0);
    EXPECT_EQ(answers[2], failed(Errno::nobufs));
  });
  KernelLock lock(sandbox.kernel().mutex());
  gate.ends.clear();
  EXPECT_EQ(sandbox.kernel().accounting().usage().pipe_bytes, 0u);
}

TEST(Sockets, WakeWhoPollsThemBeforeTheyConnect) {
  TestSandbox sandbox;
  TestGate gate(sandbox.kernel());
  in_sandbox(sandbox, [&](LinuxGuest& g) {
    const int32_t fd = g.sys("socket", kInet, kStream | kNonBlocking, 0), epoll = g.sys("epoll_create1", 0);
    constexpr uint32_t kEdge = abi::kEPOLLOUT | abi::kEPOLLET;
    const uint32_t event = g.put(abi::EpollEvent{.events = kEdge, .pad = 0, .data = 7}), found = g.space(16);
    EXPECT_EQ(g.sys("epoll_ctl", epoll, abi::kEPOLL_CTL_ADD, fd, event), 0);
    EXPECT_EQ(g.sys("epoll_pwait", epoll, found, 1, 0, 0, 8), 1);  // not connected: nothing would wait
    g.sys("connect", fd, inet(g, {198, 18, 0, 5}, 443), 16);
    EXPECT_EQ(g.sys("epoll_pwait", epoll, found, 1, 0, 0, 8), 0);
    {
      KernelLock lock(sandbox.kernel().mutex());
      gate.ends[0].connection().conclude(Errno::success);
    }
    EXPECT_EQ(g.sys("epoll_pwait", epoll, found, 1, 0, 0, 8), 1);
    EXPECT_EQ(g.get<uint32_t>(found), abi::kEPOLLOUT);
  });
}

// sendmsg of one byte with a descriptor.
int32_t send_file(LinuxGuest& g, int32_t socket, int32_t file) {
  struct {
    abi::Cmsghdr header;
    int32_t fd;
  } const control = {{.length = 16, .level = 1, .type = 1}, file};
  const uint32_t vector = g.put(abi::Iovec{.address = g.text("x"), .length = 1});
  const abi::Msghdr message = {.name = 0,
                               .name_length = 0,
                               .vectors = vector,
                               .vector_count = 1,
                               .control = g.put(control),
                               .control_length = sizeof control,
                               .flags = 0};
  return g.sys("sendmsg", socket, g.put(message), 0x40);
}

TEST(Sockets, ThatAreOnTheirWayToThemselvesGoWithTheSandbox) {
  TestSandbox sandbox;
  in_sandbox(sandbox, [&](LinuxGuest& g) {
    for (int i = 0; i < 100; i++) {
      const uint32_t pair = g.space(8);
      g.sys("socketpair", kLocal, kStream, 0, pair);
      const auto [first, second] = g.get<abi::DescriptorPair>(pair);
      EXPECT_EQ(send_file(g, first, second), 1);
      g.sys("close", first);
      g.sys("close", second);
    }
  });
  EXPECT_EQ(sandbox.kernel().accounting().usage().sockets, 100u);
  KernelLock lock(sandbox.kernel().mutex());
  sandbox.kernel().network().in_flight().drop_all();
  EXPECT_EQ(sandbox.kernel().accounting().usage().sockets, 0u);
}

TEST(Sockets, AreClosedHoweverDeepTheyAreInEachOther) {
  TestSandbox sandbox;
  in_sandbox(sandbox, [&](LinuxGuest& g) {
    const uint32_t pair = g.space(8);
    g.sys("socketpair", kLocal, kStream, 0, pair);
    auto [inner, kept] = g.get<abi::DescriptorPair>(pair);
    int depth = 0;
    for (;; depth++) {
      g.sys("socketpair", kLocal, kStream, 0, pair);
      const auto [sender, receiver] = g.get<abi::DescriptorPair>(pair);
      if (send_file(g, sender, inner) < 0) break;
      g.sys("close", inner);
      g.sys("close", sender);
      inner = receiver;
    }
    // As many as may be on their way.
    EXPECT_EQ(depth, static_cast<int>(FilesInFlight::kMax));
    g.sys("close", inner);
    const uint32_t byte = g.space(1);
    EXPECT_EQ(g.sys("recvfrom", kept, byte, 1, 0, 0, 0), 0);
  });
  EXPECT_EQ(sandbox.kernel().accounting().usage().sockets, 0u);
}

TEST(Sockets, TakeBackWhatTheirQueuesHold) {
  TestSandbox sandbox;
  in_sandbox(sandbox, [&](LinuxGuest& g) {
    const int32_t receiver = g.sys("socket", kInet, kDatagram, 0), sender = g.sys("socket", kInet, kDatagram, 0);
    g.sys("bind", receiver, loopback(g, 1000), 16);
    const uint32_t block = g.space(60'000), to = loopback(g, 1000);
    for (int i = 0; i < 100; i++) EXPECT_EQ(g.sys("sendto", sender, block, 60'000, 0, to, 16), 60'000);
    // What there is no room for is lost.
    EXPECT_LT(sandbox.kernel().accounting().usage().pipe_bytes, 220'000u);
    EXPECT_GT(sandbox.kernel().accounting().usage().pipe_bytes, 100'000u);
  });
  EXPECT_EQ(sandbox.kernel().accounting().usage().pipe_bytes, 0u);
}

TEST(Sockets, AreConnectedByTheHost) {
  TestSandbox sandbox;
  std::optional<StreamEnd> end;
  std::thread host([&] {
    sandbox.until([&] {
      return sandbox.kernel().network().bound_to(kStream, SocketAddress::loopback(AddressFamily::inet, 80)) != nullptr;
    });
    KernelLock lock(sandbox.kernel().mutex());
    EXPECT_EQ(sandbox.kernel().network().connect_from_host(81).error(), Errno::connrefused);
    Result<StreamEnd> connected = sandbox.kernel().network().connect_from_host(80);
    ASSERT_TRUE(connected.ok());
    end = std::move(*connected);
    IoContext context{lock, nullptr};
    EXPECT_EQ(*end->write(context, std::as_bytes(std::span("hello", 5)), true, {}), 5u);
  });
  in_sandbox(sandbox, [&](LinuxGuest& g) {
    const int32_t fd = g.sys("accept", listener(g, 80), 0, 0);
    const uint32_t buffer = g.space(10);
    EXPECT_EQ(g.sys("recvfrom", fd, buffer, 10, 0, 0, 0), 5);
    EXPECT_EQ(g.bytes(buffer, 5), "hello");
    EXPECT_EQ(g.sys("sendto", fd, g.text("answer"), 6, 0, 0, 0), 6);
  });
  host.join();
  EXPECT_EQ(read_from(sandbox.kernel(), *end), "answer");
  EXPECT_EQ(read_from(sandbox.kernel(), *end), "");
  KernelLock lock(sandbox.kernel().mutex());
  end.reset();
}

TEST(Sockets, LetClientsInAsThereIsRoom) {
  TestSandbox sandbox;
  in_sandbox(sandbox, [&](LinuxGuest& g) {
    const int32_t server = listener(g, 1000, 1);
    std::vector<int32_t> clients;
    for (int i = 0; i < 5; i++) {
      clients.push_back(g.sys("socket", kInet, kStream | kNonBlocking, 0));
      EXPECT_EQ(g.sys("connect", clients.back(), loopback(g, 1000), 16), failed(Errno::inprogress));
    }
    // The third waits.
    EXPECT_EQ(g.sys("connect", clients[1], loopback(g, 1000), 16), 0);
    EXPECT_EQ(g.sys("connect", clients[2], loopback(g, 1000), 16), failed(Errno::already));
    g.sys("close", clients[3]);
    EXPECT_GT(g.sys("accept", server, 0, 0), 0);
    EXPECT_EQ(g.sys("connect", clients[2], loopback(g, 1000), 16), 0);
    EXPECT_EQ(g.sys("connect", clients[4], loopback(g, 1000), 16), failed(Errno::already));
    g.sys("close", server);
    EXPECT_EQ(g.sys("connect", clients[4], loopback(g, 1000), 16), failed(Errno::connrefused));
  });
}

}  // namespace
}  // namespace wasmsand::test
