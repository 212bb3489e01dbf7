// Messages in parts, and the descriptors that travel with them.
#include <sys/uio.h>

#include "sockets.h"

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
