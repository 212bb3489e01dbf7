#include "kernel/io/session_channel.h"

#include <algorithm>
#include <cstring>

#include "kernel/platform/spin.h"
#include "kernel/process/process.h"

namespace wasmsand {

namespace {

// Gives the lock up while more is copied than others should wait for.
class CopyOutsideLock {
 public:
  CopyOutsideLock(KernelLock& lock, size_t size) : lock_(size > kCopiedLocked ? &lock : nullptr) {
    if (lock_ != nullptr) lock_->unlock();
  }
  ~CopyOutsideLock() {
    if (lock_ != nullptr) lock_->lock();
  }
  CopyOutsideLock(const CopyOutsideLock&) = delete;
  CopyOutsideLock& operator=(const CopyOutsideLock&) = delete;

 private:
  static constexpr size_t kCopiedLocked = size_t{64} << 10;
  KernelLock* lock_;
};

}  // namespace

Result<void> SessionChannel::begin(Process& shell, Request request) {
  for (int fd = 0; fd < 3; fd++) WS_TRY(shell.descriptors->put(fd, std::move(request.streams[fd]), false, 3));
  shell.run_of_children = request.run_id;
  shell.cpu_before_run = shell.cpu_time();
  if (request.credentials) own_credentials_ = std::exchange(shell.credentials, std::move(*request.credentials));
  current_ = std::move(request.bytes);
  position_ = 0;
  owes_reply_ = true;
  begun_at_ = monotonic_now();
  shell.run_cancelled = false;
  interrupt_ = request.interrupt;
  if (request.cancelled) interrupt(shell);
  progress_.wake_all();
  return {};
}

Result<size_t> SessionChannel::receive(KernelLock& lock, Process& shell, std::span<std::byte> out) {
  if (out.empty()) return size_t{0};
  if (position_ == current_.size()) {
    // A signal that came between two requests was meant for the one before, also if the next is there by now.
    if (shell.interrupted()) return Errno::intr;
    if (Result<void> asked = shell.block(WaitCause::request, requested_, [this] { return !quiet(); }); !asked.ok()) {
      shell.woken_soon = std::exchange(host_is_quick_, false);
      return asked.error();
    }
    if (requests_.empty()) return size_t{0};
    Request request = std::move(requests_.front());
    requests_.pop_front();
    unread_ = requests_.size();
    WS_TRY(begin(shell, std::move(request)));
  }
  const size_t count = std::min(out.size(), current_.size() - position_);
  {
    // Nobody else touches what is being received.
    CopyOutsideLock unlocked(lock, count);
    std::memcpy(out.data(), current_.data() + position_, count);
  }
  position_ += count;
  return count;
}

Result<void> SessionChannel::reply(KernelLock& lock, Process& shell, std::span<const std::byte> message) {
  if (message.empty()) return Errno::inval;
  if (message.size() > kMaxReplyBytes) return Errno::twobig;
  if (!std::exchange(owes_reply_, false)) return Errno::proto;
  std::vector<std::byte> copy;
  {
    CopyOutsideLock unlocked(lock, message.size());
    copy.assign(message.begin(), message.end());
  }
  replies_.push_back(std::move(copy));
  has_reply_ = true;
  replied_at_ = monotonic_now();
  shell_is_quick_ = replied_at_ - begun_at_ < kSpinTime;
  // The run is over: ending it must not interrupt the next.
  shell.run_of_children = 0;
  shell.run_cancelled = false;
  if (own_credentials_) shell.credentials = *std::exchange(own_credentials_, {});
  progress_.wake_all();
  if (listener_.on_reply) listener_.on_reply();
  return {};
}

void SessionChannel::send(Request request) {
  host_is_quick_ = monotonic_now() - replied_at_ < kSpinTime;
  requests_.push_back(std::move(request));
  unread_ = requests_.size();
  disturb();
}

void SessionChannel::disturb() {
  requested_.wake_all();
  if (at_rest_ != nullptr) at_rest_->leave_rest();
}

std::vector<std::byte> SessionChannel::take() {
  if (replies_.empty()) return {};
  std::vector<std::byte> first = std::move(replies_.front());
  replies_.pop_front();
  has_reply_ = !replies_.empty();
  return first;
}

void SessionChannel::interrupt(Process& shell) {
  if (interrupt_ == kSessionInterrupt) shell.run_cancelled = true;
  shell.send_signal({interrupt_, SignalInfo::kFromKernel});
}

void SessionChannel::expect_reply(KernelLock& lock) {
  if (!shell_is_quick_) return;
  lock.unlock();
  spin_until([this] { return has_reply_.load(std::memory_order_relaxed); });
  lock.lock();
}

bool SessionChannel::cancel(uint64_t run_id) {
  bool found = false;
  for (Request& request : requests_) {
    if (request.run_id == run_id) request.cancelled = found = true;
  }
  return found;
}

bool SessionChannel::holds(uint64_t run_id) const {
  return std::ranges::find(requests_, run_id, &Request::run_id) != requests_.end();
}

std::optional<SessionChannel::Request> SessionChannel::withdraw(uint64_t run_id) {
  const auto found = std::ranges::find(requests_, run_id, &Request::run_id);
  if (found == requests_.end()) return std::nullopt;
  Request request = std::move(*found);
  requests_.erase(found);
  unread_ = requests_.size();
  return request;
}

void SessionChannel::end() {
  ended_ = true;
  disturb();
}

}  // namespace wasmsand
