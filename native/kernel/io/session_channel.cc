#include "kernel/io/session_channel.h"

#include <algorithm>
#include <cstring>

#include "kernel/kernel.h"

namespace wasmsand {

SessionChannel::SessionChannel(Kernel& kernel, std::function<void()> on_reply)
    : OpenFile(kReadWrite), number_(kernel.next_pipe_number()), on_reply_(std::move(on_reply)) {}

Result<void> SessionChannel::begin(Process& process, Request& request) {
  for (int fd = 0; fd < 3; fd++) WS_TRY(process.descriptors->put(fd, std::move(request.streams[fd]), false, 3));
  process.run_of_children = request.run_id;
  current_ = std::move(request.bytes);
  position_ = 0;
  process.run_cancelled = request.cancelled;
  if (request.cancelled) process.kernel.send_signal(process, {kSessionInterrupt, SignalInfo::kFromKernel});
  return {};
}

Result<size_t> SessionChannel::read(IoContext& context, std::span<std::byte> out) {
  if (context.process == nullptr || context.process->pid != owner_) return Errno::badf;
  if (out.empty()) return size_t{0};
  if (position_ == current_.size()) {
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
  requests_.push_back(std::move(request));
  changed_.wake_all();
}

void SessionChannel::cancel(uint64_t run_id) {
  for (Request& request : requests_) request.cancelled = request.cancelled || request.run_id == run_id;
}

void SessionChannel::end() {
  ended_ = true;
  changed_.wake_all();
}

}  // namespace wasmsand
