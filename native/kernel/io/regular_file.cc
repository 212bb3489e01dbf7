#include "kernel/io/regular_file.h"

#include <algorithm>

#include "kernel/kernel.h"

namespace wasmsand {

namespace {
constexpr uint64_t kSizeMax = INT64_MAX;
constexpr size_t kCopiedUnlocked = 32 * 1024;      // shorter reads are done before two locks would be
constexpr size_t kPreparedUnlocked = 1024 * 1024;  // shorter writes hold the lock for less than a millisecond

// Copies without the lock: the bytes are borrowed, the destination is the caller's own.
size_t copy(IoContext& context, const BorrowedBytes& bytes, std::span<std::byte> out) {
  bool unlocked = bytes.length >= kCopiedUnlocked;
  if (unlocked) context.lock.unlock();
  bytes.copy_to(out);
  if (unlocked) context.lock.lock();
  return bytes.length;
}

}  // namespace

// Lends the bytes at `offset` where the file system can, and reads them into `out` where it cannot.
Result<size_t> RegularFile::lend_or_read(uint64_t offset, std::span<std::byte> out,
                                         std::optional<BorrowedBytes>& lent) {
  WS_ASSIGN(borrowed, node_->fs->borrow(node_->ino, offset, out.size()));
  if (!borrowed) return node_->fs->read(node_->ino, offset, out);
  lent = std::move(borrowed);
  return lent->length;
}

Result<size_t> RegularFile::read(IoContext& context, std::span<std::byte> out) {
  if (!readable()) return Errno::badf;
  std::optional<BorrowedBytes> lent;
  WS_ASSIGN(count, lend_or_read(position_, out, lent));
  // Before the lock goes: whoever shares this description reads on after these bytes.
  position_ += count;
  if (lent) copy(context, *lent, out);
  return count;
}

Result<size_t> RegularFile::read_at(IoContext& context, uint64_t offset, std::span<std::byte> out) {
  if (!readable()) return Errno::badf;
  if (offset > kSizeMax) return Errno::inval;
  std::optional<BorrowedBytes> lent;
  WS_ASSIGN(count, lend_or_read(offset, out, lent));
  if (lent) copy(context, *lent, out);
  return count;
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
  WS_TRY(move_to_write(offset));
  if (data.empty()) return size_t{0};
  PreparedBytes prepared;
  if (data.size() >= kPreparedUnlocked) {
    uint64_t expected = offset;
    // No more than may be kept: a write that is to fail must not take the host's memory first.
    auto fitting = data.first(std::min<uint64_t>(data.size(), node_->fs->usage().free_bytes));
    context.lock.unlock();
    prepared = node_->fs->prepare(expected, fitting);
    context.lock.lock();
    WS_TRY(move_to_write(offset));
    // Somebody else wrote or sought through this description: the pieces lie wrong.
    if (offset != expected) prepared.pieces.clear();
  }
  WS_ASSIGN(allowed, kernel_.within_file_size(context.process, offset, data.size()));
  if (offset == kSizeMax) return Errno::fbig;
  data = data.first(std::min({data.size(), static_cast<size_t>(allowed),
                              static_cast<size_t>(std::min<uint64_t>(kSizeMax - offset, SIZE_MAX))}));
  WS_ASSIGN(count, node_->fs->write_prepared(node_->ino, offset, data, prepared));
  offset += count;
  WS_TRY(kernel_.vfs().drop_set_id(context.process ? &context.process->credentials : nullptr, *node_));
  return count;
}

Result<size_t> RegularFile::write(IoContext& context, std::span<const std::byte> data) {
  return put(context, position_, data);
}

Result<size_t> RegularFile::write_at(IoContext& context, uint64_t offset, std::span<const std::byte> data) {
  return put(context, offset, data);
}

Result<uint64_t> RegularFile::seek(int64_t offset, int whence) {
  constexpr int kSet = 0, kCurrent = 1, kEnd = 2, kData = 3, kHole = 4;
  if (flags_ & kPathOnly) return Errno::badf;
  int64_t base = 0;
  switch (whence) {
    case kSet:
      break;
    case kCurrent:
      base = static_cast<int64_t>(position_);
      break;
    case kEnd: {
      WS_ASSIGN(found, attributes());
      base = static_cast<int64_t>(found.size);
      break;
    }
    case kData:
    case kHole: {
      if (offset < 0) return Errno::nxio;
      WS_ASSIGN(found, node_->fs->seek_data(node_->ino, static_cast<uint64_t>(offset), whence == kHole));
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

Result<void> RegularFile::truncate(uint64_t size) {
  if (!writable() || size > kSizeMax) return Errno::inval;
  return node_->fs->truncate(node_->ino, size);
}

Result<void> RegularFile::allocate(uint32_t mode, uint64_t offset, uint64_t length) {
  constexpr uint32_t kKeepSize = 1, kPunchHole = 2, kZeroRange = 16;
  if (!writable()) return Errno::badf;
  if (length == 0 || offset > kSizeMax) return Errno::inval;
  if (length > kSizeMax - offset) return Errno::fbig;
  bool keep_size = mode & kKeepSize;
  switch (mode & ~kKeepSize) {
    case 0:
      return node_->fs->allocate(node_->ino, offset, length, keep_size);
    case kPunchHole:
      if (!keep_size) return Errno::opnotsupp;
      return node_->fs->punch_hole(node_->ino, offset, length);
    case kZeroRange:
      WS_TRY(node_->fs->punch_hole(node_->ino, offset, length));
      return node_->fs->allocate(node_->ino, offset, length, keep_size);
    default:
      return Errno::opnotsupp;
  }
}

Result<size_t> RegularFile::readable_bytes() {
  WS_ASSIGN(found, attributes());
  return static_cast<size_t>(found.size > position_ ? found.size - position_ : 0);
}

}  // namespace wasmsand
