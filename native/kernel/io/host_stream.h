// The host's ends of a run's standard streams.
#pragma once

#include <functional>
#include <string>

#include "kernel/io/byte_queue.h"
#include "kernel/io/open_file.h"
#include "kernel/io/pipe_ledger.h"

namespace wasmsand {

// Collects output of the guest for the host. With `block_when_full` (live streams) a writer waits at `capacity` until
// the host has taken bytes. Without it the total is limited: a write past it gives EFBIG and marks the output as
// truncated.
// All functions are called locked.
class HostSink : public RefCounted {
 public:
  struct Options {
    uint64_t capacity;
    bool block_when_full = false;
    // Called when there are new bytes. Must not block; nor must the next function.
    std::function<void()> on_data = nullptr;
    // Called when the guest cannot write any more, and only after await_close().
    std::function<void()> on_closed = nullptr;
  };
  HostSink(PipeLedger& ledger, Options options);

  // A new description for the guest to write to.
  Ref<OpenFile> open();
  bool is_open() const { return ends_ > 0; }
  // Whether the guest still has it open. If so, on_closed() follows.
  bool await_close() { return close_awaited_ = is_open(); }

  size_t available() const { return data_.size(); }
  // Takes up to `most` bytes in the chunks that they are in. Large amounts are copied without the lock.
  ByteQueue take(size_t most);
  bool truncated() const { return truncated_; }
  uint64_t total() const { return total_; }
  // The host stops listening. A live stream then acts like a pipe without a reader: EPIPE and SIGPIPE. Writers to a
  // limited stream, such as background jobs, go on, and their output is dropped.
  void detach();

  // For a terminal of the guest, whose output goes here. `on_room` is called when the host has taken bytes or does not
  // listen any more.
  void set_on_room(std::function<void()> on_room) { on_room_ = std::move(on_room); }
  uint64_t room() const;
  bool is_detached() const { return detached_; }
  // Past the capacity too. Dropped when nobody listens.
  void put(std::span<const std::byte> data);

 private:
  class End;
  void end_gone();
  void tell_of_room();

  Options options_;
  const uint64_t number_;
  Accounting& accounting_;
  ByteQueue data_;
  uint64_t total_ = 0;
  bool truncated_ = false, detached_ = false;
  size_t ends_ = 0;
  bool close_awaited_ = false;
  std::function<void()> on_room_;
  WaitQueue changed_;
};

// Input from the host for the guest, written piece by piece, then ended.
class HostSource : public OpenFile {
 public:
  struct Options {
    size_t capacity;
    // Called locked when the guest has read and there is room again, after put() said that there was none.
    std::function<void()> on_drained = nullptr;
  };
  HostSource(PipeLedger& ledger, Options options);

  Result<size_t> read(IoContext&, std::span<std::byte>) override;
  Result<Attributes> attributes() override;
  uint32_t poll_events() override;
  void add_poll_queues(uint32_t, std::vector<WaitQueue*>& queues) override { queues.push_back(&changed_); }
  Result<size_t> readable_bytes() override { return data_.size(); }
  std::string describe() override;

  // Host side, locked. Accepts all bytes and returns the room that is left, which the host must respect. After end() it
  // accepts none.
  size_t put(std::span<const std::byte> data);
  size_t room() const;
  void end();
  // No descriptor of a guest is left that could read.
  bool abandoned() const { return unique(); }

  // For a terminal of the guest, where what comes is typed. `on_data` is called when there is more, or no more will
  // come.
  void set_on_data(std::function<void()> on_data) { on_data_ = std::move(on_data); }
  size_t take(std::span<std::byte> out);
  bool has_ended() const { return ended_; }

 private:
  void tell_of_data();
  Options options_;
  const uint64_t number_;
  ByteQueue data_;
  bool ended_ = false;
  bool host_waits_ = false;  // for room
  std::function<void()> on_data_;
  WaitQueue changed_;
};

}  // namespace wasmsand
