#include "fuzz/hostile_program.h"

#include <algorithm>
#include <cstring>

#include "syscall/generated/abi_structs.h"
#include "syscall/generated/flags.h"
#include "syscall/generated/linux_calls.h"
#include "syscall/generated/wasi_calls.h"
#include "syscall/wasi/rights.h"

namespace wasmsand::fuzz {
namespace {

constexpr uint32_t kStrings = 1024, kStringBytes = 320;  // where each string of kTexts lies, one every kStringBytes
constexpr uint32_t kLocks = 20 * 1024, kLockCount = 24;  // struct flock64 that could be meant
constexpr uint32_t kStructs = 24 * 1024, kScratch = 32 * 1024;

const std::string kLong(255, 'l'), kTooLong(256, 'L');
const std::string kTexts[] = {"a",
                              "b",
                              "d",
                              "d/a",
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
                              "/proc/mounts",
                              "/bin/program",
                              "/bin/script",
                              "/bin/circle",
                              "fifo",
                              "d/fifo",
                              kLong,
                              kTooLong,
                              "./././././d/../d/./a",
                              "\xff\xfe",
                              "NAME=value",
                              "//tmp//b//",
                              "/proc/../tmp/./d"};

constexpr uint32_t kNumbers[] = {0,      1,      2,       3,          7,          8,          16,         63,
                                 64,     255,    256,     1024,       4095,       4096,       4097,       65535,
                                 65536,  65537,  131072,  1 << 20,    0x7fffefff, 0x7fffffff, 0x80000000, 0xfffff000,
                                 0xffff, 0xfffe, 0x10001, 0xffffffff, 0xfffffffe, 0xfffffff8, 1000000000, 999999999};

uint32_t text_address(size_t index) { return kStrings + static_cast<uint32_t>(index) * kStringBytes; }

const std::vector<uint32_t>& served_calls() {
  static const std::vector<uint32_t> calls = [] {
    std::vector<uint32_t> all;
    for (uint32_t number = 0; number < 1000; number++) {
      const LinuxCall* call = find_linux_call(number);
      if (call && call->handler) all.push_back(number);
    }
    return all;
  }();
  return calls;
}

// What changes most of the kernel's state.
const std::vector<uint32_t>& favourites() {
  static const std::vector<uint32_t> calls = [] {
    constexpr std::string_view kNames[] = {"openat",   "openat",   "close",     "dup3",      "mkdirat",
                                           "unlinkat", "linkat",   "symlinkat", "renameat2", "ftruncate64",
                                           "write",    "pwrite64", "fallocate", "flock",     "fcntl64",
                                           "pipe2",    "read",     "chdir",     "mknodat",   "kill"};
    std::vector<uint32_t> all;
    for (const uint32_t number : served_calls())
      all.insert(all.end(), std::count(std::begin(kNames), std::end(kNames), find_linux_call(number)->description.name),
                 number);
    return all;
  }();
  return calls;
}

}  // namespace

std::span<const std::string> texts() { return kTexts; }

void HostileProgram::furnish(std::span<std::byte> memory) {
  auto put = [&](uint32_t address, const void* data, size_t size) { std::memcpy(&memory[address], data, size); };
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
  // Anywhere in here words look like addresses, small numbers, or a list's end.
  for (uint32_t at = kStructs; at < kScratch; at += 4) {
    const uint32_t index = at / 4;
    const uint32_t word = index % 5 == 0   ? text_address(index % std::size(kTexts))
                          : index % 7 == 0 ? kScratch + index % 4096
                          : index % 3 == 0 ? 0
                                           : index % 24;
    put(at, &word, sizeof word);
  }
}

void HostileProgram::poke() {
  const uint32_t at = kStructs + 4 * input_.below(256);
  const uint32_t word = number();
  std::memcpy(&memory_[at], &word, sizeof word);
}

uint32_t HostileProgram::spawn_request() {
  if (input_.chance(8)) return address();
  constexpr uint32_t kRequest = kScratch - 1024, kActions = kRequest + 64;
  abi::SpawnRequest request{};
  request.path = text_address(31 + input_.below(3));
  request.arguments = request.environment = kStructs + 4 * input_.below(128);
  request.actions = kActions;
  request.action_count = input_.below(6);
  request.working_directory = input_.chance(3) ? text() : 0;
  request.flags = input_.byte();
  request.process_group = static_cast<int32_t>(pid());
  request.signal_mask = request.signal_defaults = number();
  std::memcpy(&memory_[kRequest], &request, sizeof request);
  for (uint32_t i = 0; i < request.action_count; i++) {
    const abi::SpawnAction action = {.kind = input_.below(7),
                                     .fd = static_cast<int32_t>(descriptor()),
                                     .new_fd = static_cast<int32_t>(descriptor()),
                                     .path = text(),
                                     .flags = input_.word(),
                                     .mode = 0777};
    std::memcpy(&memory_[kActions + i * sizeof action], &action, sizeof action);
  }
  return kRequest;
}

std::function<void()> HostileProgram::linux_call() {
  const uint32_t number = input_.pick(input_.chance(2) ? favourites() : served_calls());
  const CallDescription& description = find_linux_call(number)->description;
  std::array<uint32_t, 6> arguments{};
  for (int i = 0; i < description.argument_count; i++) {
    const ArgumentDescription& argument = description.arguments[i];
    if (argument.slot < 0 || argument.slot > 5) continue;
    const uint64_t value = value_for(argument, kLinuxSets);
    arguments[argument.slot] = static_cast<uint32_t>(value);
    if (argument.slot == 5) continue;
    if (argument.kind == ArgumentKind::offset) arguments[argument.slot + 1] = static_cast<uint32_t>(value >> 32);
    if (argument.kind == ArgumentKind::offset_high_first) {
      arguments[argument.slot] = static_cast<uint32_t>(value >> 32);
      arguments[argument.slot + 1] = static_cast<uint32_t>(value);
    }
  }
  return [&call = call_, number, arguments] { linux_syscall(call, number, arguments); };
}

std::function<void()> HostileProgram::wasi_call() {
  const uint32_t function = input_.below(kWasiFunctionCount);
  const CallDescription& description = kWasiCalls[function].description;
  std::array<uint64_t, 10> arguments{};
  for (int i = 0; i < description.argument_count; i++) {
    const ArgumentDescription& argument = description.arguments[i];
    if (argument.slot >= 0 && argument.slot < 10) arguments[argument.slot] = value_for(argument, kWasiSets);
  }
  return [&call = call_, function, arguments] { wasmsand::wasi_call(call, function, arguments); };
}

uint64_t HostileProgram::value_for(const ArgumentDescription& argument, const ValueSet* sets) {
  if (input_.chance(32)) return uint64_t{number()} << 32 | number();
  switch (argument.kind) {
    case ArgumentKind::fd:
      return descriptor();
    case ArgumentKind::dirfd:
      return input_.chance(3) ? descriptor() : static_cast<uint32_t>(-100);
    case ArgumentKind::path:
    case ArgumentKind::string:
      return text();
    case ArgumentKind::path_length:
      return input_.chance(4) ? number() : input_.below(20);
    case ArgumentKind::strings:
    case ArgumentKind::iovecs:
      return kStructs + 4 * input_.below(256);
    case ArgumentKind::flags:
    case ArgumentKind::enum_:
    case ArgumentKind::rights:
      return of_set(argument, sets);
    case ArgumentKind::pid:
      return pid();
    case ArgumentKind::signal:
      return input_.below(66);
    case ArgumentKind::offset:
    case ArgumentKind::offset_high_first:
    case ArgumentKind::u64:
    case ArgumentKind::s64:
      return wide_number();
    case ArgumentKind::mode:
      return input_.chance(2) ? 0777 : input_.word();
    case ArgumentKind::int_:
    case ArgumentKind::uint:
    case ArgumentKind::u32:
    case ArgumentKind::size:
    case ArgumentKind::id:
      return input_.chance(3) ? number() : input_.byte();
    default:
      return address();
  }
}

uint64_t HostileProgram::of_set(const ArgumentDescription& argument, const ValueSet* sets) {
  if (argument.detail < 0) return number();
  constexpr int kOpenFlags = 0;
  if (sets == kLinuxSets && argument.detail == kOpenFlags && input_.chance(2)) return abi::kO_CREAT | abi::kO_RDWR;
  const ValueSet& set = sets[argument.detail];
  if (set.count == 0) return 0;
  auto one = [&] { return set.values[input_.below(set.count)].value; };
  if (argument.kind == ArgumentKind::rights && input_.chance(2)) return wasi::openable_rights();
  if (!set.is_enum && input_.chance(2)) return 0;
  uint64_t value = one();
  if (!set.is_enum) {
    for (uint32_t more = input_.below(3); more > 0; more--) value |= one();
  }
  return value;
}

uint32_t HostileProgram::descriptor() {
  const uint8_t choice = input_.byte();
  constexpr uint32_t kOdd[] = {0xffffffff, static_cast<uint32_t>(-100), 255, 1023, 1024, 4096, 0x7fffffff, 0x80000000};
  return choice < 240 ? choice % 12 : kOdd[choice % 8];
}

uint32_t HostileProgram::pid() {
  const uint8_t choice = input_.byte();
  if (choice % 8 == 0) return number();
  if (choice % 8 == 1) return choice / 64 == 0 ? 0 : choice / 64 == 1 ? 1 : static_cast<uint32_t>(-1);
  const int found = choice % 8 == 2 ? pids_[0] : pids_[choice / 8 % pids_.size()];
  return choice >= 224 ? static_cast<uint32_t>(-found) : static_cast<uint32_t>(found);
}

uint32_t HostileProgram::text() {
  constexpr uint32_t kPlain = 6;  // the first ones: calls in a row must meet to have an effect on each other
  return text_address(input_.below(input_.chance(2) ? kPlain : std::size(kTexts)));
}
uint32_t HostileProgram::number() { return input_.chance(8) ? input_.word() : input_.pick(kNumbers); }
uint64_t HostileProgram::wide_number() {
  const uint64_t low = number();
  if (!input_.chance(4)) return low;
  constexpr uint64_t kEdges[] = {INT64_MAX, 1ull << 63, UINT64_MAX, UINT64_MAX - 4095, 1ull << 32, INT64_MAX - 65535};
  return input_.pick(kEdges) - low * input_.below(2);
}

uint32_t HostileProgram::address() {
  constexpr uint32_t kEdges[] = {0, 4, kMemoryBytes - 1, kMemoryBytes - 8, kMemoryBytes, 0xffffffff, 0xfffffffc};
  if (input_.chance(12)) return input_.pick(kEdges);
  switch (input_.below(4)) {
    case 0:
      return kScratch + 16 * input_.below(256);
    case 1:
      return kLocks + sizeof(abi::Flock64) * input_.below(kLockCount);
    default:
      return kStructs + 4 * input_.below(256);
  }
}

}  // namespace wasmsand::fuzz
