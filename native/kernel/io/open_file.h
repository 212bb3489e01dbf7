// The open file description of POSIX: what dup, fork and inheritance share. Subclasses: regular files, directories,
// pipe ends, devices, /proc files, host streams.
#pragma once

#include <span>

#include "kernel/linux_constants.h"
#include "kernel/lock.h"
#include "kernel/process/wait.h"
#include "kernel/vfs/file_system.h"

namespace wasmsand {

class Epoll;
class FileWatch;
class OutsideLocks;
class Process;
class Socket;
struct NodePlace;

// On whose behalf an operation runs, and the lock it may give up while it copies. An operation that must wait has done
// nothing and says Errno::blocked: it is to be asked again when the process was woken. `process` is null for the host,
// which never waits: it gets EAGAIN.
struct IoContext {
  KernelLock& lock;
  Process* process;
  bool raises_sigpipe = true;  // false for WASI, which has no signals: a broken pipe is only EPIPE there
  bool non_blocking = false;   // for this call, whatever the file's flags are: what would wait is EAGAIN
  Nanoseconds deadline = 0;    // of a wait for a socket: ETIMEDOUT then (monotonic, 0 = none)

  // Between the steps of a long operation: lets others have the lock. EINTR when the process is to die.
  Result<void> pause() const;
  // Whether the process is to die: what is left to do is left.
  bool given_up() const;
  // Bytes that earlier askings of the call have moved.
  uint64_t moved() const;
  // How a call ends that has moved `done` bytes when `error` came: they count more. Errno::blocked: not yet.
  Result<size_t> ended_after(uint64_t done, Errno error) const;
};

// The outcome of a write when no reader is left: EPIPE, with SIGPIPE.
Errno broken_pipe(const IoContext&);

class OpenFile : public RefCounted {
 public:
  // `flags`: O_ACCMODE, O_APPEND, O_NONBLOCK, O_DIRECTORY, O_PATH … as given to open, without the creation flags.
  explicit OpenFile(uint32_t flags) : flags_(flags) {}
  ~OpenFile() override;

  // The part of open(2) that may block: a FIFO waits here for its other end. Called before the descriptor is made,
  // until it no longer says Errno::blocked.
  virtual Result<void> connect(IoContext&) { return {}; }

  virtual Result<size_t> read(IoContext&, std::span<std::byte>) { return Errno::inval; }
  // May take less than all for the moment, see write_all in transfer.h.
  virtual Result<size_t> write(IoContext&, std::span<const std::byte>) { return Errno::inval; }
  virtual Result<size_t> read_at(IoContext&, uint64_t, std::span<std::byte>) { return Errno::spipe; }
  virtual Result<size_t> write_at(IoContext&, uint64_t, std::span<const std::byte>) { return Errno::spipe; }
  // `whence`: SEEK_SET 0, CUR 1, END 2, DATA 3, HOLE 4. Returns the new offset.
  virtual Result<uint64_t> seek(int64_t, int) { return Errno::spipe; }
  virtual Result<void> truncate(IoContext&, uint64_t) { return Errno::inval; }
  virtual Result<void> allocate(IoContext&, uint32_t /*mode*/, uint64_t /*offset*/, uint64_t /*length*/) {
    return Errno::nodev;
  }
  // Directories only. `visit` gets "." and ".." too; the position advances past each entry it accepts.
  virtual Result<void> list(IoContext&, const std::function<bool(const DirectoryEntry&)>&) { return Errno::notdir; }
  virtual Result<Attributes> attributes() = 0;
  // Only what lies in a file system can be written out.
  virtual Result<void> synchronize() { return Errno::inval; }

  // Ready now, as poll(2) bits; and the queues that are woken when that may have changed of `events`: none, it never
  // changes.
  virtual uint32_t poll_events() { return kPollIn | kPollOut; }
  virtual void add_poll_queues(uint32_t /*events*/, std::vector<WaitQueue*>&) {}
  // Bytes that can be read at once (FIONREAD).
  virtual Result<size_t> readable_bytes() { return Errno::notty; }
  // fcntl(F_GETPIPE_SZ, F_SETPIPE_SZ): the capacity now.
  virtual Result<uint32_t> pipe_capacity() { return Errno::badf; }
  virtual Result<uint32_t> set_pipe_capacity(IoContext&, uint32_t) { return Errno::badf; }
  virtual bool is_terminal() const { return false; }
  virtual Socket* as_socket() { return nullptr; }
  virtual Epoll* as_epoll() { return nullptr; }
  // Where its locks are seen by others than the processes of the sandbox; null: nowhere.
  virtual OutsideLocks* outside_locks() { return nullptr; }
  // Who is told when this description is no more.
  void add_watch(FileWatch& watch) { watches_.push_back(&watch); }
  void remove_watch(FileWatch& watch) { std::erase(watches_, &watch); }

  // The node it was opened by; empty for pipes and host streams.
  virtual Node node() const { return {}; }
  // Where that was found, if another description of it could be opened that does the same; null: none could.
  virtual const NodePlace* place() const { return nullptr; }
  // What /proc/self/fd/N points to: a path, "pipe:[12]", …; empty: a path longer than PATH_MAX.
  virtual std::string describe() = 0;
  // What /proc/self/fdinfo/N says that only descriptions of its kind have.
  virtual std::string details() { return {}; }

  uint32_t flags() const { return flags_; }
  // fcntl(F_SETFL): only O_APPEND, O_NONBLOCK, O_ASYNC, O_DIRECT, O_NOATIME change.
  void set_flags(uint32_t flags);
  bool readable() const { return (flags_ & kAccessModeMask) != kWriteOnly && !(flags_ & kPathOnly); }
  bool writable() const { return (flags_ & kAccessModeMask) != kReadOnly && !(flags_ & kPathOnly); }

  static constexpr uint32_t kPollIn = abi::kPOLLIN, kPollPriority = abi::kPOLLPRI, kPollOut = abi::kPOLLOUT,
                            kPollError = abi::kPOLLERR, kPollHangUp = abi::kPOLLHUP, kPollInvalid = abi::kPOLLNVAL,
                            kPollReadHangUp = abi::kPOLLRDHUP;
  static constexpr uint32_t kReadOnly = abi::kO_RDONLY, kWriteOnly = abi::kO_WRONLY, kReadWrite = abi::kO_RDWR,
                            kAccessModeMask = kReadOnly | kWriteOnly | kReadWrite;
  static constexpr uint32_t kAppend = abi::kO_APPEND, kNonBlocking = abi::kO_NONBLOCK, kAsynchronous = abi::kO_ASYNC,
                            kDirect = abi::kO_DIRECT, kNoAccessTime = abi::kO_NOATIME, kPathOnly = abi::kO_PATH;

 protected:
  uint32_t flags_;

 private:
  std::vector<FileWatch*> watches_;
};

}  // namespace wasmsand
