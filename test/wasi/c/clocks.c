// clock_res_get, clock_time_get, and sleeping on them.
#include <errno.h>
#include <time.h>

#include "check.h"

int main(void) {
  __wasi_timestamp_t resolution, before, after;
  for (int clock = 0; clock < 4; ++clock) {
    OK(__wasi_clock_res_get(clock, &resolution));
    CHECK(resolution > 0);
    OK(__wasi_clock_time_get(clock, 1, &before));
  }
  CHECK_ERRNO(__wasi_clock_res_get(4, &resolution), INVAL);
  CHECK_ERRNO(__wasi_clock_time_get(~0u, 1, &before), INVAL);

  CHECK(time(NULL) > 1700000000);
  OK(__wasi_clock_time_get(__WASI_CLOCKID_MONOTONIC, 1, &before));
  struct timespec pause = {0, 3000000};
  CHECK(nanosleep(&pause, NULL) == 0);
  OK(__wasi_clock_time_get(__WASI_CLOCKID_MONOTONIC, 1, &after));
  CHECK(after - before >= 3000000);

  struct timespec deadline;
  CHECK(clock_gettime(CLOCK_REALTIME, &deadline) == 0);
  deadline.tv_nsec += 2000000;
  if (deadline.tv_nsec >= 1000000000) deadline.tv_sec++, deadline.tv_nsec -= 1000000000;
  CHECK(clock_nanosleep(CLOCK_REALTIME, TIMER_ABSTIME, &deadline, NULL) == 0);
  struct timespec now;
  CHECK(clock_gettime(CLOCK_REALTIME, &now) == 0);
  CHECK(now.tv_sec > deadline.tv_sec || (now.tv_sec == deadline.tv_sec && now.tv_nsec >= deadline.tv_nsec));
  return done();
}
