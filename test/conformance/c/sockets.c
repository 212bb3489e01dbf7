// Sockets: streams and datagrams of this machine, and what they answer.
#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/uio.h>

#include "conformance.h"

// By name: the numbers of some differ between machines.
static const char *network_error(int number) {
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

static long long show_call(const char *label, long long value) {
  if (value < 0)
    printf("%s = %s\n", label, network_error(errno));
  else
    printf("%s = %lld\n", label, value);
  return value;
}
#define CALL(expression) ((errno = 0), show_call(#expression, (long long)(expression)))
// Where the value is a descriptor.
#define OPEN(expression) ((errno = 0), show_call(#expression, (expression) < 0 ? -1 : 0))

static struct sockaddr_in in4(const char *text, int port) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port)};
  inet_pton(AF_INET, text, &address.sin_addr);
  return address;
}

static struct sockaddr_in6 in6(const char *text, int port) {
  struct sockaddr_in6 address = {.sin6_family = AF_INET6, .sin6_port = htons(port)};
  inet_pton(AF_INET6, text, &address.sin6_addr);
  return address;
}

static struct sockaddr_un un(const char *path) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  strcpy(address.sun_path, path);
  return address;
}

static void show_address(const char *label, const void *place, socklen_t length) {
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

static void show_names(int fd) {
  struct sockaddr_storage address;
  socklen_t length = sizeof address;
  if (CALL(getsockname(fd, (void *)&address, &length)) == 0) show_address("own", &address, length);
  length = sizeof address;
  if (CALL(getpeername(fd, (void *)&address, &length)) == 0) show_address("peer", &address, length);
}

static void show_poll(const char *label, int fd) {
  struct pollfd one = {.fd = fd, .events = POLLIN | POLLOUT | POLLRDHUP};
  poll(&one, 1, 0);
  printf("%s:%s%s%s%s%s\n", label, one.revents & POLLIN ? " in" : "", one.revents & POLLOUT ? " out" : "",
         one.revents & POLLRDHUP ? " rdhup" : "", one.revents & POLLHUP ? " hup" : "", one.revents & POLLERR ? " err" : "");
}

static void show_receive(const char *label, int fd, int flags) {
  char buffer[4096];
  errno = 0;
  ssize_t count = recv(fd, buffer, sizeof buffer, flags);
  printf("%s = %zd ", label, count);
  if (count < 0)
    printf("%s\n", network_error(errno));
  else
    print_bytes(buffer, count > (ssize_t)sizeof buffer ? (ssize_t)sizeof buffer : count);
}

static int pending_error(int fd) {
  int error = -1;
  socklen_t length = sizeof error;
  getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &length);
  return error;
}

static int port_of(int fd) {
  struct sockaddr_in6 address;
  socklen_t length = sizeof address;
  getsockname(fd, (void *)&address, &length);
  return ntohs(address.sin6_port);
}

static int listening(int family, int backlog) {
  int fd = socket(family, SOCK_STREAM, 0);
  struct sockaddr_in four = in4("127.0.0.1", 0);
  struct sockaddr_in6 six = in6("::1", 0);
  if (family == AF_INET ? bind(fd, (void *)&four, sizeof four) : bind(fd, (void *)&six, sizeof six)) return -1;
  listen(fd, backlog);
  return fd;
}

// Two connected sockets of 127.0.0.1; the first is the client.
static void connected(int pair[2]) {
  int server = listening(AF_INET, 5);
  struct sockaddr_in address = in4("127.0.0.1", port_of(server));
  pair[0] = socket(AF_INET, SOCK_STREAM, 0);
  connect(pair[0], (void *)&address, sizeof address);
  pair[1] = accept(server, NULL, NULL);
  close(server);
}

CASE(kinds) {
  OPEN(socket(AF_INET, SOCK_STREAM, 0));
  OPEN(socket(AF_INET, SOCK_STREAM, IPPROTO_TCP));
  OPEN(socket(AF_INET, SOCK_DGRAM, IPPROTO_UDP));
  OPEN(socket(AF_INET6, SOCK_STREAM, 0));
  OPEN(socket(AF_INET6, SOCK_DGRAM, 0));
  OPEN(socket(AF_UNIX, SOCK_STREAM, 0));
  OPEN(socket(AF_UNIX, SOCK_DGRAM, 0));
  OPEN(socket(AF_INET, SOCK_STREAM, IPPROTO_UDP));
  OPEN(socket(AF_INET, SOCK_DGRAM, IPPROTO_TCP));
  OPEN(socket(AF_INET, 77, 0));
  OPEN(socket(AF_UNSPEC, SOCK_STREAM, 0));
  OPEN(socket(999, SOCK_STREAM, 0));
  int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  SHOW(fcntl(fd, F_GETFD));
  SHOW((fcntl(fd, F_GETFL) & (O_NONBLOCK | O_ACCMODE)) == (O_NONBLOCK | O_RDWR));
  int pair[2];
  CALL(socketpair(AF_INET, SOCK_STREAM, 0, pair));
  CALL(socketpair(AF_UNIX, SOCK_STREAM, 5, pair));
}

