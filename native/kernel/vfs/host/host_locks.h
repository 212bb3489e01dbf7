// Locks of what is open in a writable mount: the host's as well, so that its programs and those of other sandboxes see
// them. flock(2) is of a description here and there. Record locks of a process are the host's OFD locks of a descriptor
// that is opened for that process and file; those of a description are its own descriptor's.
#pragma once

#include "kernel/vfs/host/host_file_system.h"
#include "kernel/vfs/locks.h"

namespace wasmsand {

// A descriptor for the record locks of one process on one file.
class HostLockHolder final : public RefCounted {
 public:
  HostLockHolder(Ref<HostFileSystem> fs, Ref<host::Handle> handle) : fs_(std::move(fs)), handle_(std::move(handle)) {}
  ~HostLockHolder() override;
  const Ref<host::Handle>& handle() const { return handle_; }

 private:
  const Ref<HostFileSystem> fs_;
  Ref<host::Handle> handle_;
};

class HostLocks final : public OutsideLocks {
 public:
  HostLocks(HostFileSystem& fs, Ref<host::Handle> handle) : fs_(fs), handle_(std::move(handle)) {}

  Result<void> flock(LockTable::Kind kind) override;
  Result<Ref<RefCounted>> open_for_process(uint32_t access_mode) override;
  Result<void> set(const Ref<RefCounted>& holder, LockTable::Kind kind, LockTable::Range range) override;
  Result<std::optional<LockTable::Held>> conflict(const Ref<RefCounted>& holder, LockTable::Kind kind,
                                                  LockTable::Range range) override;
  // The description ends, and its locks with it, as a holder's.
  void release();

 private:
  const Ref<host::Handle>& held_by(const Ref<RefCounted>& holder) const;

  HostFileSystem& fs_;
  const Ref<host::Handle> handle_;
  bool used_ = false;
};

}  // namespace wasmsand
