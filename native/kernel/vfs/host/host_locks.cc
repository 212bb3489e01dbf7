#include "kernel/vfs/host/host_locks.h"

#include "kernel/io/open_file.h"

#if defined(__linux__)

#include <fcntl.h>
#include <sys/file.h>

#include <cerrno>

namespace wasmsand {

namespace {

struct flock record(LockTable::Kind kind, LockTable::Range range) {
  struct flock lock{};
  lock.l_type = kind == LockTable::Kind::shared ? F_RDLCK : kind == LockTable::Kind::exclusive ? F_WRLCK : F_UNLCK;
  lock.l_whence = SEEK_SET;
  lock.l_start = static_cast<off_t>(range.first);
  lock.l_len = range.last == LockTable::kEnd ? 0 : static_cast<off_t>(range.last - range.first + 1);
  return lock;
}

// The kernel's numbers are Linux's.
Errno last_error() { return errno == EACCES ? Errno::again : static_cast<Errno>(errno); }

void unlock(const host::Handle& handle) {
  struct flock all = record(LockTable::Kind::unlock, {});
  (void)::fcntl(handle.descriptor, F_OFD_SETLK, &all);
}

}  // namespace

// At once: whoever waits for the lock is told now, and the descriptor is closed later.
HostLockHolder::~HostLockHolder() {
  unlock(*handle_);
  fs_->closed(std::move(handle_));
}

Result<void> HostLocks::flock(LockTable::Kind kind) {
  const int operation = kind == LockTable::Kind::shared      ? LOCK_SH
                        : kind == LockTable::Kind::exclusive ? LOCK_EX
                                                             : LOCK_UN;
  used_ = true;
  return fs_.outside([&]() -> Result<void> {
    if (::flock(handle_->descriptor, operation | LOCK_NB) < 0) return last_error();
    return {};
  });
}

// To write if that may be: one that is opened again would conflict with the first.
Result<Ref<RefCounted>> HostLocks::open_for_process(uint32_t access_mode) {
  WS_TRY(fs_.count_open());
  auto opened = fs_.outside([&] {
    auto both = host::open_again(*handle_, O_RDWR);
    if (both.ok() || both.error() == Errno::nfile) return both;
    return host::open_again(*handle_, static_cast<int>(access_mode));
  });
  if (opened.ok()) return Ref<RefCounted>(make_ref<HostLockHolder>(Ref<HostFileSystem>(&fs_), std::move(*opened)));
  fs_.closed({});
  return opened.error();
}

const Ref<host::Handle>& HostLocks::held_by(const Ref<RefCounted>& holder) const {
  return holder ? static_cast<const HostLockHolder*>(holder.get())->handle() : handle_;
}

Result<void> HostLocks::set(const Ref<RefCounted>& holder, LockTable::Kind kind, LockTable::Range range) {
  if (!holder) used_ = true;
  const Ref<host::Handle> by = held_by(holder);
  return fs_.outside([&]() -> Result<void> {
    struct flock lock = record(kind, range);
    if (::fcntl(by->descriptor, F_OFD_SETLK, &lock) == 0) return {};
    // What was opened to be read, and may be written by now.
    return errno == EBADF ? Errno::nolck : last_error();
  });
}

Result<std::optional<LockTable::Held>> HostLocks::conflict(const Ref<RefCounted>& holder, LockTable::Kind kind,
                                                           LockTable::Range range) {
  const Ref<host::Handle> by = held_by(holder);
  return fs_.outside([&]() -> Result<std::optional<LockTable::Held>> {
    struct flock lock = record(kind, range);
    if (::fcntl(by->descriptor, F_OFD_GETLK, &lock) < 0) return last_error();
    if (lock.l_type == F_UNLCK) return std::optional<LockTable::Held>();
    const auto first = static_cast<uint64_t>(lock.l_start);
    const auto length = static_cast<uint64_t>(lock.l_len);
    // Whose it is, is no business of a guest's: as Linux shows what another namespace of pids has.
    return std::optional(
        LockTable::Held{.kind = lock.l_type == F_RDLCK ? LockTable::Kind::shared : LockTable::Kind::exclusive,
                        .range = {first, length == 0 ? LockTable::kEnd : first + length - 1},
                        .pid = 0});
  });
}

void HostLocks::release() {
  if (!used_) return;
  (void)::flock(handle_->descriptor, LOCK_UN);
  unlock(*handle_);
}

}  // namespace wasmsand

#else

namespace wasmsand {

HostLockHolder::~HostLockHolder() = default;
Result<void> HostLocks::flock(LockTable::Kind) { return Errno::opnotsupp; }
Result<Ref<RefCounted>> HostLocks::open_for_process(uint32_t) { return Errno::opnotsupp; }
Result<void> HostLocks::set(const Ref<RefCounted>&, LockTable::Kind, LockTable::Range) { return Errno::opnotsupp; }
Result<std::optional<LockTable::Held>> HostLocks::conflict(const Ref<RefCounted>&, LockTable::Kind, LockTable::Range) {
  return Errno::opnotsupp;
}
void HostLocks::release() {}

}  // namespace wasmsand

#endif