CASE(no_socket) {
  int ends[2];
  pipe(ends);
  struct sockaddr_in address = in4("127.0.0.1", 0);
  socklen_t length = sizeof address;
  SHOW(bind(ends[0], (void *)&address, sizeof address));
  SHOW(listen(ends[0], 1));
  SHOW(accept(ends[0], NULL, NULL));
  SHOW(connect(ends[0], (void *)&address, sizeof address));
  SHOW(send(ends[1], "x", 1, 0));
  SHOW(recv(ends[0], &length, 1, 0));
  SHOW(shutdown(ends[0], SHUT_RD));
  SHOW(getsockname(ends[0], (void *)&address, &length));
  SHOW(getpeername(ends[0], (void *)&address, &length));
  SHOW(bind(77, (void *)&address, sizeof address));
}

CASE(a_conversation) {
  int pair[2];
  connected(pair);
  show_names(pair[0]);
  show_names(pair[1]);
  CALL(send(pair[0], "hello", 5, 0));
  show_receive("received", pair[1], 0);
  CALL(write(pair[1], "answer", 6));
  show_receive("peeked", pair[0], MSG_PEEK);
  show_read("read", pair[0], 3);
  show_read("rest", pair[0], 30);
  show_poll("client", pair[0]);
  CALL(shutdown(pair[0], SHUT_WR));
  show_receive("end", pair[1], 0);
  show_poll("server", pair[1]);
  CALL(send(pair[1], "late", 4, 0));
  show_receive("late", pair[0], 0);
  signal(SIGPIPE, SIG_IGN);
  CALL(send(pair[0], "x", 1, 0));
  CALL(close(pair[1]));
  show_receive("closed", pair[0], 0);
  show_poll("both down", pair[0]);
}

CASE(reset) {
  int pair[2];
  connected(pair);
  signal(SIGPIPE, SIG_IGN);
  send(pair[0], "unread", 6, 0);
  sleep_ms(20);
  close(pair[1]);
  sleep_ms(20);
  show_poll("reset", pair[0]);
  show_receive("first", pair[0], 0);
  show_receive("then", pair[0], 0);
  CALL(send(pair[0], "x", 1, 0));
}

CASE(linger_resets) {
  int pair[2];
  connected(pair);
  struct linger linger = {1, 0};
  CALL(setsockopt(pair[1], SOL_SOCKET, SO_LINGER, &linger, sizeof linger));
  close(pair[1]);
  sleep_ms(20);
  show_receive("reset", pair[0], 0);
  show_receive("then", pair[0], 0);
}

CASE(sigpipe) {
  int pair[2];
  connected(pair);
  pid_t child = fork();
  if (child == 0) {
    shutdown(pair[0], SHUT_WR);
    printf("without: %s\n", send(pair[0], "x", 1, MSG_NOSIGNAL) < 0 ? network_error(errno) : "sent");
    send(pair[0], "x", 1, 0);
    _exit(0);
  }
  wait_and_show("child", child);
}

CASE(unconnected) {
  signal(SIGPIPE, SIG_IGN);
  int tcp = socket(AF_INET, SOCK_STREAM, 0), udp = socket(AF_INET, SOCK_DGRAM, 0), local = socket(AF_UNIX, SOCK_STREAM, 0);
  int local_udp = socket(AF_UNIX, SOCK_DGRAM, 0);
  char byte;
  CALL(send(tcp, "x", 1, 0));
  CALL(recv(tcp, &byte, 1, 0));
  CALL(send(udp, "x", 1, 0));
  CALL(recv(udp, &byte, 1, MSG_DONTWAIT));
  CALL(send(local, "x", 1, 0));
  CALL(recv(local, &byte, 1, 0));
  CALL(send(local_udp, "x", 1, 0));
  CALL(shutdown(tcp, SHUT_RDWR));
  CALL(shutdown(local, SHUT_RDWR));
  CALL(shutdown(tcp, 7));
  CALL(accept(tcp, NULL, NULL));
  CALL(accept(udp, NULL, NULL));
  CALL(listen(udp, 1));
  CALL(listen(local, 1));
  show_names(tcp);
  show_names(udp);
  show_names(local);
  show_poll("tcp", tcp);
  show_poll("udp", udp);
  show_poll("local", local);
}

