#include "fuzz/hostile_program.h"

#include <algorithm>
#include <cstring>
#include <iterator>

#include "syscall/generated/abi_structs.h"
#include "syscall/generated/flags.h"
#include "syscall/generated/linux_calls.h"
#include "syscall/generated/wasi_calls.h"
#include "syscall/wasi/rights.h"

namespace wasmsand::fuzz {
namespace {

constexpr uint32_t kNumbers[] = {0,      1,      2,       3,          7,          8,          16,         63,
                                 64,     255,    256,     1024,       4095,       4096,       4097,       65535,
                                 65536,  65537,  131072,  1 << 20,    0x7fffefff, 0x7fffffff, 0x80000000, 0xfffff000,
                                 0xffff, 0xfffe, 0x10001, 0xffffffff, 0xfffffffe, 0xfffffff8, 1000000000, 999999999};

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
    constexpr std::string_view kNames[] = {
        "openat",      "openat", "close",    "dup3",      "mkdirat", "unlinkat", "linkat", "symlinkat", "renameat2",
        "ftruncate64", "write",  "pwrite64", "fallocate", "flock",   "fcntl64",  "pipe2",  "read",      "chdir",
        "mknodat",     "kill",   "fcntl64",  "fcntl64",   "execve",  "wait4",    "pipe2"};
    std::vector<uint32_t> all;
    for (const uint32_t number : served_calls())
      all.insert(all.end(), std::count(std::begin(kNames), std::end(kNames), find_linux_call(number)->description.name),
                 number);
    return all;
  }();
  return calls;
}

std::optional<FileType> type_wanted_by(std::string_view call) {
  constexpr std::string_view kOfFiles[] = {"ftruncate64", "fallocate",       "pwrite64",   "pread64", "llseek",
                                           "flock",       "copy_file_range", "sendfile64", "fcntl64"};
  if (call == "getdents64" || call == "fchdir") return FileType::directory;
  if (std::find(std::begin(kOfFiles), std::end(kOfFiles), call) != std::end(kOfFiles)) return FileType::regular;
  return std::nullopt;
}

constexpr uint32_t kLockCommands[] = {abi::kF_SETLK64, abi::kF_SETLKW64,   abi::kF_SETLKW64, abi::kF_OFD_SETLK,
                                      abi::kF_GETLK64, abi::kF_OFD_SETLKW, abi::kF_OFD_GETLK};

}  // namespace

void HostileProgram::poke() {
  const uint32_t word = number();
  std::memcpy(&memory_[HostileMemory::word(input_)], &word, sizeof word);
}

uint32_t HostileProgram::spawn_request() {
  if (input_.chance(16)) return HostileMemory::address(input_);
  constexpr uint32_t kActions = HostileMemory::kStruct + 64, kActionsMost = 5;
  static_assert(64 + kActionsMost * sizeof(abi::SpawnAction) <= HostileMemory::kStructBytes);
  abi::SpawnRequest request{};
  request.path = input_.chance(16) ? HostileMemory::text(input_) : HostileMemory::program(input_);
  request.arguments = request.environment = HostileMemory::list(input_);
  request.actions = kActions;
  request.action_count = input_.below(kActionsMost + 1);
  request.working_directory = input_.chance(6) ? HostileMemory::text(input_) : 0;
  request.flags = input_.chance(3) ? input_.byte() : 0;
  request.process_group = static_cast<int32_t>(pid());
  request.signal_mask = request.signal_defaults = number();
  std::memcpy(&memory_[HostileMemory::kStruct], &request, sizeof request);
  constexpr uint32_t kKindLast = 5;
  for (uint32_t i = 0; i < request.action_count; i++) {
    const abi::SpawnAction action = {.kind = input_.chance(16) ? input_.byte() : 1 + input_.below(kKindLast),
                                     .fd = static_cast<int32_t>(descriptor()),
                                     .new_fd = static_cast<int32_t>(descriptor()),
                                     .path = HostileMemory::text(input_),
                                     .flags = input_.chance(3) ? input_.word() : uint32_t{abi::kO_CREAT | abi::kO_RDWR},
                                     .mode = 0777};
    std::memcpy(&memory_[kActions + i * sizeof action], &action, sizeof action);
  }
  return HostileMemory::kStruct;
}

uint32_t HostileProgram::poll_list(uint32_t count) {
  constexpr int16_t kEvents[] = {abi::kPOLLIN, abi::kPOLLOUT, 0, abi::kPOLLIN | abi::kPOLLOUT};
  for (uint32_t i = 0; i < count; i++) {
    abi::Pollfd entry{};
    entry.fd = static_cast<int32_t>(descriptor());
    entry.events = input_.pick(kEvents);
    std::memcpy(&memory_[HostileMemory::kStruct + i * sizeof entry], &entry, sizeof entry);
  }
  return HostileMemory::kStruct;
}

