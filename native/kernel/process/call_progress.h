// How far the call in progress has got. A call that must wait is asked again from its beginning, with the same
// arguments: what it has done already, and what must not be read or begun twice, is here. Nothing of it outlasts the
// call, however that ends: Kernel::end_call takes back what is half done.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "kernel/io/open_file.h"
#include "kernel/platform/clock.h"
#include "kernel/process/told.h"
#include "kernel/ref.h"
#include "kernel/vfs/locks.h"

namespace wasmsand {

class Process;

struct CallProgress {
  Nanoseconds begun_at = 0;  // monotonic, when it was asked first: timeouts are counted from here
  bool waited = false;       // it has been asked before
  uint64_t moved = 0;        // bytes that a write or a sendfile has moved
  Ref<OpenFile> opening;     // made by open(2), not connected yet: a FIFO whose other end is waited for
  Ref<Process> child;        // what spawn, fork or clone is making
  size_t actions_done = 0;   // of spawn's
  std::optional<LockTable::Range> lock_range;  // of a record lock: what it was counted from may move
  bool awaits_record_lock = false;             // stands in LockTable as somebody who waits
  std::vector<Ref<Told>> told;                 // by the providers of mounts
};

}  // namespace wasmsand