CASE(refused) {
  int server = listening(AF_INET, 1), port = port_of(server);
  close(server);
  struct sockaddr_in address = in4("127.0.0.1", port);
  int fd = socket(AF_INET, SOCK_STREAM, 0);
  CALL(connect(fd, (void *)&address, sizeof address));
  show_poll("refused", fd);
  int later = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
  CALL(connect(later, (void *)&address, sizeof address));
  sleep_ms(20);
  show_poll("later", later);
  printf("error %s\n", network_error(pending_error(later)));
  printf("error %d\n", pending_error(later));
  struct sockaddr_un nobody = un("nobody");
  int local = socket(AF_UNIX, SOCK_STREAM, 0);
  CALL(connect(local, (void *)&nobody, sizeof nobody));
  write_file("file", "no socket");
  struct sockaddr_un file = un("file");
  CALL(connect(local, (void *)&file, sizeof file));
}

CASE(nonblocking_connect) {
  int server = listening(AF_INET, 5);
  struct sockaddr_in address = in4("127.0.0.1", port_of(server));
  int fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
  CALL(connect(fd, (void *)&address, sizeof address));
  struct pollfd one = {.fd = fd, .events = POLLOUT};
  CALL(poll(&one, 1, 1000));
  printf("error %d\n", pending_error(fd));
  CALL(connect(fd, (void *)&address, sizeof address));
  CALL(connect(fd, (void *)&address, sizeof address));
  show_receive("nothing", fd, 0);
  CALL(fcntl(server, F_SETFL, O_NONBLOCK));
  int accepted = accept(server, NULL, NULL);
  SHOW(accepted >= 0);
  SHOW(fcntl(accepted, F_GETFL) & O_NONBLOCK);
  CALL(accept(server, NULL, NULL));
}

