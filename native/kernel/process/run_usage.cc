#include "kernel/process/run_usage.h"

#include "kernel/process/process.h"
#include "kernel/process/process_table.h"

namespace wasmsand {

std::optional<RunUsage::Use> RunUsage::of(uint64_t run_id) const {
  const auto run = runs_.find(run_id);
  if (run == runs_.end()) return {};
  Use use = run->second;
  for (const auto& [pid, process] : processes_) {
    const bool has_ended = process->state == ProcessState::zombie || process->state == ProcessState::reaped;
    if (process->acting_run() != run_id || has_ended) continue;
    use.cpu_ns += process->cpu_time() - process->cpu_before_run;
  }
  return use;
}

void RunUsage::begun(const Process& process) {
  if (const auto run = runs_.find(process.acting_run()); run != runs_.end()) run->second.processes++;
}

void RunUsage::ended(const Process& process) {
  if (const auto run = runs_.find(process.acting_run()); run != runs_.end())
    run->second.cpu_ns += process.cpu_ns - process.cpu_before_run;
}

}  // namespace wasmsand
