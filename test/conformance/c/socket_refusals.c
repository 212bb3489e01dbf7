// What sockets that were refused, closed or never made say and keep.
#include "sockets.h"

CASE(refused_and_bound_again) {
  int fd = socket(AF_INET, SOCK_STREAM, 0), named = socket(AF_INET, SOCK_STREAM, 0), any = socket(AF_INET6, SOCK_STREAM, 0);
  struct sockaddr_in closed = in4("127.0.0.1", 9), own = in4("127.0.0.1", 0);
  struct sockaddr_in6 closed6 = in6("::1", 9), own6 = in6("::", 0);
  CALL(connect(fd, (void *)&closed, sizeof closed));
  show_names(fd);
  CALL(connect(fd, (void *)&closed, sizeof closed));
  CALL(bind(fd, (void *)&own, sizeof own));
  show_names(fd);
  CALL(bind(fd, (void *)&own, sizeof own));
  CALL(connect(fd, (void *)&closed, sizeof closed));
  show_names(fd);
  CALL(bind(fd, (void *)&own, sizeof own));
  own.sin_port = htons(port_of(fd));
  close(fd);
  CALL(bind(named, (void *)&own, sizeof own));
  CALL(connect(named, (void *)&closed, sizeof closed));
  show_names(named);
  CALL(bind(named, (void *)&own, sizeof own));
  CALL(bind(any, (void *)&own6, sizeof own6));
  CALL(connect(any, (void *)&closed6, sizeof closed6));
  show_names(any);
  CALL(bind(any, (void *)&own6, sizeof own6));
}

CASE(closed_with_bytes_unread) {
  for (int kind = 0; kind < 2; kind++) {
    int pair[2];
    socketpair(AF_UNIX, SOCK_STREAM, 0, pair);
    CALL(send(pair[0], "unread", 6, 0));
    if (kind == 1) CALL(send(pair[1], "left", 4, 0));
    close(pair[1]);
    show_poll("closed", pair[0]);
    CALL(send(pair[0], "x", 1, MSG_NOSIGNAL));
    CALL(send(pair[0], "x", 1, MSG_NOSIGNAL));
    show_receive("first", pair[0], 0);
    show_receive("second", pair[0], 0);
    show_receive("third", pair[0], 0);
    CALL(send(pair[0], "x", 1, MSG_NOSIGNAL));
    show_poll("told", pair[0]);
  }
}

CASE(raw_sockets) {
  for (int family = AF_INET; family != 0; family = family == AF_INET ? AF_INET6 : 0) {
    CALL(socket(family, SOCK_RAW, 0));
    CALL(socket(family, SOCK_RAW, IPPROTO_ICMP));
    CALL(socket(family, SOCK_RAW, IPPROTO_RAW));
    CALL(socket(family, SOCK_RAW, 300));
    CALL(socket(family, SOCK_RAW, -1));
    CALL(socket(family, SOCK_STREAM, IPPROTO_UDP));
    CALL(socket(family, SOCK_STREAM, 300));
    CALL(socket(family, 10, 0));
    CALL(socket(family, 0, 0));
    CALL(socket(family, 11, 0));
  }
  OPEN(socket(AF_UNIX, SOCK_RAW, 0));
  CALL(socket(AF_UNIX, SOCK_RAW, IPPROTO_TCP));
  CALL(socket(AF_UNIX, 4, 0));
  int pair[2];
  CALL(socketpair(AF_UNIX, SOCK_RAW, 0, pair));
  CALL(send(pair[0], "one", 3, 0));
  show_receive("raw is datagram", pair[1], 0);
}