CASE(addresses_in_use) {
  int one = listening(AF_INET, 1), two = socket(AF_INET, SOCK_STREAM, 0);
  struct sockaddr_in address = in4("127.0.0.1", port_of(one)), other = in4("127.0.0.2", port_of(one)),
                     any = in4("0.0.0.0", port_of(one)), foreign = in4("192.0.2.7", 0);
  CALL(bind(two, (void *)&address, sizeof address));
  CALL(bind(two, (void *)&any, sizeof any));
  CALL(bind(two, (void *)&foreign, sizeof foreign));
  CALL(bind(two, (void *)&other, sizeof other));
  CALL(bind(two, (void *)&other, sizeof other));
  int on = 1, three = socket(AF_INET, SOCK_STREAM, 0), four = socket(AF_INET, SOCK_STREAM, 0);
  setsockopt(three, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  CALL(bind(three, (void *)&address, sizeof address));
  setsockopt(four, SOL_SOCKET, SO_REUSEPORT, &on, sizeof on);
  CALL(bind(four, (void *)&address, sizeof address));
  CALL(bind(four, (void *)&address, 7));
  struct sockaddr_in6 six = in6("::1", 0);
  CALL(bind(four, (void *)&six, sizeof six));
}

CASE(both_families) {
  int server = socket(AF_INET6, SOCK_STREAM, 0);
  struct sockaddr_in6 any = in6("::", 0);
  CALL(bind(server, (void *)&any, sizeof any));
  CALL(listen(server, 5));
  struct sockaddr_in four = in4("127.0.0.1", port_of(server));
  struct sockaddr_in6 six = in6("::1", port_of(server)), mapped = in6("::ffff:127.0.0.1", port_of(server));
  int a = socket(AF_INET, SOCK_STREAM, 0), b = socket(AF_INET6, SOCK_STREAM, 0), c = socket(AF_INET6, SOCK_STREAM, 0);
  CALL(connect(a, (void *)&four, sizeof four));
  show_names(a);
  struct sockaddr_storage peer;
  socklen_t length = sizeof peer;
  SHOW(accept(server, (void *)&peer, &length) > 0);
  show_address("accepted", &peer, length);
  CALL(connect(b, (void *)&six, sizeof six));
  show_names(b);
  CALL(connect(c, (void *)&mapped, sizeof mapped));
  show_names(c);
  int only = socket(AF_INET6, SOCK_STREAM, 0), on = 1, free4 = socket(AF_INET, SOCK_STREAM, 0);
  CALL(setsockopt(only, IPPROTO_IPV6, IPV6_V6ONLY, &on, sizeof on));
  CALL(bind(only, (void *)&any, sizeof any));
  listen(only, 1);
  struct sockaddr_in same = in4("127.0.0.1", port_of(only));
  CALL(connect(free4, (void *)&same, sizeof same));
}

CASE(any_is_this_machine) {
  int server = socket(AF_INET, SOCK_STREAM, 0);
  struct sockaddr_in any = in4("0.0.0.0", 0);
  bind(server, (void *)&any, sizeof any);
  listen(server, 1);
  any.sin_port = htons(port_of(server));
  int fd = socket(AF_INET, SOCK_STREAM, 0);
  CALL(connect(fd, (void *)&any, sizeof any));
  show_names(fd);
  int lazy = socket(AF_INET, SOCK_STREAM, 0);
  CALL(listen(lazy, 1));
  show_names(lazy);
}

CASE(local_names) {
  int server = socket(AF_UNIX, SOCK_STREAM, 0);
  struct sockaddr_un address = un("place");
  CALL(bind(server, (void *)&address, sizeof address));
  struct stat status;
  SHOW(stat("place", &status));
  printf("mode %o\n", status.st_mode);
  CALL(bind(socket(AF_UNIX, SOCK_STREAM, 0), (void *)&address, sizeof address));
  int fd = socket(AF_UNIX, SOCK_STREAM, 0);
  CALL(connect(fd, (void *)&address, sizeof address));
  CALL(listen(server, 5));
  CALL(connect(fd, (void *)&address, sizeof address));
  int accepted = accept(server, NULL, NULL);
  show_names(fd);
  show_names(accepted);
  CALL(rename("place", "moved"));
  CALL(connect(socket(AF_UNIX, SOCK_STREAM, 0), (void *)&address, sizeof address));
  struct sockaddr_un moved = un("moved");
  CALL(connect(socket(AF_UNIX, SOCK_STREAM, 0), (void *)&moved, sizeof moved));
  OPEN(open("moved", O_RDONLY));
  close(server);
  CALL(connect(socket(AF_UNIX, SOCK_STREAM, 0), (void *)&moved, sizeof moved));
  SHOW(unlink("moved"));
  CALL(connect(fd, (void *)&moved, sizeof moved));
  struct sockaddr_un bad = un("none/such");
  CALL(bind(socket(AF_UNIX, SOCK_STREAM, 0), (void *)&bad, sizeof bad));
}

CASE(abstract_names) {
  int server = socket(AF_UNIX, SOCK_STREAM, 0), fd = socket(AF_UNIX, SOCK_STREAM, 0);
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  memcpy(address.sun_path, "\0conformance sockets", 20);
  socklen_t length = 2 + 20;
  CALL(bind(server, (void *)&address, length));
  CALL(bind(socket(AF_UNIX, SOCK_STREAM, 0), (void *)&address, length));
  CALL(listen(server, 1));
  CALL(connect(fd, (void *)&address, length));
  show_names(fd);
  CALL(connect(socket(AF_UNIX, SOCK_STREAM, 0), (void *)&address, length - 1));
  int lazy = socket(AF_UNIX, SOCK_STREAM, 0);
  CALL(bind(lazy, (void *)&address, 2));
  struct sockaddr_un given;
  length = sizeof given;
  getsockname(lazy, (void *)&given, &length);
  printf("length %u, first %d\n", (unsigned)length, given.sun_path[0]);
  struct sockaddr_un stream_only = un("dgram");
  int datagram = socket(AF_UNIX, SOCK_DGRAM, 0);
  bind(datagram, (void *)&stream_only, sizeof stream_only);
  CALL(connect(socket(AF_UNIX, SOCK_STREAM, 0), (void *)&stream_only, sizeof stream_only));
}

CASE(a_pair) {
  int pair[2];
  SHOW(socketpair(AF_UNIX, SOCK_STREAM, 0, pair));
  show_names(pair[0]);
  show_poll("fresh", pair[0]);
  CALL(send(pair[0], "one", 3, 0));
  CALL(send(pair[0], "two", 3, 0));
  show_poll("with bytes", pair[1]);
  int waiting = 0;
  SHOW(ioctl(pair[1], FIONREAD, &waiting));
  printf("waiting %d\n", waiting);
  show_receive("both", pair[1], 0);
  CALL(shutdown(pair[1], SHUT_RD));
  signal(SIGPIPE, SIG_IGN);
  CALL(send(pair[0], "x", 1, 0));
  close(pair[1]);
  show_poll("alone", pair[0]);
  show_receive("end", pair[0], 0);
  CALL(send(pair[0], "x", 1, 0));
  struct stat status;
  fstat(pair[0], &status);
  printf("socket %d\n", S_ISSOCK(status.st_mode));
  SHOW(lseek(pair[0], 0, SEEK_SET));
  SHOW(ftruncate(pair[0], 0));
  SHOW(fsync(pair[0]));
}

CASE(left_unread) {
  int pair[2];
  socketpair(AF_UNIX, SOCK_STREAM, 0, pair);
  signal(SIGPIPE, SIG_IGN);
  send(pair[0], "unread", 6, 0);
  send(pair[1], "sent", 4, 0);
  close(pair[1]);
  show_poll("gone", pair[0]);
  show_receive("what was sent", pair[0], 0);
  show_receive("reset", pair[0], 0);
  show_receive("end", pair[0], 0);
  CALL(send(pair[0], "x", 1, 0));
}

CASE(waiting_for_all) {
  int pair[2];
  socketpair(AF_UNIX, SOCK_STREAM, 0, pair);
  pid_t child = fork();
  if (child == 0) {
    for (int i = 0; i < 3; i++) {
      sleep_ms(10);
      send(pair[0], "abcd", 4, 0);
    }
    _exit(0);
  }
  close(pair[0]);
  char buffer[100];
  ssize_t count = recv(pair[1], buffer, 10, MSG_WAITALL);
  printf("%zd ", count);
  print_bytes(buffer, count);
  count = recv(pair[1], buffer, 10, MSG_WAITALL);
  printf("%zd ", count);
  print_bytes(buffer, count);
  wait_and_show("child", child);
}

CASE(much_in_both_directions) {
  int pair[2];
  connected(pair);
  pid_t child = fork();
  enum { kTotal = 3000000 };
  static char block[70000];
  if (child == 0) {
    close(pair[0]);
    unsigned sum = 0;
    ssize_t count;
    long total = 0;
    while ((count = recv(pair[1], block, sizeof block, 0)) > 0) {
      for (ssize_t i = 0; i < count; i++) sum = sum * 31 + (unsigned char)block[i];
      total += count;
    }
    char answer[100];
    int length = snprintf(answer, sizeof answer, "%ld bytes, sum %u", total, sum);
    send(pair[1], answer, length, 0);
    _exit(0);
  }
  close(pair[1]);
  unsigned sum = 0;
  long sent = 0;
  while (sent < kTotal) {
    for (size_t i = 0; i < sizeof block; i++) block[i] = (char)((sent + i) * 7);
    size_t size = kTotal - sent < (long)sizeof block ? (size_t)(kTotal - sent) : sizeof block;
    ssize_t count = send(pair[0], block, size, 0);
    if (count != (ssize_t)size) printf("sent %zd of %zu\n", count, size);
    for (ssize_t i = 0; i < count; i++) sum = sum * 31 + (unsigned char)block[i];
    sent += count;
  }
  shutdown(pair[0], SHUT_WR);
  printf("%ld bytes, sum %u\n", sent, sum);
  show_receive("answer", pair[0], 0);
  wait_and_show("child", child);
}

CASE(full) {
  int pair[2];
  socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, pair);
  static char block[8192];
  long total = 0;
  ssize_t count;
  while ((count = send(pair[0], block, sizeof block, 0)) > 0) total += count;
  printf("%s, more than 32768: %d\n", network_error(errno), total > 32768);
  struct pollfd one = {.fd = pair[0], .events = POLLOUT};
  SHOW(poll(&one, 1, 0));
  long back = 0;
  while ((count = recv(pair[1], block, sizeof block, 0)) > 0) back += count;
  printf("%s, all back: %d\n", network_error(errno), back == total);
  SHOW(poll(&one, 1, 0));
}

