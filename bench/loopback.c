// Bytes through a TCP connection of the loopback: `loopback receive PORT` takes one connection and says how many came,
// `loopback send PORT BYTES` connects, as soon as somebody listens, and sends them.
#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { kPiece = 64 * 1024 };
static char piece[kPiece];

static int fail(const char* what) {
  perror(what);
  return 1;
}

static int receive(const struct sockaddr_in* place) {
  int listener = socket(AF_INET, SOCK_STREAM, 0), on = 1;
  setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  if (bind(listener, (const struct sockaddr*)place, sizeof *place) < 0 || listen(listener, 1) < 0)
    return fail("listen");
  int from = accept(listener, NULL, NULL);
  long long all = 0;
  ssize_t count;
  while ((count = recv(from, piece, kPiece, 0)) > 0) all += count;
  if (count < 0) return fail("recv");
  printf("%lld\n", all);
  return 0;
}

static int send_all(const struct sockaddr_in* place, long long left) {
  int to;
  while (connect(to = socket(AF_INET, SOCK_STREAM, 0), (const struct sockaddr*)place, sizeof *place) < 0) {
    close(to);
    nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
  }
  while (left > 0) {
    ssize_t count = send(to, piece, left < kPiece ? (size_t)left : kPiece, 0);
    if (count < 0) return fail("send");
    left -= count;
  }
  return 0;
}

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  struct sockaddr_in place = {.sin_family = AF_INET, .sin_port = htons((unsigned short)atoi(argv[2]))};
  place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  memset(piece, 'x', kPiece);
  return strcmp(argv[1], "send") == 0 && argc > 3 ? send_all(&place, atoll(argv[3])) : receive(&place);
}
