// Generated from native/abi/private.json by scripts/generate-abi.mjs. Do not edit.
// clang-format off
#pragma once

#include <cstdint>

namespace wasmsand {

// What must happen after a call before guest code goes on.
enum class After : int32_t {
  resume = 0,
  exit = 1,  // unwind: the process has ended or was killed
  signal = 2,  // run handlers: take_signal() until it says there is none, then restart the call if `restart`
  exec = 3,  // `next_image` is prepared: compile it, then commit_exec(), or go on with -ENOEXEC
  blocked = 4,  // the result counts for nothing: ask again when woken, or when `wake_at` has come
  rest = 5,  // unwind: the process goes on from the image it has of its memory (Kernel::begin_rest)
};

}  // namespace wasmsand
