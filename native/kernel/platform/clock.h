// Time and randomness, from libuv and the C++ library. Nothing else of the kernel asks the host for either.
#pragma once

#include <chrono>
#include <cstdint>
#include <span>

#include "kernel/result.h"

namespace wasmsand {

// Nanoseconds; both clocks count in it. 0 in a deadline means none where the function says so.
using Nanoseconds = int64_t;
inline constexpr Nanoseconds kSecond = 1'000'000'000;
inline constexpr Nanoseconds kMillisecond = 1'000'000;
inline constexpr Nanoseconds kMicrosecond = 1'000;

Nanoseconds monotonic_now();
Nanoseconds realtime_now();  // since 1970-01-01 UTC

// Fills `out` with bytes fit for keys.
Result<void> random_bytes(std::span<std::byte> out);

}  // namespace wasmsand
