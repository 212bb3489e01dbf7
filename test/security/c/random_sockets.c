// Calls of sockets at random, as a program that wants to break something makes them: `random_sockets SEED SECONDS PORT
// HOW`; HOW `sent` sends sockets in messages, also to themselves, where otherwise only pipes are sent.
// Descriptors of all kinds end up in all calls, in each other's messages and epolls, and children are killed in the middle.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { kMost = 48, kTls = 282, kTlsHost = 100 };

static int fds[kMost], port, sends_sockets;
static char outside[2][64] = {"198.18.0.1", "198.18.0.2"};
static uint64_t state;

static unsigned below(unsigned most) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (unsigned)(state >> 33) % most;
}

static int some(void) { return below(20) == 0 ? (int)below(200) - 20 : fds[below(kMost)]; }

static void keep(int fd) {
  if (fd < 3) return;
  fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK);
  int *place = &fds[below(kMost)];
  if (*place > 2 && *place != fd) close(*place);
  *place = fd;
}

static socklen_t place(struct sockaddr_storage *out) {
  static const char *const literal[] = {"127.0.0.1", "0.0.0.0", "127.3.2.1", "10.0.0.1", "169.254.169.254", "8.8.8.8", "255.255.255.255", "224.0.0.1"};
  memset(out, 0, sizeof *out);
  struct sockaddr_in *four = (void *)out;
  struct sockaddr_in6 *six = (void *)out;
  struct sockaddr_un *name = (void *)out;
  switch (below(8)) {
    case 0:
    case 1:
    case 2:
      four->sin_family = AF_INET;
      four->sin_port = htons(port);
      inet_pton(AF_INET, outside[below(2)], &four->sin_addr);
      return sizeof *four;
    case 3:
      four->sin_family = AF_INET;
      four->sin_port = htons(below(2) ? 2000 + below(8) : below(65536));
      inet_pton(AF_INET, literal[below(8)], &four->sin_addr);
      return sizeof *four;
    case 4:
      six->sin6_family = AF_INET6;
      six->sin6_port = htons(2000 + below(8));
      inet_pton(AF_INET6, below(2) ? "::1" : "::ffff:127.0.0.1", &six->sin6_addr);
      return sizeof *six;
    case 5:
      name->sun_family = AF_UNIX;
      strcpy(name->sun_path + 1, "resolver");
      return offsetof(struct sockaddr_un, sun_path) + 9;
    case 6:
      name->sun_family = AF_UNIX;
      snprintf(name->sun_path, sizeof name->sun_path, "/tmp/socket%u", below(8));
      return sizeof *name;
    default:
      for (unsigned i = 0; i < sizeof *out; i++) ((char *)out)[i] = (char)below(256);
      return below(sizeof *out);
  }
}

static size_t text(char *out, size_t most) {
  static const char *const pieces[] = {
      "GET /endless HTTP/1.1\r\n", "GET / HTTP/1.1\r\n", "POST /half HTTP/1.1\r\n", "HEAD / HTTP/1.0\r\n", "Host: a.test\r\n", "\r\n", "Content-Length: 5\r\n",
      "Content-Length: 99999999\r\n", "Transfer-Encoding: chunked\r\n", "5\r\nhello\r\n", "0\r\n\r\n", "Connection: close\r\n", "Expect: 100-continue\r\n",
      "4 a.test\n", "0 nobody.test\n", "HTTP/1.1 200 OK\r\n\r\n", "\0\0\0\0", "X: y\r\n"};
  size_t length = 0;
  for (unsigned left = below(8); left > 0; left--) {
    char host[80];
    const char *piece = pieces[below(18)];
    if (below(4) == 0) piece = host, snprintf(host, sizeof host, "Host: a.test:%d\r\n", port);
    const size_t size = strlen(piece);
    if (length + size > most) break;
    memcpy(out + length, piece, size);
    length += size;
  }
  if (below(4) == 0)
    while (length < most && below(300) != 0) out[length++] = (char)below(256);
  return length;
}

static int sendable(int fd) {
  struct stat status;
  return sends_sockets || fstat(fd, &status) < 0 || S_ISFIFO(status.st_mode) ? fd : 1;
}

static void message(int fd, int sends) {
  static char bytes[4096];
  char control[256] = {0};
  struct iovec parts[3] = {{bytes, below(100)}, {bytes, below(2000)}, {bytes, 0}};
  struct msghdr header = {.msg_iov = parts, .msg_iovlen = below(4), .msg_control = control, .msg_controllen = sizeof control};
  if (!sends) {
    if (recvmsg(fd, &header, MSG_DONTWAIT | (below(3) ? 0 : MSG_PEEK)) < 0) return;
    for (struct cmsghdr *one = CMSG_FIRSTHDR(&header); one != NULL; one = CMSG_NXTHDR(&header, one))
      for (unsigned i = 0; CMSG_LEN((i + 1) * sizeof(int)) <= one->cmsg_len; i++) keep(((int *)CMSG_DATA(one))[i]);
    return;
  }
  text(bytes, sizeof bytes);
  struct cmsghdr *one = CMSG_FIRSTHDR(&header);
  const unsigned count = below(5);
  one->cmsg_level = SOL_SOCKET;
  one->cmsg_type = below(9) ? SCM_RIGHTS : (int)below(9);
  one->cmsg_len = below(20) ? CMSG_LEN(count * sizeof(int)) : below(600);
  for (unsigned i = 0; i < count; i++) ((int *)CMSG_DATA(one))[i] = sendable(below(4) ? some() : fd);
  header.msg_controllen = below(20) ? CMSG_SPACE(count * sizeof(int)) : below(sizeof control);
  sendmsg(fd, &header, MSG_DONTWAIT | MSG_NOSIGNAL);
}

