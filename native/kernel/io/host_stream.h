// The ends of the host: what a run's standard streams are connected to.
#pragma once

#include <functional>
#include <string>

#include "kernel/io/byte_queue.h"
#include "kernel/io/open_file.h"
#include "kernel/io/pipe_ledger.h"

namespace wasmsand {

// Collects what the guest writes, for the host to take. With `block_when_full` a writer waits at `capacity` until the
// host has taken bytes (live streams); without, the total is limited: a write past it gives EFBIG and marks truncation.
// All is called locked.
class HostSink : public RefCounted {
 public:
  struct Options {
    uint64_t capacity;
    bool block_when_full = false;
    // There is something new to take. Must not block, as the next.
    std::function<void()> on_data = nullptr;
    // The guest cannot write any more. Only after await_close().
    std::function<void()> on_closed = nullptr;
  };
  HostSink(PipeLedger& ledger, Options options);

  // A new description, which the guest writes to.
  Ref<OpenFile> open();
  bool is_open() const { return ends_ > 0; }
  // Whether it is open. Then on_closed() follows.
  bool await_close() { return close_awaited_ = is_open(); }

  size_t available() const { return data_.size(); }
  // Up to `most` bytes, as they lie: much is copied without the lock.
  ByteQueue take(size_t most);
  bool truncated() const { return truncated_; }
  uint64_t total() const { return total_; }
  // The host listens no longer. A live stream is a pipe whose reader has gone: EPIPE and SIGPIPE. Writers to a limited
  // one, a run's background jobs, go on, and what they write is dropped.
  void detach();

 private:
  class End;
  uint64_t room() const;
  void end_gone();

  Options options_;
  const uint64_t number_;
  Accounting& accounting_;
  ByteQueue data_;
  uint64_t total_ = 0;
  bool truncated_ = false, detached_ = false;
  size_t ends_ = 0;
  bool close_awaited_ = false;
  WaitQueue changed_;
};

// What the host gives the guest to read: written piece by piece, then ended.
class HostSource : public OpenFile {
 public:
  struct Options {
    size_t capacity;
    // Called locked when the guest has read and there is room again, after put() said that there is none.
    std::function<void()> on_drained = nullptr;
  };
  HostSource(PipeLedger& ledger, Options options);

  Result<size_t> read(IoContext&, std::span<std::byte>) override;
  Result<Attributes> attributes() override;
  uint32_t poll_events() override;
  void add_poll_queues(uint32_t, std::vector<WaitQueue*>& queues) override { queues.push_back(&changed_); }
  Result<size_t> readable_bytes() override { return data_.size(); }
  std::string describe() override;

  // Host side, locked. Accepts everything (the host obeys the room that is left, the answer); after end() no more.
  size_t put(std::span<const std::byte> data);
  size_t room() const;
  void end();
  // No guest descriptor is left that could read it.
  bool abandoned() const { return unique(); }

 private:
  Options options_;
  const uint64_t number_;
  ByteQueue data_;
  bool ended_ = false;
  bool host_waits_ = false;  // for room
  WaitQueue changed_;
};

}  // namespace wasmsand
