// The host's counterpart, for tests and sanitizers.
#include <sys/resource.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdlib>

#include "process.h"

namespace sys {

pid_t clone_process(int (*function)(void*), void* argument) {
  const pid_t pid = fork();
  if (pid == 0) exit(function(argument));
  return pid;
}

Continuation go_on_here(int (*function)(void*), void* argument) { return {function, argument, nullptr}; }

// There is no host to be asked by.
ssize_t receive_request(void*, size_t, const Continuation*) {
  errno = EPERM;
  return -1;
}

bool send_reply(const void*, size_t) {
  errno = EPERM;
  return false;
}

void take_signals() {}

size_t stack_left() {
  static const uintptr_t bottom = [] {
    rlimit limit{};
    getrlimit(RLIMIT_STACK, &limit);
    const size_t size = limit.rlim_cur == RLIM_INFINITY ? size_t{8} << 20 : limit.rlim_cur;
    return reinterpret_cast<uintptr_t>(__builtin_frame_address(0)) - size;
  }();
  const auto here = reinterpret_cast<uintptr_t>(__builtin_frame_address(0));
  return here > bottom ? here - bottom : 0;
}

// The host's stack is as large as it gets.
bool call_on_new_stack(void (*)(void*), void*) { return false; }

}  // namespace sys
