// Snapshots of a kernel: taking, restoring, dropping.
#include <algorithm>
#include <unordered_set>

#include "kernel/kernel.h"
#include "kernel/state/snapshot.h"
#include "kernel/vfs/memory_file_system.h"

namespace wasmsand {

Result<Ref<Snapshot>> Kernel::freeze(std::span<Process* const> sessions) {
  auto snapshot = make_ref<Snapshot>();
  snapshot->last_pid = last_pid_;
  bool all_rest = true;
  for (Process* const process : sessions) {
    auto image = image_of(*process);
    if (image.error() == Errno::again)
      all_rest = false;
    else if (!image.ok() && image.error() != Errno::notsup)
      return image.error();
    snapshot->sessions.push_back(image.ok() ? *image : Ref<SessionImage>());
  }
  if (!all_rest) return Errno::again;
  snapshot->files = root_file_system_->freeze();
  return snapshot;
}

// What its sessions take, but for what another snapshot has as well.
uint64_t Kernel::session_bytes(const Snapshot& snapshot) const {
  std::unordered_set<const MemoryImage*> of_others;
  for (const auto& [name, other] : snapshots_) {
    if (other.get() == &snapshot) continue;
    for (const Ref<SessionImage>& session : other->sessions)
      if (session) of_others.insert(session->launch.image.get());
  }
  uint64_t bytes = 0;
  for (const Ref<SessionImage>& session : snapshot.sessions)
    if (session && !of_others.contains(session->launch.image.get())) bytes += session->held_bytes();
  return bytes;
}

Result<uint32_t> Kernel::take_snapshot(std::span<Process* const> sessions) {
  const uint32_t limit = accounting_.limits().snapshots;
  if (limit != 0 && snapshots_.size() >= limit) return accounting_.refuse(Limit::max_snapshots, Errno::mfile);
  // What has changed since the last one is counted whatever the limit is.
  WS_TRY(accounting_.check_files());
  WS_ASSIGN(snapshot, freeze(sessions));
  const uint64_t bytes = session_bytes(*snapshot);
  WS_TRY(accounting_.charge_file_bytes(bytes));
  session_bytes_ += bytes;
  snapshot->files = root_file_system_->snapshot();
  snapshots_[++last_snapshot_] = snapshot;
  return last_snapshot_;
}

Ref<Snapshot> Kernel::snapshot(uint32_t name) const {
  const auto found = snapshots_.find(name);
  return found == snapshots_.end() ? Ref<Snapshot>() : found->second;
}

bool Kernel::drop_snapshot(uint32_t name) {
  auto dropped = snapshots_.extract(name);
  if (dropped.empty()) return false;
  Ref<Snapshot>& snapshot = dropped.mapped();
  const uint64_t bytes = session_bytes(*snapshot);
  accounting_.release_file_bytes(bytes);
  session_bytes_ -= bytes;
  root_file_system_->drop(snapshot->files);
  accounting_.discard_shared(std::move(snapshot));
  return true;
}

Space Kernel::space_of_snapshots() const {
  Space space = root_file_system_->ledger().only_in_snapshots();
  space.bytes += session_bytes_;
  return space;
}

size_t Kernel::halt(KernelLock& lock) {
  halted_ = true;
  std::vector<Ref<Process>> resting;
  for (const auto& [pid, process] : processes_)
    if (process->rest == Rest::resting && !process->killed) resting.push_back(process);
  kill_others(resting);
  // No thread of the host has to be waited for.
  for (const Ref<Process>& process : resting) finish(lock, *process, {0, kSigKill});
  return processes_.size();
}

void Kernel::kill_others(const std::vector<Ref<Process>>& spared) {
  for (const auto& [pid, process] : processes_)
    if (std::ranges::find(spared, process) == spared.end()) terminate(*process, {0, kSigKill});
}

// Whether there is room for the memory of all of them.
Result<void> Kernel::check_sessions(const Snapshot& snapshot) {
  uint64_t bytes = 0;
  for (const Ref<SessionImage>& session : snapshot.sessions) {
    if (!session) continue;
    const Ref<SharedPages> pages = session->program ? session->program->initial_pages.get() : Ref<SharedPages>();
    bytes += session->engine_bytes + session->memory_bytes;
    if (pages) bytes -= std::min<uint64_t>(session->memory_bytes, pages->bytes());
  }
  return accounting_.check_memory(bytes);
}

Result<std::vector<Ref<Process>>> Kernel::restore(const Snapshot& snapshot, bool own,
                                                  std::vector<HostSession> sessions) {
  if (!processes_.empty()) return Errno::busy;
  if (sessions.size() != snapshot.sessions.size()) return Errno::inval;
  const FileSystemImage& files = *snapshot.files;
  if (!own) WS_TRY(accounting_.check_files(files.size.bytes, files.size.inodes));
  WS_TRY(check_sessions(snapshot));
  std::vector<Vfs::Mount> mounts = vfs_->unmount_all();
  root_file_system_->restore(snapshot.files);
  shared_memory_->restore(empty_shared_memory_);
  mount_all();
  mount_again(std::move(mounts));
  if (!own) last_pid_ = snapshot.last_pid;
  halted_ = false;
  std::vector<Ref<Process>> begun;
  for (size_t i = 0; i < sessions.size(); i++) {
    Ref<Process> process;
    if (const Ref<SessionImage>& session = snapshot.sessions[i]) {
      WS_ASSIGN(there, begin_session(*session, std::move(sessions[i])));
      process = there;
    }
    begun.push_back(std::move(process));
  }
  return begun;
}

}  // namespace wasmsand
