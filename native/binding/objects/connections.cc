#include "binding/objects/connections.h"

#include "kernel/kernel.h"

namespace wasmsand {

Connections::End::End(Connections& owner, int number, StreamEnd end)
    : owner_(owner), number_(number), end_(std::move(end)) {}

void Connections::End::Watch::begin(WaitQueue& queue) {
  WaitQueue* const queues[] = {&queue};
  end_wait();
  begin_wait(queues);
}

void Connections::End::tell() const {
  owner_.events_.post({.kernel = owner_.kernel_id_, .kind = EventKind::connection, .id = number_});
}

Result<size_t> Connections::End::read(KernelLock& lock, std::span<std::byte> out) {
  IoContext context{lock, nullptr};
  const Result<size_t> count = end_.read(context, out, true, nullptr);
  if (count.error() == Errno::again) inbound_.begin(end_.inbound_changed());
  return count;
}

Result<size_t> Connections::End::write(KernelLock& lock, std::span<const std::byte> data) {
  if (data.empty()) return end_.can_be_read() ? Result<size_t>(size_t{0}) : Errno::pipe;
  IoContext context{lock, nullptr};
  const Result<size_t> count = end_.write(context, data, true, {});
  if (count.error() == Errno::again) outbound_.begin(end_.outbound_changed());
  return count;
}

void Connections::End::close(bool reset) {
  inbound_.withdraw();
  outbound_.withdraw();
  if (connection().is_outside && !connection().outcome) connection().conclude(Errno::connrefused);
  end_.close(reset);
}

int Connections::add(StreamEnd end) {
  const int number = ++last_;
  ends_[number] = std::make_unique<End>(*this, number, std::move(end));
  return number;
}

Connections::End* Connections::find(int64_t number) {
  const auto found = ends_.find(number);
  return found == ends_.end() ? nullptr : found->second.get();
}

void Connections::close(int64_t number, bool reset) {
  const auto found = ends_.find(number);
  if (found == ends_.end()) return;
  found->second->close(reset);
  ends_.erase(found);
}

void Connections::close_all() {
  for (const auto& [number, end] : ends_) end->close(true);
  ends_.clear();
}

void Connections::open_gate(bool open) { kernel_.network().set_gate(open ? this : nullptr); }

void Connections::connect(StreamEnd end) {
  const SocketAddress& to = end.name();
  const double port = to.family == AddressFamily::local ? 0 : to.port;
  const int number = add(std::move(end));
  events_.post({.kernel = kernel_id_, .kind = EventKind::connecting, .id = number, .a = port});
}

void Connections::asked(Connection& connection) {
  for (const auto& [number, end] : ends_) {
    if (&end->connection() == &connection) end->tell();
  }
}

}  // namespace wasmsand