CASE(timeouts) {
  int pair[2];
  connected(pair);
  struct timeval time = {0, 40000}, got = {7, 7};
  socklen_t length = sizeof got;
  CALL(setsockopt(pair[0], SOL_SOCKET, SO_RCVTIMEO, &time, sizeof time));
  CALL(getsockopt(pair[0], SOL_SOCKET, SO_RCVTIMEO, &got, &length));
  printf("%ld.%06ld length same %d\n", (long)got.tv_sec, (long)got.tv_usec, length == sizeof got);
  struct timespec before, after;
  clock_gettime(CLOCK_MONOTONIC, &before);
  show_receive("nothing came", pair[0], 0);
  clock_gettime(CLOCK_MONOTONIC, &after);
  long ms = (after.tv_sec - before.tv_sec) * 1000 + (after.tv_nsec - before.tv_nsec) / 1000000;
  printf("waited %d\n", ms >= 39 && ms < 2000);
  setsockopt(pair[0], SOL_SOCKET, SO_SNDTIMEO, &time, sizeof time);
  static char block[100000];
  ssize_t count;
  while ((count = send(pair[0], block, sizeof block, 0)) > 0) {
  }
  printf("%s\n", network_error(errno));
  int server = listening(AF_INET, 1);
  setsockopt(server, SOL_SOCKET, SO_RCVTIMEO, &time, sizeof time);
  CALL(accept(server, NULL, NULL));
  time.tv_usec = 1000000;
  CALL(setsockopt(server, SOL_SOCKET, SO_RCVTIMEO, &time, sizeof time));
  CALL(setsockopt(server, SOL_SOCKET, SO_RCVTIMEO, &time, 3));
}

static int option(int fd, int level, int name) {
  int value = -1;
  socklen_t length = sizeof value;
  if (getsockopt(fd, level, name, &value, &length) < 0) return -errno;
  return value;
}

