// What the conformance programs of sockets share: addresses, connected pairs, and how they are shown.
#pragma once
#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>

#include "conformance.h"

// By name: the numbers of some differ between machines.
static inline const char *network_error(int number) {
  switch (number) {
#define N(name) \
  case name:    \
    return #name;
    N(EADDRINUSE) N(EADDRNOTAVAIL) N(EAFNOSUPPORT) N(EALREADY) N(ECONNABORTED) N(ECONNREFUSED) N(ECONNRESET)
    N(EDESTADDRREQ) N(EHOSTUNREACH) N(EINPROGRESS) N(EISCONN) N(EMSGSIZE) N(ENETUNREACH) N(ENOBUFS) N(ENOPROTOOPT)
    N(ENOTCONN) N(EPROTONOSUPPORT) N(EPROTOTYPE) N(ESOCKTNOSUPPORT) N(ETOOMANYREFS)
#undef N
  }
  return errno_text(number);
}

static inline long long show_call(const char *label, long long value) {
  if (value < 0)
    printf("%s = %s\n", label, network_error(errno));
  else
    printf("%s = %lld\n", label, value);
  return value;
}
#define CALL(expression) ((errno = 0), show_call(#expression, (long long)(expression)))
// Where the value is a descriptor.
#define OPEN(expression) ((errno = 0), show_call(#expression, (expression) < 0 ? -1 : 0))

static inline struct sockaddr_in in4(const char *text, int port) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port)};
  inet_pton(AF_INET, text, &address.sin_addr);
  return address;
}

static inline struct sockaddr_in6 in6(const char *text, int port) {
  struct sockaddr_in6 address = {.sin6_family = AF_INET6, .sin6_port = htons(port)};
  inet_pton(AF_INET6, text, &address.sin6_addr);
  return address;
}

static inline struct sockaddr_un un(const char *path) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  strcpy(address.sun_path, path);
  return address;
}

static inline void show_address(const char *label, const void *place, socklen_t length) {
  const struct sockaddr *address = place;
  char text[INET6_ADDRSTRLEN] = "";
  if (length < 2) {
    printf("%s: length %u\n", label, (unsigned)length);
  } else if (address->sa_family == AF_INET) {
    const struct sockaddr_in *in = place;
    printf("%s: %s port %s length %u\n", label, inet_ntop(AF_INET, &in->sin_addr, text, sizeof text),
           in->sin_port ? "set" : "0", (unsigned)length);
  } else if (address->sa_family == AF_INET6) {
    const struct sockaddr_in6 *in = place;
    printf("%s: %s port %s length %u\n", label, inet_ntop(AF_INET6, &in->sin6_addr, text, sizeof text),
           in->sin6_port ? "set" : "0", (unsigned)length);
  } else if (address->sa_family == AF_UNIX) {
    const struct sockaddr_un *local = place;
    printf("%s: local length %u ", label, (unsigned)length);
    print_bytes(local->sun_path, length > 2 ? length - 2 : 0);
  } else {
    printf("%s: family %d length %u\n", label, address->sa_family, (unsigned)length);
  }
}

static inline void show_names(int fd) {
  struct sockaddr_storage address;
  socklen_t length = sizeof address;
  if (CALL(getsockname(fd, (void *)&address, &length)) == 0) show_address("own", &address, length);
  length = sizeof address;
  if (CALL(getpeername(fd, (void *)&address, &length)) == 0) show_address("peer", &address, length);
}

static inline void show_poll(const char *label, int fd) {
  struct pollfd one = {.fd = fd, .events = POLLIN | POLLOUT | POLLRDHUP};
  poll(&one, 1, 0);
  printf("%s:%s%s%s%s%s\n", label, one.revents & POLLIN ? " in" : "", one.revents & POLLOUT ? " out" : "",
         one.revents & POLLRDHUP ? " rdhup" : "", one.revents & POLLHUP ? " hup" : "", one.revents & POLLERR ? " err" : "");
}

static inline void show_receive(const char *label, int fd, int flags) {
  char buffer[4096];
  errno = 0;
  ssize_t count = recv(fd, buffer, sizeof buffer, flags);
  printf("%s = %zd ", label, count);
  if (count < 0)
    printf("%s\n", network_error(errno));
  else
    print_bytes(buffer, count > (ssize_t)sizeof buffer ? (ssize_t)sizeof buffer : count);
}

static inline int pending_error(int fd) {
  int error = -1;
  socklen_t length = sizeof error;
  getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &length);
  return error;
}

static inline int port_of(int fd) {
  struct sockaddr_in6 address;
  socklen_t length = sizeof address;
  getsockname(fd, (void *)&address, &length);
  return ntohs(address.sin6_port);
}

static inline int listening(int family, int backlog) {
  int fd = socket(family, SOCK_STREAM, 0);
  struct sockaddr_in four = in4("127.0.0.1", 0);
  struct sockaddr_in6 six = in6("::1", 0);
  if (family == AF_INET ? bind(fd, (void *)&four, sizeof four) : bind(fd, (void *)&six, sizeof six)) return -1;
  listen(fd, backlog);
  return fd;
}

// Two connected sockets of 127.0.0.1; the first is the client.
static inline void connected(int pair[2]) {
  int server = listening(AF_INET, 5);
  struct sockaddr_in address = in4("127.0.0.1", port_of(server));
  pair[0] = socket(AF_INET, SOCK_STREAM, 0);
  connect(pair[0], (void *)&address, sizeof address);
  pair[1] = accept(server, NULL, NULL);
  close(server);
}
