// WASMSAND_TRACE: lines on the host's standard error, as strace shows them. A list, separated by commas, of `1`, each
// call of a guest, decoded from the generated descriptions, for both doors; and `sched`, what becomes of processes in
// the host.
#pragma once

#include <array>

#include "syscall/call_description.h"
#include "syscall/door.h"

namespace wasmsand {

enum class Traced : uint8_t { calls, scheduling };
bool trace_enabled(Traced what);
inline bool traced(const GuestCall& call) {
  return trace_enabled(Traced::calls) && call.after != GuestCall::After::blocked;
}

// After the call: arguments are read from guest memory as the call left them. Null `description`: an unknown number.
void trace_linux(GuestCall& call, const CallDescription* description, uint32_t number,
                 const std::array<uint32_t, 6>& arguments, int32_t result);
void trace_wasi(GuestCall& call, const CallDescription& description, const std::array<uint64_t, 10>& arguments,
                uint32_t result);
// Calls that are imports of their own (fork, clone, spawn): `text` says name and arguments.
void trace_text(GuestCall& call, const char* text, int32_t result);
// What is no call.
void trace_event(const Process& process, std::string text);

}  // namespace wasmsand
