// SOCK_STREAM: listens, or is one side of a connection.
#pragma once

#include <deque>

#include "kernel/net/socket.h"

namespace wasmsand {

class StreamSocket : public Socket {
 public:
  StreamSocket(Network& network, AddressFamily family, uint32_t flags);
  ~StreamSocket() override;

  // Both sides of a new connection that has no names: socketpair.
  static void join(Process& process, StreamSocket& first, StreamSocket& second);

  Result<void> listen(Process&, int backlog) override;
  Result<Ref<Socket>> accept(IoContext&, uint32_t flags) override;
  Result<void> connect_to(IoContext&, const SocketAddress&) override;
  Result<size_t> send(IoContext&, OutgoingMessage) override;
  Result<IncomingMessage> receive(IoContext&, Parts, uint32_t flags) override;
  Result<void> shut_down(int how) override;
  SocketAddress name() const override;
  Result<SocketAddress> peer_name() const override;
  PeerCredentials peer_credentials() const override;
  bool listens() const override { return state_ == State::listening; }
  Errno take_error() override;
  Connection* outside() override;

  uint32_t poll_events() override;
  void add_poll_queues(uint32_t events, std::vector<WaitQueue*>& queues) override;
  Result<size_t> readable_bytes() override;

  // Of one that listens: a new connection, which waits to be accepted. The client's side. EAGAIN: too many do; ENOBUFS.
  Result<StreamEnd> take_connection(const SocketAddress& from, const SocketAddress& to, const PeerCredentials& client);

 private:
  enum class State : uint8_t { unconnected, listening, connecting, connected };

  void connected(StreamEnd end);
  // How an attempt to connect has ended that was left to go on; and, of one to the outside, whether it has.
  void conclude(Errno outcome);
  void look_outside();
  WaitQueue& connecting_queue() { return end_ ? end_.connection().released : changed_; }
  Result<void> wait_until_connected(IoContext& context, Nanoseconds deadline);
  Result<void> begin_connecting(const Caller& caller, const SocketAddress& to);
  Result<void> begin_outside(uint64_t run);
  // What a call of connect says that has failed.
  Errno failed(Errno error);
  // Those that wait for room in this one's backlog.
  void let_in();
  void stop_listening();
  Errno unconnected_error(bool receives) const;
  // Who the listener is told is connecting.
  SocketAddress source() const;
  // As one of this family writes it.
  SocketAddress shown(const SocketAddress& address) const;
  Result<size_t> receive_part(IoContext&, std::span<std::byte> part, bool peeks, SentFiles* files);

  State state_ = State::unconnected;
  bool never_reads_ = false;      // was shut down before it was connected
  bool connect_reported_ = true;  // false: a call of connect has yet to be told that it is connected
  StreamEnd end_;                 // while connected, or connecting to the outside
  PeerCredentials own_credentials_;
  // While connecting: to whom, and in whose queue it stands.
  SocketAddress target_;
  StreamSocket* listener_ = nullptr;
  // While listening.
  size_t backlog_ = 0;
  std::deque<StreamEnd> pending_;
  std::deque<StreamSocket*> waiting_;
  WaitQueue changed_;  // while it is not connected
};

}  // namespace wasmsand
