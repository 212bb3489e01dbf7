// Whole calls that move bytes: write, which goes on until all bytes are written; readv; sendfile and copy_file_range.
// They skip the bytes that earlier attempts of the same call have moved.
#pragma once

#include <optional>

#include "kernel/io/open_file.h"

namespace wasmsand {

using Parts = std::span<const std::span<std::byte>>;

// Writes all bytes, in as many pieces as the file takes, and waits while it takes none. Writes less only when an error,
// a signal or a full file ends it. `offset`: writes there instead of at the file's position.
Result<size_t> write_all(IoContext& context, OpenFile& file, std::span<const std::byte> data,
                         std::optional<uint64_t> offset = std::nullopt);
Result<size_t> write_all(IoContext& context, OpenFile& file, Parts parts,
                         std::optional<uint64_t> offset = std::nullopt);

// Fills the parts one after the other. Waits for the first byte only.
Result<size_t> read_parts(IoContext& context, OpenFile& file, Parts parts,
                          std::optional<uint64_t> offset = std::nullopt);

// Moves up to `length` bytes; fewer at end of file or when `out` takes no more. If an offset is given, it is used and
// advanced in place of the file's position. `in` must support read_at or seek, so that nothing is lost when `out`
// accepts fewer bytes than were read.
Result<uint64_t> transfer(IoContext& context, OpenFile& in, std::optional<uint64_t>& in_offset, OpenFile& out,
                          std::optional<uint64_t>& out_offset, uint64_t length);

}  // namespace wasmsand
