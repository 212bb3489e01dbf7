// What runs have used that the host asks about: processor time and processes, apart from what runs beside them. Kernel
// tells it of processes that begin and end. Guarded by the kernel's lock.
#pragma once

#include <cstdint>
#include <map>
#include <optional>

#include "kernel/platform/clock.h"

namespace wasmsand {

class Process;
class ProcessTable;

class RunUsage {
 public:
  explicit RunUsage(const ProcessTable& processes) : processes_(processes) {}

  struct Use {
    Nanoseconds cpu_ns = 0;
    uint32_t processes = 0;  // that have begun
  };
  // From now on it is kept what the run uses; and no longer.
  void watch(uint64_t run_id) { runs_.try_emplace(run_id); }
  void forget(uint64_t run_id) { runs_.erase(run_id); }
  // With what its processes have used that live. Nothing: the run is not watched.
  [[nodiscard]] std::optional<Use> of(uint64_t run_id) const;

  void begun(const Process& process);
  // Its processor time is known.
  void ended(const Process& process);

 private:
  const ProcessTable& processes_;
  std::map<uint64_t, Use> runs_;
};

}  // namespace wasmsand
