// There are no sockets to accept on or to shut down: a descriptor that is open gives ENOTSOCK, as on Linux.
#include "syscall/wasi/call.h"

namespace wasmsand::wasi {
namespace {

Status not_a_socket(Call& call) {
  WASI_TRY(call.descriptors.get(call.u32(0)));
  return status_of(Errno::notsock);
}

}  // namespace

Status sock_accept(Call& call) { return not_a_socket(call); }
Status sock_recv(Call& call) { return not_a_socket(call); }
Status sock_send(Call& call) { return not_a_socket(call); }
Status sock_shutdown(Call& call) { return not_a_socket(call); }

}  // namespace wasmsand::wasi
