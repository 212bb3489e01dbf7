// The machine: names, limits, scheduling, randomness, memory.
#include <algorithm>

#include "kernel/resources/machine.h"
#include "syscall/linux/context.h"

namespace wasmsand {
namespace {

constexpr uint32_t kProcessorMask = (uint32_t{1} << kProcessorCount) - 1;

void copy_name(uint8_t (&to)[65], std::string_view from) {
  from = from.substr(0, sizeof to - 1);
  std::memcpy(to, from.data(), from.size());
}

Result<Process*> process_or_self(LinuxContext& context, int32_t pid) {
  if (pid < 0) return Errno::inval;
  if (pid == 0) return &context.process;
  Process* const process = context.kernel.processes().find(pid);
  if (process == nullptr) return Errno::srch;
  return process;
}

// The processes a priority call means.
Result<std::vector<Process*>> processes_of(LinuxContext& context, int32_t which, int32_t who) {
  std::vector<Process*> found;
  const Process& self = context.process;
  for (const auto& [pid, process] : context.kernel.processes()) {
    bool meant;
    switch (which) {
      case abi::kPRIO_PROCESS:
        meant = pid == (who == 0 ? self.pid : who);
        break;
      case abi::kPRIO_PGRP:
        meant = process->process_group == (who == 0 ? self.process_group : who);
        break;
      case abi::kPRIO_USER:
        meant = process->credentials.real_uid == (who == 0 ? self.credentials.real_uid : static_cast<uint32_t>(who));
        break;
      default:
        return Errno::inval;
    }
    if (meant) found.push_back(process.get());
  }
  if (found.empty()) return which >= abi::kPRIO_PROCESS && which <= abi::kPRIO_USER ? Errno::srch : Errno::inval;
  return found;
}

constexpr int32_t kPolicyOther = 0, kPolicyFirstInFirstOut = 1, kPolicyRoundRobin = 2, kPolicyBatch = 3,
                  kPolicyIdle = 5;  // SCHED_…

Result<int32_t> priority_of_policy(int32_t policy, int32_t real_time) {
  switch (policy) {
    case kPolicyFirstInFirstOut:
    case kPolicyRoundRobin:
      return int32_t{real_time};
    case kPolicyOther:
    case kPolicyBatch:
    case kPolicyIdle:
      return 0;
    default:
      return Errno::inval;
  }
}

}  // namespace

Result<int32_t> sys_uname(LinuxContext& context, uint32_t result) {
  abi::Utsname names{};
  copy_name(names.system, kSystemName);
  copy_name(names.node, context.kernel.hostname());
  copy_name(names.release, kSystemRelease);
  copy_name(names.version, kSystemVersion);
  copy_name(names.machine, kMachineName);
  copy_name(names.domain, "(none)");
  WS_TRY(context.memory.store(result, names));
  return 0;
}

Result<int32_t> sys_sysinfo(LinuxContext& context, uint32_t result) {
  const uint64_t total = context.kernel.accounting().limits().memory_bytes;
  const uint64_t used = context.kernel.accounting().usage().memory_bytes;
  constexpr uint32_t kUnit = 4096;
  abi::Sysinfo info{};
  info.uptime = static_cast<uint32_t>((monotonic_now() - context.kernel.boot_time()) / kSecond);
  constexpr double kLoadUnit = 1 << 16;
  const auto& loads = context.kernel.load_averages();
  for (size_t i = 0; i < loads.size(); i++) info.loads[i] = static_cast<uint32_t>(loads[i] * kLoadUnit);
  info.total_ram = static_cast<uint32_t>(std::min<uint64_t>(total / kUnit, UINT32_MAX));
  info.free_ram = static_cast<uint32_t>(std::min<uint64_t>((total > used ? total - used : 0) / kUnit, UINT32_MAX));
  info.processes = static_cast<uint16_t>(context.kernel.processes().size());
  info.unit = kUnit;
  WS_TRY(context.memory.store(result, info));
  return 0;
}

Result<int32_t> sys_umask(LinuxContext& context, uint32_t mask) {
  return int32_t{std::exchange(context.process.umask, static_cast<uint16_t>(mask & 0777))};
}

Result<int32_t> sys_prlimit64(LinuxContext& context, int32_t pid, int32_t resource, uint32_t limit, uint32_t old) {
  if (resource < 0 || resource >= kResourceLimitCount) return Errno::inval;
  WS_ASSIGN(process, process_or_self(context, pid));
  ResourceLimit& current = process->limits[resource];
  const abi::Rlimit64 before = {.soft = current.soft, .hard = current.hard};
  if (old != 0) WS_TRY(context.memory.range(old, sizeof before));
  if (limit != 0) {
    WS_ASSIGN(wanted, context.memory.load<abi::Rlimit64>(limit));
    if (wanted.soft > wanted.hard) return Errno::inval;
    // Of root, too: the limits of the sandbox are behind them.
    if (wanted.hard > current.hard) return Errno::perm;
    current = {.soft = wanted.soft, .hard = wanted.hard};
    process->next_cpu_warning = 0;
  }
  if (old != 0) WS_TRY(context.memory.store(old, before));
  return 0;
}

// Answers 20 - nice, for an errno would be negative; the C library turns it back.
Result<int32_t> sys_getpriority(LinuxContext& context, int32_t which, int32_t who) {
  WS_ASSIGN(processes, processes_of(context, which, who));
  int lowest = 20;
  for (const Process* process : processes) lowest = std::min(lowest, process->nice);
  return 20 - lowest;
}

Result<int32_t> sys_setpriority(LinuxContext& context, int32_t which, int32_t who, int32_t priority) {
  WS_ASSIGN(processes, processes_of(context, which, who));
  const int nice = std::clamp(priority, -20, 19);
  for (const Process* process : processes) {
    if (nice < process->nice) return Errno::acces;
  }
  for (Process* process : processes) process->nice = nice;
  return 0;
}

Result<int32_t> sys_sched_yield(LinuxContext& context) {
  context.lock.pass();
  return 0;
}

Result<int32_t> sys_sched_getaffinity(LinuxContext& context, int32_t pid, uint32_t size, uint32_t mask) {
  if (size < sizeof(uint32_t) || size % sizeof(uint32_t) != 0) return Errno::inval;
  WS_TRY(process_or_self(context, pid));
  WS_TRY(context.memory.store(mask, kProcessorMask));
  return static_cast<int32_t>(sizeof(uint32_t));
}

Result<int32_t> sys_sched_setaffinity(LinuxContext& context, int32_t pid, uint32_t size, uint32_t mask_address) {
  WS_TRY(process_or_self(context, pid));
  if (size < sizeof(uint32_t)) return Errno::inval;
  WS_ASSIGN(mask, context.memory.load<uint32_t>(mask_address));
  if ((mask & kProcessorMask) == 0) return Errno::inval;
  return 0;
}

Result<int32_t> sys_sched_getscheduler(LinuxContext& context, int32_t pid) {
  WS_TRY(process_or_self(context, pid));
  return int32_t{kPolicyOther};
}

Result<int32_t> sys_sched_getparam(LinuxContext& context, int32_t pid, uint32_t parameter) {
  WS_TRY(process_or_self(context, pid));
  WS_TRY(context.memory.store(parameter, int32_t{0}));
  return 0;
}

Result<int32_t> sys_sched_setparam(LinuxContext& context, int32_t pid, uint32_t parameter) {
  return sys_sched_setscheduler(context, pid, kPolicyOther, parameter);
}

// Real-time scheduling needs a privilege no guest has.
Result<int32_t> sys_sched_setscheduler(LinuxContext& context, int32_t pid, int32_t policy, uint32_t parameter) {
  WS_TRY(process_or_self(context, pid));
  WS_ASSIGN(priority, context.memory.load<int32_t>(parameter));
  WS_ASSIGN(most, priority_of_policy(policy, 99));
  if (priority < 0 || priority > most || (most > 0 && priority == 0)) return Errno::inval;
  return most > 0 ? Result<int32_t>(Errno::perm) : 0;
}

Result<int32_t> sys_sched_get_priority_max(LinuxContext&, int32_t policy) { return priority_of_policy(policy, 99); }
Result<int32_t> sys_sched_get_priority_min(LinuxContext&, int32_t policy) { return priority_of_policy(policy, 1); }

Result<int32_t> sys_getcpu(LinuxContext& context, uint32_t cpu, uint32_t node, uint32_t) {
  if (cpu != 0) WS_TRY(context.memory.store(cpu, uint32_t{0}));
  if (node != 0) WS_TRY(context.memory.store(node, uint32_t{0}));
  return 0;
}

Result<int32_t> sys_getrandom(LinuxContext& context, uint32_t buffer, uint32_t size, uint32_t flags) {
  constexpr uint32_t kContradiction = abi::kGRND_RANDOM | abi::kGRND_INSECURE;
  if (flags & ~(abi::kGRND_NONBLOCK | kContradiction)) return Errno::inval;
  if ((flags & kContradiction) == kContradiction) return Errno::inval;
  constexpr uint32_t kMost = 33554431;
  WS_ASSIGN(out, context.memory.range(buffer, std::min(size, kMost)));
  // Unlocked and in pieces, so that others can go on and it can be killed meanwhile.
  constexpr size_t kAtOnce = 1 << 20;
  size_t done = 0;
  while (done < out.size() && !context.process.killed) {
    const std::span<std::byte> piece = out.subspan(done, std::min(kAtOnce, out.size() - done));
    Unlocked unlocked(context.lock);
    WS_TRY(random_bytes(piece));
    done += piece.size();
  }
  return static_cast<int32_t>(done);
}

// Asked by the C library before it grows the module's memory: `size` is what it will then have in all. Memory does not
// shrink, so less than there is counts as what there is.
Result<int32_t> sys_brk(LinuxContext& context, uint32_t size) {
  WS_TRY(context.kernel.memory().grow(context.process, std::max<uint64_t>(size, context.memory.whole().size())));
  return 0;
}

// No barrier is needed between threads that do not exist: the query answers that no command is served.
Result<int32_t> sys_membarrier(LinuxContext&, int32_t command, uint32_t flags, int32_t) {
  if (command != 0 || flags != 0) return Errno::inval;
  return 0;
}

}  // namespace wasmsand
