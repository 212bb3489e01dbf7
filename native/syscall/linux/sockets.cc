// The calls on sockets.
#include <algorithm>

#include "kernel/net/network.h"
#include "syscall/linux/socket_messages.h"

namespace wasmsand {
namespace {

IoContext io_for(LinuxContext& context, uint32_t flags) {
  IoContext io = context.io();
  io.non_blocking = (flags & abi::kMSG_DONTWAIT) != 0;
  io.raises_sigpipe = (flags & abi::kMSG_NOSIGNAL) == 0;
  return io;
}

// All of it, as write(2): a datagram at once, a stream in as many pieces as it takes.
Result<int32_t> send(LinuxContext& context, Socket& socket, OutgoingMessage message, uint32_t flags) {
  if (flags & abi::kMSG_OOB) return Errno::opnotsupp;
  IoContext io = io_for(context, flags);
  if (socket.type() != abi::kSOCK_STREAM) {
    WS_ASSIGN(count, socket.send(io, std::move(message)));
    return static_cast<int32_t>(count);
  }
  if (message.parts.empty()) {
    WS_ASSIGN(nothing, socket.send(io, std::move(message)));
    return static_cast<int32_t>(nothing);
  }
  uint64_t skipped = io.moved(), done = skipped;
  Errno error = Errno::success;
  for (std::span<std::byte> part : message.parts) {
    const size_t sent_before = std::min<uint64_t>(skipped, part.size());
    skipped -= sent_before;
    part = part.subspan(sent_before);
    while (!part.empty() && error == Errno::success) {
      const std::span<std::byte> parts[] = {part};
      OutgoingMessage piece{.parts = parts, .to = message.to};
      if (done == 0) piece.files = message.files;  // they go with the first byte
      const Result<size_t> count = socket.send(io, std::move(piece));
      error = count.ok() && io.given_up() ? Errno::intr : count.error();
      if (!count.ok()) break;
      done += *count;
      part = part.subspan(*count);
    }
    if (error != Errno::success) break;
  }
  if (error == Errno::success) return static_cast<int32_t>(done);
  WS_ASSIGN(count, io.ended_after(done, error));
  return static_cast<int32_t>(count);
}

// A socket that a process asked for, at a descriptor of its own.
Result<int32_t> add_socket(LinuxContext& context, Ref<Socket> socket, uint32_t type) {
  return context.add_descriptor(std::move(socket), (type & abi::kSOCK_CLOEXEC) != 0);
}

Result<int32_t> accept(LinuxContext& context, int32_t fd, uint32_t address, uint32_t length, uint32_t flags) {
  if (flags & ~static_cast<uint32_t>(abi::kSOCK_CLOEXEC | abi::kSOCK_NONBLOCK)) return Errno::inval;
  WS_ASSIGN(socket, socket_of(context, fd));
  if (address != 0) WS_TRY(context.memory.load<int32_t>(length));
  IoContext io = context.io();
  WS_ASSIGN(accepted, socket->accept(io, flags & abi::kSOCK_NONBLOCK ? OpenFile::kNonBlocking : 0));
  const Result<SocketAddress> peer = accepted->peer_name();
  WS_ASSIGN(added, add_socket(context, accepted, flags));
  if (const Result<void> stored =
          store_address(context, peer.ok() ? std::optional(*peer) : std::nullopt, address, length);
      !stored.ok()) {
    WS_TRY(context.process.descriptors->remove(added));
    return stored.error();
  }
  return added;
}

// --- Options ---

Result<Nanoseconds> load_timeout(LinuxContext& context, bool old, uint32_t value, uint32_t length) {
  int64_t seconds, microseconds;
  if (old) {
    if (length < sizeof(abi::Timeval)) return Errno::inval;
    WS_ASSIGN(time, context.memory.load<abi::Timeval>(value));
    seconds = time.seconds, microseconds = time.microseconds;
  } else {
    if (length < sizeof(abi::Timeval64)) return Errno::inval;
    WS_ASSIGN(time, context.memory.load<abi::Timeval64>(value));
    seconds = time.seconds, microseconds = time.microseconds;
  }
  if (microseconds < 0 || microseconds >= 1'000'000) return Errno::dom;
  constexpr int64_t kForever = int64_t{100} * 365 * 86'400;
  // A negative time is none: what would wait does not.
  if (seconds < 0) return Nanoseconds{1};
  if (seconds > kForever) return Nanoseconds{0};
  return seconds * kSecond + microseconds * kMicrosecond;
}

// Copies what fits; the length becomes what was copied.
Result<int32_t> answer_option(LinuxContext& context, std::span<const std::byte> bytes, uint32_t value,
                              uint32_t length_address) {
  WS_ASSIGN(room, context.memory.load<int32_t>(length_address));
  if (room < 0) return Errno::inval;
  const auto count = std::min<size_t>(static_cast<size_t>(room), bytes.size());
  WS_ASSIGN(place, context.memory.range(value, count));
  if (count > 0) std::memcpy(place.data(), bytes.data(), count);
  WS_TRY(context.memory.store(length_address, static_cast<uint32_t>(count)));
  return 0;
}

template <typename T>
Result<int32_t> answer_option(LinuxContext& context, const T& answer, uint32_t value, uint32_t length_address) {
  return answer_option(context, std::as_bytes(std::span(&answer, 1)), value, length_address);
}

Result<int32_t> answer_timeout(LinuxContext& context, bool old, Nanoseconds timeout, uint32_t value, uint32_t length) {
  const int64_t seconds = timeout / kSecond, microseconds = timeout % kSecond / kMicrosecond;
  if (!old)
    return answer_option(context, abi::Timeval64{.seconds = seconds, .microseconds = microseconds}, value, length);
  const abi::Timeval time = {.seconds = static_cast<int32_t>(std::min<int64_t>(seconds, INT32_MAX)),
                             .microseconds = static_cast<int32_t>(microseconds)};
  return answer_option(context, time, value, length);
}

constexpr uint32_t kTlsRequestMax = 512 * 1024;

// The host is to make a TLS connection of this one.
Result<int32_t> ask_for_tls(LinuxContext& context, Socket& socket, uint32_t value, uint32_t length) {
  Connection* const connection = socket.outside();
  // The resolver is the host itself.
  if (connection == nullptr || connection->is_local) return Errno::noprotoopt;
  if (connection->used || connection->tls_asked) return Errno::isconn;
  if (length == 0 || length > kTlsRequestMax) return Errno::inval;
  WS_ASSIGN(bytes, context.memory.range(value, length));
  if (context.kernel.network().gate() == nullptr) return Errno::acces;
  WS_TRY(connection->ask_for_tls({reinterpret_cast<const char*>(bytes.data()), bytes.size()}));
  context.kernel.network().gate()->asked(*connection);
  return 0;
}

Result<int32_t> answer_of_tls(LinuxContext& context, Socket& socket, uint32_t value, uint32_t length) {
  Connection* const connection = socket.outside();
  if (connection == nullptr || !connection->tls_asked) return Errno::noprotoopt;
  if (connection->tls_answer.empty()) return connection->held ? Errno::inprogress : Errno::connreset;
  return answer_option(context, std::as_bytes(std::span(connection->tls_answer)), value, length);
}

}  // namespace

Result<int32_t> sys_socket(LinuxContext& context, int32_t family, uint32_t type, int32_t protocol) {
  WS_ASSIGN(socket, context.kernel.network().open(family, type, protocol));
  return add_socket(context, std::move(socket), type);
}

Result<int32_t> sys_socketpair(LinuxContext& context, int32_t family, uint32_t type, int32_t protocol,
                               uint32_t descriptors) {
  WS_TRY(context.memory.range(descriptors, sizeof(abi::DescriptorPair)));
  WS_ASSIGN(pair, context.kernel.network().open_pair(context.process, family, type, protocol));
  WS_ASSIGN(first, add_socket(context, std::move(pair.first), type));
  const Result<int32_t> second = add_socket(context, std::move(pair.second), type);
  if (!second.ok()) {
    WS_TRY(context.process.descriptors->remove(first));
    return second.error();
  }
  WS_TRY(context.memory.store(descriptors, abi::DescriptorPair{.first = first, .second = *second}));
  return 0;
}

Result<int32_t> sys_bind(LinuxContext& context, int32_t fd, uint32_t address, uint32_t length) {
  WS_ASSIGN(socket, socket_of(context, fd));
  WS_ASSIGN(name, load_address(context, address, length));
  WS_TRY(socket->bind(context.process.caller(), name));
  return 0;
}

Result<int32_t> sys_listen(LinuxContext& context, int32_t fd, int32_t backlog) {
  WS_ASSIGN(socket, socket_of(context, fd));
  WS_TRY(socket->listen(context.process, backlog));
  return 0;
}

Result<int32_t> sys_accept(LinuxContext& context, int32_t fd, uint32_t address, uint32_t length) {
  return accept(context, fd, address, length, 0);
}

Result<int32_t> sys_accept4(LinuxContext& context, int32_t fd, uint32_t address, uint32_t length, uint32_t flags) {
  return accept(context, fd, address, length, flags);
}

Result<int32_t> sys_connect(LinuxContext& context, int32_t fd, uint32_t address, uint32_t length) {
  WS_ASSIGN(socket, socket_of(context, fd));
  WS_ASSIGN(to, load_address(context, address, length));
  IoContext io = context.io();
  WS_TRY(socket->connect_to(io, to));
  return 0;
}

Result<int32_t> sys_getsockname(LinuxContext& context, int32_t fd, uint32_t address, uint32_t length) {
  WS_ASSIGN(socket, socket_of(context, fd));
  if (address == 0) return Errno::fault;
  WS_TRY(store_address(context, socket->name(), address, length));
  return 0;
}

Result<int32_t> sys_getpeername(LinuxContext& context, int32_t fd, uint32_t address, uint32_t length) {
  WS_ASSIGN(socket, socket_of(context, fd));
  WS_ASSIGN(peer, socket->peer_name());
  if (address == 0) return Errno::fault;
  WS_TRY(store_address(context, peer, address, length));
  return 0;
}

Result<int32_t> sys_sendto(LinuxContext& context, int32_t fd, uint32_t buffer, uint32_t size, uint32_t flags,
                           uint32_t address, uint32_t length) {
  WS_ASSIGN(socket, socket_of(context, fd));
  WS_ASSIGN(bytes, context.memory.range(buffer, std::min(size, kTransferMax)));
  SocketAddress to;
  if (address != 0) {
    WS_ASSIGN(loaded, load_address(context, address, length));
    to = std::move(loaded);
  }
  const std::span<std::byte> parts[] = {bytes};
  return send(context, *socket, {.parts = parts, .to = address == 0 ? nullptr : &to}, flags);
}

Result<int32_t> sys_recvfrom(LinuxContext& context, int32_t fd, uint32_t buffer, uint32_t size, uint32_t flags,
                             uint32_t address, uint32_t length) {
  WS_ASSIGN(socket, socket_of(context, fd));
  WS_ASSIGN(bytes, context.memory.range(buffer, std::min(size, kTransferMax)));
  if (flags & abi::kMSG_OOB) return socket->family() == AddressFamily::local ? Errno::opnotsupp : Errno::inval;
  if (address != 0) WS_TRY(context.memory.load<int32_t>(length));
  IoContext io = io_for(context, flags);
  const std::span<std::byte> parts[] = {bytes};
  WS_ASSIGN(message, socket->receive(io, parts, flags));
  if (address != 0) WS_TRY(store_address(context, message.from, address, length));
  const bool tells_length = (flags & abi::kMSG_TRUNC) && socket->type() != abi::kSOCK_STREAM;
  return static_cast<int32_t>(tells_length ? message.length : message.bytes);
}

Result<int32_t> sys_sendmsg(LinuxContext& context, int32_t fd, uint32_t message, uint32_t flags) {
  WS_ASSIGN(socket, socket_of(context, fd));
  WS_ASSIGN(header, context.memory.load<abi::Msghdr>(message));
  WS_ASSIGN(parts, load_parts(context.memory, header.vectors, header.vector_count));
  SocketAddress to;
  const bool has_name = header.name != 0 && header.name_length > 0;
  if (has_name) {
    WS_ASSIGN(loaded, load_address(context, header.name, header.name_length));
    to = std::move(loaded);
  }
  WS_ASSIGN(files, load_files(context, header.control, header.control_length));
  if (!files.empty() && socket->family() != AddressFamily::local) files.clear();  // as IP does with what is not its own
  return send(context, *socket, {.parts = parts, .to = has_name ? &to : nullptr, .files = std::move(files)}, flags);
}

Result<int32_t> sys_recvmsg(LinuxContext& context, int32_t fd, uint32_t message, uint32_t flags) {
  WS_ASSIGN(socket, socket_of(context, fd));
  WS_ASSIGN(header, context.memory.load<abi::Msghdr>(message));
  WS_ASSIGN(parts, load_parts(context.memory, header.vectors, header.vector_count));
  if (flags & abi::kMSG_OOB) return socket->family() == AddressFamily::local ? Errno::opnotsupp : Errno::inval;
  IoContext io = io_for(context, flags);
  WS_ASSIGN(received, socket->receive(io, parts, flags));
  constexpr uint32_t kNameLength = offsetof(abi::Msghdr, name_length);
  WS_TRY(store_address(context, received.from, header.name, message + kNameLength));
  uint32_t control_length = header.control_length;
  const bool close_on_exec = (flags & abi::kMSG_CMSG_CLOEXEC) != 0;
  const bool tells_credentials = socket->options.is_set(abi::kSOL_SOCKET, abi::kSO_PASSCRED) && received.files.empty();
  uint32_t told = received.bytes < received.length ? abi::kMSG_TRUNC : 0;
  if (tells_credentials) {
    told |= store_credentials(context, socket->peer_credentials(), header.control, control_length);
  } else {
    WS_ASSIGN(truncated,
              store_files(context, std::move(received.files), close_on_exec, header.control, control_length));
    told |= truncated;
  }
  if (close_on_exec) told |= abi::kMSG_CMSG_CLOEXEC;
  WS_TRY(context.memory.store(message + offsetof(abi::Msghdr, control_length), control_length));
  WS_TRY(context.memory.store(message + offsetof(abi::Msghdr, flags), told));
  const bool tells_length = (flags & abi::kMSG_TRUNC) && socket->type() != abi::kSOCK_STREAM;
  return static_cast<int32_t>(tells_length ? received.length : received.bytes);
}

Result<int32_t> sys_sendmmsg(LinuxContext& context, int32_t fd, uint32_t messages, uint32_t count, uint32_t flags) {
  // One after the other, as a program could itself: what would wait in the middle ends it.
  constexpr uint32_t kMost = 1024;
  uint32_t sent = 0;
  for (; sent < std::min(count, kMost); sent++) {
    const uint32_t at = messages + sent * uint32_t{sizeof(abi::Mmsghdr)};
    // What a call has moved is counted for one of them.
    if (sent > 0 && context.process.has_progress()) context.process.progress().moved = 0;
    const Result<int32_t> result = sys_sendmsg(context, fd, at, sent == 0 ? flags : flags | abi::kMSG_DONTWAIT);
    if (!result.ok() && sent == 0) return result.error();
    if (!result.ok()) break;
    WS_TRY(context.memory.store(at + offsetof(abi::Mmsghdr, length), *result));
    if (context.process.killed) break;
  }
  return static_cast<int32_t>(sent);
}

Result<int32_t> sys_shutdown(LinuxContext& context, int32_t fd, int32_t how) {
  WS_ASSIGN(socket, socket_of(context, fd));
  WS_TRY(socket->shut_down(how));
  return 0;
}

Result<int32_t> sys_setsockopt(LinuxContext& context, int32_t fd, int32_t level, int32_t option, uint32_t value,
                               uint32_t length) {
  WS_ASSIGN(socket, socket_of(context, fd));
  if (level == abi::kSOL_TLS && option == abi::kTLS_HOST) return ask_for_tls(context, *socket, value, length);
  if (level == abi::kSOL_SOCKET) {
    switch (option) {
      case abi::kSO_RCVTIMEO:
      case abi::kSO_RCVTIMEO_OLD:
      case abi::kSO_SNDTIMEO:
      case abi::kSO_SNDTIMEO_OLD: {
        const bool old = option == abi::kSO_RCVTIMEO_OLD || option == abi::kSO_SNDTIMEO_OLD;
        const bool receives = option == abi::kSO_RCVTIMEO || option == abi::kSO_RCVTIMEO_OLD;
        WS_ASSIGN(timeout, load_timeout(context, old, value, length));
        (receives ? socket->receive_timeout : socket->send_timeout) = timeout;
        return 0;
      }
      case abi::kSO_LINGER: {
        if (length < sizeof(abi::Linger)) return Errno::inval;
        WS_ASSIGN(linger, context.memory.load<abi::Linger>(value));
        socket->linger = linger.on != 0 ? std::optional(linger.seconds) : std::nullopt;
        return 0;
      }
      default:
        break;
    }
  }
  if (length < sizeof(int32_t)) return Errno::inval;
  WS_ASSIGN(number, context.memory.load<int32_t>(value));
  WS_TRY(socket->options.set(level, option, number));
  return 0;
}

Result<int32_t> sys_getsockopt(LinuxContext& context, int32_t fd, int32_t level, int32_t option, uint32_t value,
                               uint32_t length) {
  WS_ASSIGN(socket, socket_of(context, fd));
  if (level == abi::kSOL_TLS && option == abi::kTLS_HOST) return answer_of_tls(context, *socket, value, length);
  const auto number = [&](int32_t answer) { return answer_option(context, answer, value, length); };
  if (level != abi::kSOL_SOCKET) {
    WS_ASSIGN(answer, socket->options.get(level, option));
    return number(answer);
  }
  switch (option) {
    case abi::kSO_TYPE:
      return number(socket->type());
    case abi::kSO_DOMAIN:
      return number(static_cast<int32_t>(socket->family()));
    case abi::kSO_PROTOCOL:
      if (socket->family() == AddressFamily::local) return number(0);
      return number(socket->type() == abi::kSOCK_STREAM ? abi::kIPPROTO_TCP : abi::kIPPROTO_UDP);
    case abi::kSO_ERROR:
      return number(static_cast<int32_t>(socket->take_error()));
    case abi::kSO_ACCEPTCONN:
      return number(socket->listens() ? 1 : 0);
    case abi::kSO_SNDLOWAT:
      return number(1);
    case abi::kSO_DEBUG:
      return number(0);
    case abi::kSO_LINGER:
      return answer_option(context, abi::Linger{.on = socket->linger ? 1 : 0, .seconds = socket->linger.value_or(0)},
                           value, length);
    case abi::kSO_PEERCRED: {
      const PeerCredentials peer = socket->peer_credentials();
      return answer_option(context, abi::Ucred{.pid = peer.pid, .uid = peer.uid, .gid = peer.gid}, value, length);
    }
    case abi::kSO_RCVTIMEO:
    case abi::kSO_RCVTIMEO_OLD:
      return answer_timeout(context, option == abi::kSO_RCVTIMEO_OLD, socket->receive_timeout, value, length);
    case abi::kSO_SNDTIMEO:
    case abi::kSO_SNDTIMEO_OLD:
      return answer_timeout(context, option == abi::kSO_SNDTIMEO_OLD, socket->send_timeout, value, length);
    default:
      break;
  }
  WS_ASSIGN(answer, socket->options.get(level, option));
  return number(answer);
}

}  // namespace wasmsand
