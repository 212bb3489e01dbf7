// The texts of /proc, in Linux's formats. Kernel locked.
#pragma once

#include <string>

#include "kernel/result.h"

namespace wasmsand {

class Kernel;
class Process;

// Facts of the sandbox as a whole.
std::string proc_cpuinfo(Kernel& kernel);
std::string proc_filesystems(Kernel& kernel);
std::string proc_loadavg(Kernel& kernel);
std::string proc_meminfo(Kernel& kernel);
std::string proc_stat(Kernel& kernel);
std::string proc_uptime(Kernel& kernel);
std::string proc_version(Kernel& kernel);
std::string proc_vmstat(Kernel& kernel);
std::string proc_net(std::string_view name);
std::string random_uuid();

// Of one process. `viewer` is who reads: the one process that is seen running.
std::string process_limits(const Process& process);
std::string process_mountinfo(Kernel& kernel);
std::string process_mounts(Kernel& kernel);
std::string process_stat(Process& process, const Process* viewer);
std::string process_statm(const Process& process);
std::string process_status(const Process& process, const Process* viewer);
Result<std::string> process_descriptor(const Process& process, int fd);

// printf into the end of a string.
__attribute__((format(printf, 2, 3))) void append_format(std::string& out, const char* format, ...);

}  // namespace wasmsand
