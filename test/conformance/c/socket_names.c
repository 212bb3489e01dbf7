// The addresses of sockets, in each family: what may be bound, and who is found there.
#include "sockets.h"

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