CASE(options) {
  int tcp = socket(AF_INET, SOCK_STREAM, 0), udp = socket(AF_INET, SOCK_DGRAM, 0), local = socket(AF_UNIX, SOCK_STREAM, 0);
  int six = socket(AF_INET6, SOCK_STREAM, 0);
  SHOW(option(tcp, SOL_SOCKET, SO_TYPE));
  SHOW(option(udp, SOL_SOCKET, SO_TYPE));
  SHOW(option(tcp, SOL_SOCKET, SO_DOMAIN));
  SHOW(option(local, SOL_SOCKET, SO_DOMAIN));
  SHOW(option(tcp, SOL_SOCKET, SO_PROTOCOL));
  SHOW(option(udp, SOL_SOCKET, SO_PROTOCOL));
  SHOW(option(local, SOL_SOCKET, SO_PROTOCOL));
  SHOW(option(tcp, SOL_SOCKET, SO_ACCEPTCONN));
  listen(tcp, 1);
  SHOW(option(tcp, SOL_SOCKET, SO_ACCEPTCONN));
  SHOW(option(tcp, SOL_SOCKET, SO_REUSEADDR));
  int on = 5;
  CALL(setsockopt(tcp, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on));
  SHOW(option(tcp, SOL_SOCKET, SO_REUSEADDR));
  CALL(setsockopt(tcp, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on));
  SHOW(option(tcp, SOL_SOCKET, SO_KEEPALIVE));
  on = 1;
  CALL(setsockopt(tcp, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on));
  SHOW(option(tcp, IPPROTO_TCP, TCP_NODELAY));
  CALL(setsockopt(tcp, IPPROTO_TCP, 9999, &on, sizeof on));
  CALL(setsockopt(tcp, SOL_SOCKET, 9999, &on, sizeof on));
  CALL(setsockopt(tcp, SOL_SOCKET, SO_REUSEADDR, &on, 1));
  int size = 10000;
  CALL(setsockopt(tcp, SOL_SOCKET, SO_RCVBUF, &size, sizeof size));
  SHOW(option(tcp, SOL_SOCKET, SO_RCVBUF));
  SHOW(option(six, IPPROTO_IPV6, IPV6_V6ONLY));
  SHOW(option(tcp, SOL_SOCKET, SO_ERROR));
  struct linger linger = {9, 9};
  socklen_t length = sizeof linger;
  CALL(getsockopt(tcp, SOL_SOCKET, SO_LINGER, &linger, &length));
  printf("linger %d %d\n", linger.l_onoff, linger.l_linger);
  struct ucred credentials;
  length = sizeof credentials;
  int pair[2];
  socketpair(AF_UNIX, SOCK_STREAM, 0, pair);
  CALL(getsockopt(pair[0], SOL_SOCKET, SO_PEERCRED, &credentials, &length));
  printf("own pid %d uid %d\n", credentials.pid == getpid(), credentials.uid == getuid());
}

CASE(datagrams) {
  int a = socket(AF_INET, SOCK_DGRAM, 0), b = socket(AF_INET, SOCK_DGRAM, 0);
  struct sockaddr_in address = in4("127.0.0.1", 0), from;
  CALL(bind(a, (void *)&address, sizeof address));
  address.sin_port = htons(port_of(a));
  CALL(sendto(b, "first", 5, 0, (void *)&address, sizeof address));
  CALL(sendto(b, "", 0, 0, (void *)&address, sizeof address));
  CALL(sendto(b, "second", 6, 0, (void *)&address, sizeof address));
  show_names(b);
  show_poll("a", a);
  char buffer[100];
  socklen_t length = sizeof from;
  CALL(recvfrom(a, buffer, 3, 0, (void *)&from, &length));
  show_address("from", &from, length);
  SHOW(ntohs(from.sin_port) == port_of(b));
  CALL(recv(a, buffer, 100, 0));
  CALL(recv(a, buffer, 3, MSG_TRUNC | MSG_PEEK));
  show_receive("second", a, 0);
  CALL(recv(a, buffer, 100, MSG_DONTWAIT));
  CALL(connect(b, (void *)&address, sizeof address));
  CALL(send(b, "third", 5, 0));
  show_receive("third", a, 0);
  static char big[70000];
  CALL(send(b, big, sizeof big, 0));
  CALL(send(b, big, 65507, 0));
  SHOW(recv(a, big, sizeof big, 0));
  close(a);
  CALL(send(b, "lost", 4, 0));
  sleep_ms(10);
  CALL(send(b, "refused", 7, 0));
  CALL(send(b, "lost", 4, 0));
}

