#include "kernel/state/snapshot_table.h"

#include <unordered_set>

#include "kernel/vfs/memory_file_system.h"

namespace wasmsand {

// What its sessions take, but for what another snapshot has as well.
uint64_t SnapshotTable::session_bytes(const Snapshot& snapshot) const {
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

Result<void> SnapshotTable::check_room() {
  const uint32_t limit = accounting_.limits().snapshots;
  if (limit != 0 && snapshots_.size() >= limit) return accounting_.refuse(Limit::max_snapshots, Errno::mfile);
  // What has changed since the last one is counted whatever the limit is.
  return accounting_.check_files();
}

Result<uint32_t> SnapshotTable::keep(const Ref<Snapshot>& snapshot) {
  const uint64_t bytes = session_bytes(*snapshot);
  WS_TRY(accounting_.charge_file_bytes(bytes));
  session_bytes_ += bytes;
  snapshot->files = files_.snapshot();
  snapshots_[++last_name_] = snapshot;
  return last_name_;
}

Ref<Snapshot> SnapshotTable::find(uint32_t name) const {
  const auto found = snapshots_.find(name);
  return found == snapshots_.end() ? Ref<Snapshot>() : found->second;
}

bool SnapshotTable::drop(uint32_t name) {
  auto dropped = snapshots_.extract(name);
  if (dropped.empty()) return false;
  Ref<Snapshot>& snapshot = dropped.mapped();
  const uint64_t bytes = session_bytes(*snapshot);
  accounting_.release_file_bytes(bytes);
  session_bytes_ -= bytes;
  files_.drop(snapshot->files);
  accounting_.discard_shared(std::move(snapshot));
  return true;
}

Space SnapshotTable::space() const {
  Space space = files_.ledger().only_in_snapshots();
  space.bytes += session_bytes_;
  return space;
}

}  // namespace wasmsand
