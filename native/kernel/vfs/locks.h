// Advisory locks: flock(2), owned by an open file description; fcntl(2) record locks, owned by a process or (OFD locks)
// by a description. Called with the kernel locked. Where others see the locks (OutsideLocks), the lock is released in
// between.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "kernel/process/wait.h"
#include "kernel/vfs/file_system.h"

namespace wasmsand {

class Accounting;
class OutsideLocks;

class LockTable {
 public:
  explicit LockTable(Accounting& accounting) : accounting_(accounting) {}

  enum class Kind : uint8_t { shared = 0, exclusive = 1, unlock = 2 };  // F_RDLCK, F_WRLCK, F_UNLCK
  enum class Owner : uint8_t { process, description };                  // F_SETLK…, F_OFD_SETLK…

  static constexpr uint64_t kEnd = INT64_MAX;  // `last` of a range that reaches to the end of any file
  struct Range {
    uint64_t first = 0, last = kEnd;  // both inclusive
    bool overlaps(const Range& other) const { return first <= other.last && other.first <= last; }
  };
  // What F_GETLK answers.
  struct Held {
    Kind kind;
    Range range;
    int pid;  // -1 for a description's lock
  };

  // `process` null (the host) never waits. EAGAIN when the call would have to wait but must not; EINTR after a signal.
  Result<void> flock(Process* process, OpenFile& file, Kind kind, bool wait);

  // A lock that prevents `kind` on `range`; none when it can be set.
  Result<std::optional<Held>> conflict(const Process& process, OpenFile& file, Owner owner, Kind kind,
                                       Range range) const;
  // EAGAIN, EINTR as above; EDEADLK when waiting would close a circle of waiting processes; ENOLCK when the
  // sandbox has as many as it may.
  Result<void> set_record(Process& process, OpenFile& file, Owner owner, Kind kind, Range range, bool wait);
  // The call that waits for a record lock ends.
  void stop_waiting(const Process& process) { waiting_.erase(&process); }

  // POSIX: closing any descriptor of a file gives up the process's record locks on it.
  void descriptor_closed(const Process& process, const OpenFile& file);
  void process_ended(const Process& process);
  // The last reference to a description is going away. Called by descriptions that have a node.
  void description_ended(const OpenFile& file);

 private:
  friend class Audit;  // test/audit.h
  using Key = std::pair<const FileSystem*, Ino>;
  struct Record {
    Kind kind;
    Range range;
    const void* owner;               // the Process or the OpenFile
    int pid;                         // -1 for a description
    Ref<RefCounted> outside_holder;  // of a process, where others see its locks
  };
  struct File {
    std::vector<std::pair<const OpenFile*, Kind>> flocks;
    std::vector<Record> records;
  };
  struct Waiting {
    Key key;
    Kind kind;
    Range range;
  };

  const Record* find_conflict(const Key& key, const void* owner, Kind kind, Range range) const;
  bool would_deadlock(const Process& process, const Key& key, Kind kind, Range range) const;
  Result<void> apply(const Key& key, Record record);
  void drop_if_empty(const Key& key);
  [[nodiscard]] Ref<RefCounted> outside_holder(const Key& key, const void* owner) const;
  Result<void> set_outside(Process& process, OpenFile& file, Record& record, bool wait);
  void restore_outside(OutsideLocks& outside, const Key& key, const Record& record);
  Errno wait_outside(Process& process);

  Accounting& accounting_;
  std::map<Key, File> files_;
  std::map<const void*, Waiting> waiting_;  // processes that wait for a record lock
  WaitQueue changed_;
};

// The locks of an open file that are visible outside of this sandbox. EAGAIN: a lock outside conflicts; nothing here
// waits. Locks that do not belong to the description have a `holder`, and end with its last reference. All functions
// but the end release the kernel's lock.
class OutsideLocks {
 public:
  virtual Result<void> flock(LockTable::Kind kind) = 0;
  virtual Result<Ref<RefCounted>> open_for_process(uint32_t access_mode) = 0;
  // Record locks; a null holder is the description itself.
  virtual Result<void> set(const Ref<RefCounted>& holder, LockTable::Kind kind, LockTable::Range range) = 0;
  virtual Result<std::optional<LockTable::Held>> conflict(const Ref<RefCounted>& holder, LockTable::Kind kind,
                                                          LockTable::Range range) = 0;

 protected:
  ~OutsideLocks() = default;
};

}  // namespace wasmsand
