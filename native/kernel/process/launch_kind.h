// Generated from native/abi/private.json by scripts/generate-abi.mjs. Do not edit.
// clang-format off
#pragma once

#include <cstdint>

namespace wasmsand {

// How a worker brings a process to life.
enum class LaunchKind : uint8_t {
  start = 0,  // a fresh instance of the image, entry point _start
  clone = 1,  // a copy of the parent's memory, entry __child_main(function, argument)
  fork = 2,  // a copy of the parent's memory, asyncify rewinds into fork()
  wake = 3,  // what it was before its rest, entry __child_main(function, argument)
};

}  // namespace wasmsand
