// The channel between the host and the session shell: requests in one direction, replies in the other. It is no open
// file. Only the process that the host started as session shell has it, until it calls exec; no process that it starts
// gets it. The guest can use it only through the calls session_receive and session_reply.
//
// Receiving the first byte of a request gives the shell the run's standard streams at its descriptors 0 to 2, and its
// future children the run's number. A request is replied to once, with one message, or not at all.
//
// Each side spins for a moment before it sleeps, if the other side was quick the last time. So command lines in quick
// succession wake no threads, and command lines that are seconds apart cost no spinning.
#pragma once

#include <array>
#include <atomic>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "kernel/io/open_file.h"
#include "kernel/process/signals.h"
#include "kernel/vfs/types.h"

namespace wasmsand {

class SessionChannel : public RefCounted {
 public:
  static constexpr size_t kMaxReplyBytes = size_t{16} << 20;

  struct Request {
    std::string bytes;
    uint64_t run_id = 0;
    std::array<Ref<OpenFile>, 3> streams;
    // The signal that tells the process to end its run. A shell gets kSessionInterrupt, which also ends its waits.
    int interrupt = kSessionInterrupt;
    bool cancelled = false;
    // Whose the process is while it serves the request; absent: its own user.
    std::optional<Credentials> credentials = {};
  };

  // Called locked; must not block.
  struct Listener {
    std::function<void()> on_reply;   // there is something new to take
    std::function<void()> on_rested;  // the shell rests, which somebody has waited for
  };
  explicit SessionChannel(Listener listener) : listener_(std::move(listener)) {}

  // Shell side. Returns the rest of the request, or the beginning of the next one; 0 when there will be none.
  Result<size_t> receive(KernelLock& lock, Process& shell, std::span<std::byte> out);
  // E2BIG past kMaxReplyBytes; EPROTO when no request waits for a reply.
  Result<void> reply(KernelLock& lock, Process& shell, std::span<const std::byte> message);

  // The shell is about to end and reads no more.
  void abandon() { abandoned_ = true; }

  // Host side, locked.
  bool abandoned() const { return abandoned_; }
  void send(Request request);
  // Ends the run. If the shell has not read its request yet, it is interrupted as it reads it. False: there is no such
  // request.
  bool cancel(uint64_t run_id);
  // The same for the run that the shell is serving.
  void interrupt(Process& shell);
  // The size of the first reply that the host has not taken; 0: there is none.
  size_t available() const { return replies_.empty() ? 0 : replies_.front().size(); }
  std::vector<std::byte> take();
  // Whether the shell has begun with every request.
  bool idle() const { return requests_.empty(); }
  // Releases the lock for a moment if the shell will probably reply in that time. The caller holds a reference.
  void expect_reply(KernelLock& lock);
  // Whether there is a request of that run that the shell has not begun.
  bool holds(uint64_t run_id) const;
  // The same for any run. Can be called without the lock, by senders of requests.
  bool has_unread() const { return unread_.load(std::memory_order_relaxed) > 0; }
  // Withdraws it.
  std::optional<Request> withdraw(uint64_t run_id);
  // Nothing is waiting for the shell here, and no request is half read.
  bool quiet() const { return requests_.empty() && !ended_; }
  bool between_requests() const { return position_ == current_.size(); }
  // The process in which the shell rests, which new requests wake; null: it does not rest.
  void set_at_rest(Process* shell) { at_rest_ = shell; }
  // Lets the shell rest as soon as it can, and reports that.
  void await_rest() { rest_awaited_ = true; }
  bool rest_awaited() const { return rest_awaited_; }
  void tell_rested() {
    if (std::exchange(rest_awaited_, false) && listener_.on_rested) listener_.on_rested();
  }
  // No more requests: the shell reads end of file.
  void end();
  // Called when there is a reply, or the shell has begun with a request.
  WaitQueue& progress() { return progress_; }

 private:
  Result<void> begin(Process& shell, Request request);
  void disturb();

  const Listener listener_;
  std::deque<Request> requests_;
  std::atomic<size_t> unread_ = 0;  // how many
  std::string current_;             // the request that is being received
  size_t position_ = 0;
  bool owes_reply_ = false;
  std::optional<Credentials> own_credentials_;  // of the process, while it serves a request as another user
  int interrupt_ = kSessionInterrupt;           // of the request that is being served
  std::deque<std::vector<std::byte>> replies_;
  bool ended_ = false, abandoned_ = false;
  bool rest_awaited_ = false;
  Process* at_rest_ = nullptr;
  std::atomic<bool> has_reply_ = false;  // read without the lock
  Nanoseconds begun_at_ = 0, replied_at_ = 0;
  bool shell_is_quick_ = false, host_is_quick_ = false;  // the last time
  WaitQueue requested_, progress_;
};

}  // namespace wasmsand
