// What preview 1 has of sockets. A program gets them from who starts it: it can make none itself.
#include "kernel/net/socket.h"

#include "syscall/generated/flags.h"
#include "syscall/wasi/call.h"
#include "syscall/wasi/vectors.h"

namespace wasmsand::wasi {
namespace {

Outcome<Ref<Socket>> socket_of(Call& call, uint64_t rights) {
  WASI_ASSIGN(file, call.descriptors.get(call.u32(0)));
  Socket* const socket = file->as_socket();
  if (socket == nullptr) return Errno::notsock;
  WASI_TRY(call.descriptors.get(call.u32(0), rights));
  return Ref<Socket>(socket);
}

}  // namespace

Status sock_accept(Call& call) {
  WASI_ASSIGN(socket, socket_of(call, rights::kSockAccept));
  const uint32_t flags = call.u32(1);
  if (flags & ~fdflags::kNonblock) return status_of(Errno::inval);
  WASI_TRY(call.memory().range(call.u32(2), 4));
  IoContext io = call.io();
  WASI_ASSIGN(accepted, socket->accept(io, flags & fdflags::kNonblock ? OpenFile::kNonBlocking : 0));
  WASI_ASSIGN(attributes, accepted->attributes());
  WASI_ASSIGN(fd, call.descriptors.add(accepted, full_rights(*accepted, attributes)));
  return status_of(call.memory().store(call.u32(2), fd));
}

Status sock_recv(Call& call) {
  WASI_ASSIGN(socket, socket_of(call, rights::kFdRead));
  WASI_ASSIGN(parts, read_vectors(call, call.u32(1), call.u32(2)));
  if (call.u32(3) & ~(riflags::kRecvPeek | riflags::kRecvWaitall)) return status_of(Errno::inval);
  WASI_TRY(call.memory().range(call.u32(4), 4));
  WASI_TRY(call.memory().range(call.u32(5), 2));
  uint32_t flags = call.u32(3) & riflags::kRecvPeek ? abi::kMSG_PEEK : 0;
  if (call.u32(3) & riflags::kRecvWaitall) flags |= abi::kMSG_WAITALL;
  IoContext io = call.io();
  WASI_ASSIGN(message, socket->receive(io, parts, flags));
  WASI_TRY(call.memory().store(call.u32(4), static_cast<uint32_t>(message.bytes)));
  const bool truncated = message.bytes < message.length;
  return status_of(
      call.memory().store(call.u32(5), static_cast<uint16_t>(truncated ? roflags::kRecvDataTruncated : 0)));
}

Status sock_send(Call& call) {
  WASI_ASSIGN(socket, socket_of(call, rights::kFdWrite));
  WASI_ASSIGN(parts, read_vectors(call, call.u32(1), call.u32(2)));
  if (call.u32(3) != 0) return status_of(Errno::inval);
  WASI_TRY(call.memory().range(call.u32(4), 4));
  IoContext io = call.io();
  const bool is_stream = socket->type() == abi::kSOCK_STREAM;
  WASI_ASSIGN(sent, is_stream ? write_all(io, *socket, parts) : socket->send(io, {.parts = parts}));
  return status_of(call.memory().store(call.u32(4), static_cast<uint32_t>(sent)));
}

Status sock_shutdown(Call& call) {
  WASI_ASSIGN(socket, socket_of(call, rights::kSockShutdown));
  switch (call.u32(1)) {
    case sdflags::kRd:
      return status_of(socket->shut_down(abi::kSHUT_RD));
    case sdflags::kWr:
      return status_of(socket->shut_down(abi::kSHUT_WR));
    case sdflags::kRd | sdflags::kWr:
      return status_of(socket->shut_down(abi::kSHUT_RDWR));
    default:
      return status_of(Errno::inval);
  }
}

}  // namespace wasmsand::wasi
