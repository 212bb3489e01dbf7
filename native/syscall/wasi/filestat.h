// File attributes as WASI has them.
#pragma once

#include "kernel/vfs/types.h"
#include "syscall/generated/abi_structs.h"
#include "syscall/wasi/outcome.h"

namespace wasmsand::wasi {

Filestat filestat_of(const Attributes& attributes);

struct NewTimes {
  AttributeChange change;
  bool to_now = false;  // both times become now
};
// The times of fd_filestat_set_times and path_filestat_set_times. EINVAL for flags that are unknown or contradict.
Outcome<NewTimes> new_times(uint64_t accessed, uint64_t modified, uint32_t flags);

}  // namespace wasmsand::wasi
