// poll_oneoff over clocks and descriptors. Standard input gives "in" and then ends.
#include <poll.h>
#include <sys/select.h>
#include <unistd.h>

#include "check.h"

static __wasi_subscription_t on_clock(uint64_t userdata, __wasi_timestamp_t timeout) {
  __wasi_subscription_t subscription = {.userdata = userdata, .u.tag = __WASI_EVENTTYPE_CLOCK};
  subscription.u.u.clock = (__wasi_subscription_clock_t){.id = __WASI_CLOCKID_MONOTONIC, .timeout = timeout};
  return subscription;
}

static __wasi_subscription_t on_file(__wasi_eventtype_t type, __wasi_fd_t fd) {
  __wasi_subscription_t subscription = {.userdata = fd, .u.tag = type};
  subscription.u.u.fd_read.file_descriptor = fd;
  return subscription;
}

int main(void) {
  __wasi_event_t events[4];
  __wasi_size_t count;
  __wasi_subscription_t in[4];

  in[0] = on_clock(1, 1000000);
  in[1] = on_clock(2, 3600000000000);
  OK(__wasi_poll_oneoff(in, events, 2, &count));
  CHECK(count == 1 && events[0].userdata == 1 && events[0].error == 0);
  CHECK_ERRNO(__wasi_poll_oneoff(in, events, 0, &count), INVAL);

  in[0] = on_file(__WASI_EVENTTYPE_FD_WRITE, 1);
  in[1] = on_file(__WASI_EVENTTYPE_FD_WRITE, 2);
  in[2] = on_file(__WASI_EVENTTYPE_FD_READ, 77);
  in[3] = on_clock(9, 3600000000000);
  OK(__wasi_poll_oneoff(in, events, 4, &count));
  CHECK(count == 3);
  CHECK(events[0].userdata == 1 && events[0].error == 0 && events[0].type == __WASI_EVENTTYPE_FD_WRITE);
  CHECK(events[1].userdata == 2 && events[1].error == 0);
  CHECK(events[2].userdata == 77 && events[2].error == __WASI_ERRNO_BADF);

  in[0] = on_file(__WASI_EVENTTYPE_FD_READ, 0);
  in[1] = on_clock(9, 3600000000000);
  OK(__wasi_poll_oneoff(in, events, 2, &count));
  CHECK(count == 1 && events[0].userdata == 0 && events[0].error == 0);

  struct pollfd polled = {.fd = 0, .events = POLLIN};
  CHECK(poll(&polled, 1, -1) == 1 && (polled.revents & POLLIN));
  fd_set set;
  FD_ZERO(&set);
  FD_SET(0, &set);
  struct timeval patience = {3600, 0};
  CHECK(select(1, &set, NULL, NULL, &patience) == 1);

  char data[8];
  CHECK(read(0, data, 8) == 2 && memcmp(data, "in", 2) == 0);
  CHECK(poll(&polled, 1, -1) == 1);
  CHECK(read(0, data, 8) == 0);
  return done();
}
