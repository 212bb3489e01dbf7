// sock_*: no descriptor is a socket.
#include <errno.h>
#include <sys/socket.h>

#include "check.h"

int main(void) {
  uint8_t byte = 0;
  __wasi_iovec_t in = {&byte, 1};
  __wasi_ciovec_t out = {&byte, 1};
  __wasi_size_t moved;
  __wasi_roflags_t flags;
  __wasi_fd_t file = open_file(kHere, "file", __WASI_OFLAGS_CREAT), accepted;
  CHECK_ERRNO(__wasi_sock_recv(file, &in, 1, 0, &moved, &flags), NOTSOCK);
  CHECK_ERRNO(__wasi_sock_send(file, &out, 1, 0, &moved), NOTSOCK);
  CHECK_ERRNO(__wasi_sock_accept(file, 0, &accepted), NOTSOCK);
  CHECK_ERRNO(__wasi_sock_shutdown(99, __WASI_SDFLAGS_RD), BADF);
  CHECK(shutdown(file, SHUT_RD) == -1 && errno == ENOTSOCK);
  return done();
}
