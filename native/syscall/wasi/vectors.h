// Scatter and gather: iovec arrays of the guest as checked pieces of its memory.
#pragma once

#include <span>
#include <vector>

#include "syscall/wasi/call.h"

namespace wasmsand::wasi {

// Reads `count` iovecs at `address` once and checks each. EINVAL for more than 1024 or 2^31 - 1 bytes. Empty ones are
// left out.
Outcome<std::vector<std::span<std::byte>>> read_vectors(Call& call, uint32_t address, uint32_t count);

// Fills the pieces with one read's worth of data: stops at a short read, and where more would have to be waited for.
Outcome<uint32_t> read_all(Call& call, OpenFile& file, std::span<const std::span<std::byte>> pieces);
Outcome<uint32_t> write_all(Call& call, OpenFile& file, std::span<const std::span<std::byte>> pieces);

}  // namespace wasmsand::wasi
