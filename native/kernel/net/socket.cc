#include "kernel/net/socket.h"

#include "kernel/io/unnamed_inode.h"
#include "kernel/net/network.h"
#include "kernel/process/process.h"

namespace wasmsand {

namespace {

constexpr int32_t kBufferBytes = 212'992;  // net.core.wmem_default
constexpr int32_t kBufferBytesMin = 4608, kBufferBytesMax = 2 * kBufferBytes;

// The options there are, with what they are if they were not set.
const std::map<std::pair<int, int>, int32_t>& known_options() {
  using namespace abi;
  static const std::map<std::pair<int, int>, int32_t> options = {
      {{kSOL_SOCKET, kSO_REUSEADDR}, 0},
      {{kSOL_SOCKET, kSO_DONTROUTE}, 0},
      {{kSOL_SOCKET, kSO_BROADCAST}, 0},
      {{kSOL_SOCKET, kSO_SNDBUF}, kBufferBytes},
      {{kSOL_SOCKET, kSO_RCVBUF}, kBufferBytes},
      {{kSOL_SOCKET, kSO_KEEPALIVE}, 0},
      {{kSOL_SOCKET, kSO_OOBINLINE}, 0},
      {{kSOL_SOCKET, kSO_PRIORITY}, 0},
      {{kSOL_SOCKET, kSO_REUSEPORT}, 0},
      {{kSOL_SOCKET, kSO_PASSCRED}, 0},
      {{kSOL_SOCKET, kSO_RCVLOWAT}, 1},
      {{kIPPROTO_TCP, kTCP_NODELAY}, 0},
      {{kIPPROTO_TCP, kTCP_MAXSEG}, 536},
      {{kIPPROTO_TCP, kTCP_CORK}, 0},
      {{kIPPROTO_TCP, kTCP_KEEPIDLE}, 7200},
      {{kIPPROTO_TCP, kTCP_KEEPINTVL}, 75},
      {{kIPPROTO_TCP, kTCP_KEEPCNT}, 9},
      {{kIPPROTO_TCP, kTCP_SYNCNT}, 6},
      {{kIPPROTO_TCP, kTCP_LINGER2}, 60},
      {{kIPPROTO_TCP, kTCP_DEFER_ACCEPT}, 0},
      {{kIPPROTO_TCP, kTCP_QUICKACK}, 1},
      {{kIPPROTO_TCP, kTCP_USER_TIMEOUT}, 0},
      {{kIPPROTO_IP, kIP_TOS}, 0},
      {{kIPPROTO_IP, kIP_TTL}, 64},
      {{kIPPROTO_IP, kIP_MTU_DISCOVER}, 1},
      {{kIPPROTO_IP, kIP_RECVERR}, 0},
      {{kIPPROTO_IP, kIP_MULTICAST_TTL}, 1},
      {{kIPPROTO_IP, kIP_MULTICAST_LOOP}, 1},
      {{kIPPROTO_IPV6, kIPV6_UNICAST_HOPS}, 64},
      {{kIPPROTO_IPV6, kIPV6_MULTICAST_HOPS}, 1},
      {{kIPPROTO_IPV6, kIPV6_V6ONLY}, 0},
      {{kIPPROTO_IPV6, kIPV6_RECVERR}, 0},
      {{kIPPROTO_IPV6, kIPV6_TCLASS}, 0},
  };
  return options;
}

bool is_switch(int level, int option) {
  if (level != abi::kSOL_SOCKET) return false;
  return option != abi::kSO_SNDBUF && option != abi::kSO_RCVBUF && option != abi::kSO_PRIORITY &&
         option != abi::kSO_RCVLOWAT;
}

}  // namespace

Result<int32_t> SocketOptions::get(int level, int option) const {
  const auto known = known_options().find({level, option});
  if (known == known_options().end()) return Errno::noprotoopt;
  const auto set = values_.find({level, option});
  return set == values_.end() ? known->second : set->second;
}

Result<void> SocketOptions::set(int level, int option, int32_t value) {
  if (!known_options().contains({level, option})) return Errno::noprotoopt;
  if (level == abi::kSOL_SOCKET && (option == abi::kSO_SNDBUF || option == abi::kSO_RCVBUF)) {
    // Twice what is asked for is shown, as in Linux; the room there is stays what it is.
    const int32_t asked = std::clamp(value, 0, kBufferBytesMax / 2);
    value = std::max(asked * 2, kBufferBytesMin);
  }
  if (is_switch(level, option)) value = value != 0 ? 1 : 0;
  values_[{level, option}] = value;
  return {};
}

bool SocketOptions::is_set(int level, int option) const {
  const auto set = values_.find({level, option});
  return set != values_.end() && set->second != 0;
}

Socket::Socket(Network& network, AddressFamily family, int type, uint32_t flags)
    : OpenFile(kReadWrite | (flags & kNonBlocking)),
      network_(network),
      family_(family),
      type_(type),
      number_(network.ledger().next_number()),
      created_at_(realtime_now()) {}

Socket::~Socket() {
  network_.unbind(*this);
  network_.release_sockets(1);
}

Result<void> Socket::bind(const Caller& caller, const SocketAddress& address) {
  if (bound_) return Errno::inval;
  if (family_ == AddressFamily::local) return network_.bind_name(caller, *this, address);
  WS_TRY(network_.bind_port(*this, address));
  names_address_ = !address.is_any();
  names_port_ = address.port != 0;
  return {};
}

Result<void> Socket::bind_if_unbound(const SocketAddress& peer) {
  if (bound_) return {};
  SocketAddress own = network_.source_for(peer);
  if (family_ == AddressFamily::inet6) own = own.mapped();
  return network_.bind_port(*this, own);
}

void Socket::give_up_port() {
  if (!bound_ || names_port_ || family_ == AddressFamily::local) return;
  forgotten_ = bound_;
  network_.unbind(*this);
}

void Socket::give_up_address() {
  std::optional<SocketAddress>& shown = bound_ ? bound_ : forgotten_;
  if (!shown || names_address_ || family_ == AddressFamily::local) return;
  const uint16_t port = shown->port;
  shown = SocketAddress::any(family_);
  shown->port = port;
}

bool Socket::reuses_address() const {
  return options.is_set(abi::kSOL_SOCKET, abi::kSO_REUSEADDR) || options.is_set(abi::kSOL_SOCKET, abi::kSO_REUSEPORT);
}

IoContext Socket::with_timeout(const IoContext& context, Nanoseconds timeout) {
  IoContext timed = context;
  if (timeout != 0 && context.process != nullptr) timed.deadline = context.process->call_time() + timeout;
  return timed;
}

Result<size_t> Socket::read(IoContext& context, std::span<std::byte> out) {
  const std::span<std::byte> parts[] = {out};
  WS_ASSIGN(message, receive(context, parts, 0));
  return message.bytes;
}

Result<size_t> Socket::write(IoContext& context, std::span<const std::byte> data) {
  // Parts are what may be written to as well; nobody does.
  const std::span<std::byte> parts[] = {{const_cast<std::byte*>(data.data()), data.size()}};
  return send(context, {.parts = parts});
}

Result<Attributes> Socket::attributes() { return socket_attributes(number_, created_at_); }

std::string Socket::describe() { return "socket:[" + std::to_string(number_) + "]"; }

}  // namespace wasmsand
