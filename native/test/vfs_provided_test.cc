// Trees that the host's program has: what is asked of it, who waits meanwhile, and what is believed.
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <thread>

#include "kernel/vfs/provided/provided_file_system.h"
#include "test/one_thread_machine.h"

namespace wasmsand::test {
namespace {

using Program = OneThreadMachine::Program;
using Kind = Question::Kind;
constexpr auto kBlocked = std::nullopt;

class ProvidedTree : public ::testing::Test, private TreeProvider {
 protected:
  ProvidedTree() { mount(kSecond); }
  ~ProvidedTree() override { tree->close(); }

  void mount(Nanoseconds patience) {
    Kernel& kernel = machine.kernel();
    KernelLock lock(kernel.mutex());
    (void)kernel.unmount_folder("/p");
    (void)kernel.vfs().make_directory(kernel.host_caller(), "/p", 0755);
    auto mounted = kernel.mount_provider("/p", *this, 1, patience);
    ASSERT_TRUE(mounted.ok());
    tree = *mounted;
  }

  static std::optional<int32_t> open(Program& program, const std::string& path) {
    return program.sys("openat", -100, program.text("/p/" + path), 0, 0);
  }
  void answer(Errno error, Question::Answer given = {}) {
    ASSERT_FALSE(asked.empty());
    KernelLock lock(machine.kernel().mutex());
    tree->answer(asked.back().number, error, std::move(given));
    asked.pop_back();
  }
  void answer(Question::Found found) { answer(Errno::success, {.found = std::move(found), .names = {}, .bytes = {}}); }
  void answer_bytes(const std::string& text) {
    const auto bytes = std::as_bytes(std::span(text));
    answer(Errno::success, {.found = {}, .names = {}, .bytes = {bytes.begin(), bytes.end()}});
  }
  static Question::Found file(uint64_t size = 5) {
    return {.type = FileType::regular, .permissions = 0444, .size = size, .modified = 0, .target = {}};
  }
  static Question::Found directory() {
    return {.type = FileType::directory, .permissions = 0555, .size = 0, .modified = 0, .target = {}};
  }

  struct Asked {
    uint32_t number;
    Kind kind;
    std::string path;
    uint64_t offset;
    uint32_t length;
  };
  OneThreadMachine machine;
  Ref<ProvidedFileSystem> tree;
  std::vector<Asked> asked;

