#include "kernel/process/memory_image.h"

#include <cstring>
#include <new>

#include "kernel/platform/pages.h"

namespace wasmsand {

namespace {

constexpr size_t kPieceBytes = size_t{4} << 20;

bool equals(const std::byte* block, const std::byte* other) {
  return other == nullptr ? is_zero_block(block) : std::memcmp(block, other, kBlockBytes) == 0;
}

}  // namespace

const std::byte* MemoryImage::begun_as(size_t offset) const {
  return begun_ && offset < begun_->contents().size() ? begun_->contents().data() + offset : nullptr;
}

bool MemoryImage::allocate() {
  contents_.reset(new (std::nothrow) std::byte[blocks_.size() * kBlockBytes]);
  return contents_ != nullptr;
}

Ref<MemoryImage> MemoryImage::of(std::span<const std::byte> memory, const GoOn& go_on, Ref<SharedPages> begun) {
  auto image = make_ref<MemoryImage>();
  image->memory_bytes_ = memory.size();
  image->begun_ = std::move(begun);
  const TouchedPages pages(memory);
  for (size_t offset = 0; offset < memory.size(); offset += kBlockBytes) {
    if (offset % kPieceBytes == 0 && !go_on()) return {};
    const std::byte* const begun_as = image->begun_as(offset);
    if (!pages.touched(offset) || (begun_as != nullptr && !pages.own(offset))) continue;
    if (!equals(memory.data() + offset, begun_as))
      image->blocks_.push_back(static_cast<uint32_t>(offset / kBlockBytes));
  }
  image->blocks_.shrink_to_fit();
  if (!image->allocate()) return {};
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
  if (!image->allocate()) return {};
  return image;
}

Ref<MemoryImage> MemoryImage::from_zero() {
  if (!begun_) return Ref<MemoryImage>(this);
  std::vector<const std::byte*> sources;
  std::vector<uint32_t> blocks;
  size_t next = 0;
  for (size_t offset = 0; offset < memory_bytes_; offset += kBlockBytes) {
    const bool kept = next < blocks_.size() && size_t{blocks_[next]} * kBlockBytes == offset;
    const std::byte* const source = kept ? contents_.get() + next++ * kBlockBytes : begun_as(offset);
    if (source == nullptr || is_zero_block(source)) continue;
    blocks.push_back(static_cast<uint32_t>(offset / kBlockBytes));
    sources.push_back(source);
  }
  Ref<MemoryImage> image = with_blocks(memory_bytes_, std::move(blocks));
  if (!image) return {};
  for (size_t i = 0; i < sources.size(); i++)
    std::memcpy(image->contents_.get() + i * kBlockBytes, sources[i], kBlockBytes);
  return image;
}

std::span<const std::byte> MemoryImage::contents() const { return {contents_.get(), blocks_.size() * kBlockBytes}; }

std::span<std::byte> MemoryImage::contents() { return {contents_.get(), blocks_.size() * kBlockBytes}; }

bool MemoryImage::copy_to(std::span<std::byte> target, const GoOn& go_on) const {
  if (target.size() < memory_bytes_) return false;
  // Where the image has nothing a new instance may have the data its program begins with, or less than that.
  const TouchedPages pages(target.first(memory_bytes_));
  size_t next = 0;
  for (size_t offset = 0; offset < memory_bytes_; offset += kBlockBytes) {
    if (offset % kPieceBytes == 0 && !go_on()) return false;
    std::byte* const to = target.data() + offset;
    if (next < blocks_.size() && size_t{blocks_[next]} * kBlockBytes == offset) {
      std::memcpy(to, contents_.get() + next++ * kBlockBytes, kBlockBytes);
    } else if (const std::byte* const begun_as = this->begun_as(offset)) {
      if (pages.own(offset) && !equals(to, begun_as)) std::memcpy(to, begun_as, kBlockBytes);
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
