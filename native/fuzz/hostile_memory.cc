#include "fuzz/hostile_memory.h"

#include <cstring>

#include "syscall/generated/abi_structs.h"

namespace wasmsand::fuzz {
namespace {

constexpr uint32_t kStrings = 1024, kStringBytes = 320;  // where each string of kTexts lies, one every kStringBytes
constexpr uint32_t kLocks = 20 * 1024, kLockCount = 24;  // struct flock64 that could be meant
constexpr uint32_t kLongList = 22 * 1024, kLongListLength = 280;
constexpr uint32_t kStructs = 24 * 1024, kScratch = 32 * 1024;
static_assert(kLongList + 4 * (kLongListLength + 1) <= kStructs);
static_assert(HostileMemory::kStruct + HostileMemory::kStructBytes <= kScratch);

const std::string kLong(255, 'l'), kTooLong(256, 'L');
constexpr uint32_t kPlain = 7;  // the first ones: calls in a row must meet to have an effect on each other
constexpr uint32_t kFiles = 2, kPrograms = 32, kProgramCount = 3, kTooLongIndex = 38;
const std::string kTexts[] = {"a",
                              "f",
                              "b",
                              "d",
                              "d/a",
                              "fifo",
                              "d/e",
                              "d/e/../a",
                              "..",
                              ".",
                              "",
                              "/",
                              "a/",
                              "d/",
                              "link",
                              "link/a",
                              "/tmp/a",
                              "/tmp/d/link",
                              "/dev/shm/a",
                              "/dev/shm/d",
                              "/dev/null",
                              "/dev/urandom",
                              "/dev/full",
                              "/dev/fd/3",
                              "/dev/stdin",
                              "/proc/self/fd/3",
                              "/proc/self/cwd/a",
                              "/proc/self/exe",
                              "/proc/2/status",
                              "/proc/2/cwd",
                              "/proc/2/fd/4",
                              "/proc/self/fd",
                              "/bin/program",
                              "/bin/script",
                              "/bin/circle",
                              "/proc/mounts",
                              "d/fifo",
                              kLong,
                              kTooLong,
                              "./././././d/../d/./a",
                              "\xff\xfe",
                              "NAME=value",
                              "//tmp//b//",
                              "/proc/../tmp/./d"};

uint32_t text_address(size_t index) { return kStrings + static_cast<uint32_t>(index) * kStringBytes; }

}  // namespace

std::span<const std::string> HostileMemory::texts() { return kTexts; }

void HostileMemory::furnish(std::span<std::byte> memory) {
  auto put = [&](uint32_t address, const void* data, size_t size) { std::memcpy(&memory[address], data, size); };
  auto put_word = [&](uint32_t address, uint32_t word) { put(address, &word, sizeof word); };
  static_assert(kStrings + std::size(kTexts) * kStringBytes < kLocks);
  for (size_t i = 0; i < std::size(kTexts); i++) put(text_address(i), kTexts[i].c_str(), kTexts[i].size() + 1);
  for (uint32_t i = 0; i < kLockCount; i++) {
    const abi::Flock64 lock = {.type = static_cast<int16_t>(i % 3),
                               .whence = static_cast<int16_t>(i % 8 == 7 ? 2 : 0),
                               .pad = 0,
                               .start = i / 3 * 10,
                               .length = i % 5 * 7,
                               .pid = 0,
                               .pad2 = 0};
    put(kLocks + i * sizeof lock, &lock, sizeof lock);
  }
  for (uint32_t i = 0; i < kLongListLength; i++) put_word(kLongList + 4 * i, text_address(kTooLongIndex));
  put_word(kLongList + 4 * kLongListLength, 0);
  // Anywhere in here words look like addresses, small numbers, or a list's end.
  for (uint32_t at = kStructs; at < kScratch; at += 4) {
    const uint32_t index = at / 4;
    put_word(at, index % 5 == 0   ? text_address(index % std::size(kTexts))
                 : index % 7 == 0 ? kScratch + index % 4096
                 : index % 3 == 0 ? 0
                                  : index % 24);
  }
}

uint32_t HostileMemory::text(Input& input) {
  return text_address(input.below(input.chance(2) ? std::size(kTexts) : kPlain));
}

uint32_t HostileMemory::file(Input& input) { return text_address(input.below(kFiles)); }

uint32_t HostileMemory::program(Input& input) { return text_address(kPrograms + input.below(kProgramCount)); }

uint32_t HostileMemory::lock(Input& input) { return kLocks + sizeof(abi::Flock64) * input.below(kLockCount); }

uint32_t HostileMemory::list(Input& input) { return input.chance(12) ? kLongList : word(input); }

uint32_t HostileMemory::word(Input& input) { return kStructs + 4 * input.below(256); }

uint32_t HostileMemory::address(Input& input) {
  constexpr uint32_t kEdges[] = {0, 4, kBytes - 1, kBytes - 8, kBytes, 0xffffffff, 0xfffffffc};
  if (input.chance(12)) return input.pick(kEdges);
  switch (input.below(4)) {
    case 0:
      return kScratch + 16 * input.below(256);
    case 1:
      return lock(input);
    default:
      return word(input);
  }
}

}  // namespace wasmsand::fuzz
