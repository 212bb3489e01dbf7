// The processes of one sandbox, by pid: which there are, which pids are free, whether more may begin, and who awaits
// their end. It knows no signals and ends nothing: what a process goes through are functions of the Kernel, which adds
// it when it is made and removes it when it is reaped. Read by /proc, by system calls that name a process, by the host
// and its ticker. Guarded by the kernel's lock.
#pragma once

#include <functional>
#include <map>
#include <set>

#include "kernel/process/process.h"

namespace wasmsand {

class ProcessTable {
 public:
  using Processes = std::map<int, Ref<Process>>;

  [[nodiscard]] Process* find(int pid) const;
  [[nodiscard]] size_t size() const { return processes_.size(); }
  [[nodiscard]] bool empty() const { return processes_.empty(); }
  // In the order of their pids, each as {pid, process}.
  [[nodiscard]] Processes::const_iterator begin() const { return processes_.begin(); }
  [[nodiscard]] Processes::const_iterator end() const { return processes_.end(); }
  [[nodiscard]] Processes::const_iterator after(int pid) const { return processes_.upper_bound(pid); }
  [[nodiscard]] int highest_pid() const;

  void add(Ref<Process> process);
  void remove(const Process& process) { processes_.erase(process.pid); }
  WaitQueue ended;  // a process became a zombie or was reaped

  // The next pid that names no process, group or session. There are more pids than may_begin() lets processes begin.
  int allocate_pid();
  [[nodiscard]] int last_pid() const { return last_pid_; }
  void set_last_pid(int pid) { last_pid_ = pid; }

  // Whether one more may begin: EBUSY while it is held, EAGAIN when it is closed or full.
  [[nodiscard]] Result<void> may_begin() const;
  void hold() { held_ = true; }
  void go_on() { held_ = false; }
  void close() { closed_ = true; }
  [[nodiscard]] bool closed() const { return closed_; }

  // Runs of the host. Each of these looks at all processes.
  static constexpr uint64_t kAllRuns = 0;
  // Whether a process acts for the run that has not ended.
  [[nodiscard]] bool run_lives(uint64_t run_id) const;
  // How many processes of the run have not ended; of all, kAllRuns, how many have not been reaped either. `on_ended` is
  // called, locked and once, when there are none left, but not if there are none now. Must not block.
  size_t await_end(uint64_t run_id, std::function<void()> on_ended);
  void tell_if_ended(uint64_t run_id);

  // Process groups.
  [[nodiscard]] bool has_group(int group) const;
  [[nodiscard]] bool has_group(int group, int session) const;
  // In which of them somebody is stopped.
  [[nodiscard]] std::set<int> groups_with_stopped() const;
  // Nobody could continue a process of an orphaned group: no member has a parent elsewhere in the session.
  [[nodiscard]] bool is_orphaned(int group) const;

 private:
  [[nodiscard]] size_t count_of_run(uint64_t run_id) const;

  Processes processes_;
  int last_pid_ = 1;
  bool held_ = false, closed_ = false;
  std::map<uint64_t, std::function<void()>> awaited_ends_;  // by run
};

}  // namespace wasmsand
