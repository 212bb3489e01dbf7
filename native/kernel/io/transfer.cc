#include "kernel/io/transfer.h"

#include <algorithm>
#include <vector>

namespace wasmsand {

namespace {

constexpr size_t kTransferPiece = 64 * 1024;
constexpr int kSeekCurrent = 1, kSeekSet = 0;

}  // namespace

Result<uint64_t> transfer(IoContext& context, OpenFile& in, std::optional<uint64_t>& in_offset, OpenFile& out,
                          std::optional<uint64_t>& out_offset, uint64_t length) {
  uint64_t position;
  if (in_offset) {
    position = *in_offset;
  } else {
    WS_ASSIGN(current, in.seek(0, kSeekCurrent));
    position = current;
  }

  std::vector<std::byte> buffer(std::min<uint64_t>(length, kTransferPiece));
  uint64_t moved = 0;
  Errno error = Errno::success;
  while (moved < length) {
    size_t wanted = std::min<uint64_t>(length - moved, buffer.size());
    auto got = in.read_at(context, position, std::span(buffer).first(wanted));
    if (!got.ok()) error = got.error();
    if (!got.ok() || *got == 0) break;
    auto data = std::span<const std::byte>(buffer).first(*got);
    auto put = out_offset ? out.write_at(context, *out_offset, data) : out.write(context, data);
    if (!put.ok()) error = put.error();
    if (!put.ok() || *put == 0) break;
    moved += *put;
    position += *put;
    if (out_offset) *out_offset += *put;
    if (*put < *got || !context.pause()) break;
  }

  if (in_offset)
    *in_offset = position;
  else
    WS_TRY(in.seek(static_cast<int64_t>(position), kSeekSet));
  if (moved == 0 && error != Errno::success) return error;
  return moved;
}

}  // namespace wasmsand
