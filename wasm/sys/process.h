// What our own C++ needs beyond POSIX. Everything else it calls is the C library's (wasm/libc inside, the system's in
// host builds).
#pragma once

#include <sys/types.h>

#include <cstdint>

namespace sys {

// A child of this process with a copy of its memory, which runs function(argument) and exits with what that returns.
// Descriptors, signal dispositions and mask are inherited as by fork. Returns the pid, or -1 with errno.
pid_t clone_process(int (*function)(void*), void* argument);

// Inside, handlers of signals run at system calls only: a loop that makes none calls this now and then.
void take_signals();

// The same if the host wants this process to make a call: it says so in a word of the memory (kYieldWord), at which the
// program's loops look where the host has put that into them. Costs as much as the look.
inline void take_wanted_signals() {
#ifdef __wasm__
  constexpr uintptr_t kYieldWord = 8;
  volatile uint32_t& wanted = *reinterpret_cast<volatile uint32_t*>(kYieldWord);
  if (wanted == 0) return;
  wanted = 0;
  take_signals();
#endif
}

// Bytes of stack left to the caller.
size_t stack_left();
// Recursion is refused from here on: what is left is for what must still be done.
inline bool stack_is_short() { return stack_left() < size_t{256} * 1024; }

// Calls function(argument) on a stack of its own, so that the one every process has can be small. False: too many are
// in use, or there is no memory, and nothing was called. Where the host switches the engine's stacks there is another
// of those as well; elsewhere the number of stacks bounds what recursion takes of the engine's own.
bool call_on_new_stack(void (*function)(void*), void* argument);

// How a session shell goes on after a rest: in function(argument), which does not return, on the stack of whoever made
// this.
struct Continuation {
  int (*function)(void*);
  void* argument;
  void* stack;
};
[[gnu::noinline]] Continuation go_on_here(int (*function)(void*), void* argument);

// Of a session shell: what is left of the host's request, or the beginning of the next one, once there is one; 0 when
// there will be none. -1 with errno; EPERM: this process is none. With a continuation it may never return: while it
// waited the process was put aside, and goes on there.
ssize_t receive_request(void* buffer, size_t size, const Continuation* rest);
// The reply to the request, whole. False with errno.
bool send_reply(const void* message, size_t size);

}  // namespace sys
