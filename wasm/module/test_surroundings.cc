// What GoogleTest takes of the C++ library that was built for another C library: the clocks and errno, by this one's.
#include <time.h>

#include <chrono>

#undef errno
extern "C" {
int errno = 0;
}

namespace {

long long nanoseconds(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return now.tv_sec * 1'000'000'000LL + now.tv_nsec;
}

}  // namespace

namespace std::chrono {

steady_clock::time_point steady_clock::now() noexcept { return time_point(duration(nanoseconds(CLOCK_MONOTONIC))); }

system_clock::time_point system_clock::now() noexcept {
  return time_point(duration_cast<duration>(std::chrono::nanoseconds(nanoseconds(CLOCK_REALTIME))));
}

time_t system_clock::to_time_t(const time_point& point) noexcept {
  return duration_cast<seconds>(point.time_since_epoch()).count();
}

system_clock::time_point system_clock::from_time_t(time_t time) noexcept { return time_point(seconds(time)); }

}  // namespace std::chrono
