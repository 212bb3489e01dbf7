// The network of one sandbox: who is bound to what, and the way out. 127.0.0.0/8, ::1 and local names are inside;
// all else is the gate's.
#pragma once

#include <map>
#include <string>

#include "kernel/io/pipe_ledger.h"
#include "kernel/net/gate.h"
#include "kernel/net/socket.h"
#include "kernel/vfs/vfs.h"

namespace wasmsand {

class DatagramSocket;
class StreamSocket;

// A connection to this abstract name is one to the outside: what answers questions for names is the host's.
inline constexpr std::string_view kResolverName("\0resolver", 9);

class Network {
 public:
  Network(Vfs& vfs, PipeLedger& ledger) : vfs_(vfs), ledger_(ledger) {}
  Network(const Network&) = delete;
  Network& operator=(const Network&) = delete;
  ~Network() { in_flight_.drop_all(); }

  // `type`: of socket(2), with its flags. EAFNOSUPPORT, ESOCKTNOSUPPORT, EPROTONOSUPPORT; ENOBUFS: there are as many as
  // may be.
  Result<Ref<Socket>> open(int family, uint32_t type, int protocol);
  struct Pair {
    Ref<Socket> first, second;
  };
  Result<Pair> open_pair(Process& process, int family, uint32_t type, int protocol);

  PipeLedger& ledger() { return ledger_; }
  FilesInFlight& in_flight() { return in_flight_; }
  Accounting& accounting() { return ledger_.accounting(); }
  // Null: there is no way out.
  Gate* gate() const { return gate_; }
  void set_gate(Gate* gate) { gate_ = gate; }

  // EACCES: there is no way out.
  Errno denied() { return accounting().refuse(Limit::network, Errno::acces); }

  // A socket, or a connection that waits to be accepted. ENOBUFS.
  Result<void> charge_socket() { return accounting().charge_socket(); }
  void release_sockets(uint32_t count) { accounting().release_sockets(count); }

  // To an address of this sandbox, with a port of its own choice for 0. EADDRINUSE, EADDRNOTAVAIL. A network of one
  // user: ports below 1024 are as good as any.
  Result<void> bind_port(Socket& socket, SocketAddress address);
  // To a file that is made for it, an abstract name, or, an empty one, one of its own choice.
  Result<void> bind_name(const Caller& caller, Socket& socket, const SocketAddress& address);
  void unbind(Socket& socket);

  // Who is bound where a connection or a datagram goes. Null: nobody.
  Socket* bound_to(int type, const SocketAddress& address) const;
  // The same of a local name. ECONNREFUSED, and what the path walk says.
  Result<Socket*> named(const Caller& caller, int type, const SocketAddress& address) const;
  // Where an address of the guest's leads inside: 0.0.0.0 is 127.0.0.1. Nothing: outside.
  static std::optional<SocketAddress> inside(const SocketAddress& address);
  // What a socket that talks to `peer` is bound to if it is bound to nothing. Without a port.
  static SocketAddress source_for(const SocketAddress& peer);
  // Whom `peer` hears from, of a socket that is bound, perhaps to all addresses.
  static SocketAddress source_of(const Socket& socket, const SocketAddress& peer);

  // The host connects to what listens on a port of the sandbox's own address, of IPv4 before IPv6. ECONNREFUSED;
  // EAGAIN: too many wait to be accepted.
  Result<StreamEnd> connect_from_host(uint16_t port);

 private:
  using Port = std::pair<int, uint16_t>;  // with the type
  bool conflicts(const Socket& socket, const SocketAddress& address) const;
  Result<uint16_t> free_port(const Socket& socket, SocketAddress address);

  Vfs& vfs_;
  PipeLedger& ledger_;
  FilesInFlight in_flight_;
  Gate* gate_ = nullptr;
  std::multimap<Port, Socket*> ports_;
  std::map<std::string, Socket*> abstract_names_;
  std::map<std::pair<const FileSystem*, Ino>, Socket*> files_;
  uint16_t last_port_ = 0;
  uint32_t last_name_ = 0;
};

}  // namespace wasmsand
