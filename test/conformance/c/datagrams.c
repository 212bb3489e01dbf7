// Datagrams of this machine.
#include "sockets.h"

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

CASE(names_of_connected_datagrams) {
  int server = socket(AF_INET, SOCK_DGRAM, 0), a = socket(AF_INET, SOCK_DGRAM, 0), b = socket(AF_INET, SOCK_DGRAM, 0),
      c = socket(AF_INET, SOCK_DGRAM, 0), six = socket(AF_INET6, SOCK_DGRAM, 0);
  struct sockaddr_in to = in4("127.0.0.1", 0), any = in4("0.0.0.0", 0), own = in4("127.0.0.1", 0);
  struct sockaddr_in6 any6 = in6("::", 0), mapped = in6("::ffff:127.0.0.1", 0);
  struct sockaddr none = {.sa_family = AF_UNSPEC};
  bind(server, (void *)&to, sizeof to);
  to.sin_port = mapped.sin6_port = htons(port_of(server));
  show_names(a);
  CALL(connect(a, (void *)&to, sizeof to));
  show_names(a);
  CALL(connect(a, &none, sizeof none));
  show_names(a);
  CALL(bind(a, (void *)&own, sizeof own));
  CALL(bind(b, (void *)&any, sizeof any));
  show_names(b);
  int port = port_of(b);
  CALL(connect(b, (void *)&to, sizeof to));
  show_names(b);
  SHOW(port_of(b) == port);
  any.sin_port = htons(port);
  CALL(sendto(server, "to it", 5, 0, (void *)&any, sizeof any));
  show_receive("heard", b, MSG_DONTWAIT);
  CALL(bind(c, (void *)&own, sizeof own));
  CALL(connect(c, (void *)&to, sizeof to));
  CALL(connect(c, &none, sizeof none));
  show_names(c);
  close(b);
  b = socket(AF_INET, SOCK_DGRAM, 0);
  CALL(bind(b, (void *)&any, sizeof any));
  CALL(connect(b, (void *)&to, sizeof to));
  CALL(connect(b, &none, sizeof none));
  show_names(b);
  SHOW(port_of(b) == port);
  CALL(bind(six, (void *)&any6, sizeof any6));
  CALL(connect(six, (void *)&mapped, sizeof mapped));
  show_names(six);
}

CASE(peer_of_datagrams_closed) {
  for (int unread = 0; unread < 2; unread++) {
    int pair[2];
    socketpair(AF_UNIX, SOCK_DGRAM, 0, pair);
    if (unread) CALL(send(pair[0], "unread", 6, 0));
    close(pair[1]);
    show_poll("closed", pair[0]);
    SHOW(pending_error(pair[0]));
    show_receive("nothing", pair[0], MSG_DONTWAIT);
    CALL(send(pair[0], "x", 1, MSG_NOSIGNAL));
    CALL(send(pair[0], "x", 1, MSG_NOSIGNAL));
    show_names(pair[0]);
  }
}