HostileProgram::Call HostileProgram::linux_call() {
  const uint32_t number = input_.pick(input_.chance(2) ? favourites() : served_calls());
  const CallDescription& description = find_linux_call(number)->description;
  const std::string_view name = description.name;
  wanted_ = type_wanted_by(name);
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
  // What takes several arguments that fit together to have any effect.
  if (name == "openat" && input_.chance(2)) {
    arguments = {static_cast<uint32_t>(-100), HostileMemory::file(input_), abi::kO_CREAT | abi::kO_RDWR, 0777};
  } else if (name == "fcntl64" && input_.chance(2)) {
    arguments[1] = input_.pick(kLockCommands);
    arguments[2] = HostileMemory::lock(input_);
  } else if (name == "ppoll_time64" && !input_.chance(4)) {
    const uint32_t count = 1 + input_.below(3);
    arguments = {poll_list(count), count};
  } else if (name == "execve" && !input_.chance(4)) {
    arguments[0] = HostileMemory::program(input_);
  } else if (name == "mknodat" && !input_.chance(4)) {
    constexpr uint32_t kFifo = 0010666;
    arguments[2] = kFifo;
  }
  return [&call = call_, number, arguments] { return linux_syscall(call, number, arguments); };
}

HostileProgram::Call HostileProgram::wasi_call() {
  const uint32_t function = input_.below(kWasiFunctionCount);
  const CallDescription& description = kWasiCalls[function].description;
  wanted_.reset();
  std::array<uint64_t, 10> arguments{};
  for (int i = 0; i < description.argument_count; i++) {
    const ArgumentDescription& argument = description.arguments[i];
    if (argument.slot >= 0 && argument.slot < 10) arguments[argument.slot] = value_for(argument, kWasiSets);
  }
  return [&call = call_, function, arguments] {
    return -static_cast<int32_t>(wasmsand::wasi_call(call, function, arguments));
  };
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
      return HostileMemory::text(input_);
    case ArgumentKind::path_length:
      return input_.chance(4) ? number() : input_.below(20);
    case ArgumentKind::strings:
    case ArgumentKind::iovecs:
      return HostileMemory::list(input_);
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
      return HostileMemory::address(input_);
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

// Mostly one that is open, and of what the call is for.
uint32_t HostileProgram::descriptor() {
  constexpr uint32_t kOdd[] = {0xffffffff, static_cast<uint32_t>(-100), 255, 1023, 1024, 4096, 0x7fffffff, 0x80000000};
  constexpr uint8_t kFewest = 12, kNotOdd = 240;
  const uint8_t choice = input_.byte();
  if (choice >= kNotOdd) return kOdd[choice % std::size(kOdd)];
  if (choice % 8 == 0) return choice / 8 % kFewest;
  const KernelLock lock(call_.kernel.mutex());
  const DescriptorTable& table = *call_.process.descriptors;
  std::vector<int> open = table.open_descriptors(), fitting;
  if (wanted_ && choice % 8 != 1) {
    std::copy_if(open.begin(), open.end(), std::back_inserter(fitting), [&](int fd) {
      const auto attributes = table.get(fd).value()->attributes();
      return attributes.ok() && attributes->type == *wanted_;
    });
  }
  const std::vector<int>& from = fitting.empty() ? open : fitting;
  return from.empty() ? choice % kFewest : static_cast<uint32_t>(from[choice / 8 % from.size()]);
}

uint32_t HostileProgram::pid() {
  const uint8_t choice = input_.byte();
  if (choice % 8 == 0) return number();
  if (choice % 8 == 1) return choice / 64 == 0 ? 0 : choice / 64 == 1 ? 1 : static_cast<uint32_t>(-1);
  const int found = choice % 8 == 2 ? pids_[0] : pids_[choice / 8 % pids_.size()];
  return choice >= 224 ? static_cast<uint32_t>(-found) : static_cast<uint32_t>(found);
}

uint32_t HostileProgram::number() { return input_.chance(8) ? input_.word() : input_.pick(kNumbers); }
// Where something is, or how much of it: mostly in files as they are here.
uint64_t HostileProgram::wide_number() {
  constexpr uint32_t kSmall = 300, kSomeExtents = 3 * 65536;
  switch (input_.below(8)) {
    case 0: {
      constexpr uint64_t kEdges[] = {INT64_MAX,         1ull << 63, UINT64_MAX,
                                     UINT64_MAX - 4095, 1ull << 32, INT64_MAX - 65535};
      return input_.pick(kEdges) - uint64_t{number()} * input_.below(2);
    }
    case 1:
      return number();
    case 2:
    case 3:
      return input_.below(kSomeExtents);
    default:
      return input_.below(kSmall);
  }
}

}  // namespace wasmsand::fuzz
