#include "syscall/generated/flags.h"
#include "syscall/wasi/vectors.h"

namespace wasmsand::wasi {
namespace {

enum class Direction : uint8_t { read, write };

// fd_pread and fd_pwrite.
Status transfer_at(Call& call, Direction direction) {
  const uint64_t data_right = direction == Direction::read ? rights::kFdRead : rights::kFdWrite;
  WASI_ASSIGN(file, call.descriptors.get(call.u32(0), data_right | rights::kFdSeek));
  WASI_ASSIGN(pieces, read_vectors(call, call.u32(1), call.u32(2)));
  WASI_TRY(call.memory().range(call.u32(4), 4));
  uint64_t offset = call.u64(3);
  if (offset > INT64_MAX) return status_of(Errno::inval);
  IoContext io = call.io();
  uint32_t total = 0;
  Turns turns(call.lock);
  for (std::span<std::byte> piece : pieces) {
    if (turns.next() && call.process().killed) break;
    Result<size_t> moved =
        direction == Direction::read ? file->read_at(io, offset, piece) : file->write_at(io, offset, piece);
    if (!moved) {
      if (total > 0) break;
      return status_of(moved);
    }
    total += static_cast<uint32_t>(*moved);
    offset += *moved;
    if (*moved < piece.size() || offset > INT64_MAX) break;
  }
  return status_of(call.memory().store(call.u32(4), total));
}

}  // namespace

Status fd_pread(Call& call) { return transfer_at(call, Direction::read); }
Status fd_pwrite(Call& call) { return transfer_at(call, Direction::write); }

Status fd_read(Call& call) {
  WASI_ASSIGN(file, call.descriptors.get(call.u32(0), rights::kFdRead));
  WASI_ASSIGN(pieces, read_vectors(call, call.u32(1), call.u32(2)));
  WASI_TRY(call.memory().range(call.u32(3), 4));
  WASI_ASSIGN(total, read_all(call, *file, pieces));
  return status_of(call.memory().store(call.u32(3), total));
}

Status fd_write(Call& call) {
  WASI_ASSIGN(file, call.descriptors.get(call.u32(0), rights::kFdWrite));
  WASI_ASSIGN(pieces, read_vectors(call, call.u32(1), call.u32(2)));
  WASI_TRY(call.memory().range(call.u32(3), 4));
  WASI_ASSIGN(total, write_all(call, *file, pieces));
  return status_of(call.memory().store(call.u32(3), total));
}

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
