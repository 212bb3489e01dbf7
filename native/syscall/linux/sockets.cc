// The sandbox has no network here: no family can be opened, and no descriptor is a socket.
#include "syscall/linux/context.h"

namespace wasmsand {
namespace {

Result<int32_t> not_a_socket(LinuxContext& context, int32_t fd) {
  WS_TRY(context.file(fd));
  return Errno::notsock;
}

}  // namespace

Result<int32_t> sys_socket(LinuxContext&, int32_t, uint32_t, int32_t) { return Errno::afnosupport; }
Result<int32_t> sys_socketpair(LinuxContext&, int32_t, uint32_t, int32_t, uint32_t) { return Errno::afnosupport; }

Result<int32_t> sys_bind(LinuxContext& context, int32_t fd, uint32_t, uint32_t) { return not_a_socket(context, fd); }
Result<int32_t> sys_listen(LinuxContext& context, int32_t fd, int32_t) { return not_a_socket(context, fd); }
Result<int32_t> sys_accept(LinuxContext& context, int32_t fd, uint32_t, uint32_t) { return not_a_socket(context, fd); }
Result<int32_t> sys_accept4(LinuxContext& context, int32_t fd, uint32_t, uint32_t, uint32_t) {
  return not_a_socket(context, fd);
}
Result<int32_t> sys_connect(LinuxContext& context, int32_t fd, uint32_t, uint32_t) { return not_a_socket(context, fd); }
Result<int32_t> sys_getsockname(LinuxContext& context, int32_t fd, uint32_t, uint32_t) {
  return not_a_socket(context, fd);
}
Result<int32_t> sys_getpeername(LinuxContext& context, int32_t fd, uint32_t, uint32_t) {
  return not_a_socket(context, fd);
}
Result<int32_t> sys_sendto(LinuxContext& context, int32_t fd, uint32_t, uint32_t, uint32_t, uint32_t, uint32_t) {
  return not_a_socket(context, fd);
}
Result<int32_t> sys_recvfrom(LinuxContext& context, int32_t fd, uint32_t, uint32_t, uint32_t, uint32_t, uint32_t) {
  return not_a_socket(context, fd);
}
Result<int32_t> sys_setsockopt(LinuxContext& context, int32_t fd, int32_t, int32_t, uint32_t, uint32_t) {
  return not_a_socket(context, fd);
}
Result<int32_t> sys_getsockopt(LinuxContext& context, int32_t fd, int32_t, int32_t, uint32_t, uint32_t) {
  return not_a_socket(context, fd);
}
Result<int32_t> sys_shutdown(LinuxContext& context, int32_t fd, int32_t) { return not_a_socket(context, fd); }
Result<int32_t> sys_sendmsg(LinuxContext& context, int32_t fd, uint32_t, uint32_t) { return not_a_socket(context, fd); }
Result<int32_t> sys_recvmsg(LinuxContext& context, int32_t fd, uint32_t, uint32_t) { return not_a_socket(context, fd); }
Result<int32_t> sys_sendmmsg(LinuxContext& context, int32_t fd, uint32_t, uint32_t, uint32_t) {
  return not_a_socket(context, fd);
}

}  // namespace wasmsand
