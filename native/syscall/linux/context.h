// What the handlers of the door `linux` work with: the process, its memory, the kernel, locked. One file here per
// family of calls; their declarations are generated (generated/linux_calls.h). Every pointer goes through GuestMemory,
// every flag is checked, nothing is read twice from guest memory.
#pragma once

#include "kernel/io/open_file.h"
#include "kernel/kernel.h"
#include "syscall/door.h"
#include "syscall/generated/abi_structs.h"
#include "syscall/generated/flags.h"
#include "syscall/generated/linux_calls.h"

namespace wasmsand {

inline constexpr int32_t kAtWorkingDirectory = -100;  // AT_FDCWD
inline constexpr uint32_t kTransferMax = 0x7ffff000;  // MAX_RW_COUNT: what one read or write moves at most

struct LinuxContext {
  GuestCall& call;
  KernelLock& lock;
  Kernel& kernel = call.kernel;
  Process& process = call.process;
  GuestMemory& memory = call.memory;

  IoContext io() { return {lock, &process}; }
  Vfs& vfs() { return kernel.vfs(); }

  // EBADF also for descriptors opened with O_PATH.
  Result<Ref<OpenFile>> file(int32_t fd) const;
  Result<Ref<OpenFile>> file_or_path(int32_t fd) const { return process.descriptors->get(fd); }
  Result<int32_t> add_descriptor(Ref<OpenFile> file, bool close_on_exec, int32_t minimum = 0);
  uint32_t descriptor_limit() const;

  // A path argument: not longer than PATH_MAX.
  Result<std::string> path(uint32_t address) { return memory.string(address, kPathMax - 1); }
  // The caller with `directory` as the start of relative paths.
  Result<Caller> caller_at(int32_t directory, std::string_view path);
  // The node `path` names. With AT_EMPTY_PATH in `flags` an empty path names `directory` itself, which need not be one.
  // AT_SYMLINK_NOFOLLOW: a symlink at the end is what is meant.
  Result<Node> node_at(int32_t directory, std::string_view path, uint32_t flags = 0);
};

// A relative or absolute time of the guest; EINVAL unless nanoseconds are below a second. Saturates.
Result<Nanoseconds> nanoseconds_of(const abi::Timespec64& time);
abi::Timespec64 timespec_of(Nanoseconds time);
abi::Timeval timeval_of(Nanoseconds time);
abi::Rusage rusage_of(Nanoseconds cpu, uint64_t peak_memory_bytes);

// A null-terminated array of strings, as argv. E2BIG past what exec accepts. Gives the lock up meanwhile.
Result<Strings> load_strings(LinuxContext& context, uint32_t address);

}  // namespace wasmsand