CASE(connected_datagrams) {
  int a = socket(AF_INET, SOCK_DGRAM, 0), b = socket(AF_INET, SOCK_DGRAM, 0), c = socket(AF_INET, SOCK_DGRAM, 0);
  struct sockaddr_in a_name = in4("127.0.0.1", 0), b_name = a_name;
  bind(a, (void *)&a_name, sizeof a_name);
  bind(b, (void *)&b_name, sizeof b_name);
  a_name.sin_port = htons(port_of(a));
  b_name.sin_port = htons(port_of(b));
  CALL(connect(a, (void *)&b_name, sizeof b_name));
  CALL(sendto(c, "stranger", 8, 0, (void *)&a_name, sizeof a_name));
  CALL(sendto(b, "friend", 6, 0, (void *)&a_name, sizeof a_name));
  show_receive("heard", a, MSG_DONTWAIT);
  show_receive("heard", a, MSG_DONTWAIT);
  struct sockaddr none = {.sa_family = AF_UNSPEC};
  CALL(connect(a, &none, sizeof none));
  CALL(send(a, "x", 1, 0));
}

CASE(local_datagrams) {
  int pair[2];
  socketpair(AF_UNIX, SOCK_DGRAM, 0, pair);
  CALL(send(pair[0], "one", 3, 0));
  CALL(send(pair[0], "two", 3, 0));
  show_receive("one", pair[1], 0);
  show_receive("two", pair[1], 0);
  close(pair[1]);
  CALL(send(pair[0], "x", 1, 0));
  int server = socket(AF_UNIX, SOCK_DGRAM, 0), client = socket(AF_UNIX, SOCK_DGRAM, 0);
  struct sockaddr_un address = un("box"), from;
  CALL(bind(server, (void *)&address, sizeof address));
  CALL(sendto(client, "letter", 6, 0, (void *)&address, sizeof address));
  char buffer[10];
  socklen_t length = sizeof from;
  CALL(recvfrom(server, buffer, sizeof buffer, 0, (void *)&from, &length));
  printf("from length %u\n", (unsigned)length);
  CALL(connect(client, (void *)&address, sizeof address));
  CALL(send(client, "again", 5, 0));
  show_names(client);
  CALL(sendto(client, "x", 1, 0, (void *)&address, 1));
}

static ssize_t send_descriptor(int socket, const char *text, int fd) {
  char control[CMSG_SPACE(sizeof fd)];
  memset(control, 0, sizeof control);
  struct iovec part = {(void *)text, strlen(text)};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control};
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof fd);
  memcpy(CMSG_DATA(header), &fd, sizeof fd);
  return sendmsg(socket, &message, 0);
}

static int receive_descriptor(int socket, size_t room, int flags) {
  char control[CMSG_SPACE(4 * sizeof(int))], buffer[100];
  struct iovec part = {buffer, room};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control};
  ssize_t count = recvmsg(socket, &message, flags);
  printf("message %zd ", count);
  if (count < 0) {
    printf("%s\n", network_error(errno));
    return -1;
  }
  print_bytes(buffer, count);
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  int fd = -1;
  if (header == NULL) {
    printf("no control\n");
  } else {
    printf("control %d %d with %zu bytes\n", header->cmsg_level, header->cmsg_type, (size_t)header->cmsg_len - CMSG_LEN(0));
    memcpy(&fd, CMSG_DATA(header), sizeof fd);
  }
  if (message.msg_flags & MSG_CTRUNC) printf("control cut\n");
  return fd;
}

CASE(passing_descriptors) {
  int pair[2];
  socketpair(AF_UNIX, SOCK_STREAM, 0, pair);
  write_file("passed", "content");
  int file = open("passed", O_RDONLY);
  CALL(send(pair[0], "before", 6, 0));
  CALL(send_descriptor(pair[0], "with", file));
  CALL(send(pair[0], "after", 5, 0));
  close(file);
  int got = receive_descriptor(pair[1], 100, 0);
  show_read("through it", got, 100);
  receive_descriptor(pair[1], 100, 0);
  int ends[2];
  pipe(ends);
  send_descriptor(pair[0], "a pipe", ends[1]);
  close(ends[1]);
  got = receive_descriptor(pair[1], 3, MSG_CMSG_CLOEXEC);
  SHOW(fcntl(got, F_GETFD));
  SHOW(write(got, "through", 7));
  show_read("pipe", ends[0], 10);
  receive_descriptor(pair[1], 100, 0);
  send_descriptor(pair[0], "dropped", got);
  close(got);
  show_receive("plain", pair[1], 0);
  show_read("pipe's end", ends[0], 10);
  CALL(send_descriptor(pair[0], "bad", 99));
}

CASE(passing_over_datagrams) {
  int pair[2];
  socketpair(AF_UNIX, SOCK_DGRAM, 0, pair);
  write_file("passed", "content");
  int file = open("passed", O_RDONLY);
  CALL(send_descriptor(pair[0], "letter", file));
  int got = receive_descriptor(pair[1], 3, 0);
  show_read("through it", got, 100);
}