static void step(int depth) {
  static char bytes[70000];
  struct sockaddr_storage address;
  struct epoll_event event = {.events = 1u << below(32) | EPOLLIN, .data.fd = some()}, events[8];
  struct pollfd polled[4] = {{some(), POLLIN, 0}, {some(), POLLOUT, 0}, {some(), -1, 0}, {some(), POLLIN | POLLOUT, 0}};
  socklen_t length = sizeof address;
  static const int families[] = {AF_INET, AF_INET, AF_INET6, AF_UNIX, AF_UNIX, 99}, types[] = {SOCK_STREAM, SOCK_STREAM, SOCK_DGRAM, 99};
  int pair[2], value = (int)below(3);
  switch (below(30)) {
    case 0:
    case 1:
      return keep(socket(families[below(6)], types[below(4)], 0));
    case 2:
      if (socketpair(AF_UNIX, types[below(3)], 0, pair) == 0) keep(pair[0]), keep(pair[1]);
      return;
    case 3:
      length = place(&address);
      bind(some(), (void *)&address, length);
      return;
    case 4:
      listen(some(), (int)below(5));
      return;
    case 5:
    case 6:
    case 7:
    case 8:
      length = place(&address);
      connect(some(), (void *)&address, length);
      return;
    case 9:
      return keep(accept(some(), below(2) ? (void *)&address : NULL, &length));
    case 10:
    case 11:
    case 12:
      send(some(), bytes, text(bytes, sizeof bytes), MSG_DONTWAIT | MSG_NOSIGNAL);
      return;
    case 13:
    case 14:
      recv(some(), bytes, below(sizeof bytes), MSG_DONTWAIT | (below(5) ? 0 : (int)below(1 << 16)));
      return;
    case 15:
    case 16:
    case 17:
      return message(some(), 1);
    case 18:
    case 19:
      return message(some(), 0);
    case 20:
      shutdown(some(), (int)below(4));
      return;
    case 21:
      if (below(3) == 0)
        setsockopt(some(), kTls, kTlsHost, bytes, text(bytes, below(3000)));
      else
        setsockopt(some(), below(3) ? SOL_SOCKET : (int)below(300), (int)below(80), &value, below(9));
      return;
    case 22:
      length = below(200);
      getsockopt(some(), below(3) ? SOL_SOCKET : kTls, below(3) ? (int)below(80) : kTlsHost, bytes, &length);
      return;
    case 23:
      return keep(below(2) ? epoll_create1(0) : eventfd(below(4), 0));
    case 24:
      epoll_ctl(some(), 1 + (int)below(3), some(), &event);
      epoll_wait(some(), events, 8, 0);
      return;
    case 25:
      poll(polled, 4, 0);
      return;
    case 26:
      return keep(dup(some()));
    case 27:
      close(fds[below(kMost)] > 2 ? fds[below(kMost)] : -1);
      ioctl(some(), FIONREAD, &value);
      return;
    case 28:
      if (below(10) == 0) {
        struct addrinfo *found = NULL;
        if (getaddrinfo(below(2) ? "a.test" : "nobody.test", NULL, NULL, &found) == 0) freeaddrinfo(found);
      } else if (below(2) && pipe(pair) == 0) {
        keep(pair[0]), keep(pair[1]);
      } else {
        sendto(some(), bytes, below(100), MSG_DONTWAIT | MSG_NOSIGNAL, (void *)&address, place(&address));
      }
      return;
    default:
      if (depth > 0 || below(60) != 0) return;
      const pid_t child = fork();
      if (child == 0) {
        state += 77;
        for (unsigned left = 500 + below(2000); left > 0; left--) step(1);
        _exit(0);
      }
      if (child < 0) return;
      for (unsigned left = below(500); left > 0; left--) step(1);
      if (below(2)) kill(child, SIGKILL);
      waitpid(child, NULL, 0);
  }
}

static void look_up(const char *name, char *out) {
  struct addrinfo hints = {.ai_family = AF_INET}, *found = NULL;
  if (getaddrinfo(name, NULL, &hints, &found) != 0) return;
  inet_ntop(AF_INET, &((struct sockaddr_in *)found->ai_addr)->sin_addr, out, 64);
  freeaddrinfo(found);
}

int main(int argc, char **argv) {
  if (argc != 5) return 2;
  state = strtoull(argv[1], NULL, 10) * 2654435761u + 1;
  const time_t end = time(NULL) + atoi(argv[2]);
  port = atoi(argv[3]);
  sends_sockets = strcmp(argv[4], "sent") == 0;
  signal(SIGPIPE, SIG_IGN);
  for (int i = 0; i < kMost; i++) fds[i] = -1;
  look_up("a.test", outside[0]);
  look_up("b.test", outside[1]);
  unsigned long steps = 0;
  while (time(NULL) < end) {
    for (int i = 0; i < 200; i++) step(0);
    steps += 200;
  }
  printf("%s\n", steps > 0 ? "done" : "nothing");
  return 0;
}
