// SOCK_DGRAM: a queue of messages. Inside the sandbox only.
#pragma once

#include <deque>

#include "kernel/net/socket.h"

namespace wasmsand {

class DatagramSocket : public Socket {
 public:
  DatagramSocket(Network& network, AddressFamily family, uint32_t flags);
  ~DatagramSocket() override;

  static void join(DatagramSocket& first, DatagramSocket& second);

  Result<void> connect_to(IoContext&, const SocketAddress&) override;
  Result<size_t> send(IoContext&, OutgoingMessage) override;
  Result<IncomingMessage> receive(IoContext&, Parts, uint32_t flags) override;
  Result<void> shut_down(int how) override;
  Result<SocketAddress> peer_name() const override;

  uint32_t poll_events() override;
  void add_poll_queues(uint32_t, std::vector<WaitQueue*>& queues) override { queues.push_back(&changed_); }
  Result<size_t> readable_bytes() override;

 private:
  struct Message {
    std::vector<std::byte> bytes;
    SocketAddress from;
    SentFiles files;
  };
  // What it takes in the host, at least.
  static size_t cost(size_t bytes) { return bytes + 256; }
  bool has_room(size_t bytes) const { return queued_ == 0 || queued_ + cost(bytes) <= kQueueBytes; }
  Result<void> put(Message message);
  Message take();
  void disconnect();
  Result<DatagramSocket*> receiver(const Caller& caller, const SocketAddress& to) const;

  static constexpr size_t kQueueBytes = 212'992;  // net.core.rmem_default
  std::deque<Message> messages_;
  size_t queued_ = 0;
  // Whom it is connected to: an address, or a socket that may have no name (socketpair), which then knows of it.
  std::optional<SocketAddress> peer_name_;
  DatagramSocket* peer_ = nullptr;
  std::vector<DatagramSocket*> peers_of_;  // those whose peer_ this is
  bool reads_ = true, writes_ = true;
  WaitQueue changed_;  // it has a message, or room for one
};

}  // namespace wasmsand
