// sendfile(2) and copy_file_range(2): bytes from one file to another without a visit to the guest.
#pragma once

#include <optional>

#include "kernel/io/open_file.h"

namespace wasmsand {

// Moves up to `length` bytes; fewer at end of file or when `out` takes no more. With an offset the position of that
// file is neither used nor moved, and the offset is advanced by what was moved. `in` must be able to read_at or seek,
// so that nothing is lost when `out` accepts less than was read.
Result<uint64_t> transfer(IoContext& context, OpenFile& in, std::optional<uint64_t>& in_offset, OpenFile& out,
                          std::optional<uint64_t>& out_offset, uint64_t length);

}  // namespace wasmsand
