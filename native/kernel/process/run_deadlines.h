// When the runs of a sandbox must end, and how long their sessions may take to let go of them. Set by the host, or by a
// session that has done with a run; Kernel::tick() has it look, and Kernel::finish() tells it what an ended process has
// used. What is due it ends through the Kernel. Guarded by the kernel's lock.
#pragma once

#include <cstdint>
#include <functional>
#include <map>

#include "kernel/executor.h"
#include "kernel/process/grace.h"

namespace wasmsand {

class Kernel;

// How often the processor time is looked at of a process for which something depends on it.
inline constexpr Nanoseconds kCpuPeriod = 10 * kMillisecond;

class RunDeadlines {
 public:
  RunDeadlines(Kernel& kernel, Executor* executor) : kernel_(kernel), executor_(executor) {}

  // Ends a run at a time (monotonic), or when it has used so much processor time with all that it has started; 0: it
  // has no such limit. The first of the two is noted as met.
  void set(uint64_t run_id, Nanoseconds deadline, Nanoseconds cpu, std::function<void()> on_expired);
  void clear(uint64_t run_id) { runs_.erase(run_id); }
  // Kills a session that has not replied to the request of a run within `time`, as Grace counts it; once for each run.
  // Nothing happens while the session has not begun with the request.
  void set_grace(const Process& session, uint64_t run_id, Nanoseconds time);

  [[nodiscard]] bool empty() const { return runs_.empty() && graces_.empty(); }
  // Ends what is due. Returns the next time it wants to be called (monotonic; 0 = not at all).
  Nanoseconds check(Nanoseconds now);
  // What the process, which ends, has used counts on for its run. False: that has no deadline.
  [[nodiscard]] bool keep_time_of(const Process& process);

 private:
  struct Run {
    Nanoseconds at, cpu;
    std::function<void()> on_expired;
    Nanoseconds cpu_of_ended = 0;
    Nanoseconds cpu_used = 0;  // as of the last check
  };
  struct SessionGrace {
    int pid;
    Grace grace;
  };
  void measure();
  Grace::Look look_at(uint64_t run_id, Nanoseconds now) const;
  // Whether one lasts.
  bool check_graces(Nanoseconds now);

  Kernel& kernel_;
  Executor* const executor_;
  std::map<uint64_t, Run> runs_;  // by run, as the graces
  std::map<uint64_t, SessionGrace> graces_;
};

}  // namespace wasmsand
