// The open file description of POSIX: what dup, fork and inheritance share. Subclasses: regular files, directories,
// pipe ends, devices, /proc files, host streams, sockets, epoll, eventfd, inotify.
//
// Errors. "Errors:" at a method lists what is particular to it. Besides:
//   EBADF               The description was opened with O_PATH; all but its attributes.
//   Errno::blocked      Whatever takes an IoContext may have to wait; the process is enrolled then.
//   EAGAIN              The same for a description or call that does not wait, and for the host.
//   EINTR               A signal came while the process waited, or it was killed. Bytes that were moved count more.
// A description of a file passes on the errors of the FileSystem method it ends in.
#pragma once

#include <span>

#include "kernel/linux_constants.h"
#include "kernel/lock.h"
#include "kernel/process/wait.h"
#include "kernel/vfs/file_system.h"

namespace wasmsand {

class Epoll;
class FileWatch;
class Inotify;
class OutsideLocks;
class Process;
class Socket;
class TerminalFile;
struct NodePlace;

// The process that an operation is for, and the lock that it may release while it copies. An operation that must wait
// has done nothing and returns Errno::blocked: call it again when the process was woken. `process` is null for the
// host, which never waits: it gets EAGAIN.
struct IoContext {
  KernelLock& lock;
  Process* process;
  bool raises_sigpipe = true;  // false for WASI, which has no signals: a broken pipe is only EPIPE there
  bool non_blocking = false;   // for this call, whatever the file's flags are: what would wait is EAGAIN
  Nanoseconds deadline = 0;    // of a wait for a socket: ETIMEDOUT then (monotonic, 0 = none)

  // Between the steps of a long operation: lets other threads have the lock. EINTR when the process must die.
  Result<void> pause() const;
  // Whether the process must die: the operation then stops where it is.
  bool given_up() const;
  // Bytes that earlier attempts of the call have moved.
  uint64_t moved() const;
  // The result of a call that has moved `done` bytes when `error` came: the number of bytes, if there are any.
  // Errno::blocked: the call has not ended.
  Result<size_t> ended_after(uint64_t done, Errno error) const;
};

// The result of a write when no reader is left: EPIPE, with SIGPIPE.
Errno broken_pipe(const IoContext&);

class OpenFile : public RefCounted {
 public:
  // `flags`: O_ACCMODE, O_APPEND, O_NONBLOCK, O_DIRECTORY, O_PATH … as given to open, without the creation flags.
  explicit OpenFile(uint32_t flags) : flags_(flags) {}
  ~OpenFile() override;

  // The part of open(2) that may block: a FIFO waits here for its other end. Called before the descriptor is made,
  // until it no longer says Errno::blocked.
  // Errors: ENXIO – a FIFO to write that nobody reads, and the call does not wait.
  virtual Result<void> connect(IoContext&) { return {}; }

