#include "kernel/process/process_table.h"

#include <algorithm>
#include <bitset>

#include "kernel/resources/machine.h"

namespace wasmsand {

namespace {
constexpr int kInit = 1;
}

Process* ProcessTable::find(int pid) const {
  const auto found = processes_.find(pid);
  return found == processes_.end() ? nullptr : found->second.get();
}

int ProcessTable::highest_pid() const { return processes_.empty() ? kInit : processes_.rbegin()->first; }

void ProcessTable::add(Ref<Process> process) {
  const int pid = process->pid;
  processes_[pid] = std::move(process);
}

int ProcessTable::allocate_pid() {
  std::bitset<kPidMax + 1> taken;
  for (const auto& [pid, process] : processes_) {
    for (const int number : {pid, process->process_group, process->session}) taken.set(static_cast<size_t>(number));
  }
  do {
    last_pid_ = last_pid_ >= kPidMax ? kInit + 1 : last_pid_ + 1;
  } while (taken[static_cast<size_t>(last_pid_)]);
  return last_pid_;
}

Result<void> ProcessTable::may_begin() const {
  if (held_) return Errno::busy;
  // A limit on processes keeps the search for a free pid finite.
  if (closed_ || processes_.size() >= kProcessesMax) return Errno::again;
  return {};
}

bool ProcessTable::run_lives(uint64_t run_id) const {
  return std::ranges::any_of(processes_, [run_id](const auto& entry) {
    return entry.second->acting_run() == run_id && !entry.second->ended();
  });
}

size_t ProcessTable::count_of_run(uint64_t run_id) const {
  if (run_id == kAllRuns) return processes_.size();
  return static_cast<size_t>(std::ranges::count_if(
      processes_, [run_id](const auto& entry) { return entry.second->run_id == run_id && !entry.second->ended(); }));
}

size_t ProcessTable::await_end(uint64_t run_id, std::function<void()> on_ended) {
  const size_t count = count_of_run(run_id);
  if (count > 0) awaited_ends_[run_id] = std::move(on_ended);
  return count;
}

void ProcessTable::tell_if_ended(uint64_t run_id) {
  const auto awaited = awaited_ends_.find(run_id);
  if (awaited == awaited_ends_.end() || count_of_run(run_id) > 0) return;
  const std::function<void()> tell = std::move(awaited->second);
  awaited_ends_.erase(awaited);
  tell();
}

bool ProcessTable::has_group(int group) const {
  return std::ranges::any_of(processes_, [group](const auto& entry) { return entry.second->process_group == group; });
}

bool ProcessTable::has_group(int group, int session) const {
  return std::ranges::any_of(processes_, [group, session](const auto& entry) {
    return entry.second->process_group == group && entry.second->session == session;
  });
}

std::set<int> ProcessTable::groups_with_stopped() const {
  std::set<int> groups;
  for (const auto& [pid, process] : processes_)
    if (process->state == ProcessState::stopped) groups.insert(process->process_group);
  return groups;
}

bool ProcessTable::is_orphaned(int group) const {
  return std::ranges::none_of(processes_, [group](const auto& entry) {
    const Process& process = *entry.second;
    return process.process_group == group && !process.ended() && process.parent &&
           process.parent->session == process.session && process.parent->process_group != group;
  });
}

}  // namespace wasmsand
