#include "syscall/linux/context.h"

#include <algorithm>
#include <limits>

namespace wasmsand {

Result<Ref<OpenFile>> LinuxContext::file(int32_t fd) const {
  WS_ASSIGN(file, process.descriptors->get(fd));
  if (file->flags() & OpenFile::kPathOnly) return Errno::badf;
  return std::move(file);
}

uint32_t LinuxContext::descriptor_limit() const {
  const uint64_t soft = process.limits[kLimitDescriptors].soft;
  return static_cast<uint32_t>(std::min<uint64_t>(soft, std::numeric_limits<int32_t>::max()));
}

Result<int32_t> LinuxContext::add_descriptor(Ref<OpenFile> file, bool close_on_exec, int32_t minimum) {
  WS_ASSIGN(fd, process.descriptors->add(std::move(file), close_on_exec, minimum, descriptor_limit()));
  return int32_t{fd};
}

Result<Caller> LinuxContext::caller_at(int32_t directory, std::string_view path) {
  if (path.empty()) return Errno::noent;
  Caller caller = process.caller();
  if (path.front() == '/' || directory == kAtWorkingDirectory) return caller;
  WS_ASSIGN(file, file_or_path(directory));
  caller.working_directory = file->node();
  if (!caller.working_directory) return Errno::notdir;
  WS_ASSIGN(attributes, caller.working_directory.fs->attributes_to_pass(caller.working_directory.ino));
  if (attributes.type != FileType::directory) return Errno::notdir;
  return caller;
}

Result<Node> LinuxContext::node_at(int32_t directory, std::string_view path, uint32_t flags) {
  if (path.empty() && (flags & abi::kAT_EMPTY_PATH)) {
    if (directory == kAtWorkingDirectory) return *process.working_directory;
    WS_ASSIGN(file, file_or_path(directory));
    Node node = file->node();
    if (!node) return Errno::inval;
    return node;
  }
  WS_ASSIGN(caller, caller_at(directory, path));
  return vfs().resolve(caller, path, !(flags & abi::kAT_SYMLINK_NOFOLLOW));
}

Result<Nanoseconds> nanoseconds_of(const abi::Timespec64& time) {
  if (time.nanoseconds < 0 || time.nanoseconds >= kSecond) return Errno::inval;
  constexpr int64_t kMost = std::numeric_limits<Nanoseconds>::max() / kSecond - 1;
  return std::clamp(time.seconds, -kMost, kMost) * kSecond + time.nanoseconds;
}

abi::Timespec64 timespec_of(Nanoseconds time) {
  int64_t seconds = time / kSecond;
  int64_t rest = time % kSecond;
  if (rest < 0) {
    seconds--;
    rest += kSecond;
  }
  return {.seconds = seconds, .nanoseconds = static_cast<int32_t>(rest), .pad = 0};
}

abi::Timeval timeval_of(Nanoseconds time) {
  return {.seconds = static_cast<int32_t>(time / kSecond), .microseconds = static_cast<int32_t>(time % kSecond / 1000)};
}

abi::Rusage rusage_of(Nanoseconds cpu, uint64_t peak_memory_bytes) {
  abi::Rusage usage{};
  usage.user_time = timeval_of(cpu);
  usage.max_rss = static_cast<int32_t>(peak_memory_bytes / 1024);
  return usage;
}

namespace {

Result<Strings> strings_at(GuestMemory& memory, uint32_t address, uint64_t most) {
  constexpr size_t kStringMax = 128 * 1024;
  Strings strings;
  if (address == 0) return strings;
  for (;; address += sizeof(uint32_t)) {
    WS_ASSIGN(pointer, memory.load<uint32_t>(address));
    if (pointer == 0) return strings;
    Result<std::string> string = memory.string(pointer, kStringMax - 1);
    if (!string.ok()) return string.error() == Errno::nametoolong ? Errno::twobig : string.error();
    strings.add(*string);
    if (strings.cost() > most) return Errno::twobig;
  }
}

}  // namespace

Result<Strings> load_strings(LinuxContext& context, uint32_t address) {
  Result<Strings> strings = Strings();
  {
    Unlocked unlocked(context.lock);
    strings = strings_at(context.memory, address, context.kernel.accounting().limits().argument_bytes);
  }
  if (context.process.killed) return Errno::intr;
  if (strings.error() == Errno::twobig) return context.process.refuse(Limit::max_argument_bytes, Errno::twobig);
  return strings;
}

}  // namespace wasmsand
