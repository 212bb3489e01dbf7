// What lies between two stream sockets: a pipe each way, what is known of the two sides, and, of a connection to the
// outside, how far it is made.
#pragma once

#include <array>
#include <deque>
#include <optional>

#include "kernel/io/pipe.h"
#include "kernel/net/address.h"
#include "kernel/net/sent_files.h"

namespace wasmsand {

// Who made a socket connect or listen: SO_PEERCRED.
struct PeerCredentials {
  int pid = 0;
  uint32_t uid = ~0u, gid = ~0u;
};

// One direction: bytes, and the files sent with some of them.
class Flow {
 public:
  Flow(PipeLedger& ledger, uint32_t capacity) : pipe_(make_ref<Pipe>(ledger, capacity)) {}
  Flow(const Flow&) = delete;
  Flow& operator=(const Flow&) = delete;

  // At most to the end of the first message that has files with it. `files` (null: they are closed) gets those whose
  // first byte was read.
  Result<size_t> read(IoContext&, std::span<std::byte> out, bool non_blocking, SentFiles* files);
  Result<size_t> peek(IoContext&, std::span<std::byte> out, bool non_blocking);
  Result<size_t> write(IoContext&, std::span<const std::byte> data, bool non_blocking, SentFiles files);
  // What its reader has not got will not be got any more.
  void drop_files() { attached_.clear(); }
  Pipe& pipe() { return *pipe_; }

 private:
  struct Attached {
    uint64_t begin, end;  // of the message, counted from the first byte that was ever sent
    SentFiles files;
  };
  std::span<std::byte> within_message(std::span<std::byte> out) const;
  Ref<Pipe> pipe_;
  uint64_t read_ = 0, written_ = 0;
  std::deque<Attached> attached_;
};

class Connection : public RefCounted {
 public:
  enum Side : uint8_t { client, server };

  // The host takes turns with everything else on its event loop: with it, more is on its way at a time.
  static constexpr uint32_t kCapacity = 64 * 1024, kOutsideCapacity = 256 * 1024;

  Connection(PipeLedger& ledger, bool is_local, uint32_t capacity = kCapacity)
      : is_local(is_local), accounting_(ledger.accounting()), flows_{{{ledger, capacity}, {ledger, capacity}}} {}
  // One to the outside, not made yet. It counts as a socket as long as either side has it: a guest may have closed its
  // own many times before the host hears of the first. ENOBUFS.
  static Result<Ref<Connection>> make_outside(PipeLedger& ledger, bool is_local, uint64_t run);
  ~Connection() override;

  const bool is_local;  // of AF_UNIX
  std::array<SocketAddress, 2> names;
  std::array<PeerCredentials, 2> credentials;
  std::array<Errno, 2> errors = {Errno::success, Errno::success};  // to be told to that side once

  // To the outside: no byte passes before the host has accepted, nor while it makes a TLS connection of this one.
  bool is_outside = false;
  uint64_t run = 0;  // on whose behalf
  bool held = false;
  WaitQueue released;            // woken when that ends, or the host refuses
  std::optional<Errno> outcome;  // of connecting
  void conclude(Errno result);   // by the host
  bool used = false;             // bytes were sent
  // What a guest asks of the host with TLS_HOST, which counts as bytes in a pipe until it is answered: ENOBUFS.
  Result<void> ask_for_tls(std::string request);
  void answer_tls(std::string answer);
  bool tls_asked = false;
  std::string tls_request, tls_answer;  // empty: not to be answered any more; not answered yet

  Flow& to(Side side) { return flows_[side]; }
  static Side other(Side side) { return side == client ? server : client; }

 private:
  void tell_of_release();
  void forget_tls_request();
  Accounting& accounting_;
  std::array<Flow, 2> flows_;
};

// One side's hold on a connection. What is open of it when this goes is closed.
class StreamEnd {
 public:
  StreamEnd() = default;
  StreamEnd(Ref<Connection> connection, Connection::Side side);
  StreamEnd(StreamEnd&& other) noexcept { swap(other); }
  StreamEnd& operator=(StreamEnd&& other) noexcept {
    swap(other);
    return *this;
  }
  ~StreamEnd() { close(false); }

  explicit operator bool() const { return static_cast<bool>(connection_); }
  Connection& connection() const { return *connection_; }
  const SocketAddress& name() const { return connection_->names[side_]; }
  const SocketAddress& peer_name() const { return connection_->names[Connection::other(side_)]; }
  const PeerCredentials& peer_credentials() const { return connection_->credentials[Connection::other(side_)]; }

  Result<size_t> read(IoContext&, std::span<std::byte> out, bool non_blocking, SentFiles* files);
  Result<size_t> peek(IoContext&, std::span<std::byte> out, bool non_blocking);
  Result<size_t> write(IoContext&, std::span<const std::byte> data, bool non_blocking, SentFiles files);
  void shut_reading();
  void shut_writing();
  // With `reset` the other side is told that this one went away; so it is when bytes were left unread.
  void close(bool reset);

  // Whether it is worth writing again after that could not take more: each small piece of room would cost a turn of the
  // host's.
  bool has_much_room() const;
  // Whether anybody could read what this side writes.
  bool can_be_read() const { return outbound().pipe().readers() > 0; }
  uint32_t poll_events() const;
  void add_poll_queues(uint32_t events, std::vector<WaitQueue*>& queues) const;
  size_t readable_bytes() const { return inbound().pipe().size(); }
  // The error that this side has not been told yet.
  Errno take_error();
  WaitQueue& inbound_changed() const { return inbound().pipe().changed(); }
  WaitQueue& outbound_changed() const { return outbound().pipe().changed(); }

 private:
  void swap(StreamEnd& other) noexcept;
  Flow& inbound() const { return connection_->to(side_); }
  Flow& outbound() const { return connection_->to(Connection::other(side_)); }
  Result<void> wait_until_released(IoContext&, bool non_blocking) const;

  Ref<Connection> connection_;
  Connection::Side side_ = Connection::client;
  bool reads_ = false, writes_ = false;  // not shut down
};

}  // namespace wasmsand