  // read and read_at. Errors: EBADF – a file that is not open for reading. EISDIR – a directory. EINVAL – nothing can
  // be read here (epoll, a stream of the host to write), less than 8 bytes of an eventfd, an offset beyond INT64_MAX.
  // ESRCH – a file of /proc, and the process has ended. ESPIPE – read_at of anything that has no offsets. Of sockets,
  // what recv(2) says: ENOTCONN, the error of the connection …
  virtual Result<size_t> read(IoContext&, std::span<std::byte>) { return Errno::inval; }
  // May write less than all, see write_all in transfer.h.
  // write and write_at. Errors: EBADF – not open for writing; a directory, a file of /proc. EPIPE with SIGPIPE – nobody
  // reads the pipe or the connection. EFBIG – no byte more: RLIMIT_FSIZE (with SIGXFSZ), INT64_MAX, maxOutputBytes.
  // EINVAL, ESPIPE – as read and read_at. ENOSPC – also /dev/full. Of sockets, what send(2) says: ENOTCONN, EMSGSIZE,
  // EDESTADDRREQ, ECONNREFUSED, ENOBUFS …
  virtual Result<size_t> write(IoContext&, std::span<const std::byte>) { return Errno::inval; }
  virtual Result<size_t> read_at(IoContext&, uint64_t, std::span<std::byte>) { return Errno::spipe; }
  virtual Result<size_t> write_at(IoContext&, uint64_t, std::span<const std::byte>) { return Errno::spipe; }
  // `whence`: SEEK_SET 0, CUR 1, END 2, DATA 3, HOLE 4. Returns the new offset.
  // Errors: ESPIPE – nothing that has offsets. EINVAL – an unknown `whence` (directories and /proc know SET and CUR),
  // or the offset would be negative or too large. ENXIO – DATA or HOLE, at or after the end of the file or before 0.
  virtual Result<uint64_t> seek(int64_t, int) { return Errno::spipe; }
  // Errors: EINVAL – no regular file, not open for writing, or more than INT64_MAX. EINTR – killed between two turns;
  // the file is shorter than before.
  virtual Result<void> truncate(IoContext&, uint64_t) { return Errno::inval; }
  // fallocate(2). Errors: ENODEV – no regular file. EBADF – not open for writing. EINVAL – `length` is 0, or `offset`
  // more than INT64_MAX. EFBIG – it would end after INT64_MAX. EOPNOTSUPP – another mode than to allocate, zero or
  // (keeping the size) punch. ENOSPC – there is less room; nothing was done, or as much as fitted.
  virtual Result<void> allocate(IoContext&, uint32_t /*mode*/, uint64_t /*offset*/, uint64_t /*length*/) {
    return Errno::nodev;
  }
  // Directories only. `visit` gets "." and ".." too; the position advances past each entry it accepts.
  // Errors: ENOTDIR – it is none. ENOENT – it was removed.
  virtual Result<void> list(IoContext&, const std::function<bool(const DirectoryEntry&)>&) { return Errno::notdir; }
  virtual Result<Attributes> attributes() = 0;
  // fsync(2). Errors: EINVAL – a pipe, a socket, a device, a file of /proc.
  virtual Result<void> synchronize() { return Errno::inval; }

  // Ready now, as poll(2) bits; and the queues that are woken when one of `events` may have changed. No queue: they
  // never change.
  virtual uint32_t poll_events() { return kPollIn | kPollOut; }
  virtual void add_poll_queues(uint32_t /*events*/, std::vector<WaitQueue*>&) {}
  // Bytes that can be read at once (FIONREAD). Errors: ENOTTY – no such thing. EINVAL – a socket that listens.
  virtual Result<size_t> readable_bytes() { return Errno::notty; }
  // fcntl(F_GETPIPE_SZ, F_SETPIPE_SZ): the capacity now. Errors: EBADF – no pipe. EPERM – more than a pipe may have, or
  // than maxPipeBytes leaves. EBUSY – it holds more bytes than that, or others keep reading and writing.
  virtual Result<uint32_t> pipe_capacity() { return Errno::badf; }
  virtual Result<uint32_t> set_pipe_capacity(IoContext&, uint32_t) { return Errno::badf; }
  virtual bool is_terminal() const { return false; }
  virtual Socket* as_socket() { return nullptr; }
  virtual Epoll* as_epoll() { return nullptr; }
  virtual Inotify* as_inotify() { return nullptr; }
  virtual TerminalFile* as_terminal() { return nullptr; }
  // The place where its locks are shown to processes outside of the sandbox; null: they are not shown.
  virtual OutsideLocks* outside_locks() { return nullptr; }
  // The watches (epoll) to tell when this description is destroyed.
  void add_watch(FileWatch& watch) { watches_.push_back(&watch); }
  void remove_watch(FileWatch& watch) { std::erase(watches_, &watch); }

  // The node that was opened; empty for pipes and host streams.
  virtual Node node() const { return {}; }
  // The path of the node, if opening it gives another description like this one; null: it cannot be opened.
  virtual const NodePlace* place() const { return nullptr; }
  // What /proc/self/fd/N points to: a path, "pipe:[12]", …; empty: a path longer than PATH_MAX.
  virtual std::string describe() = 0;
  // The fields of /proc/self/fdinfo/N that only this kind of description has.
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
