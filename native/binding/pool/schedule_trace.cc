#include "binding/pool/schedule_trace.h"

#include <cstdio>

#include "kernel/platform/clock.h"

namespace wasmsand {

void print_scheduling(const Job& job, std::string_view event) {
  static const Nanoseconds began = monotonic_now();
  std::array<char, 32> time;
  std::snprintf(time.data(), time.size(), "%.6f", static_cast<double>(monotonic_now() - began) / kSecond);
  std::string text = time.data();
  text.append(" +++ sandbox ").append(std::to_string(job.kernel->id)).append(": ").append(event).append(" +++");
  trace_event(*job.process, std::move(text));
}

}  // namespace wasmsand
