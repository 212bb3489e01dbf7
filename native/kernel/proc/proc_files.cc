#include "kernel/proc/proc_files.h"

#include <array>
#include <cstdarg>
#include <cstdio>
#include <vector>

#include "kernel/kernel.h"
#include "kernel/resources/machine.h"

namespace wasmsand {

namespace {

constexpr Nanoseconds kTick = kSecond / static_cast<Nanoseconds>(kClockTicksPerSecond);
constexpr uint64_t kShownWithoutLimit = uint64_t{4} << 30;  // a wasm32 memory can never be larger

Nanoseconds uptime(Kernel& kernel) { return monotonic_now() - kernel.boot_time(); }

size_t count_running(Kernel& kernel) {
  size_t running = 0;
  for (auto& [pid, process] : kernel.processes()) running += process->cpu_clock != nullptr;
  return running;
}

}  // namespace

// NOLINTNEXTLINE(cert-dcl50-cpp): the compiler checks the arguments against the format
void append_format(std::string& out, const char* format, ...) {
  va_list arguments, again;
  va_start(arguments, format);
  va_copy(again, arguments);
  int length = std::vsnprintf(nullptr, 0, format, arguments);
  va_end(arguments);
  if (length > 0) {
    std::vector<char> text(static_cast<size_t>(length) + 1);
    (void)std::vsnprintf(text.data(), text.size(), format, again);
    out.append(text.data(), static_cast<size_t>(length));
  }
  va_end(again);
}

std::string proc_cpuinfo(Kernel&) {
  std::string text;
  for (uint32_t i = 0; i < kProcessorCount; i++)
    append_format(text, "processor\t: %u\nmodel name\t: %s\n\n", i, kMachineName);
  return text;
}

std::string proc_filesystems(Kernel&) { return "nodev\tproc\nnodev\ttmpfs\nnodev\tdevtmpfs\n"; }

std::string proc_loadavg(Kernel& kernel) {
  std::string text;
  const auto& [one, five, fifteen] = kernel.load_averages();
  append_format(text, "%.2f %.2f %.2f %zu/%zu %d\n", one, five, fifteen, count_running(kernel),
                kernel.processes().size(), kernel.processes().highest_pid());
  return text;
}

std::string proc_meminfo(Kernel& kernel) {
  uint64_t limit = kernel.accounting().limits().memory_bytes;
  uint64_t total = (limit ? limit : kShownWithoutLimit) / 1024;
  uint64_t used = std::min(kernel.accounting().usage().memory_bytes / 1024, total);
  struct Line {
    const char* name;
    uint64_t value;
  };
  std::string text;
  for (Line line : {Line{"MemTotal", total},
                    {"MemFree", total - used},
                    {"MemAvailable", total - used},
                    {"Buffers", 0},
                    {"Cached", 0},
                    {"SwapCached", 0},
                    {"Active", used},
                    {"Inactive", 0},
                    {"SwapTotal", 0},
                    {"SwapFree", 0},
                    {"Dirty", 0},
                    {"Writeback", 0},
                    {"AnonPages", used},
                    {"Mapped", 0},
                    {"Shmem", 0},
                    {"Slab", 0},
                    {"SReclaimable", 0},
                    {"SUnreclaim", 0},
                    {"CommitLimit", total},
                    {"Committed_AS", used}}) {
    std::string label = std::string(line.name) + ':';
    append_format(text, "%-15s %8llu kB\n", label.c_str(), static_cast<unsigned long long>(line.value));
  }
  return text;
}

std::string proc_stat(Kernel& kernel) {
  auto used = static_cast<unsigned long long>(kernel.cpu_used() / kTick);
  auto all = static_cast<unsigned long long>(uptime(kernel) / kTick) * kProcessorCount;
  unsigned long long idle = all > used ? all - used : 0;
  std::string text;
  append_format(text, "cpu  %llu 0 0 %llu 0 0 0 0 0 0\n", used, idle);
  for (uint32_t i = 0; i < kProcessorCount; i++)
    append_format(text, "cpu%u %llu 0 0 %llu 0 0 0 0 0 0\n", i, used / kProcessorCount, idle / kProcessorCount);
  append_format(text, "intr 0\nctxt 0\nbtime %lld\nprocesses %llu\nprocs_running %zu\nprocs_blocked 0\nsoftirq 0\n",
                static_cast<long long>((realtime_now() - uptime(kernel)) / kSecond),
                static_cast<unsigned long long>(kernel.accounting().usage().processes_started), count_running(kernel));
  return text;
}

std::string proc_uptime(Kernel& kernel) {
  constexpr double kNanosecondsPerSecond = 1e9;
  double up = static_cast<double>(uptime(kernel)) / kNanosecondsPerSecond;
  double used = static_cast<double>(kernel.cpu_used()) / kNanosecondsPerSecond;
  std::string text;
  append_format(text, "%.2f %.2f\n", up, std::max(up * kProcessorCount - used, 0.0));
  return text;
}

std::string proc_version(Kernel&) {
  std::string text;
  append_format(text, "%s version %s (wasmsand) %s\n", kSystemName, kSystemRelease, kSystemVersion);
  return text;
}

std::string proc_vmstat(Kernel& kernel) {
  uint64_t limit = kernel.accounting().limits().memory_bytes;
  uint64_t total = limit ? limit : kShownWithoutLimit;
  uint64_t used = std::min<uint64_t>(kernel.accounting().usage().memory_bytes, total);
  std::string text;
  append_format(text, "nr_free_pages %llu\nnr_zone_inactive_anon 0\nnr_zone_active_anon %llu\n",
                static_cast<unsigned long long>((total - used) / kGuestPageSize),
                static_cast<unsigned long long>(used / kGuestPageSize));
  for (const char* name : {"pgpgin", "pgpgout", "pswpin", "pswpout", "pgfault", "pgmajfault"})
    append_format(text, "%s 0\n", name);
  return text;
}

std::string proc_net(std::string_view name) {
  if (name == "dev")
    return "Inter-|   Receive                                                |  Transmit\n"
           " face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop fifo colls "
           "carrier compressed\n";
  if (name == "unix") return "Num       RefCount Protocol Flags    Type St Inode Path\n";
  if (name == "tcp")
    return "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode"
           "                                                     \n";
  if (name == "udp")
    return "   sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode ref "
           "pointer drops             \n";
  return "  sl  local_address                         remote_address                        st tx_queue rx_queue tr "
         "tm->when retrnsmt   uid  timeout inode\n";
}

std::string random_uuid() {
  std::array<uint8_t, 16> bytes{};
  if (!random_bytes(std::as_writable_bytes(std::span(bytes)))) return {};
  bytes[6] = (bytes[6] & 0x0f) | 0x40;  // version 4
  bytes[8] = (bytes[8] & 0x3f) | 0x80;  // the variant of RFC 4122
  std::string text;
  for (size_t i = 0; i < bytes.size(); i++) {
    if (i == 4 || i == 6 || i == 8 || i == 10) text += '-';
    append_format(text, "%02x", bytes[i]);
  }
  return text + '\n';
}

}  // namespace wasmsand
