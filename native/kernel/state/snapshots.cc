// Snapshots of a kernel: taking, restoring, dropping.
#include <algorithm>

#include "kernel/kernel.h"
#include "kernel/state/snapshot.h"
#include "kernel/vfs/memory_file_system.h"

namespace wasmsand {

Result<Ref<Snapshot>> Kernel::freeze(Process* shell) {
  auto snapshot = make_ref<Snapshot>();
  snapshot->last_pid = last_pid_;
  if (shell != nullptr) {
    WS_ASSIGN(session, image_of(*shell));
    snapshot->session = session;
  }
  snapshot->files = root_file_system_->freeze();
  return snapshot;
}

// What the memory in `session` takes, unless another snapshot has the same.
uint64_t Kernel::session_bytes(const Snapshot& snapshot) const {
  if (!snapshot.session) return 0;
  const Ref<MemoryImage>& memory = snapshot.session->launch.image;
  for (const auto& [name, other] : snapshots_) {
    if (other.get() != &snapshot && other->session && other->session->launch.image == memory) return 0;
  }
  return memory->held_bytes();
}

Result<uint32_t> Kernel::take_snapshot(Process* shell) {
  const uint32_t limit = accounting_.limits().snapshots;
  if (limit != 0 && snapshots_.size() >= limit) return accounting_.refuse(Limit::max_snapshots, Errno::mfile);
  // What has changed since the last one is counted whatever the limit is.
  WS_TRY(accounting_.check_files());
  WS_ASSIGN(snapshot, freeze(shell));
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

Result<Ref<Process>> Kernel::restore(const Snapshot& snapshot, bool own, HostSession session) {
  if (!processes_.empty()) return Errno::busy;
  const FileSystemImage& files = *snapshot.files;
  if (!own) WS_TRY(accounting_.check_files(files.size.bytes, files.size.inodes));
  if (snapshot.session)
    WS_TRY(accounting_.check_memory(snapshot.session->memory_bytes + snapshot.session->engine_bytes));
  std::vector<Vfs::Mount> mounts = vfs_->unmount_all();
  root_file_system_->restore(snapshot.files);
  shared_memory_->restore(empty_shared_memory_);
  mount_all();
  mount_again(std::move(mounts));
  if (!own) last_pid_ = snapshot.last_pid;
  halted_ = false;
  if (!snapshot.session) return Ref<Process>();
  return begin_session(*snapshot.session, std::move(session));
}

}  // namespace wasmsand
