// A pipe: a 64 KiB ring between the two ends. Semantics of pipe(7): readers block while it is empty and a writer is
// left, writers while it is full; writes up to PIPE_BUF are atomic; EPIPE and SIGPIPE when no reader is left.
#pragma once

#include <memory>

#include "kernel/io/open_file.h"

namespace wasmsand {

class Kernel;

inline constexpr size_t kPipeCapacity = 64 * 1024;
inline constexpr size_t kPipeAtomic = 4096;  // PIPE_BUF

struct PipeEnds {
  Ref<OpenFile> read_end, write_end;
};

// `flags`: O_NONBLOCK for both ends.
Result<PipeEnds> make_pipe(Kernel& kernel, uint32_t flags);

}  // namespace wasmsand
