// What the host and the session shell talk through: requests one way, replies the other.
//
// Reading the first byte of a request gives the reader the run's standard streams at its descriptors 0 to 2, and its
// future children the run's number. Only the process that owns the channel can use it: what it starts may inherit the
// descriptor.
//
// Both sides wait a moment for the other before they sleep, as long as it was quick the last time: command lines in
// quick succession then cost no waking of threads, and those seconds apart no spinning.
#pragma once

#include <array>
#include <atomic>
#include <deque>
#include <functional>
#include <string>

#include "kernel/io/byte_queue.h"
#include "kernel/io/open_file.h"

namespace wasmsand {

class Kernel;

class SessionChannel : public OpenFile {
 public:
  // Where the owner finds it.
  static constexpr int kDescriptor = 255;
  // Replies the host has not taken are bounded; past that the shell's write fails.
  static constexpr size_t kMaxReplyBytes = size_t{64} << 20;

  struct Request {
    std::string bytes;
    uint64_t run_id = 0;
    std::array<Ref<OpenFile>, 3> streams;
    bool cancelled = false;
  };

  // `on_reply` is called locked when there is something new to take; must not block.
  SessionChannel(Kernel& kernel, std::function<void()> on_reply);

  Result<size_t> read(IoContext&, std::span<std::byte>) override;
  Result<size_t> write(IoContext&, std::span<const std::byte>) override;
  Result<Attributes> attributes() override;
  uint32_t poll_events() override;
  WaitQueue* poll_queue() override { return &changed_; }
  std::string describe() override;

  // Host side, locked.
  void set_owner(int pid) { owner_ = pid; }
  void send(Request request);
  // The run is to end: if its request has not been read yet, the shell is interrupted as it reads it.
  void cancel(uint64_t run_id);
  size_t available() const { return replies_.size(); }
  size_t take(std::span<std::byte> out);
  // Gives the lock up for a moment if the shell may be expected to have replied after it. The caller holds a reference.
  void expect_reply(KernelLock& lock);
  // No more requests: the shell reads end of file.
  void end();
  WaitQueue& replied() { return replied_; }

 private:
  Result<void> begin(Process& process, Request& request);

  const uint64_t number_;
  const std::function<void()> on_reply_;
  int owner_ = 0;
  std::deque<Request> requests_;
  std::string current_;  // of the request that is being read
  size_t position_ = 0;
  ByteQueue replies_;
  bool ended_ = false;
  // Read without the lock.
  std::atomic<bool> has_request_ = false, has_reply_ = false;
  Nanoseconds begun_at_ = 0, replied_at_ = 0;
  bool shell_is_quick_ = false, host_is_quick_ = false;  // the last time
  WaitQueue changed_, replied_;
};

}  // namespace wasmsand