CASE(vectors_of_messages) {
  int pair[2];
  connected(pair);
  struct iovec parts[3] = {{"ab", 2}, {"", 0}, {"cdef", 4}};
  struct msghdr message = {.msg_iov = parts, .msg_iovlen = 3};
  CALL(sendmsg(pair[0], &message, 0));
  char one[3], two[10];
  struct iovec into[2] = {{one, 3}, {two, 10}};
  struct msghdr received = {.msg_iov = into, .msg_iovlen = 2};
  CALL(recvmsg(pair[1], &received, 0));
  print_bytes(one, 3);
  print_bytes(two, 3);
  CALL(writev(pair[1], parts, 3));
  CALL(readv(pair[0], into, 2));
  print_bytes(one, 3);
  CALL(send(pair[0], "urgent", 6, 0x12340000));
}

static void do_nothing(int number) { (void)number; }

CASE(interrupted) {
  int pair[2];
  connected(pair);
  signal(SIGALRM, SIG_DFL);
  struct sigaction action = {.sa_handler = do_nothing};
  sigaction(SIGALRM, &action, NULL);
  alarm(1);
  show_receive("interrupted", pair[0], 0);
  int server = listening(AF_INET, 1);
  alarm(1);
  CALL(accept(server, NULL, NULL));
}

CASE(selecting) {
  int pair[2];
  connected(pair);
  fd_set reads, writes;
  FD_ZERO(&reads);
  FD_ZERO(&writes);
  FD_SET(pair[0], &reads);
  FD_SET(pair[0], &writes);
  struct timeval none = {0, 0};
  SHOW(select(pair[0] + 1, &reads, &writes, NULL, &none));
  printf("read %d write %d\n", !!FD_ISSET(pair[0], &reads), !!FD_ISSET(pair[0], &writes));
  send(pair[1], "x", 1, 0);
  struct timeval second = {1, 0};
  FD_SET(pair[0], &reads);
  SHOW(select(pair[0] + 1, &reads, NULL, NULL, &second));
  int server = listening(AF_INET, 1);
  show_poll("listening", server);
  struct sockaddr_in address = in4("127.0.0.1", port_of(server));
  int fd = socket(AF_INET, SOCK_STREAM, 0);
  connect(fd, (void *)&address, sizeof address);
  show_poll("listening", server);
}

CASE(closed_listener) {
  int server = listening(AF_INET, 5);
  struct sockaddr_in address = in4("127.0.0.1", port_of(server));
  int fd = socket(AF_INET, SOCK_STREAM, 0);
  CALL(connect(fd, (void *)&address, sizeof address));
  close(server);
  sleep_ms(20);
  show_receive("never accepted", fd, 0);
}

CASE(a_server_and_its_clients) {
  int server = listening(AF_INET, 10);
  struct sockaddr_in address = in4("127.0.0.1", port_of(server));
  for (int i = 0; i < 5; i++) {
    if (fork() != 0) continue;
    close(server);
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    connect(fd, (void *)&address, sizeof address);
    char number = (char)('0' + i), answer = 0;
    send(fd, &number, 1, 0);
    recv(fd, &answer, 1, 0);
    _exit(answer == number + 1 ? i : 99);
  }
  for (int i = 0; i < 5; i++) {
    int fd = accept(server, NULL, NULL);
    char byte;
    recv(fd, &byte, 1, 0);
    byte++;
    send(fd, &byte, 1, 0);
    close(fd);
  }
  int sum = 0, status;
  for (int i = 0; i < 5; i++) {
    wait(&status);
    sum += WEXITSTATUS(status);
  }
  printf("sum %d\n", sum);
}

CASE(shared_by_fork) {
  int pair[2];
  connected(pair);
  pid_t child = fork();
  if (child == 0) {
    close(pair[0]);
    send(pair[1], "from the child", 14, 0);
    _exit(0);
  }
  wait_and_show("child", child);
  show_receive("still open", pair[0], 0);
  show_receive("nothing", pair[0], MSG_DONTWAIT);
  close(pair[1]);
  show_receive("end", pair[0], 0);
}

CASE(bad_pointers) {
  int pair[2];
  connected(pair);
  CALL(bind(pair[0], (void *)&pair, 1));
  struct sockaddr_in address = in4("127.0.0.1", 9);
  CALL(bind(socket(AF_INET, SOCK_STREAM, 0), (void *)&address, 300));
  CALL(connect(pair[0], (void *)&address, sizeof address));
  socklen_t length = -1;
  CALL(getsockname(pair[0], (void *)&address, &length));
  length = 4;
  CALL(getsockname(pair[0], (void *)&address, &length));
  printf("length %u\n", (unsigned)length);
  struct msghdr message = {.msg_iovlen = 5000};
  CALL(sendmsg(pair[0], &message, 0));
}
