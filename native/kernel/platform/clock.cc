#include "kernel/platform/clock.h"

#include <uv.h>

namespace wasmsand {

Nanoseconds monotonic_now() { return static_cast<Nanoseconds>(uv_hrtime()); }

Nanoseconds realtime_now() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::system_clock::now().time_since_epoch())
      .count();
}

Result<void> random_bytes(std::span<std::byte> out) {
  if (out.empty()) return {};
  return uv_random(nullptr, nullptr, out.data(), out.size(), 0, nullptr) == 0 ? Errno::success : Errno::io;
}

}  // namespace wasmsand
