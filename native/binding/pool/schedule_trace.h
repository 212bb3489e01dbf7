// WASMSAND_TRACE=sched: what becomes of a process in the pool, a line for each event, with the time since the first
// one.
#pragma once

#include <string>
#include <string_view>

#include "binding/objects/kernel_handle.h"
#include "syscall/trace.h"

namespace wasmsand {

void print_scheduling(const Job& job, std::string_view event);

inline bool scheduling_traced() { return trace_enabled(Traced::scheduling); }

inline void trace_scheduling(const Job& job, std::string_view event) {
  if (scheduling_traced()) print_scheduling(job, event);
}
// `event` ends with the number of a thread.
inline void trace_scheduling(const Job& job, std::string_view event, uint32_t thread) {
  if (scheduling_traced()) print_scheduling(job, std::string(event) + std::to_string(thread));
}

}  // namespace wasmsand
