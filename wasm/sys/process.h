// What our own C++ needs beyond POSIX. Everything else it calls is the C library's (wasm/libc inside, the system's in host builds).
#pragma once

#include <sys/types.h>

namespace sys {

// A child of this process with a copy of its memory, which runs function(argument) and exits with what that returns. Descriptors,
// signal dispositions and mask are inherited as by fork. Returns the pid, or -1 with errno.
pid_t clone_process(int (*function)(void*), void* argument);

// Bytes of stack left to the caller, from which deep recursion is refused.
size_t stack_left();

}  // namespace sys
