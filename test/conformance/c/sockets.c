// Streams of this machine: how they are made, used, waited for and ended.
#include <netinet/tcp.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/select.h>

#include "sockets.h"

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
