// Terminals: the line discipline by itself, and how many there may be. What they do with processes is compared with
// Linux by test/conformance/c/terminals.c.
#include <fcntl.h>
#include <gtest/gtest.h>

#include <csignal>
#include <random>

#include "kernel/terminal/line_discipline.h"
#include "kernel/terminal/terminal.h"
#include "test/open_sandbox.h"

namespace wasmsand::test {
namespace {

struct Typed : LineDiscipline::Listener {
  void raise(int signo) override { raised.push_back(signo); }
  void drop_output() override { dropped++; }
  void stop_output() override { stopped = true; }
  void start_output() override { stopped = false; }
  [[nodiscard]] bool is_stopped() const override { return stopped; }

  size_t type(std::string_view text) { return discipline.receive(std::as_bytes(std::span(text))); }
  std::string read(size_t most = 10'000) {
    std::string out(most, '\0');
    out.resize(discipline.read(std::as_writable_bytes(std::span(out))));
    return out;
  }
  std::string echo() { return std::exchange(discipline.echo(), {}); }

  LineDiscipline discipline{*this};
  std::vector<int> raised;
  int dropped = 0;
  bool stopped = false;
};

TEST(LineDiscipline, GivesLinesAndEchoesWhatIsTyped) {
  Typed typed;
  EXPECT_EQ(typed.type("ab"), 2u);
  EXPECT_FALSE(typed.discipline.readable());
  typed.type(
      "\x7f"
      "c\r");
  EXPECT_TRUE(typed.discipline.readable());
  EXPECT_EQ(typed.echo(), "ab\b \bc\r\n");
  EXPECT_EQ(typed.read(), "ac\n");
  EXPECT_FALSE(typed.discipline.readable());
}

TEST(LineDiscipline, TellsOfSignalsAndForgetsTheLine) {
  Typed typed;
  typed.type(
      "abc\x03"
      "d\x1c\x1a");
  EXPECT_EQ(typed.raised, (std::vector<int>{SIGINT, SIGQUIT, SIGTSTP}));
  EXPECT_EQ(typed.dropped, 3);
  typed.type("\n");
  EXPECT_EQ(typed.read(), "\n");
}

TEST(LineDiscipline, HasRoomForOneLineAndItsEnd) {
  Typed typed;
  EXPECT_EQ(typed.type(std::string(10'000, 'x')), 10'000u);
  typed.type("y\n");
  const std::string line = typed.read();
  EXPECT_EQ(line.size(), LineDiscipline::kBuffer);
  EXPECT_EQ(line.substr(line.size() - 2), "x\n");
  // With a line in it, no more than that.
  typed.type("a\n");
  EXPECT_EQ(typed.type(std::string(10'000, 'x')), LineDiscipline::kBuffer - 3);
}

// Any bytes, under any settings.
TEST(LineDiscipline, KeepsWithinItsBounds) {
  std::minstd_rand random(1);
  Typed typed;
  for (int round = 0; round < 20'000; round++) {
    if (random() % 16 == 0) {
      Termios settings;
      settings.input = static_cast<uint32_t>(random());
      settings.output = static_cast<uint32_t>(random());
      settings.local = static_cast<uint32_t>(random());
      for (uint8_t& c : settings.characters) c = static_cast<uint8_t>(random());
      typed.discipline.set(settings);
    }
    std::string text(random() % (random() % 32 == 0 ? 6000 : 20), '\0');
    for (char& c : text) c = static_cast<char>(random());
    EXPECT_LE(typed.type(text), text.size());
    EXPECT_LE(typed.discipline.readable_bytes(), LineDiscipline::kBuffer);
    if (random() % 4 == 0) typed.read(random() % 5000);
    EXPECT_LE(typed.discipline.echo().size(), 8192u);
    if (random() % 8 == 0) typed.echo();
  }
}

TEST(Terminals, AreNoMoreThanThereMayBe) {
  OpenSandbox sandbox;
  sandbox.run([](Guest& guest) {
    const uint64_t before = guest.kernel.accounting().usage().pipe_bytes;
    std::vector<int> masters;
    for (size_t i = 0; i < PtyFileSystem::kTerminalsMax; i++) masters.push_back(*guest.open("/dev/ptmx", O_RDWR));
    EXPECT_EQ(guest.open("/dev/ptmx", O_RDWR).error(), Errno::nospc);
    EXPECT_EQ(guest.kernel.accounting().usage().pipe_bytes, before + PtyFileSystem::kTerminalsMax * Terminal::kCharged);
    EXPECT_EQ(guest.open("/dev/pts/3", O_RDWR | O_NOCTTY).error(), Errno::io);  // locked
    guest.close(masters[3]);
    EXPECT_EQ(guest.open("/dev/pts/3", O_RDWR | O_NOCTTY).error(), Errno::noent);
    EXPECT_TRUE(guest.open("/dev/ptmx", O_RDWR).ok());
    return 0;
  });
}

TEST(Terminals, CountAsMemoryOfPipes) {
  OpenSandbox sandbox({.pipe_bytes = 3 * Terminal::kCharged});
  sandbox.run([](Guest& guest) {
    for (int i = 0; i < 3; i++) EXPECT_TRUE(guest.open("/dev/ptmx", O_RDWR).ok());
    EXPECT_EQ(guest.open("/dev/ptmx", O_RDWR).error(), Errno::nomem);
    return 0;
  });
}

}  // namespace
}  // namespace wasmsand::test