 private:
  void ask(uint32_t, const Question& question) override {
    asked.push_back({question.number, question.kind, question.path, question.offset, question.length});
  }
};

TEST_F(ProvidedTree, IsAskedStepByStepWhileTheCallWaits) {
  Program& guest = machine.start();
  EXPECT_EQ(open(guest, "d/file"), kBlocked);
  ASSERT_EQ(asked.size(), 1U);
  EXPECT_EQ(asked[0].path, "d");
  EXPECT_EQ(guest.again(), kBlocked) << "asked for nothing";
  EXPECT_EQ(asked.size(), 1U);
  answer(directory());
  EXPECT_TRUE(guest.woken());
  EXPECT_EQ(guest.again(), kBlocked);
  EXPECT_EQ(asked.back().path, "d/file");
  answer(file());
  const int32_t fd = guest.again().value();
  ASSERT_GE(fd, 0);
  const uint32_t buffer = guest.space(10);
  EXPECT_EQ(guest.sys("read", fd, buffer, 10), kBlocked);
  EXPECT_EQ(asked.back().kind, Kind::read);
  EXPECT_EQ(asked.back().length, ProvidedFileSystem::kReadMin);
  answer_bytes("hello");
  EXPECT_EQ(guest.again(), 5);
  EXPECT_EQ(guest.string(buffer, 5), "hello");
  // Others that look at the same ask nothing.
  Program& other = machine.start();
  EXPECT_GE(open(other, "d/file").value(), 0);
  EXPECT_TRUE(asked.empty());
}

TEST_F(ProvidedTree, IsCopiedPieceByPiece) {
  constexpr size_t kSize = 1'000'000, kAt = 7;
  const auto byte_at = [](size_t at) { return static_cast<char>(at % 251); };
  Program& guest = machine.start();
  EXPECT_EQ(open(guest, "file"), kBlocked);
  answer(file(kSize));
  const int32_t in = guest.again().value();
  const int32_t out = guest.now("openat", -100, guest.text("/tmp/copy"), abi::kO_CREAT | abi::kO_RDWR, 0666);
  const uint32_t offset = guest.put(uint64_t{kAt});
  std::optional<int32_t> copied = guest.sys("copy_file_range", in, 0, out, offset, kSize, 0);
  while (!copied) {
    ASSERT_FALSE(asked.empty());
    // What has been copied is not kept.
    EXPECT_LE(guest.process->progress().told.size(), 2U);
    const Asked piece = asked.back();
    std::string bytes(std::min<size_t>(piece.length, kSize - piece.offset), '\0');
    for (size_t i = 0; i < bytes.size(); i++) bytes[i] = byte_at(piece.offset + i);
    answer_bytes(bytes);
    copied = guest.again();
  }
  EXPECT_EQ(copied, kSize);
  EXPECT_EQ(guest.get<uint64_t>(offset), kAt + kSize);
  const uint32_t buffer = guest.space(100'000);
  size_t at = 0;
  while (const int32_t count = guest.now("read", out, buffer, 100'000)) {
    for (const char byte : guest.string(buffer, static_cast<size_t>(count))) {
      const size_t place = at++;
      if (place < kAt) continue;
      ASSERT_EQ(byte, byte_at(place - kAt)) << place;
    }
  }
  EXPECT_EQ(at, kAt + kSize);
}

TEST_F(ProvidedTree, ListsADirectoryAsItWasWhenItWasReadFirst) {
  Program& guest = machine.start();
  const int32_t fd = open(guest, "").value();
  const uint32_t buffer = guest.space(80);
  EXPECT_EQ(guest.sys("getdents64", fd, buffer, 80), kBlocked);
  std::vector<Question::Name> names;
  names.reserve(9);
  for (int i = 0; i < 9; i++) names.push_back({FileType::regular, "name" + std::to_string(i)});
  answer(Errno::success, {.found = {}, .names = names, .bytes = {}});
  std::vector<std::string> seen;
  for (int32_t length = guest.again().value(); length > 0; length = guest.now("getdents64", fd, buffer, 80)) {
    for (int32_t at = 0; at < length; at += guest.get<uint16_t>(buffer + at + 16))
      seen.emplace_back(guest.string(buffer + at + 19, 60).c_str());
  }
  ASSERT_EQ(seen.size(), 11U) << ". and .. are not lost by waiting";
  EXPECT_EQ(seen[0], ".");
  EXPECT_EQ(seen[1], "..");
  EXPECT_EQ(seen[10], "name8");
  EXPECT_TRUE(asked.empty());
}

TEST_F(ProvidedTree, KeepsOneListOfADirectoryHoweverOftenItIsOpen) {
  Program& guest = machine.start();
  const uint32_t buffer = guest.space(80);
  const auto memory = [&] { return machine.kernel().accounting().usage().memory_bytes; };
  EXPECT_EQ(open(guest, "file"), kBlocked);
  answer(file(1000));
  const int32_t other = guest.again().value();
  const auto list = [&](std::vector<Question::Name> names) {
    // What is kept for a moment gives way to what is told later.
    for (size_t i = 0; i < ProvidedFileSystem::kKept; i++) {
      EXPECT_EQ(guest.sys("read", other, buffer, 10), kBlocked);
      answer_bytes("x");
      EXPECT_EQ(guest.again(), 1);
    }
    const int32_t fd = open(guest, "").value();
    EXPECT_EQ(guest.sys("getdents64", fd, buffer, 80), kBlocked);
    answer(Errno::success, {.found = {}, .names = std::move(names), .bytes = {}});
    EXPECT_GT(guest.again().value(), 0);
    return fd;
  };
  const auto before = memory();
  const std::vector<Question::Name> names(1000, {FileType::regular, std::string(200, 'n')});
  const int32_t first = list(names);
  const auto one = memory() - before;
  EXPECT_GT(one, 200'000U);
  std::vector<int32_t> others;
  for (int i = 0; i < 20; i++) others.push_back(list(names));
  EXPECT_EQ(memory() - before, one);
  // It has changed: one more, which goes with the last that has it.
  const int32_t changed = list({1000, {FileType::regular, std::string(200, 'm')}});
  EXPECT_EQ(memory() - before, 2 * one);
  EXPECT_EQ(guest.now("close", changed), 0);
  EXPECT_EQ(memory() - before, one);
  EXPECT_EQ(guest.now("close", first), 0);
  EXPECT_EQ(memory() - before, one);
  for (const int32_t fd : others) EXPECT_EQ(guest.now("close", fd), 0);
  EXPECT_EQ(memory(), before);
}

TEST_F(ProvidedTree, KeepsBoundedListsOfAllOpenDirectories) {
  Program& guest = machine.start();
  const uint32_t buffer = guest.space(80);
  const auto before = machine.kernel().accounting().usage().memory_bytes;
  int32_t answered = 1;
  for (int i = 0; answered > 0; i++) {
    const std::string path = "d" + std::to_string(i);
    EXPECT_EQ(open(guest, path), kBlocked);
    answer(directory());
    const int32_t fd = guest.again().value();
    EXPECT_EQ(guest.sys("getdents64", fd, buffer, 80), kBlocked);
    answer(Errno::success, {.found = {}, .names = {65'536, {FileType::regular, std::string(200, 'n')}}, .bytes = {}});
    answered = guest.again().value();
    EXPECT_LE(machine.kernel().accounting().usage().memory_bytes - before, ProvidedFileSystem::kHeldBytes);
  }
  EXPECT_EQ(answered, failed(Errno::nomem));
}

TEST_F(ProvidedTree, AnswersOneQuestionToAllWhoWaitForIt) {
  Program& first = machine.start();
  Program& second = machine.start();
  EXPECT_EQ(open(first, "file"), kBlocked);
  EXPECT_EQ(open(second, "file"), kBlocked);
  EXPECT_EQ(asked.size(), 1U);
  machine.signal(first, SIGKILL);
  EXPECT_EQ(first.again(), failed(Errno::intr));
  machine.finish(first);
  answer(file());
  EXPECT_TRUE(second.woken());
  EXPECT_GE(second.again().value(), 0);
  EXPECT_EQ(machine.audit(), std::vector<std::string>());
}

TEST_F(ProvidedTree, IsWaitedForSoLong) {
  mount(kMillisecond);
  Program& guest = machine.start();
  EXPECT_EQ(open(guest, "file"), kBlocked);
  std::this_thread::sleep_for(std::chrono::milliseconds(2));
  EXPECT_EQ(guest.again(), failed(Errno::timedout));
  // What comes later is of no use, and what is asked next is asked anew.
  EXPECT_EQ(open(guest, "file"), kBlocked);
  EXPECT_EQ(asked.size(), 2U);
}

TEST_F(ProvidedTree, IsAskedABoundedNumberOfQuestions) {
  mount(kMillisecond);
  Program& guest = machine.start();
  for (size_t i = 0; i < ProvidedFileSystem::kOpenMax + 10; i++) {
    EXPECT_EQ(open(guest, "f" + std::to_string(i)), kBlocked);
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    EXPECT_EQ(guest.again(), failed(Errno::timedout));
  }
  EXPECT_EQ(asked.size(), ProvidedFileSystem::kOpenMax);
  EXPECT_EQ(open(guest, "next"), kBlocked);
  answer(Errno::noent);
  EXPECT_TRUE(guest.woken());
  EXPECT_EQ(guest.again(), kBlocked);
  EXPECT_EQ(asked.back().path, "next");
}

TEST_F(ProvidedTree, IsBelievedNoFurtherThanItCanBeTrue) {
  Program& guest = machine.start();
  Question::Found odd[] = {file(UINT64_MAX), file(), file(), directory(), file()};
  odd[1].type = FileType::character_device;
  odd[2].permissions = 0xffff;
  odd[3].target = "x";
  odd[4].type = FileType::symlink;
  for (Question::Found& found : odd) {
    EXPECT_EQ(open(guest, "file"), kBlocked);
    answer(found);
    EXPECT_EQ(guest.again(), failed(Errno::io));
  }
  const int32_t listing = open(guest, "").value();
  for (const char* name : {"", ".", "..", "a/b"}) {
    EXPECT_EQ(guest.sys("getdents64", listing, guest.space(100), 100), kBlocked);
    answer(Errno::success, {.found = {}, .names = {{FileType::regular, name}}, .bytes = {}});
    EXPECT_EQ(guest.again(), failed(Errno::io)) << name;
  }
  EXPECT_EQ(open(guest, "file"), kBlocked);
  answer(file());
  const int32_t fd = guest.again().value();
  EXPECT_EQ(guest.sys("read", fd, guest.space(10), 10), kBlocked);
  answer_bytes(std::string(ProvidedFileSystem::kReadMin + 1, 'x'));
  EXPECT_EQ(guest.again(), failed(Errno::io));
  // A number that nobody has asked with.
  KernelLock lock(machine.kernel().mutex());
  tree->answer(12'345, Errno::success, {});
}

TEST_F(ProvidedTree, TellsTheHostWhatToAskNext) {
  Kernel& kernel = machine.kernel();
  KernelLock lock(kernel.mutex());
  const auto look = [&] { return kernel.vfs().resolve(kernel.host_caller(), "/p/d/file").error(); };
  EXPECT_EQ(look(), Errno::again);
  ASSERT_NE(tree->next_of_host(), nullptr);
  EXPECT_EQ(tree->next_of_host()->path, "d");
  tree->answer(tree->next_of_host()->number, Errno::success, {.found = directory(), .names = {}, .bytes = {}});
  EXPECT_EQ(look(), Errno::again);
  EXPECT_EQ(tree->next_of_host()->path, "d/file");
  tree->answer(tree->next_of_host()->number, Errno::noent, {});
  EXPECT_EQ(look(), Errno::noent);
  EXPECT_EQ(tree->next_of_host(), nullptr);
  tree->host_done();
  EXPECT_TRUE(asked.empty()) << "the host asks by itself";
}

TEST_F(ProvidedTree, KnowsABoundedNumberOfNames) {
  Program& guest = machine.start();
  const uint32_t out = guest.space(256);
  for (size_t i = 0; i < ProvidedNodes::kNodesMax + 100; i++) {
    const uint32_t path = guest.put(std::array<char, 16>{});
    (void)std::snprintf(reinterpret_cast<char*>(&guest.bytes[path]), 16, "/p/%zu", i);
    EXPECT_EQ(guest.sys("statx", -100, path, 0, 0x7ff, out), kBlocked);
    answer(file());
    ASSERT_EQ(guest.again(), 0);
  }
  // The first is asked for again, the last is not.
  EXPECT_EQ(open(guest, "0"), kBlocked);
  answer(file());
  EXPECT_GE(guest.again().value(), 0);
  EXPECT_GE(open(guest, std::to_string(ProvidedNodes::kNodesMax + 99)).value(), 0);
}

TEST_F(ProvidedTree, IsReadOnlyAndBusyWhileItIsUsed) {
  Program& guest = machine.start();
  EXPECT_EQ(guest.sys("mkdirat", -100, guest.text("/p/new"), 0777), kBlocked);
  answer(Errno::noent);
  EXPECT_EQ(guest.again(), failed(Errno::rofs));
  EXPECT_EQ(open(guest, "file"), kBlocked);
  const auto unmount = [&] {
    KernelLock lock(machine.kernel().mutex());
    return machine.kernel().unmount_folder("/p").error();
  };
  EXPECT_EQ(unmount(), Errno::busy);
  answer(file());
  const int32_t fd = guest.again().value();
  EXPECT_EQ(unmount(), Errno::busy);
  EXPECT_EQ(guest.now("close", fd), 0);
  EXPECT_EQ(unmount(), Errno::success);
}

}  // namespace
}  // namespace wasmsand::test
