#include "kernel/net/stream_socket.h"

#include <algorithm>

#include "kernel/net/network.h"
#include "kernel/process/process.h"

namespace wasmsand {

namespace {

constexpr int kBacklogMax = 4096;  // net.core.somaxconn

PeerCredentials credentials_of(const Process& process) {
  return {.pid = process.pid, .uid = process.credentials.uid, .gid = process.credentials.gid};
}

}  // namespace

StreamSocket::StreamSocket(Network& network, AddressFamily family, uint32_t flags)
    : Socket(network, family, abi::kSOCK_STREAM, flags) {}

StreamSocket::~StreamSocket() {
  stop_listening();
  if (listener_ != nullptr) std::erase(listener_->waiting_, this);
  end_.close(linger == 0);
}

void StreamSocket::join(Process& process, StreamSocket& first, StreamSocket& second) {
  auto connection = make_ref<Connection>(first.network_.ledger(), true);
  for (const auto side : {Connection::client, Connection::server}) {
    connection->names[side] = SocketAddress::any(AddressFamily::local);
    connection->credentials[side] = credentials_of(process);
  }
  first.connected(StreamEnd(connection, Connection::client));
  second.connected(StreamEnd(connection, Connection::server));
}

void StreamSocket::connected(StreamEnd end) {
  end_ = std::move(end);
  state_ = State::connected;
  changed_.wake_all();
}

// --- One that listens ---

Result<void> StreamSocket::listen(Process& process, int backlog) {
  if (state_ == State::connecting || state_ == State::connected) return Errno::inval;
  if (!bound_) {
    if (family_ == AddressFamily::local) return Errno::inval;
    WS_TRY(network_.bind_port(*this, SocketAddress::any(family_)));
  }
  own_credentials_ = credentials_of(process);
  backlog_ = static_cast<size_t>(backlog < 0 || backlog > kBacklogMax ? kBacklogMax : backlog);
  state_ = State::listening;
  let_in();
  return {};
}

Result<StreamEnd> StreamSocket::take_connection(const SocketAddress& from, const SocketAddress& to,
                                                const PeerCredentials& client) {
  // As in Linux one more than is said: a backlog of 0 lets one wait.
  if (pending_.size() > backlog_) return Errno::again;
  WS_TRY(network_.charge_socket());
  auto connection = make_ref<Connection>(network_.ledger(), family_ == AddressFamily::local);
  connection->names = {from, to};
  connection->credentials = {client, own_credentials_};
  StreamEnd end(connection, Connection::client);
  pending_.emplace_back(connection, Connection::server);
  changed_.wake_all();
  return end;
}

void StreamSocket::let_in() {
  while (!waiting_.empty() && pending_.size() <= backlog_) {
    StreamSocket& client = *waiting_.front();
    waiting_.pop_front();
    client.listener_ = nullptr;
    Result<StreamEnd> end = take_connection(client.source(), client.target_, client.own_credentials_);
    if (end.ok()) client.connected(std::move(*end));
    client.conclude(end.error());
  }
}

Result<Ref<Socket>> StreamSocket::accept(IoContext& context, uint32_t flags) {
  if (state_ != State::listening) return Errno::inval;
  if (pending_.empty()) {
    if (non_blocking(context) || context.process == nullptr) return Errno::again;
    const IoContext timed = with_timeout(context, receive_timeout);
    WaitQueue* const queues[] = {&changed_};
    const auto come = [this] { return !pending_.empty() || state_ != State::listening; };
    const Result<void> waited = context.process->block(WaitCause::connection, queues, timed.deadline, come);
    if (waited.error() == Errno::timedout) return Errno::again;
    WS_TRY(waited);
    if (pending_.empty()) return Errno::inval;
  }
  auto socket = make_ref<StreamSocket>(network_, family_, flags);  // charged when the connection came
  socket->options = options;
  socket->connected(std::move(pending_.front()));
  pending_.pop_front();
  let_in();
  return Ref<Socket>(socket);
}

void StreamSocket::stop_listening() {
  if (state_ != State::listening) return;
  state_ = State::unconnected;
  network_.release_sockets(static_cast<uint32_t>(pending_.size()));
  for (StreamEnd& end : pending_) end.close(true);
  pending_.clear();
  for (StreamSocket* client : std::exchange(waiting_, {})) {
    client->listener_ = nullptr;
    client->conclude(Errno::connrefused);
  }
  changed_.wake_all();
}

// --- Connecting ---

SocketAddress StreamSocket::source() const {
  return family_ == AddressFamily::local ? name() : Network::source_of(*this, target_);
}

void StreamSocket::conclude(Errno outcome) {
  listener_ = nullptr;
  connect_reported_ = outcome != Errno::success;
  state_ = outcome == Errno::success ? State::connected : State::unconnected;
  if (outcome != Errno::success) {
    error_ = outcome;
    give_up_port();
  }
  changed_.wake_all();
}

void StreamSocket::look_outside() {
  if (state_ != State::connecting || !end_ || !end_.connection().outcome) return;
  const Errno outcome = *end_.connection().outcome;
  if (outcome != Errno::success) end_ = {};
  conclude(outcome);
}

Result<void> StreamSocket::wait_until_connected(IoContext& context, Nanoseconds deadline) {
  WaitQueue* const queues[] = {&connecting_queue()};
  const auto over = [this] {
    look_outside();
    return state_ != State::connecting;
  };
  return context.process->block(WaitCause::connection, queues, deadline, over);
}

Result<void> StreamSocket::begin_outside(uint64_t run) {
  WS_ASSIGN(connection, Connection::make_outside(network_.ledger(), family_ == AddressFamily::local, run));
  connection->names = {source(), target_};
  connection->credentials[Connection::client] = own_credentials_;
  end_ = StreamEnd(connection, Connection::client);
  state_ = State::connecting;
  changed_.wake_all();  // who polls it waits for something else now
  network_.gate()->connect(StreamEnd(connection, Connection::server));
  look_outside();
  return {};
}

Result<void> StreamSocket::begin_connecting(const Caller& caller, const SocketAddress& to) {
  target_ = to;
  const bool is_resolver = to.family == AddressFamily::local && to.name == kResolverName;
  Socket* found = nullptr;
  if (family_ == AddressFamily::local && !is_resolver) {
    WS_ASSIGN(named, network_.named(caller, type_, to));
    // Another process has connected it while a slow file system was asked.
    if (state_ != State::unconnected) return Errno::already;
    found = named;
  } else if (!is_resolver) {
    const auto inside = Network::inside(to);
    if (!inside && network_.gate() == nullptr) return network_.denied();
    WS_TRY(bind_if_unbound(inside.value_or(to)));
    if (inside) {
      found = network_.bound_to(type_, *inside);
      target_ = *inside;
    }
    if (inside && found == nullptr) return Errno::connrefused;
  }
  if (found == nullptr) {
    if (network_.gate() == nullptr) return network_.denied();
    return begin_outside(caller.process->acting_run());
  }
  auto& listener = static_cast<StreamSocket&>(*found);
  if (!listener.listens()) return Errno::connrefused;
  Result<StreamEnd> end = listener.take_connection(source(), target_, own_credentials_);
  if (end.ok()) {
    connected(std::move(*end));
    return {};
  }
  if (end.error() != Errno::again) return end.error();
  if (family_ == AddressFamily::local && (flags_ & kNonBlocking)) return Errno::again;
  state_ = State::connecting;
  listener_ = &listener;
  listener.waiting_.push_back(this);
  return {};
}

Result<void> StreamSocket::connect_to(IoContext& context, const SocketAddress& to) {
  Process& process = *context.process;
  if (to.family != family_ && to.family != AddressFamily::unspecified)
    return family_ == AddressFamily::inet6 && to.family != AddressFamily::inet ? Errno::inval : Errno::afnosupport;
  if (to.family == AddressFamily::unspecified) return Errno::afnosupport;
  if (state_ == State::listening) return family_ == AddressFamily::local ? Errno::inval : Errno::isconn;
  look_outside();
  if (state_ == State::connected) {
    if (family_ == AddressFamily::local && to.name != kResolverName)
      WS_TRY(network_.named(process.caller(), type_, to));
    if (std::exchange(connect_reported_, true)) return Errno::isconn;
    return {};
  }
  if (state_ == State::unconnected) {
    // How the attempt has ended that this call, or one before it, has begun.
    if (const Errno error = take_error(); error != Errno::success) return failed(error);
    own_credentials_ = credentials_of(process);
    const Result<void> begun = begin_connecting(process.caller(), to);
    if (!begun.ok()) give_up_port();
    if (begun.error() == Errno::connrefused && family_ != AddressFamily::local && non_blocking(context)) {
      error_ = Errno::connrefused;
      return Errno::inprogress;
    }
    if (!begun.ok()) return failed(begun.error());
    if (state_ == State::connected) {
      if (family_ == AddressFamily::local || !non_blocking(context)) return {};
      connect_reported_ = false;
    }
    // What a handshake takes: it is over when somebody looks.
    if (non_blocking(context)) return Errno::inprogress;
  } else if (non_blocking(context)) {
    return Errno::already;
  }
  const IoContext timed = with_timeout(context, send_timeout);
  const Result<void> waited = wait_until_connected(context, timed.deadline);
  if (waited.error() == Errno::timedout) return Errno::inprogress;
  WS_TRY(waited);
  connect_reported_ = true;
  if (state_ == State::connected) return {};
  const Errno error = take_error();
  return failed(error == Errno::success ? Errno::connaborted : error);
}

Errno StreamSocket::failed(Errno error) {
  give_up_address();
  return error;
}

// --- Bytes ---

Errno StreamSocket::unconnected_error(bool receives) const {
  if (family_ != AddressFamily::local) return receives ? Errno::notconn : Errno::pipe;
  return receives ? Errno::inval : Errno::notconn;
}

Result<size_t> StreamSocket::send(IoContext& context, OutgoingMessage message) {
  if (message.to != nullptr && family_ == AddressFamily::local)
    return state_ == State::connected ? Errno::isconn : Errno::opnotsupp;
  look_outside();
  IoContext timed = with_timeout(context, send_timeout);
  if (state_ == State::connecting) {
    if (non_blocking(context)) return Errno::again;
    const Result<void> waited = wait_until_connected(context, timed.deadline);
    if (waited.error() == Errno::timedout) return Errno::again;
    WS_TRY(waited);
  }
  if (error_ != Errno::success) return take_error();
  if (state_ != State::connected) {
    const Errno error = unconnected_error(false);
    return error == Errno::pipe ? broken_pipe(context) : error;
  }
  WS_ASSIGN(files, SentFiles::make(network_.in_flight(), std::move(message.files)));
  const std::span<const std::byte> first = message.parts.empty() ? std::span<std::byte>() : message.parts[0];
  if (first.empty()) return size_t{0};
  const Result<size_t> sent = end_.write(timed, first, non_blocking(context), std::move(files));
  return sent.error() == Errno::timedout ? Errno::again : sent;
}

Result<size_t> StreamSocket::receive_part(IoContext& context, std::span<std::byte> part, bool peeks, SentFiles* files) {
  const bool waits_not = non_blocking(context);
  return peeks ? end_.peek(context, part, waits_not) : end_.read(context, part, waits_not, files);
}

Result<IncomingMessage> StreamSocket::receive(IoContext& context, Parts parts, uint32_t flags) {
  look_outside();
  if (error_ != Errno::success) return take_error();
  if (state_ != State::connected) return unconnected_error(true);
  const bool peeks = (flags & abi::kMSG_PEEK) != 0;
  const bool wants_all = (flags & abi::kMSG_WAITALL) != 0 && !peeks;
  IoContext timed = with_timeout(context, receive_timeout);
  IncomingMessage message;
  // What earlier askings of the call have put in place.
  size_t begin = wants_all ? context.moved() : 0, done = begin;
  SentFiles files;
  Errno error = Errno::success;
  for (std::span<std::byte> part : parts) {
    const size_t skipped = std::min(begin, part.size());
    begin -= skipped;
    part = part.subspan(skipped);
    while (!part.empty() && files.empty()) {
      // Only the first byte is waited for, unless all are wanted.
      if (done > 0 && !wants_all && end_.readable_bytes() == 0) break;
      const Result<size_t> count = receive_part(timed, part, peeks, &files);
      error = count.error();
      if (!count.ok() || *count == 0) break;
      done += *count;
      part = part.subspan(*count);
      if (peeks) break;
    }
    if (!part.empty() || peeks) break;
  }
  message.files = files.take();
  if (error == Errno::timedout) error = Errno::again;
  if (error != Errno::success && done == 0) return error;
  if (error == Errno::blocked && wants_all && message.files.empty()) {
    context.process->progress().moved = done;
    return Errno::blocked;
  }
  message.bytes = message.length = done;
  return message;
}

Result<void> StreamSocket::shut_down(int how) {
  if (how < abi::kSHUT_RD || how > abi::kSHUT_RDWR) return Errno::inval;
  if (state_ == State::listening && family_ != AddressFamily::local) {
    if (how != abi::kSHUT_WR) stop_listening();
    return {};
  }
  if (state_ != State::connected) {
    if (how != abi::kSHUT_WR) never_reads_ = true;
    return family_ == AddressFamily::local ? Result<void>() : Errno::notconn;
  }
  if (how != abi::kSHUT_WR) end_.shut_reading();
  if (how != abi::kSHUT_RD) end_.shut_writing();
  return {};
}

// --- What is known of it ---

SocketAddress StreamSocket::shown(const SocketAddress& address) const {
  return family_ == AddressFamily::inet6 ? address.mapped() : address;
}

SocketAddress StreamSocket::name() const { return state_ == State::connected ? shown(end_.name()) : Socket::name(); }

Result<SocketAddress> StreamSocket::peer_name() const {
  if (state_ != State::connected) return Errno::notconn;
  return shown(end_.peer_name());
}

PeerCredentials StreamSocket::peer_credentials() const {
  if (state_ == State::listening) return own_credentials_;
  return state_ == State::connected ? end_.peer_credentials() : PeerCredentials{};
}

Errno StreamSocket::take_error() {
  look_outside();
  if (error_ != Errno::success) return Socket::take_error();
  return state_ == State::connected ? end_.take_error() : Errno::success;
}

Connection* StreamSocket::outside() {
  look_outside();
  return state_ == State::connected && end_.connection().is_outside ? &end_.connection() : nullptr;
}

uint32_t StreamSocket::poll_events() {
  look_outside();
  switch (state_) {
    case State::connected:
      return end_.poll_events();
    case State::connecting:
      return 0;
    case State::listening:
      return pending_.empty() ? 0 : kPollIn;
    case State::unconnected:
      break;
  }
  uint32_t events = kPollOut | kPollHangUp;
  if (error_ != Errno::success) events |= kPollError;
  if (error_ != Errno::success || never_reads_) events |= kPollIn | kPollReadHangUp;
  return events;
}

void StreamSocket::add_poll_queues(uint32_t events, std::vector<WaitQueue*>& queues) {
  if (state_ == State::connected)
    end_.add_poll_queues(events, queues);
  else
    queues.push_back(&connecting_queue());
}

Result<size_t> StreamSocket::readable_bytes() {
  if (state_ == State::listening) return Errno::inval;
  return state_ == State::connected ? end_.readable_bytes() : 0;
}

}  // namespace wasmsand
