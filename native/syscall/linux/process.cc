// The life of processes: exec, exit, wait, groups and sessions.
#include "syscall/linux/context.h"

namespace wasmsand {
namespace {

Result<int32_t> execute(LinuxContext& context, const Node& node, std::string path, uint32_t arguments_address,
                        uint32_t environment_address) {
  WS_ASSIGN(arguments, load_strings(context, arguments_address));
  WS_ASSIGN(environment, load_strings(context, environment_address));
  WS_ASSIGN(image, context.kernel.prepare_exec(&context.lock, context.process, node, std::move(path),
                                               std::move(arguments), std::move(environment)));
  context.call.next_image = std::move(image);
  context.call.after = GuestCall::After::exec;
  return 0;
}

Result<int32_t> end(LinuxContext& context, int32_t status) {
  context.kernel.exit(context.process, {.code = status & 0xff});
  return 0;
}

Result<Process*> process_or_self(LinuxContext& context, int32_t pid) {
  if (pid == 0) return &context.process;
  Process* const process = pid < 0 ? nullptr : context.kernel.processes().find(pid);
  if (process == nullptr) return Errno::srch;
  return process;
}

// What waitid tells of a child: wait4's status taken apart.
abi::Siginfo siginfo_of(const Kernel::Waited& waited) {
  constexpr int32_t kExited = 1, kKilled = 2, kStopped = 5, kContinued = 6;  // CLD_…
  constexpr int kContinuedStatus = 0xffff, kStoppedMark = 0x7f;
  abi::Siginfo info{};
  info.signo = abi::kSIGCHLD;
  info.pid = waited.pid;
  info.uid = waited.uid;
  const int status = waited.wait_status;
  if (status == kContinuedStatus) {
    info.code = kContinued;
    info.value = abi::kSIGCONT;
  } else if ((status & 0xff) == kStoppedMark) {
    info.code = kStopped;
    info.value = status >> 8 & 0xff;
  } else if ((status & 0x7f) == 0) {
    info.code = kExited;
    info.value = status >> 8 & 0xff;
  } else {
    info.code = kKilled;
    info.value = status & 0x7f;
  }
  return info;
}

// Checked before the wait, so that no child is reaped whose status cannot be told.
template <typename T>
Result<void> check_room(LinuxContext& context, uint32_t address) {
  if (address != 0) WS_TRY(context.memory.range(address, sizeof(T)));
  return {};
}

}  // namespace

Result<int32_t> sys_execve(LinuxContext& context, uint32_t path_address, uint32_t arguments, uint32_t environment) {
  WS_ASSIGN(path, context.path(path_address));
  WS_ASSIGN(node, context.node_at(kAtWorkingDirectory, path));
  return execute(context, node, std::move(path), arguments, environment);
}

Result<int32_t> sys_execveat(LinuxContext& context, int32_t directory, uint32_t path_address, uint32_t arguments,
                             uint32_t environment, uint32_t flags) {
  if (flags & ~(abi::kAT_EMPTY_PATH | abi::kAT_SYMLINK_NOFOLLOW)) return Errno::inval;
  WS_ASSIGN(path, context.path(path_address));
  WS_ASSIGN(node, context.node_at(directory, path, flags));
  WS_ASSIGN(attributes, context.vfs().attributes(node));
  if (attributes.type == FileType::symlink) return Errno::loop;
  if (directory != kAtWorkingDirectory && !path.starts_with('/')) {
    // As Linux names it to interpreters of scripts.
    path = "/dev/fd/" + std::to_string(directory) + (path.empty() ? "" : "/" + path);
  }
  return execute(context, node, std::move(path), arguments, environment);
}

// A process has one thread: both end it.
Result<int32_t> sys_exit(LinuxContext& context, int32_t status) { return end(context, status); }
Result<int32_t> sys_exit_group(LinuxContext& context, int32_t status) { return end(context, status); }

Result<int32_t> sys_wait4(LinuxContext& context, int32_t pid, uint32_t status, uint32_t options, uint32_t usage) {
  constexpr uint32_t kIgnored = abi::kWNOTHREAD | abi::kWALL | abi::kWCLONE;  // about threads
  constexpr uint32_t kServed = abi::kWNOHANG | abi::kWUNTRACED | abi::kWCONTINUED;
  if (options & ~(kServed | kIgnored)) return Errno::inval;
  if (pid == INT32_MIN) return Errno::srch;
  WS_TRY(check_room<int32_t>(context, status));
  WS_TRY(check_room<abi::Rusage>(context, usage));
  WS_ASSIGN(waited, context.kernel.wait_child(context.process, pid, (options & kServed) | abi::kWEXITED));
  if (waited.pid == 0) return 0;
  if (status != 0) WS_TRY(context.memory.store(status, int32_t{waited.wait_status}));
  if (usage != 0) WS_TRY(context.memory.store(usage, rusage_of(waited.cpu_ns, waited.peak_memory_bytes)));
  return int32_t{waited.pid};
}

Result<int32_t> sys_waitid(LinuxContext& context, int32_t type, int32_t id, uint32_t info, uint32_t options,
                           uint32_t usage) {
  constexpr uint32_t kIgnored = abi::kWNOTHREAD | abi::kWALL | abi::kWCLONE;
  constexpr uint32_t kEvents = abi::kWEXITED | abi::kWUNTRACED | abi::kWCONTINUED;
  constexpr uint32_t kServed = kEvents | abi::kWNOHANG | abi::kWNOWAIT;
  if ((options & ~(kServed | kIgnored)) || !(options & kEvents)) return Errno::inval;
  int which;
  switch (type) {
    case abi::kP_ALL:
      which = -1;
      break;
    case abi::kP_PID:
      if (id <= 0) return Errno::inval;
      which = id;
      break;
    case abi::kP_PGID:
      if (id < 0) return Errno::inval;
      if (id == 1) return Errno::child;  // init's group, which -1 could not say
      which = -id;
      break;
    default:
      return Errno::inval;
  }
  WS_TRY(check_room<abi::Siginfo>(context, info));
  WS_TRY(check_room<abi::Rusage>(context, usage));
  WS_ASSIGN(waited, context.kernel.wait_child(context.process, which, options & kServed));
  if (info != 0) WS_TRY(context.memory.store(info, waited.pid == 0 ? abi::Siginfo{} : siginfo_of(waited)));
  if (usage != 0 && waited.pid != 0) {
    WS_TRY(context.memory.store(usage, rusage_of(waited.cpu_ns, waited.peak_memory_bytes)));
  }
  return 0;
}

Result<int32_t> sys_getpid(LinuxContext& context) { return int32_t{context.process.pid}; }
Result<int32_t> sys_gettid(LinuxContext& context) { return int32_t{context.process.pid}; }

Result<int32_t> sys_getppid(LinuxContext& context) {
  constexpr int32_t kInit = 1;
  return context.process.parent ? int32_t{context.process.parent->pid} : kInit;
}

// The address would be cleared when the thread ends; with one thread per process nobody is left to see it.
Result<int32_t> sys_set_tid_address(LinuxContext& context, uint32_t) { return int32_t{context.process.pid}; }

Result<int32_t> sys_setpgid(LinuxContext& context, int32_t pid, int32_t group) {
  if (pid < 0 || group < 0) return Errno::inval;
  WS_TRY(context.kernel.set_process_group(context.process, pid, group));
  return 0;
}

Result<int32_t> sys_getpgid(LinuxContext& context, int32_t pid) {
  WS_ASSIGN(process, process_or_self(context, pid));
  return int32_t{process->process_group};
}

Result<int32_t> sys_getsid(LinuxContext& context, int32_t pid) {
  WS_ASSIGN(process, process_or_self(context, pid));
  return int32_t{process->session};
}

Result<int32_t> sys_setsid(LinuxContext& context) {
  WS_ASSIGN(session, context.kernel.set_session(context.process));
  return int32_t{session};
}

Result<int32_t> sys_prctl(LinuxContext& context, int32_t option, uint32_t argument2, uint32_t argument3,
                          uint32_t argument4, uint32_t argument5) {
  constexpr size_t kNameBytes = 16;
  switch (option) {
    case abi::kPR_SET_NAME: {
      Result<std::string> name = context.memory.string(argument2, kNameBytes - 1);
      if (!name.ok()) {
        if (name.error() != Errno::nametoolong) return name.error();
        WS_ASSIGN(bytes, context.memory.range(argument2, kNameBytes - 1));
        name = std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size());
      }
      context.process.name = std::move(*name);
      return 0;
    }
    case abi::kPR_GET_NAME: {
      std::array<char, kNameBytes> name{};
      context.process.name.copy(name.data(), kNameBytes - 1);
      WS_TRY(context.memory.store(argument2, name));
      return 0;
    }
    case abi::kPR_SET_PDEATHSIG:
      if (argument2 > kSignalCount) return Errno::inval;
      context.process.parent_death_signo = static_cast<int>(argument2);
      return 0;
    case abi::kPR_GET_PDEATHSIG:
      WS_TRY(context.memory.store(argument2, int32_t{context.process.parent_death_signo}));
      return 0;
    case abi::kPR_GET_DUMPABLE:
      return context.process.dumpable ? 1 : 0;
    case abi::kPR_SET_DUMPABLE:
      if (argument2 > 1) return Errno::inval;
      context.process.dumpable = argument2 == 1;
      return 0;
    case abi::kPR_SET_NO_NEW_PRIVS:
    case abi::kPR_GET_NO_NEW_PRIVS: {
      // No program gives privileges, so this always holds.
      const bool sets = option == abi::kPR_SET_NO_NEW_PRIVS;
      if (argument2 != (sets ? 1u : 0u) || argument3 != 0 || argument4 != 0 || argument5 != 0) return Errno::inval;
      return sets ? 0 : 1;
    }
    default:
      return Errno::inval;
  }
}

Result<int32_t> sys_personality(LinuxContext&, uint32_t persona) {
  constexpr uint32_t kQuery = 0xffffffff, kLinux = 0;
  if (persona != kQuery && persona != kLinux) return Errno::inval;
  return 0;
}

}  // namespace wasmsand
