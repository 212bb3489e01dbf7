// What every sandbox shows of the machine it is: nothing of the host's.
#pragma once

#include <cstdint>

namespace wasmsand {

inline constexpr const char* kSystemName = "Linux";
inline constexpr const char* kSystemRelease = "6.1.0-wasmsand";
inline constexpr const char* kSystemVersion = "#1 SMP PREEMPT wasmsand";
inline constexpr const char* kMachineName = "wasm32";
inline constexpr uint32_t kProcessorCount = 1;
inline constexpr uint64_t kGuestPageSize = 64 * 1024;
inline constexpr uint64_t kClockTicksPerSecond = 100;
inline constexpr int kPidMax = 32768;
// All that one sandbox may have at a time: much of what the kernel does looks at each of them.
inline constexpr size_t kProcessesMax = 4096;

}  // namespace wasmsand
