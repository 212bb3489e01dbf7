// A socket, of whatever kind, as the calls on sockets see it. read(2) and write(2) are receive and send without flags.
#pragma once

#include <map>
#include <optional>

#include "kernel/io/open_file.h"
#include "kernel/io/transfer.h"
#include "kernel/net/connection.h"

namespace wasmsand {

class Network;
struct Caller;

struct OutgoingMessage {
  Parts parts;
  const SocketAddress* to = nullptr;  // null: to the peer
  std::vector<Ref<OpenFile>> files = {};
};

struct IncomingMessage {
  size_t bytes = 0;   // how many were put into the parts
  size_t length = 0;  // of the message, which may have had more
  std::optional<SocketAddress> from = {};
  std::vector<Ref<OpenFile>> files = {};
};

// What setsockopt keeps and getsockopt shows of options that change nothing here, or little.
class SocketOptions {
 public:
  // ENOPROTOOPT: there is no such option.
  Result<int32_t> get(int level, int option) const;
  Result<void> set(int level, int option, int32_t value);
  bool is_set(int level, int option) const;

 private:
  std::map<std::pair<int, int>, int32_t> values_;  // those that were set
};

class Socket : public OpenFile {
 public:
  Socket(Network& network, AddressFamily family, int type, uint32_t flags);
  ~Socket() override;

  Socket* as_socket() override { return this; }
  AddressFamily family() const { return family_; }
  int type() const { return type_; }

  virtual Result<void> bind(const Caller&, const SocketAddress&);
  virtual Result<void> listen(Process&, int /*backlog*/) { return Errno::opnotsupp; }
  // The new socket has `flags`.
  virtual Result<Ref<Socket>> accept(IoContext&, uint32_t /*flags*/) { return Errno::opnotsupp; }
  virtual Result<void> connect_to(IoContext&, const SocketAddress&) = 0;
  // Takes what it can at once, as OpenFile::write.
  virtual Result<size_t> send(IoContext&, OutgoingMessage) = 0;
  // `flags`: MSG_PEEK, MSG_WAITALL, MSG_TRUNC.
  virtual Result<IncomingMessage> receive(IoContext&, Parts, uint32_t flags) = 0;
  virtual Result<void> shut_down(int how) = 0;
  virtual SocketAddress name() const { return bound_ ? *bound_ : forgotten_.value_or(SocketAddress::any(family_)); }
  virtual Result<SocketAddress> peer_name() const = 0;
  virtual PeerCredentials peer_credentials() const { return {}; }
  virtual bool listens() const { return false; }
  // SO_ERROR: told once.
  virtual Errno take_error() { return std::exchange(error_, Errno::success); }
  // Of a connection to the outside; null: it is none.
  virtual Connection* outside() { return nullptr; }
  Network& network() const { return network_; }

  SocketOptions options;
  Nanoseconds receive_timeout = 0, send_timeout = 0;  // 0: none
  std::optional<int32_t> linger;                      // SO_LINGER, seconds: with 0 a close is a reset
  bool reuses_address() const;

  Result<size_t> read(IoContext&, std::span<std::byte>) override;
  Result<size_t> write(IoContext&, std::span<const std::byte>) override;
  Result<Attributes> attributes() override;
  std::string describe() override;

 protected:
  friend class Network;
  bool non_blocking(const IoContext& context) const { return (flags_ & kNonBlocking) != 0 || context.non_blocking; }
  // With its own timeout. EAGAIN, not ETIMEDOUT, when that has passed.
  static IoContext with_timeout(const IoContext& context, Nanoseconds timeout);
  // The calls that a name is made up for if there is none.
  Result<void> bind_if_unbound(const SocketAddress& peer);
  // What a connection that was not made, or is no more, has no use for: a port that bind() has not named is given back,
  // and an address that it has not named is any.
  void give_up_port();
  void give_up_address();

  Network& network_;
  const AddressFamily family_;
  const int type_;
  const uint64_t number_;
  const Nanoseconds created_at_;
  std::optional<SocketAddress> bound_;
  // Of what was bound, bind() has said itself.
  bool names_address_ = false, names_port_ = false;
  // What is still shown of a port that was given back.
  std::optional<SocketAddress> forgotten_;
  PinnedNode node_;  // of the file that a local one is bound to
  Errno error_ = Errno::success;
};

}  // namespace wasmsand
