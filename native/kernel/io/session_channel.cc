#include "kernel/io/session_channel.h"

#include <algorithm>
#include <cstring>

#include "kernel/kernel.h"
#include "kernel/platform/spin.h"

namespace wasmsand {

SessionChannel::SessionChannel(Kernel& kernel, std::function<void()> on_reply)
    : OpenFile(kReadWrite), number_(kernel.next_pipe_number()), on_reply_(std::move(on_reply)) {}

Result<void> SessionChannel::begin(Process& process, Request& request) {
  for (int fd = 0; fd < 3; fd++) WS_TRY(process.descriptors->put(fd, std::move(request.streams[fd]), false, 3));
  process.run_of_children = request.run_id;
  current_ = std::move(request.bytes);
  position_ = 0;
  has_request_ = !requests_.empty();
  begun_at_ = monotonic_now();
  process.run_cancelled = request.cancelled;
  if (request.cancelled) process.kernel.send_signal(process, {kSessionInterrupt, SignalInfo::kFromKernel});
  return {};
}

Result<size_t> SessionChannel::read(IoContext& context, std::span<std::byte> out) {
  if (context.process == nullptr || context.process->pid != owner_) return Errno::badf;
  if (out.empty()) return size_t{0};
  if (position_ == current_.size()) {
    if (host_is_quick_ && requests_.empty()) {
      context.lock.unlock();
      spin_until([this] { return has_request_.load(std::memory_order_relaxed); });
      context.lock.lock();
    }
    WaitQueue* queue = &changed_;
    WS_TRY(context.process->block(context.lock, {&queue, 1}, 0, [this] { return !requests_.empty() || ended_; }));
    if (requests_.empty()) return size_t{0};
    Request request = std::move(requests_.front());
    requests_.pop_front();
    WS_TRY(begin(*context.process, request));
  }
  const size_t count = std::min(out.size(), current_.size() - position_);
  std::memcpy(out.data(), current_.data() + position_, count);
  position_ += count;
  return count;
}

Result<size_t> SessionChannel::write(IoContext& context, std::span<const std::byte> data) {
  if (context.process == nullptr || context.process->pid != owner_) return Errno::badf;
  if (data.size() > kMaxReplyBytes - std::min(kMaxReplyBytes, replies_.size())) return Errno::nospc;
  replies_.append(data);
  has_reply_ = true;
  replied_at_ = monotonic_now();
  shell_is_quick_ = replied_at_ - begun_at_ < kSpinTime;
  // The run is over: ending it must not interrupt the next.
  context.process->run_of_children = 0;
  context.process->run_cancelled = false;
  replied_.wake_all();
  on_reply_();
  return data.size();
}

Result<Attributes> SessionChannel::attributes() {
  Attributes result;
  result.ino = number_;
  result.type = FileType::fifo;
  result.permissions = 0600;
  return result;
}

uint32_t SessionChannel::poll_events() {
  const bool ready = position_ < current_.size() || !requests_.empty() || ended_;
  return ready ? kPollIn | kPollOut : kPollOut;
}

std::string SessionChannel::describe() { return "pipe:[" + std::to_string(number_) + "]"; }

void SessionChannel::send(Request request) {
  host_is_quick_ = monotonic_now() - replied_at_ < kSpinTime;
  requests_.push_back(std::move(request));
  has_request_ = true;
  changed_.wake_all();
}

size_t SessionChannel::take(std::span<std::byte> out) {
  const size_t taken = replies_.take(out);
  has_reply_ = replies_.size() > 0;
  return taken;
}

void SessionChannel::expect_reply(KernelLock& lock) {
  if (!shell_is_quick_) return;
  lock.unlock();
  spin_until([this] { return has_reply_.load(std::memory_order_relaxed); });
  lock.lock();
}

void SessionChannel::cancel(uint64_t run_id) {
  for (Request& request : requests_) request.cancelled = request.cancelled || request.run_id == run_id;
}

void SessionChannel::end() {
  ended_ = true;
  changed_.wake_all();
}

}  // namespace wasmsand
