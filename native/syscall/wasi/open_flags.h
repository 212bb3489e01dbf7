// fdflags and the flags of open(2).
#pragma once

#include "syscall/generated/flags.h"
#include "syscall/wasi/outcome.h"

namespace wasmsand::wasi {

inline Outcome<uint32_t> open_flags_of(uint32_t flags) {
  using namespace fdflags;
  if (flags & ~(kAppend | kDsync | kNonblock | kRsync | kSync)) return Errno::inval;
  return uint32_t{(flags & kAppend ? abi::kO_APPEND : 0) | (flags & kNonblock ? abi::kO_NONBLOCK : 0) |
                  (flags & kDsync ? abi::kO_DSYNC : 0) | (flags & (kRsync | kSync) ? abi::kO_SYNC : 0)};
}

inline uint16_t fdflags_of(uint32_t open_flags) {
  using namespace fdflags;
  uint32_t flags = (open_flags & abi::kO_APPEND ? kAppend : 0) | (open_flags & abi::kO_NONBLOCK ? kNonblock : 0);
  // O_SYNC contains O_DSYNC's bit.
  if ((open_flags & abi::kO_SYNC) == abi::kO_SYNC) {
    flags |= kSync | kRsync;
  } else if (open_flags & abi::kO_DSYNC) {
    flags |= kDsync;
  }
  return static_cast<uint16_t>(flags);
}

}  // namespace wasmsand::wasi
