#include "kernel/net/datagram_socket.h"

#include <algorithm>
#include <cstring>

#include "kernel/net/network.h"
#include "kernel/process/process.h"

namespace wasmsand {

namespace {

constexpr size_t kInetMax = 65'507;  // of UDP over IPv4

size_t total_of(Parts parts) {
  size_t total = 0;
  for (const auto part : parts) total += part.size();
  return total;
}

}  // namespace

DatagramSocket::DatagramSocket(Network& network, AddressFamily family, uint32_t flags)
    : Socket(network, family, abi::kSOCK_DGRAM, flags) {}

DatagramSocket::~DatagramSocket() {
  disconnect();
  for (DatagramSocket* other : peers_of_) {
    other->peer_ = nullptr;  // it hears of that when it sends
    other->changed_.wake_all();
  }
  while (!messages_.empty()) take();
}

void DatagramSocket::join(DatagramSocket& first, DatagramSocket& second) {
  for (const auto& [one, other] : {std::pair(&first, &second), std::pair(&second, &first)}) {
    one->peer_ = other;
    one->peers_of_.push_back(other);
    one->peer_name_ = SocketAddress::any(AddressFamily::local);
  }
}

void DatagramSocket::disconnect() {
  if (peer_ != nullptr) std::erase(peer_->peers_of_, this);
  peer_ = nullptr;
  peer_name_.reset();
}

Result<DatagramSocket*> DatagramSocket::receiver(const Caller& caller, const SocketAddress& to) const {
  if (family_ == AddressFamily::local) {
    WS_ASSIGN(found, network_.named(caller, type_, to));
    return static_cast<DatagramSocket*>(found);
  }
  const auto inside = Network::inside(to);
  if (!inside) return network_.denied();
  return static_cast<DatagramSocket*>(network_.bound_to(type_, *inside));
}

Result<void> DatagramSocket::connect_to(IoContext& context, const SocketAddress& to) {
  if (to.family == AddressFamily::unspecified) {
    disconnect();
    give_up_port();
    give_up_address();
    if (!bound_ && forgotten_) forgotten_->port = 0;
    return {};
  }
  if (to.family != family_) return Errno::afnosupport;
  if (family_ != AddressFamily::local) {
    // Nothing is sent by that: an address of the outside too says which own one would be used.
    const SocketAddress peer = Network::inside(to).value_or(to);
    WS_TRY(bind_if_unbound(peer));
    if (bound_->is_any()) {
      const uint16_t port = bound_->port;
      bound_ = Network::source_for(peer);
      if (family_ == AddressFamily::inet6) bound_ = bound_->mapped();
      bound_->port = port;
    }
    peer_name_ = to;
    return {};
  }
  WS_ASSIGN(found, receiver(context.process->caller(), to));
  disconnect();
  peer_name_ = to;
  peer_ = found;
  found->peers_of_.push_back(this);
  return {};
}

Result<void> DatagramSocket::put(Message message) {
  WS_TRY(network_.accounting().charge_pipe(cost(message.bytes.size())));
  queued_ += cost(message.bytes.size());
  messages_.push_back(std::move(message));
  changed_.wake_all();
  return {};
}

DatagramSocket::Message DatagramSocket::take() {
  Message message = std::move(messages_.front());
  messages_.pop_front();
  queued_ -= cost(message.bytes.size());
  network_.accounting().release_pipe(cost(message.bytes.size()));
  changed_.wake_all();
  for (DatagramSocket* sender : peers_of_) sender->changed_.wake_all();
  return message;
}

Result<size_t> DatagramSocket::send(IoContext& context, OutgoingMessage message) {
  if (error_ != Errno::success && family_ != AddressFamily::local) return take_error();
  if (!writes_) return broken_pipe(context);
  const bool is_local = family_ == AddressFamily::local;
  if (!is_local && !bound_) WS_TRY(network_.bind_port(*this, SocketAddress::any(family_)));
  const size_t length = total_of(message.parts);
  if (length > (is_local ? kQueueBytes - cost(0) : kInetMax)) return Errno::msgsize;

  DatagramSocket* to = nullptr;
  if (message.to != nullptr) {
    if (message.to->family != family_) return is_local ? Errno::inval : Errno::afnosupport;
    WS_ASSIGN(found, receiver(context.process->caller(), *message.to));
    to = found;
  } else if (!peer_name_) {
    return is_local ? Errno::notconn : Errno::destaddrreq;
  } else if (is_local) {
    if (peer_ == nullptr) {
      disconnect();
      return Errno::connrefused;
    }
    to = peer_;
  } else {
    WS_ASSIGN(found, receiver(context.process->caller(), *peer_name_));
    to = found;
  }
  SocketAddress from = name();
  if (!is_local) {
    from = Network::source_of(*this, Network::inside(message.to != nullptr ? *message.to : *peer_name_).value());
  }
  if (to == nullptr) {
    // Nobody is there, which a connected socket hears of.
    if (message.to == nullptr) error_ = Errno::connrefused;
    return length;
  }
  if (!to->reads_) return is_local ? Result<size_t>(broken_pipe(context)) : Result<size_t>(length);
  // One that is connected hears its peer only.
  if (to->peer_name_ && !is_local && Network::inside(*to->peer_name_) != from) return length;
  if (!to->has_room(length)) {
    if (!is_local) return length;  // lost, as datagrams are
    if (non_blocking(context)) return Errno::again;
    const IoContext timed = with_timeout(context, send_timeout);
    WaitQueue* const queues[] = {&to->changed_};
    const Result<void> waited =
        context.process->block(WaitCause::network, queues, timed.deadline, [&] { return to->has_room(length); });
    if (waited.error() == Errno::timedout) return Errno::again;
    WS_TRY(waited);
  }
  if (to->family_ == AddressFamily::inet6) from = from.mapped();
  Message sent{.bytes = std::vector<std::byte>(length), .from = std::move(from), .files = {}};
  size_t position = 0;
  for (const auto part : message.parts) {
    std::copy(part.begin(), part.end(), sent.bytes.begin() + static_cast<ptrdiff_t>(position));
    position += part.size();
  }
  WS_ASSIGN(files, SentFiles::make(network_.in_flight(), std::move(message.files)));
  sent.files = std::move(files);
  if (const Result<void> put = to->put(std::move(sent)); !put.ok()) return Errno::nobufs;
  return length;
}

Result<IncomingMessage> DatagramSocket::receive(IoContext& context, Parts parts, uint32_t flags) {
  if (messages_.empty()) {
    if (error_ != Errno::success) return take_error();
    if (!reads_) return IncomingMessage{};
    if (non_blocking(context) || context.process == nullptr) return Errno::again;
    const IoContext timed = with_timeout(context, receive_timeout);
    WaitQueue* const queues[] = {&changed_};
    const auto come = [this] { return !messages_.empty() || error_ != Errno::success || !reads_; };
    const Result<void> waited = context.process->block(WaitCause::network, queues, timed.deadline, come);
    if (waited.error() == Errno::timedout) return Errno::again;
    WS_TRY(waited);
    if (messages_.empty()) return error_ != Errno::success ? Result<IncomingMessage>(take_error()) : IncomingMessage{};
  }
  const bool peeks = (flags & abi::kMSG_PEEK) != 0;
  Message& first = messages_.front();
  IncomingMessage received;
  received.length = first.bytes.size();
  for (const auto part : parts) {
    const size_t count = std::min(part.size(), first.bytes.size() - received.bytes);
    if (count > 0) std::memcpy(part.data(), first.bytes.data() + received.bytes, count);
    received.bytes += count;
  }
  // Who has no name of the file system is nobody.
  if (family_ != AddressFamily::local || !first.from.name.empty()) received.from = first.from;
  if (!peeks) received.files = take().files.take();
  return received;
}

Result<void> DatagramSocket::shut_down(int how) {
  if (how < abi::kSHUT_RD || how > abi::kSHUT_RDWR) return Errno::inval;
  if (!peer_name_) return Errno::notconn;
  if (how != abi::kSHUT_WR) reads_ = false;
  if (how != abi::kSHUT_RD) writes_ = false;
  changed_.wake_all();
  return {};
}

Result<SocketAddress> DatagramSocket::peer_name() const {
  if (!peer_name_) return Errno::notconn;
  return *peer_name_;
}

uint32_t DatagramSocket::poll_events() {
  uint32_t events = 0;
  if (!messages_.empty() || !reads_) events |= kPollIn;
  if (!reads_) events |= kPollReadHangUp;
  if (!reads_ && !writes_) events |= kPollHangUp;
  if (peer_ == nullptr || peer_->has_room(0)) events |= kPollOut;
  if (error_ != Errno::success) events |= kPollError;
  return events;
}

Result<size_t> DatagramSocket::readable_bytes() { return messages_.empty() ? 0 : messages_.front().bytes.size(); }

}  // namespace wasmsand
