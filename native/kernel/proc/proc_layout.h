// What is in /proc: the names, what kind of file each is, and how a file is told by its inode number.
#pragma once

#include <array>
#include <string>

#include "kernel/kernel.h"
#include "kernel/proc/proc_files.h"
#include "kernel/resources/machine.h"
#include "kernel/vfs/types.h"

namespace wasmsand::proc {

// Names that do not belong to a process. `parent` is an index of this table; inodes are index + 1.
struct Fixed {
  const char* name;
  uint8_t parent;
  FileType type;
  std::string (*text)(Kernel&);
};
inline constexpr uint8_t kTop = 0, kSys = 1, kSysKernel = 2, kRandomDirectory = 3, kSelf = 4, kMounts = 5, kBootId = 6,
                         kNet = 7, kThreadSelf = 8;
inline constexpr std::array kFixed = {
    Fixed{"", kTop, FileType::directory, nullptr},
    Fixed{"sys", kTop, FileType::directory, nullptr},
    Fixed{"kernel", kSys, FileType::directory, nullptr},
    Fixed{"random", kSysKernel, FileType::directory, nullptr},
    Fixed{"self", kTop, FileType::symlink, nullptr},
    Fixed{"mounts", kTop, FileType::symlink, nullptr},
    Fixed{"boot_id", kRandomDirectory, FileType::regular, nullptr},
    Fixed{"net", kTop, FileType::directory, nullptr},
    Fixed{"thread-self", kTop, FileType::symlink, nullptr},
    Fixed{"uuid", kRandomDirectory, FileType::regular, [](Kernel&) { return random_uuid(); }},
    Fixed{"entropy_avail", kRandomDirectory, FileType::regular, [](Kernel&) -> std::string { return "256\n"; }},
    Fixed{"cap_last_cap", kSysKernel, FileType::regular, [](Kernel&) -> std::string { return "40\n"; }},
    Fixed{"domainname", kSysKernel, FileType::regular, [](Kernel&) -> std::string { return "(none)\n"; }},
    Fixed{"ngroups_max", kSysKernel, FileType::regular, [](Kernel&) -> std::string { return "65536\n"; }},
    Fixed{"threads-max", kSysKernel, FileType::regular, [](Kernel&) { return std::to_string(kPidMax) + '\n'; }},
    Fixed{"hostname", kSysKernel, FileType::regular, [](Kernel& kernel) { return kernel.hostname() + '\n'; }},
    Fixed{"osrelease", kSysKernel, FileType::regular, [](Kernel&) { return std::string(kSystemRelease) + '\n'; }},
    Fixed{"ostype", kSysKernel, FileType::regular, [](Kernel&) { return std::string(kSystemName) + '\n'; }},
    Fixed{"version", kSysKernel, FileType::regular, [](Kernel&) { return std::string(kSystemVersion) + '\n'; }},
    Fixed{"pid_max", kSysKernel, FileType::regular, [](Kernel&) { return std::to_string(kPidMax) + '\n'; }},
    Fixed{"cmdline", kTop, FileType::regular, [](Kernel&) -> std::string { return "wasmsand\n"; }},
    Fixed{"cpuinfo", kTop, FileType::regular, proc_cpuinfo},
    // No block devices, no swap and no network: what reads these finds nothing listed.
    Fixed{"diskstats", kTop, FileType::regular, nullptr},
    Fixed{"swaps", kTop, FileType::regular,
          [](Kernel&) -> std::string { return "Filename\t\t\t\tType\t\tSize\t\tUsed\t\tPriority\n"; }},
    Fixed{"dev", kNet, FileType::regular, [](Kernel&) { return proc_net("dev"); }},
    Fixed{"tcp", kNet, FileType::regular, [](Kernel&) { return proc_net("tcp"); }},
    Fixed{"tcp6", kNet, FileType::regular, [](Kernel&) { return proc_net("tcp6"); }},
    Fixed{"udp", kNet, FileType::regular, [](Kernel&) { return proc_net("udp"); }},
    Fixed{"udp6", kNet, FileType::regular, [](Kernel&) { return proc_net("udp6"); }},
    Fixed{"unix", kNet, FileType::regular, [](Kernel&) { return proc_net("unix"); }},
    Fixed{"filesystems", kTop, FileType::regular, proc_filesystems},
    Fixed{"loadavg", kTop, FileType::regular, proc_loadavg},
    Fixed{"meminfo", kTop, FileType::regular, proc_meminfo},
    Fixed{"stat", kTop, FileType::regular, proc_stat},
    Fixed{"uptime", kTop, FileType::regular, proc_uptime},
    Fixed{"version", kTop, FileType::regular, proc_version},
    Fixed{"vmstat", kTop, FileType::regular, proc_vmstat},
};

// Names below /proc/<pid>, and below their fd and fdinfo.
enum class Kind : uint8_t {
  directory,
  cgroup,
  cmdline,
  comm,
  cwd,
  environ,
  exe,
  fd,
  fdinfo,
  limits,
  loginuid,
  maps,
  mountinfo,
  mounts,
  oom_score,
  oom_score_adj,
  root,
  smaps,
  stat,
  statm,
  status,
  task,
  wchan,
  thread,           // the directory /proc/<pid>/task/<pid>
  descriptor,       // the link /proc/<pid>/fd/N
  descriptor_info,  // /proc/<pid>/fdinfo/N
  descriptor_end,   // what such a link leads to when that is no node of a file system
};
struct OfProcess {
  const char* name;
  Kind kind;
  FileType type;
  uint16_t permissions;
};
inline constexpr std::array kOfProcess = {
    OfProcess{"cgroup", Kind::cgroup, FileType::regular, 0444},
    OfProcess{"cmdline", Kind::cmdline, FileType::regular, 0444},
    OfProcess{"comm", Kind::comm, FileType::regular, 0444},
    OfProcess{"cwd", Kind::cwd, FileType::symlink, 0777},
    OfProcess{"environ", Kind::environ, FileType::regular, 0400},
    OfProcess{"exe", Kind::exe, FileType::symlink, 0777},
    OfProcess{"fd", Kind::fd, FileType::directory, 0500},
    OfProcess{"fdinfo", Kind::fdinfo, FileType::directory, 0500},
    OfProcess{"limits", Kind::limits, FileType::regular, 0444},
    OfProcess{"loginuid", Kind::loginuid, FileType::regular, 0644},
    OfProcess{"maps", Kind::maps, FileType::regular, 0444},
    OfProcess{"mountinfo", Kind::mountinfo, FileType::regular, 0444},
    OfProcess{"mounts", Kind::mounts, FileType::regular, 0444},
    OfProcess{"oom_score", Kind::oom_score, FileType::regular, 0444},
    OfProcess{"oom_score_adj", Kind::oom_score_adj, FileType::regular, 0644},
    OfProcess{"root", Kind::root, FileType::symlink, 0777},
    OfProcess{"smaps", Kind::smaps, FileType::regular, 0444},
    OfProcess{"stat", Kind::stat, FileType::regular, 0444},
    OfProcess{"statm", Kind::statm, FileType::regular, 0444},
    OfProcess{"status", Kind::status, FileType::regular, 0444},
    OfProcess{"task", Kind::task, FileType::directory, 0555},
    OfProcess{"wchan", Kind::wchan, FileType::regular, 0444},
};

// A process has one thread, whose directory holds the very files of the process.
inline bool lists(Kind directory, const OfProcess& entry) {
  return directory == Kind::directory || entry.kind != Kind::task;
}

// An inode number taken apart: a fixed name, or pid, kind and descriptor.
struct Place {
  const Fixed* fixed = nullptr;
  int pid = 0;
  Kind kind = Kind::directory;
  int fd = 0;

  static Place of(Ino ino) {
    Place place;
    if (ino <= kFixed.size()) {
      place.fixed = &kFixed[ino - 1];
    } else {
      place.pid = static_cast<int>(ino >> 32);
      place.kind = static_cast<Kind>(ino >> 24 & 0xff);
      place.fd = static_cast<int>(ino & 0xffffff);
    }
    return place;
  }
  static Ino ino(int pid, Kind kind, int fd = 0) {
    return Ino{static_cast<uint32_t>(pid)} << 32 | Ino{static_cast<uint8_t>(kind)} << 24 |
           (static_cast<uint32_t>(fd) & 0xffffff);
  }
};

}  // namespace wasmsand::proc
