// The snapshots of one sandbox, named by numbers that are never used again, and what counts only because they keep it.
// Kernel::take_snapshot() makes them; the host names, reads and drops them. Guarded by the kernel's lock.
#pragma once

#include <cstdint>
#include <map>

#include "kernel/state/snapshot.h"
#include "kernel/vfs/space_ledger.h"

namespace wasmsand {

class MemoryFileSystem;

class SnapshotTable {
 public:
  SnapshotTable(Accounting& accounting, MemoryFileSystem& files) : accounting_(accounting), files_(files) {}

  // Whether there may be one more. EMFILE: there are as many as may be. ENOSPC: the files' limit is passed already.
  Result<void> check_room();
  // Names what was frozen just now. Its files become a snapshot of the tree, which counts here. ENOSPC: there is no
  // room for what its sessions take.
  Result<uint32_t> keep(const Ref<Snapshot>& snapshot);
  [[nodiscard]] Ref<Snapshot> find(uint32_t name) const;
  // False: there is none of that name.
  bool drop(uint32_t name);
  [[nodiscard]] size_t size() const { return snapshots_.size(); }
  // What counts only because snapshots keep it.
  [[nodiscard]] Space space() const;

 private:
  friend class Audit;  // test/audit.h
  uint64_t session_bytes(const Snapshot& snapshot) const;

  Accounting& accounting_;
  MemoryFileSystem& files_;
  std::map<uint32_t, Ref<Snapshot>> snapshots_;
  uint32_t last_name_ = 0;
  uint64_t session_bytes_ = 0;  // what the memories in them take
};

}  // namespace wasmsand
