// The texts of /proc/<pid>.
#include <algorithm>
#include <array>

#include "kernel/kernel.h"
#include "kernel/proc/proc_files.h"
#include "kernel/resources/machine.h"

namespace wasmsand {

namespace {

constexpr Nanoseconds kTick = kSecond / static_cast<Nanoseconds>(kClockTicksPerSecond);

unsigned long long wide(uint64_t value) { return value; }
unsigned long long ticks(Nanoseconds time) {
  return wide(static_cast<uint64_t>(std::max<Nanoseconds>(time, 0) / kTick));
}

int parent_pid(const Process& process) { return process.parent ? process.parent->pid : 1; }

// Whether a process waits inside the kernel is known to its worker only; who reads this surely runs.
char state_letter(const Process& process, const Process* viewer) {
  switch (process.state) {
    case ProcessState::stopped:
      return 'T';
    case ProcessState::zombie:
    case ProcessState::reaped:
      return 'Z';
    default:
      return &process == viewer ? 'R' : 'S';
  }
}

const char* state_word(char letter) {
  switch (letter) {
    case 'R':
      return "running";
    case 'T':
      return "stopped";
    case 'Z':
      return "zombie";
    default:
      return "sleeping";
  }
}

uint64_t resident(const Process& process) { return process.state == ProcessState::zombie ? 0 : process.memory_bytes; }

// As Linux escapes names where a line break would end the field.
std::string escaped(const std::string& name) {
  std::string text;
  for (char c : name) {
    if (c == '\n')
      text += "\\n";
    else if (c == '\\')
      text += "\\\\";
    else
      text += c;
  }
  return text;
}

// Mount tables separate fields by blanks.
std::string octal_escaped(const std::string& path) {
  std::string text;
  for (char c : path) {
    if (c == ' ' || c == '\t' || c == '\n' || c == '\\')
      append_format(text, "\\%03o", static_cast<unsigned>(static_cast<unsigned char>(c)));
    else
      text += c;
  }
  return text;
}

}  // namespace

std::string process_stat(Process& process, const Process* viewer) {
  std::string text;
  const Terminal* const terminal = process.terminal.get();
  append_format(text, "%d (%s) %c %d %d %d %u %d 0 0 0 0 0 ", process.pid, process.name.c_str(),
                state_letter(process, viewer), parent_pid(process), process.process_group, process.session,
                terminal != nullptr ? PtyFileSystem::device_number(terminal->number()) : 0,
                terminal != nullptr ? terminal->foreground() : -1);
  append_format(text, "%llu 0 %llu 0 %d %d 1 0 %llu %llu %llu %llu ", ticks(process.cpu_time()),
                ticks(process.children_cpu_ns), 20 + process.nice, process.nice,
                ticks(process.started_at - process.kernel.boot_time()), wide(resident(process)),
                wide(resident(process) / kGuestPageSize), wide(kUnlimited));
  // Addresses, the obsolete signal sets, and what comes after them: exit_signal is SIGCHLD, on processor 0.
  append_format(text, "0 0 0 0 0 %llu %llu 0 0 0 0 0 %d 0 0 0 0 0 0 0 0 0 0 0 0 0 %d\n",
                wide(process.signals.pending() & 0x7fffffff), wide(process.signals.mask & 0x7fffffff), kSigChild,
                process.exit_status.wait_status());
  return text;
}

std::string process_statm(const Process& process) {
  std::string text;
  unsigned long long pages = wide(resident(process) / kGuestPageSize);
  append_format(text, "%llu %llu 0 0 0 %llu 0\n", pages, pages, pages);
  return text;
}

std::string process_status(const Process& process, const Process* viewer) {
  const Credentials& who = process.credentials;
  char letter = state_letter(process, viewer);
  std::string text;
  append_format(text,
                "Name:\t%s\nUmask:\t%04o\nState:\t%c (%s)\nTgid:\t%d\nNgid:\t0\nPid:\t%d\nPPid:\t%d\nTracerPid:\t0\n",
                escaped(process.name).c_str(), static_cast<unsigned>(process.umask), letter, state_word(letter),
                process.pid, process.pid, parent_pid(process));
  append_format(text, "Uid:\t%u\t%u\t%u\t%u\nGid:\t%u\t%u\t%u\t%u\n", who.real_uid, who.uid, who.saved_uid, who.uid,
                who.real_gid, who.gid, who.saved_gid, who.gid);
  std::vector<int> open;
  if (process.descriptors) open = process.descriptors->open_descriptors();
  constexpr size_t kSlotsAtOnce = 64;
  size_t slots = open.empty() ? 0 : static_cast<size_t>(open.back()) + 1;
  append_format(text, "FDSize:\t%zu\nGroups:\t",
                std::max((slots + kSlotsAtOnce - 1) / kSlotsAtOnce, size_t{1}) * kSlotsAtOnce);
  for (uint32_t group : who.groups) append_format(text, "%u ", group);
  append_format(text, "\nNStgid:\t%d\nNSpid:\t%d\nNSpgid:\t%d\nNSsid:\t%d\n", process.pid, process.pid,
                process.process_group, process.session);
  if (process.state != ProcessState::zombie) {
    unsigned long long peak = wide(std::max(process.peak_memory_bytes, process.memory_bytes) / 1024),
                       now = wide(process.memory_bytes / 1024);
    append_format(text,
                  "VmPeak:\t%8llu kB\nVmSize:\t%8llu kB\nVmLck:\t%8d kB\nVmHWM:\t%8llu kB\nVmRSS:\t%8llu "
                  "kB\nVmData:\t%8llu kB\nVmStk:\t%8d kB\nVmSwap:\t%8d kB\n",
                  peak, now, 0, peak, now, now, 0, 0);
  }
  SignalSet ignored = 0, caught = 0;
  for (int signo = 1; signo <= kSignalCount; signo++) {
    uint32_t handler = process.signals.actions[static_cast<size_t>(signo)].handler;
    if (handler == SignalAction::kIgnore)
      ignored |= signal_bit(signo);
    else if (handler != SignalAction::kDefault)
      caught |= signal_bit(signo);
  }
  append_format(text,
                "Threads:\t1\nSigQ:\t%zu/"
                "%llu\nSigPnd:\t%016llx\nShdPnd:\t%016llx\nSigBlk:\t%016llx\nSigIgn:\t%016llx\nSigCgt:\t%016llx\n",
                process.signals.queued(), wide(process.limits[kLimitPendingSignals].soft), 0ull,
                wide(process.signals.pending()), wide(process.signals.mask), wide(ignored), wide(caught));
  append_format(text,
                "NoNewPrivs:\t0\nSeccomp:\t0\nCpus_allowed:\t%x\nCpus_allowed_list:\t0\nvoluntary_ctxt_switches:"
                "\t0\nnonvoluntary_ctxt_switches:\t0\n",
                (1u << kProcessorCount) - 1);
  return text;
}

std::string process_limits(const Process& process) {
  struct Line {
    const char *name, *units;
  };
  // In the order of RLIMIT_*.
  static constexpr std::array<Line, kResourceLimitCount> kLines = {{
      {"Max cpu time", "seconds"},
      {"Max file size", "bytes"},
      {"Max data size", "bytes"},
      {"Max stack size", "bytes"},
      {"Max core file size", "bytes"},
      {"Max resident set", "bytes"},
      {"Max processes", "processes"},
      {"Max open files", "files"},
      {"Max locked memory", "bytes"},
      {"Max address space", "bytes"},
      {"Max file locks", "locks"},
      {"Max pending signals", "signals"},
      {"Max msgqueue size", "bytes"},
      {"Max nice priority", ""},
      {"Max realtime priority", ""},
      {"Max realtime timeout", "us"},
  }};
  std::string text = "Limit                     Soft Limit           Hard Limit           Units     \n";
  auto shown = [](uint64_t value) { return value == kUnlimited ? "unlimited" : std::to_string(value); };
  for (size_t i = 0; i < kLines.size(); i++) {
    append_format(text, "%-25s %-20s %-20s ", kLines[i].name, shown(process.limits[i].soft).c_str(),
                  shown(process.limits[i].hard).c_str());
    if (kLines[i].units[0] != '\0') append_format(text, "%-10s", kLines[i].units);
    text += '\n';
  }
  return text;
}

std::string process_mounts(Kernel& kernel) {
  std::string text;
  for (const Vfs::Mount& mount : kernel.vfs().mounts())
    append_format(text, "%s %s %s %s,relatime 0 0\n", octal_escaped(mount.source).c_str(),
                  octal_escaped(mount.path).c_str(), mount.fs->type_name(), mount.fs->read_only() ? "ro" : "rw");
  return text;
}

std::string process_mountinfo(Kernel& kernel) {
  constexpr int kRootId = 21;  // any number will do
  std::string text;
  int id = kRootId;
  // A copy: slow ones are asked without the lock.
  const std::vector<Vfs::Mount> mounts = kernel.vfs().mounts();
  for (const Vfs::Mount& mount : mounts) {
    auto attributes = mount.fs->attributes(mount.fs->root());
    const uint32_t device = attributes ? attributes->device : 0;
    const char* access = mount.fs->read_only() ? "ro" : "rw";
    append_format(text, "%d %d %u:%u / %s %s,relatime - %s %s %s\n", id, id == kRootId ? 1 : kRootId, device >> 8,
                  device & 0xff, octal_escaped(mount.path).c_str(), access, mount.fs->type_name(),
                  octal_escaped(mount.source).c_str(), access);
    id++;
  }
  return text;
}

Result<std::string> process_descriptor(const Process& process, int fd) {
  WS_ASSIGN(file, process.descriptors->get(fd));
  std::string text;
  auto position = file->seek(0, abi::kSEEK_CUR);
  append_format(text, "pos:\t%llu\nflags:\t0%o\nmnt_id:\t0\n", position ? wide(*position) : 0, file->flags());
  if (Node node = file->node()) append_format(text, "ino:\t%llu\n", wide(node.ino));
  text += file->details();
  return text;
}

}  // namespace wasmsand
