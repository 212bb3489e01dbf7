#include "kernel/net/network.h"

#include <algorithm>
#include <cstdio>

#include "kernel/net/datagram_socket.h"
#include "kernel/net/stream_socket.h"
#include "kernel/process/process.h"

namespace wasmsand {

namespace {

// net.ipv4.ip_local_port_range
constexpr uint16_t kFirstPort = 32'768, kLastPort = 60'999;

constexpr int kSockPacket = 10, kTypeMax = kSockPacket;
constexpr int kProtocolMax = 262;

constexpr uint32_t kTypeFlags = abi::kSOCK_NONBLOCK | abi::kSOCK_CLOEXEC;

Result<void> check_protocol(AddressFamily family, int type, int protocol) {
  if (family == AddressFamily::local)
    return protocol == 0 || protocol == abi::kAF_UNIX ? Result<void>() : Errno::protonosupport;
  // The old way to packets, which as the others is for who has the right.
  if (family == AddressFamily::inet && type == kSockPacket) return Errno::perm;
  if (protocol < 0 || protocol > kProtocolMax) return Errno::inval;
  // Raw sockets are of one protocol each.
  if (type == abi::kSOCK_RAW) return protocol == 0 ? Errno::protonosupport : Errno::perm;
  if (protocol == 0 || (type != abi::kSOCK_STREAM && type != abi::kSOCK_DGRAM)) return {};
  const int own = type == abi::kSOCK_STREAM ? abi::kIPPROTO_TCP : abi::kIPPROTO_UDP;
  return protocol == own ? Result<void>() : Errno::protonosupport;
}

// Two sockets of one port are in each other's way unless their addresses are different ones.
bool overlap(const SocketAddress& a, bool a_six_only, const SocketAddress& b, bool b_six_only) {
  const SocketAddress left = a.unmapped(), right = b.unmapped();
  if (left.family == right.family) return left.is_any() || right.is_any() || left.ip == right.ip;
  // :: is all of IPv4 too, unless it is told not to be.
  if (left.family == AddressFamily::inet6) return left.is_any() && !a_six_only;
  return right.is_any() && !b_six_only;
}

bool six_only(const Socket& socket) { return socket.options.is_set(abi::kIPPROTO_IPV6, abi::kIPV6_V6ONLY); }

}  // namespace

Result<Ref<Socket>> Network::open(int family, uint32_t type, int protocol) {
  auto kind = static_cast<int>(type & ~kTypeFlags);
  const uint32_t flags = type & abi::kSOCK_NONBLOCK ? OpenFile::kNonBlocking : 0;
  if (kind < 0 || kind > kTypeMax) return Errno::inval;
  if (family != abi::kAF_UNIX && family != abi::kAF_INET && family != abi::kAF_INET6) return Errno::afnosupport;
  const auto as_family = static_cast<AddressFamily>(family);
  // BSD has raw sockets of AF_UNIX, and Linux takes them for datagrams.
  if (kind == abi::kSOCK_RAW && as_family == AddressFamily::local) kind = abi::kSOCK_DGRAM;
  WS_TRY(check_protocol(as_family, kind, protocol));
  if (kind != abi::kSOCK_STREAM && kind != abi::kSOCK_DGRAM) return Errno::socktnosupport;
  WS_TRY(charge_socket());
  if (kind == abi::kSOCK_STREAM) return Ref<Socket>(make_ref<StreamSocket>(*this, as_family, flags));
  return Ref<Socket>(make_ref<DatagramSocket>(*this, as_family, flags));
}

Result<Network::Pair> Network::open_pair(Process& process, int family, uint32_t type, int protocol) {
  WS_ASSIGN(first, open(family, type, protocol));
  if (first->family() != AddressFamily::local) return Errno::opnotsupp;
  WS_ASSIGN(second, open(family, type, protocol));
  if (first->type() == abi::kSOCK_STREAM) {
    StreamSocket::join(process, static_cast<StreamSocket&>(*first), static_cast<StreamSocket&>(*second));
  } else {
    DatagramSocket::join(static_cast<DatagramSocket&>(*first), static_cast<DatagramSocket&>(*second));
  }
  return Pair{std::move(first), std::move(second)};
}

std::optional<SocketAddress> Network::inside(const SocketAddress& address) {
  SocketAddress plain = address.unmapped();
  if (plain.is_any()) return SocketAddress::loopback(plain.family, plain.port);
  if (plain.is_loopback()) return plain;
  return std::nullopt;
}

SocketAddress Network::source_for(const SocketAddress& peer) {
  const SocketAddress plain = peer.unmapped();
  if (plain.is_loopback()) return SocketAddress::loopback(plain.family, 0);
  SocketAddress own = SocketAddress::any(plain.family);
  if (plain.family == AddressFamily::inet)
    own.ip = {198, 19, 255,
              254};  // of the block for tests between networks, out of which the host names what is outside
  else
    own.ip = {0xfd, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2};
  return own;
}

SocketAddress Network::source_of(const Socket& socket, const SocketAddress& peer) {
  SocketAddress own = socket.name().unmapped();
  if (!own.is_any()) return own;
  SocketAddress source = source_for(peer);
  source.port = own.port;
  return source;
}

bool Network::conflicts(const Socket& socket, const SocketAddress& address) const {
  const auto [first, last] = ports_.equal_range({socket.type(), address.port});
  return std::any_of(first, last, [&](const auto& entry) {
    const Socket& other = *entry.second;
    if (!overlap(address, six_only(socket), *other.bound_, six_only(other))) return false;
    // Both want to share, and nobody listens there; or both have said that many may.
    if (socket.reuses_address() && other.reuses_address() && !other.listens()) return false;
    const auto shares = [](const Socket& one) { return one.options.is_set(abi::kSOL_SOCKET, abi::kSO_REUSEPORT); };
    return !(shares(socket) && shares(other));
  });
}

Result<uint16_t> Network::free_port(const Socket& socket, SocketAddress address) {
  constexpr int kPorts = kLastPort - kFirstPort + 1;
  for (int tried = 0; tried < kPorts; tried++) {
    last_port_ = last_port_ < kFirstPort || last_port_ >= kLastPort ? kFirstPort : last_port_ + 1;
    address.port = last_port_;
    if (!ports_.contains({socket.type(), address.port})) return address.port;
  }
  return Errno::addrinuse;
}

Result<void> Network::bind_port(Socket& socket, SocketAddress address) {
  if (address.family != socket.family()) {
    // The two families mean the same by "any".
    if (address.family == AddressFamily::unspecified && socket.family() == AddressFamily::inet)
      address.family = AddressFamily::inet;
    else
      return socket.family() == AddressFamily::inet6 ? Errno::inval : Errno::afnosupport;
  }
  const SocketAddress plain = address.unmapped();
  const bool is_source = plain.ip == source_for(plain).ip;
  if (!plain.is_any() && !plain.is_loopback() && !is_source) return Errno::addrnotavail;
  if (address.port == 0) {
    WS_ASSIGN(port, free_port(socket, address));
    address.port = port;
  } else if (conflicts(socket, address)) {
    return Errno::addrinuse;
  }
  address.flow = 0;
  socket.bound_ = address;
  ports_.emplace(Port(socket.type(), address.port), &socket);
  return {};
}

Result<void> Network::bind_name(const Caller& caller, Socket& socket, const SocketAddress& address) {
  if (address.family != AddressFamily::local) return Errno::inval;
  SocketAddress own = address;
  if (own.name.empty()) {
    char name[8];
    do {
      (void)std::snprintf(name, sizeof name, "%05x", ++last_name_ & 0xfffff);
      own.name = std::string(1, '\0') + name;
    } while (abstract_names_.contains(own.name));
  }
  if (own.is_abstract()) {
    if (own.name == kResolverName || !abstract_names_.emplace(own.name, &socket).second) return Errno::addrinuse;
  } else {
    const uint16_t permissions = 0777 & ~caller.umask;
    const Result<void> made = vfs_.make_node(caller, own.name, FileType::socket, permissions, 0);
    if (made.error() == Errno::exist) return Errno::addrinuse;
    WS_TRY(made);
    WS_ASSIGN(node, vfs_.resolve(caller, own.name, false));
    // A slow file system on the way gives others a turn: the socket may be bound by now, or the name be another file's.
    WS_ASSIGN(attributes, vfs_.attributes(node));
    if (socket.bound_ || attributes.type != FileType::socket || files_.contains({node.fs.get(), node.ino}))
      return Errno::addrinuse;
    socket.node_ = PinnedNode(node);
    files_[{node.fs.get(), node.ino}] = &socket;
  }
  socket.bound_ = own;
  return {};
}

void Network::unbind(Socket& socket) {
  if (!socket.bound_) return;
  if (socket.family() == AddressFamily::local) {
    if (*socket.node_) files_.erase({socket.node_->fs.get(), socket.node_->ino});
    if (socket.bound_->is_abstract()) abstract_names_.erase(socket.bound_->name);
  } else {
    const auto [first, last] = ports_.equal_range({socket.type(), socket.bound_->port});
    const auto own = std::find_if(first, last, [&](const auto& entry) { return entry.second == &socket; });
    if (own != last) ports_.erase(own);
  }
  socket.bound_.reset();
}

Socket* Network::bound_to(int type, const SocketAddress& address) const {
  const SocketAddress plain = address.unmapped();
  const auto [first, last] = ports_.equal_range({type, address.port});
  Socket* found = nullptr;
  for (auto entry = first; entry != last; ++entry) {
    Socket& socket = *entry->second;
    if (type == abi::kSOCK_STREAM && !socket.listens()) continue;
    if (!overlap(*socket.bound_, six_only(socket), plain, false)) continue;
    if (found == nullptr || !socket.bound_->is_any()) found = &socket;
  }
  return found;
}

Result<Socket*> Network::named(const Caller& caller, int type, const SocketAddress& address) const {
  Socket* found = nullptr;
  if (address.is_abstract()) {
    const auto entry = abstract_names_.find(address.name);
    if (entry != abstract_names_.end()) found = entry->second;
  } else {
    WS_ASSIGN(node, vfs_.resolve(caller, address.name));
    WS_ASSIGN(attributes, node.fs->attributes(node.ino));
    WS_TRY(vfs_.check_access(*caller.credentials, attributes, static_cast<uint8_t>(Access::write)));
    if (attributes.type != FileType::socket) return Errno::connrefused;
    const auto entry = files_.find({node.fs.get(), node.ino});
    if (entry != files_.end()) found = entry->second;
  }
  if (found == nullptr) return Errno::connrefused;
  if (found->type() != type) return Errno::prototype;
  return found;
}

Result<StreamEnd> Network::connect_from_host(uint16_t port) {
  for (const AddressFamily family : {AddressFamily::inet, AddressFamily::inet6}) {
    const SocketAddress to = SocketAddress::loopback(family, port);
    Socket* const listener = bound_to(abi::kSOCK_STREAM, to);
    if (listener == nullptr) continue;
    SocketAddress from = SocketAddress::loopback(family, 0);
    return static_cast<StreamSocket&>(*listener).take_connection(from, to, {});
  }
  return Errno::connrefused;
}

}  // namespace wasmsand
