// A pipe: a 64 KiB ring between the two ends. Semantics of pipe(7): readers block while it is empty and a writer is
// left, writers while it is full; writes up to PIPE_BUF are atomic; EPIPE and SIGPIPE when no reader is left.
//
// Large copies happen with the kernel unlocked: a region of the ring is reserved under the lock (one reader and one
// writer at a time), copied, and committed under the lock again.
//
// Wake-ups. Of the waiters on one side only one is woken at a time: the chosen one of its queue. No wake-up is lost,
// because this holds whenever the kernel is unlocked: if nobody moves bytes on a side and the need of some waiter is
// met (one byte for a reader, the room that it named for a writer, anything if it only waits for its turn), then one
// such waiter is chosen and will try again, or all were woken. These events could break the rule, and this is what
// keeps it:
//   - bytes or room arrive: the process that moved them offers them (offer_data, offer_room);
//   - a process has finished moving bytes: it offers the rest. An offer before that would be of no use;
//   - the chosen waiter tries again and is no longer chosen: either it moves bytes, which is the case above, or it
//     finds too little, because another was faster, and offers that before it waits again;
//   - the chosen waiter does not try again, for it was killed or stopped: it withdraws, and the queue repeats its last
//     offer. An old offer does no harm: newer bytes or room were offered by the process that moved them;
//   - an end is opened or closed, or the capacity changes: all are woken.
// All pollers are told of every change.
#pragma once

#include <memory>

#include "kernel/io/open_file.h"
#include "kernel/io/pipe_ledger.h"
#include "kernel/process/wait_cause.h"

namespace wasmsand {

inline constexpr size_t kPipeCapacity = 64 * 1024;
inline constexpr size_t kPipeAtomic = 4096;  // PIPE_BUF
inline constexpr size_t kPipeCapacityMax = 1024 * 1024;

class Pipe : public RefCounted {
 public:
  // Past the sandbox's limit, a new pipe has one page.
  explicit Pipe(PipeLedger& ledger, uint32_t capacity = kPipeCapacity);
  ~Pipe() override;

  Result<size_t> read(IoContext&, std::span<std::byte> out, bool non_blocking);
  Result<size_t> write(IoContext&, std::span<const std::byte> data, bool non_blocking);
  // As read, but the bytes stay in the pipe.
  Result<size_t> peek(IoContext&, std::span<std::byte> out, bool non_blocking);
  Result<uint32_t> set_capacity(IoContext&, uint32_t bytes);

  void add_end(bool reads, bool writes);
  void remove_end(bool reads, bool writes);

  uint32_t capacity() const { return capacity_; }
  size_t size() const { return size_; }
  uint32_t readers() const { return readers_; }
  uint32_t writers() const { return writers_; }
  // How many ends were ever opened. Opening a FIFO waits for the count of the other side to change.
  uint64_t reader_opens() const { return reader_opens_; }
  uint64_t writer_opens() const { return writer_opens_; }
  uint64_t number() const { return number_; }
  Nanoseconds created_at() const { return created_at_; }
  WaitQueue& changed() { return changed_; }

 private:
  friend class Audit;  // test/audit.h
  void ends_changed();
  // Nothing: there are bytes to read, or there never will be.
  Result<void> wait_for_data(IoContext&, bool non_blocking);
  void offer_data();
  void offer_room();
  void copy_out(KernelLock& lock, std::span<std::byte> out);
  void copy_in(KernelLock& lock, std::span<const std::byte> data);
  // Waits for the transfer in progress on one side. That is short, so only death interrupts it.
  static Errno wait_for_turn(const IoContext& context, WaitCause cause, WaitQueue& side);

  PipeLedger& ledger_;
  const uint64_t number_;
  const Nanoseconds created_at_;
  std::unique_ptr<std::byte[]> ring_;  // made by the first write
  uint32_t capacity_;
  size_t head_ = 0, size_ = 0;
  // A read or write is moving bytes, perhaps with the kernel unlocked. Others of its side wait.
  bool reading_ = false, writing_ = false;
  uint32_t readers_ = 0, writers_ = 0;
  uint64_t reader_opens_ = 0, writer_opens_ = 0;
  // Blocked readers, blocked writers, and those who poll.
  WaitQueue readable_, writable_, changed_;
};

// The description at one end (or, for a FIFO opened O_RDWR, at both).
class PipeEnd : public OpenFile {
 public:
  PipeEnd(Ref<Pipe> pipe, uint32_t flags);
  ~PipeEnd() override;

  Result<size_t> read(IoContext&, std::span<std::byte>) override;
  Result<size_t> write(IoContext&, std::span<const std::byte>) override;
  Result<Attributes> attributes() override;
  uint32_t poll_events() override;
  void add_poll_queues(uint32_t, std::vector<WaitQueue*>& queues) override { queues.push_back(&pipe_->changed()); }
  Result<size_t> readable_bytes() override { return pipe_->size(); }
  Result<uint32_t> pipe_capacity() override { return pipe_->capacity(); }
  Result<uint32_t> set_pipe_capacity(IoContext&, uint32_t bytes) override;
  std::string describe() override;

 protected:
  void attach();
  Ref<Pipe> pipe_;
  bool attached_ = false;
  friend class Audit;
  uint64_t writer_opens_before_ = 0;  // a reader sees a hang-up only after a writer has come and gone
};

struct PipeEnds {
  Ref<OpenFile> read_end, write_end;
};

// `flags`: O_NONBLOCK for both ends.
Result<PipeEnds> make_pipe(PipeLedger& ledger, uint32_t flags);

}  // namespace wasmsand
