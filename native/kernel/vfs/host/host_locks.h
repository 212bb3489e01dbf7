// Locks on open files of a writable mount. They are also taken on the host, so that programs of the host and other
// sandboxes see them. flock(2) locks belong to a description on both sides. Record locks of a process are OFD locks on
// a host descriptor that is opened for that process and file; record locks of a description are those of its own
// descriptor.
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
  // The description ends, and its locks with it, as those of a holder do.
  void release();

 private:
  const Ref<host::Handle>& held_by(const Ref<RefCounted>& holder) const;

  HostFileSystem& fs_;
  const Ref<host::Handle> handle_;
  bool used_ = false;
};

}  // namespace wasmsand
