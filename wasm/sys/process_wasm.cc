#include "process.h"

extern "C" int wasmsand_clone(int (*function)(void*), void* argument);

namespace sys {

pid_t clone_process(int (*function)(void*), void* argument) { return wasmsand_clone(function, argument); }

// The stack lies at the bottom of the memory and grows towards 0 (--stack-first).
size_t stack_left() {
  const char here = 0;
  return reinterpret_cast<size_t>(&here);
}

}  // namespace sys
