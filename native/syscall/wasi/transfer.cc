#include "kernel/io/transfer.h"

#include "syscall/generated/flags.h"
#include "syscall/wasi/vectors.h"

namespace wasmsand::wasi {
namespace {

enum class Position : uint8_t { own, given };

// fd_read, fd_write, fd_pread and fd_pwrite. `move`: read_parts or write_all.
template <typename Move>
Status transfer(Call& call, Position position, uint64_t needed, Move move) {
  const bool given = position == Position::given;
  const uint32_t result_at = call.u32(given ? 4 : 3);
  WASI_ASSIGN(file, call.descriptors.get(call.u32(0), needed | (given ? rights::kFdSeek : 0)));
  WASI_ASSIGN(pieces, read_vectors(call, call.u32(1), call.u32(2)));
  WASI_TRY(call.memory().range(result_at, 4));
  std::optional<uint64_t> offset;
  if (given) offset = call.u64(3);
  if (given && *offset > INT64_MAX) return status_of(Errno::inval);
  IoContext io = call.io();
  WASI_ASSIGN(moved, move(io, *file, pieces, offset));
  return status_of(call.memory().store(result_at, static_cast<uint32_t>(moved)));
}

Status read(Call& call, Position position) { return transfer(call, position, rights::kFdRead, read_parts); }

Status write(Call& call, Position position) {
  return transfer(call, position, rights::kFdWrite, [](IoContext& io, OpenFile& file, Parts parts, auto offset) {
    return write_all(io, file, parts, offset);
  });
}

}  // namespace

Status fd_read(Call& call) { return read(call, Position::own); }
Status fd_write(Call& call) { return write(call, Position::own); }
Status fd_pread(Call& call) { return read(call, Position::given); }
Status fd_pwrite(Call& call) { return write(call, Position::given); }

Status fd_seek(Call& call) {
  const int64_t offset = static_cast<int64_t>(call.u64(1));
  const uint32_t whence = call.u32(2);
  const bool tells = offset == 0 && whence == whence::kCur;
  WASI_ASSIGN(rights, call.descriptors.rights(call.u32(0)));
  const bool may_tell = tells && (rights.base & rights::kFdTell);
  WASI_ASSIGN(file, call.descriptors.get(call.u32(0), may_tell ? rights::kFdTell : rights::kFdSeek));
  if (whence > whence::kEnd) return status_of(Errno::inval);
  WASI_TRY(call.memory().range(call.u32(3), 8));
  WASI_ASSIGN(position, file->seek(offset, static_cast<int>(whence)));
  return status_of(call.memory().store(call.u32(3), position));
}

Status fd_tell(Call& call) {
  WASI_ASSIGN(file, call.descriptors.get(call.u32(0), rights::kFdTell));
  WASI_TRY(call.memory().range(call.u32(1), 8));
  WASI_ASSIGN(position, file->seek(0, whence::kCur));
  return status_of(call.memory().store(call.u32(1), position));
}

}  // namespace wasmsand::wasi
