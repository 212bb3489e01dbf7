// Scatter and gather: iovec arrays of the guest as checked pieces of its memory.
#pragma once

#include <span>
#include <vector>

#include "syscall/wasi/call.h"

namespace wasmsand::wasi {

// Reads `count` iovecs at `address` once and checks each. EINVAL for more than 1024 or 2^31 - 1 bytes. Empty ones are
// left out.
Outcome<std::vector<std::span<std::byte>>> read_vectors(Call& call, uint32_t address, uint32_t count);

}  // namespace wasmsand::wasi
