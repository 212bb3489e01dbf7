// Whole calls that move bytes: write and its kin, which go on until all is written; readv; sendfile and
// copy_file_range. What earlier askings of a call have moved is left out.
#pragma once

#include <optional>

#include "kernel/io/open_file.h"

namespace wasmsand {

using Parts = std::span<const std::span<std::byte>>;

// Writes all, in as many pieces as the file takes, and waits when it takes nothing for the moment. Less when something
// ends it: an error, a signal, a file that takes no more. `offset`: there, not at the file's own position.
Result<size_t> write_all(IoContext& context, OpenFile& file, std::span<const std::byte> data,
                         std::optional<uint64_t> offset = std::nullopt);
Result<size_t> write_all(IoContext& context, OpenFile& file, Parts parts,
                         std::optional<uint64_t> offset = std::nullopt);

// Fills the parts one after the other. Waits for the first byte only.
Result<size_t> read_parts(IoContext& context, OpenFile& file, Parts parts,
                          std::optional<uint64_t> offset = std::nullopt);

// Moves up to `length` bytes; fewer at end of file or when `out` takes no more. With an offset the position of that
// file is neither used nor moved, and the offset is advanced by what was moved. `in` must be able to read_at or seek,
// so that nothing is lost when `out` accepts less than was read.
Result<uint64_t> transfer(IoContext& context, OpenFile& in, std::optional<uint64_t>& in_offset, OpenFile& out,
                          std::optional<uint64_t>& out_offset, uint64_t length);

}  // namespace wasmsand
