#include "network.h"

#include <netdb.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <memory>

#include "../interrupt.h"

namespace shell {

namespace {

constexpr std::string_view kTcp = "/dev/tcp/", kUdp = "/dev/udp/";

// As the C library of Linux's usual shells says it.
const char* words_of(int error) {
  return error == EAI_SERVICE ? "Servname not supported for ai_socktype"
         : error == EAI_AGAIN ? "Temporary failure in name resolution"
                              : "Name or service not known";
}

int connect_to(const addrinfo& address) {
  const int fd = socket(address.ai_family, address.ai_socktype | SOCK_CLOEXEC, address.ai_protocol);
  if (fd < 0) return -1;
  while (connect(fd, address.ai_addr, address.ai_addrlen) < 0) {
    if (call_again()) continue;
    const int error = errno;
    close(fd);
    errno = error;
    return -1;
  }
  return fd;
}

}  // namespace

bool is_network(std::string_view path) {
  if (!path.starts_with(kTcp) && !path.starts_with(kUdp)) return false;
  return path.substr(kTcp.size()).find('/') != std::string_view::npos;
}

int open_network(std::string_view path, std::string& problem) {
  const bool is_stream = path.starts_with(kTcp);
  const std::string_view place = path.substr(kTcp.size());
  const size_t slash = place.find('/');
  const std::string host(place.substr(0, slash)), port(place.substr(slash + 1));
  addrinfo hints{};
  hints.ai_family = AF_UNSPEC;
  hints.ai_socktype = is_stream ? SOCK_STREAM : SOCK_DGRAM;
  addrinfo* found = nullptr;
  const int error = host.empty() ? EAI_NONAME : getaddrinfo(host.c_str(), port.c_str(), &hints, &found);
  if (error != 0) {
    problem = (error == EAI_SERVICE ? port : host) + ": " + words_of(error);
    errno = EINVAL;
    return -1;
  }
  const std::unique_ptr<addrinfo, void (*)(addrinfo*)> addresses(found, freeaddrinfo);
  int fd = -1;
  for (const addrinfo* address = found; address != nullptr && fd < 0; address = address->ai_next) {
    fd = connect_to(*address);
  }
  if (fd < 0) problem = std::string("connect: ") + std::strerror(errno);
  return fd;
}

}  // namespace shell
