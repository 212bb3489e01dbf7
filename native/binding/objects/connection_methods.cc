// The methods of a kernel object about connections between its guests and the host.
#include <algorithm>
#include <cstring>

#include "binding/objects/connections.h"
#include "binding/objects/kernel_object.h"
#include "kernel/net/network.h"

namespace wasmsand {
namespace {

constexpr size_t kTlsAnswerMax = 64 * 1024;

// (port) → the connection
Result<int64_t> connect_to(KernelCall& call) {
  const int64_t port = call.integer(0);
  if (port < 1 || port > UINT16_MAX) return Errno::inval;
  KernelLock lock(call.kernel().mutex());
  WS_ASSIGN(end, call.kernel().network().connect_from_host(static_cast<uint16_t>(port)));
  return call.connections.add(std::move(end));
}

// (open)
Result<int64_t> open_gate(KernelCall& call) {
  KernelLock lock(call.kernel().mutex());
  call.connections.open_gate(call.flag(0));
  return 0;
}

template <typename Act>
Result<int64_t> on_connection(KernelCall& call, Act act) {
  KernelLock lock(call.kernel().mutex());
  Connections::End* const end = call.connections.find(call.integer(0));
  if (end == nullptr) return Errno::badf;
  return act(lock, *end);
}

int64_t fill(std::span<std::byte> into, std::string_view text) {
  std::memcpy(into.data(), text.data(), std::min(into.size(), text.size()));
  return static_cast<int64_t>(text.size());
}

// (connection, into) → the length of the address in numbers
Result<int64_t> connection_address(KernelCall& call) {
  return on_connection(call, [&](KernelLock&, const Connections::End& end) -> Result<int64_t> {
    return fill(call.bytes(1), end.connection().names[Connection::server].text());
  });
}

// (connection, errno: 0 accepts)
Result<int64_t> conclude_connection(KernelCall& call) {
  const int64_t error = call.integer(1);
  if (error < 0 || error > 4095) return Errno::inval;
  return on_connection(call, [&](KernelLock&, const Connections::End& end) -> Result<int64_t> {
    if (!end.connection().is_outside || end.connection().outcome) return Errno::isconn;
    end.connection().conclude(static_cast<Errno>(error));
    if (error != 0) call.connections.close(call.integer(0), false);
    return 0;
  });
}

// (connection)
Result<int64_t> deny_connection(KernelCall& call) {
  return on_connection(call, [&](KernelLock&, const Connections::End& end) -> Result<int64_t> {
    call.kernel().accounting().refusals().note(Limit::network, end.connection().run);
    return 0;
  });
}

// (connection, into)
Result<int64_t> read_connection(KernelCall& call) {
  return on_connection(call, [&](KernelLock& lock, Connections::End& end) -> Result<int64_t> {
    WS_ASSIGN(count, end.read(lock, call.bytes(1)));
    return static_cast<int64_t>(count);
  });
}

// (connection, bytes)
Result<int64_t> write_connection(KernelCall& call) {
  return on_connection(call, [&](KernelLock& lock, Connections::End& end) -> Result<int64_t> {
    WS_ASSIGN(count, end.write(lock, call.bytes(1)));
    return static_cast<int64_t>(count);
  });
}

// (connection)
Result<int64_t> end_connection(KernelCall& call) {
  return on_connection(call, [&](KernelLock&, Connections::End& end) -> Result<int64_t> {
    end.shut_writing();
    return 0;
  });
}

// (connection, reset)
Result<int64_t> close_connection(KernelCall& call) {
  KernelLock lock(call.kernel().mutex());
  call.connections.close(call.integer(0), call.flag(1));
  return 0;
}

// (connection, into) → its length; 0: none was made, or it was answered
Result<int64_t> tls_request(KernelCall& call) {
  return on_connection(call, [&](KernelLock&, const Connections::End& end) -> Result<int64_t> {
    return fill(call.bytes(1), end.connection().tls_request);
  });
}

// (connection, bytes)
Result<int64_t> answer_tls(KernelCall& call) {
  const std::span<const std::byte> bytes = call.bytes(1);
  if (bytes.empty() || bytes.size() > kTlsAnswerMax) return Errno::inval;
  return on_connection(call, [&](KernelLock&, const Connections::End& end) -> Result<int64_t> {
    if (end.connection().tls_request.empty()) return Errno::inval;
    end.connection().answer_tls(std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
    return 0;
  });
}

}  // namespace

std::vector<KernelObject::PropertyDescriptor> KernelObject::connection_methods() {
  return {
      method<connect_to>("connectTo"),
      method<open_gate>("openGate"),
      method<connection_address>("connectionAddress"),
      method<conclude_connection>("concludeConnection"),
      method<deny_connection>("denyConnection"),
      method<read_connection>("readConnection"),
      method<write_connection>("writeConnection"),
      method<end_connection>("endConnection"),
      method<close_connection>("closeConnection"),
      method<tls_request>("tlsRequest"),
      method<answer_tls>("answerTls"),
  };
}

}  // namespace wasmsand
