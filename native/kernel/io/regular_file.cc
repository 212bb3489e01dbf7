#include "kernel/io/regular_file.h"

#include <algorithm>

#include "kernel/process/process.h"
#include "kernel/resources/accounting.h"
#include "kernel/vfs/extents.h"

namespace wasmsand {

namespace {
constexpr uint64_t kSizeMax = INT64_MAX;
constexpr size_t kCopiedUnlocked = 32 * 1024;      // shorter reads are done before two locks would be
constexpr size_t kPreparedUnlocked = 1024 * 1024;  // shorter writes hold the lock for less than a millisecond
// Longer transfers take turns; a write this long is one, as others see it.
constexpr size_t kReadAtOnce = 8 * 1024 * 1024, kWrittenAtOnce = 32 * 1024 * 1024;
constexpr uint64_t kAllocatedAtOnce = 512 * 1024;

// Copies without the lock: the bytes are borrowed, the destination is the caller's own.
size_t copy(IoContext& context, const BorrowedBytes& bytes, std::span<std::byte> out) {
  bool unlocked = bytes.length >= kCopiedUnlocked;
  if (unlocked) context.lock.unlock();
  bytes.copy_to(out);
  if (unlocked) context.lock.lock();
  return bytes.length;
}

}  // namespace

Result<void> load(KernelLock& lock, const Node& node) {
  const Ref<Program> unread = node.fs->unread(node.ino);
  if (!unread) return {};
  Unlocked unlocked(lock);
  return unread->bytes().error();
}

// Before the position is looked at, which others may move meanwhile.
Result<void> RegularFile::load_once(IoContext& context) {
  if (loaded_) return {};
  WS_TRY(load(context.lock, *node_));
  loaded_ = true;
  return {};
}

// Lends the bytes at `offset` where the file system can, and reads them into `out` where it cannot.
Result<size_t> RegularFile::lend_or_read(uint64_t offset, std::span<std::byte> out,
                                         std::optional<BorrowedBytes>& lent) {
  WS_ASSIGN(borrowed, node_->fs->borrow(node_->ino, offset, out.size()));
  if (!borrowed) return node_->fs->read(node_->ino, offset, out);
  lent = std::move(borrowed);
  return lent->length;
}

Result<size_t> RegularFile::read(IoContext& context, std::span<std::byte> out) {
  return told(abi::kIN_ACCESS, read_now(context, out));
}

Result<size_t> RegularFile::read_now(IoContext& context, std::span<std::byte> out) {
  if (!readable()) return Errno::badf;
  WS_TRY(load_once(context));
  if (out.size() > kReadAtOnce) return read_long(context, out);
  std::optional<BorrowedBytes> lent;
  WS_ASSIGN(count, lend_or_read(position_, out, lent));
  // Before the lock goes: whoever shares this description reads on after these bytes.
  position_ += count;
  if (lent) copy(context, *lent, out);
  return count;
}

Result<size_t> RegularFile::read_long(IoContext& context, std::span<std::byte> out) {
  WS_ASSIGN(found, attributes());
  const uint64_t begin = position_;
  const uint64_t left = found.size > begin ? found.size - begin : 0;
  out = out.first(std::min<uint64_t>(left, out.size()));
  position_ += out.size();
  auto count = read_pieces(context, begin, out);
  const size_t done = count ? *count : 0;
  // Somebody shortened the file meanwhile, or killed the reader.
  if (done < out.size() && position_ == begin + out.size()) position_ = begin + done;
  return count;
}

Result<size_t> RegularFile::read_at(IoContext& context, uint64_t offset, std::span<std::byte> out) {
  return told(abi::kIN_ACCESS, read_pieces(context, offset, out));
}

Result<size_t> RegularFile::read_pieces(IoContext& context, uint64_t offset, std::span<std::byte> out) {
  if (!readable()) return Errno::badf;
  if (offset > kSizeMax) return Errno::inval;
  WS_TRY(load_once(context));
  size_t done = 0;
  do {
    auto piece = out.subspan(done, std::min(out.size() - done, kReadAtOnce));
    std::optional<BorrowedBytes> lent;
    auto count = lend_or_read(offset + done, piece, lent);
    if (!count.ok() && done == 0) return count.error();
    if (!count.ok()) break;
    if (lent) copy(context, *lent, piece);
    done += *count;
    if (*count < piece.size() || context.given_up()) break;
  } while (done < out.size());
  return done;
}

Result<void> RegularFile::move_to_write(uint64_t& offset) {
  if (!writable()) return Errno::badf;
  if (offset > kSizeMax) return Errno::inval;
  if (flags_ & kAppend) {
    WS_ASSIGN(found, attributes());
    offset = found.size;
  }
  return {};
}

Result<size_t> RegularFile::put(IoContext& context, uint64_t& offset, std::span<const std::byte> data) {
  size_t done = 0;
  do {
    auto piece = data.subspan(done, std::min(data.size() - done, kWrittenAtOnce));
    auto count = put_piece(context, offset, piece);
    if (!count.ok() && done == 0) return count.error();
    if (!count.ok()) break;
    done += *count;
    if (*count < piece.size() || context.given_up()) break;
  } while (done < data.size());
  return done;
}

// The pieces of a long write, copied without the lock. May shorten `data` to what is quickly written with it.
Result<PreparedBytes> RegularFile::prepare(IoContext& context, uint64_t& offset, std::span<const std::byte>& data) {
  Accounting& accounting = vfs_.accounting();
  const uint64_t expected = offset;
  // No more than may be kept, and charged from now on: the host's memory is taken here.
  const uint64_t kept = std::min<uint64_t>(data.size(), node_->fs->usage().free_bytes);
  WS_TRY(accounting.charge_file_bytes(kept));
  PreparedBytes prepared;
  {
    Unlocked unlocked(context.lock);
    prepared = node_->fs->prepare(expected, data.first(kept));
  }
  accounting.release_file_bytes(kept);
  if (context.given_up()) return Errno::intr;
  WS_TRY(move_to_write(offset));
  // Somebody else wrote or sought through this description: the pieces lie wrong.
  if (offset != expected) prepared.pieces.clear();
  const size_t ready = prepared.pieces.size() * kExtentSize;
  if (ready + kPreparedUnlocked < data.size()) data = data.first(ready + kPreparedUnlocked);
  return prepared;
}

Result<size_t> RegularFile::put_piece(IoContext& context, uint64_t& offset, std::span<const std::byte>& data) {
  WS_TRY(move_to_write(offset));
  if (data.empty()) return size_t{0};
  PreparedBytes prepared;
  if (data.size() >= kPreparedUnlocked) {
    auto made = prepare(context, offset, data);
    if (!made.ok()) return made.error();
    prepared = std::move(*made);
  }
  uint64_t room = data.size();
  if (context.process) {
    WS_ASSIGN(allowed, context.process->within_file_size(offset, room));
    room = allowed;
  }
  if (offset == kSizeMax) return Errno::fbig;
  room = std::min<uint64_t>(room, kSizeMax - offset);
  WS_ASSIGN(count,
            node_->fs->write_prepared(node_->ino, offset, data.first(std::min<uint64_t>(data.size(), room)), prepared));
  offset += count;
  WS_TRY(vfs_.drop_set_id(context.process ? &context.process->credentials : nullptr, *node_));
  return count;
}

Result<size_t> RegularFile::write(IoContext& context, std::span<const std::byte> data) {
  return told(abi::kIN_MODIFY, put(context, position_, data));
}

Result<size_t> RegularFile::write_at(IoContext& context, uint64_t offset, std::span<const std::byte> data) {
  return told(abi::kIN_MODIFY, put(context, offset, data));
}

Result<uint64_t> RegularFile::seek(int64_t offset, int whence) {
  if (flags_ & kPathOnly) return Errno::badf;
  int64_t base = 0;
  switch (whence) {
    case abi::kSEEK_SET:
      break;
    case abi::kSEEK_CUR:
      base = static_cast<int64_t>(position_);
      break;
    case abi::kSEEK_END: {
      WS_ASSIGN(found, attributes());
      base = static_cast<int64_t>(found.size);
      break;
    }
    case abi::kSEEK_DATA:
    case abi::kSEEK_HOLE: {
      if (offset < 0) return Errno::nxio;
      WS_ASSIGN(found, node_->fs->seek_data(node_->ino, static_cast<uint64_t>(offset), whence == abi::kSEEK_HOLE));
      position_ = found;
      return position_;
    }
    default:
      return Errno::inval;
  }
  int64_t target = 0;
  if (__builtin_add_overflow(base, offset, &target)) return Errno::inval;
  if (target < 0) return Errno::inval;
  position_ = static_cast<uint64_t>(target);
  return position_;
}

Result<void> truncate_in_turns(KernelLock* lock, Process* process, const Node& node, uint64_t size) {
  const PinnedNode pinned(node);
  for (;;) {
    WS_ASSIGN(done, node.fs->truncate(node.ino, size));
    if (done) return {};
    if (lock != nullptr) WS_TRY((IoContext{*lock, process}.pause()));
  }
}

Result<void> RegularFile::truncate(IoContext& context, uint64_t size) {
  if (!writable() || size > kSizeMax) return Errno::inval;
  return told(abi::kIN_MODIFY, truncate_in_turns(&context.lock, context.process, *node_, size));
}

Result<void> RegularFile::punch_hole(IoContext& context, uint64_t offset, uint64_t length) {
  for (;;) {
    WS_ASSIGN(done, node_->fs->punch_hole(node_->ino, offset, length));
    offset += done;
    length -= done;
    if (length == 0) return {};
    WS_TRY(context.pause());
  }
}

Result<void> RegularFile::reserve(IoContext& context, uint64_t offset, uint64_t length, bool keep_size) {
  WS_ASSIGN(found, attributes());
  if (length > found.allocated_bytes && length - found.allocated_bytes > node_->fs->usage().free_bytes)
    return Errno::nospc;
  for (;;) {
    const uint64_t piece = std::min(length, kAllocatedAtOnce);
    WS_TRY(node_->fs->allocate(node_->ino, offset, piece, keep_size));
    offset += piece;
    length -= piece;
    if (length == 0) return {};
    WS_TRY(context.pause());
  }
}

Result<void> RegularFile::allocate(IoContext& context, uint32_t mode, uint64_t offset, uint64_t length) {
  return told(abi::kIN_MODIFY, allocate_now(context, mode, offset, length));
}

Result<void> RegularFile::allocate_now(IoContext& context, uint32_t mode, uint64_t offset, uint64_t length) {
  if (!writable()) return Errno::badf;
  if (length == 0 || offset > kSizeMax) return Errno::inval;
  if (length > kSizeMax - offset) return Errno::fbig;
  bool keep_size = mode & abi::kFALLOC_FL_KEEP_SIZE;
  switch (mode & ~abi::kFALLOC_FL_KEEP_SIZE) {
    case 0:
      return reserve(context, offset, length, keep_size);
    case abi::kFALLOC_FL_PUNCH_HOLE:
      if (!keep_size) return Errno::opnotsupp;
      return punch_hole(context, offset, length);
    case abi::kFALLOC_FL_ZERO_RANGE:
      WS_TRY(punch_hole(context, offset, length));
      return reserve(context, offset, length, keep_size);
    default:
      return Errno::opnotsupp;
  }
}

Result<size_t> RegularFile::readable_bytes() {
  WS_ASSIGN(found, attributes());
  return static_cast<size_t>(found.size > position_ ? found.size - position_ : 0);
}

}  // namespace wasmsand
