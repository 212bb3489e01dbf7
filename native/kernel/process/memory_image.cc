#include "kernel/process/memory_image.h"

#include <cstring>
#include <new>

#include "kernel/platform/pages.h"

namespace wasmsand {

namespace {
constexpr size_t kPieceBytes = size_t{4} << 20;
}

Ref<MemoryImage> MemoryImage::of(std::span<const std::byte> memory, const GoOn& go_on) {
  auto image = make_ref<MemoryImage>();
  image->memory_bytes_ = memory.size();
  const TouchedPages pages(memory);
  for (size_t offset = 0; offset < memory.size(); offset += kBlockBytes) {
    if (offset % kPieceBytes == 0 && !go_on()) return {};
    if (pages.touched(offset) && !is_zero_block(memory.data() + offset))
      image->blocks_.push_back(static_cast<uint32_t>(offset / kBlockBytes));
  }
  image->blocks_.shrink_to_fit();
  image->contents_.reset(new (std::nothrow) std::byte[image->blocks_.size() * kBlockBytes]);
  if (image->contents_ == nullptr) return {};
  for (size_t i = 0; i < image->blocks_.size(); i++) {
    if (i % (kPieceBytes / kBlockBytes) == 0 && !go_on()) return {};
    std::memcpy(image->contents_.get() + i * kBlockBytes, memory.data() + size_t{image->blocks_[i]} * kBlockBytes,
                kBlockBytes);
  }
  return image;
}

Ref<MemoryImage> MemoryImage::with_blocks(size_t memory_bytes, std::vector<uint32_t> blocks) {
  auto image = make_ref<MemoryImage>();
  image->memory_bytes_ = memory_bytes;
  image->blocks_ = std::move(blocks);
  image->contents_.reset(new (std::nothrow) std::byte[image->blocks_.size() * kBlockBytes]);
  if (image->contents_ == nullptr) return {};
  return image;
}

std::span<const std::byte> MemoryImage::contents() const { return {contents_.get(), blocks_.size() * kBlockBytes}; }

std::span<std::byte> MemoryImage::contents() { return {contents_.get(), blocks_.size() * kBlockBytes}; }

bool MemoryImage::copy_to(std::span<std::byte> target, const GoOn& go_on) const {
  if (target.size() < memory_bytes_) return false;
  // Where the image is zero a new instance has the data its program begins with.
  const TouchedPages pages(target.first(memory_bytes_));
  size_t next = 0;
  for (size_t offset = 0; offset < memory_bytes_; offset += kBlockBytes) {
    if (offset % kPieceBytes == 0 && !go_on()) return false;
    std::byte* const to = target.data() + offset;
    if (next < blocks_.size() && size_t{blocks_[next]} * kBlockBytes == offset) {
      std::memcpy(to, contents_.get() + next++ * kBlockBytes, kBlockBytes);
    } else if (pages.touched(offset) && !is_zero_block(to)) {
      std::memset(to, 0, kBlockBytes);
    }
  }
  return true;
}

size_t MemoryImage::held_bytes() const {
  return sizeof(*this) + blocks_.capacity() * sizeof(uint32_t) + blocks_.size() * kBlockBytes;
}

}  // namespace wasmsand
