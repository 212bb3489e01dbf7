// What a process at rest has in the place of a memory: a copy of the blocks that are not what they begin as, which is
// zero or a page of the program's. Immutable once made.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "kernel/platform/shared_pages.h"
#include "kernel/ref.h"

namespace wasmsand {

class MemoryImage : public RefCounted {
 public:
  // Asked between two pieces of a copy; false: it is of no use any more.
  using GoOn = std::function<bool()>;

  // `begun`: what the memory has begun as, null: as zero. Null when `go_on` said so, or the host has no memory for it.
  static Ref<MemoryImage> of(std::span<const std::byte> memory, const GoOn& go_on, Ref<SharedPages> begun = {});
  // Of a memory of that size that begins as zero, with room for these blocks, which are to be filled in. Null as above.
  static Ref<MemoryImage> with_blocks(size_t memory_bytes, std::vector<uint32_t> blocks);
  // Makes the first memory_bytes() of `target` what the memory was. Whether it got to the end.
  [[nodiscard]] bool copy_to(std::span<std::byte> target, const GoOn& go_on) const;
  // The same of a memory that begins as zero; itself if it does. Null as above.
  Ref<MemoryImage> from_zero();

  size_t memory_bytes() const { return memory_bytes_; }
  // The numbers of the blocks that it has, ascending, and these blocks one after the other.
  std::span<const uint32_t> blocks() const { return blocks_; }
  std::span<const std::byte> contents() const;
  std::span<std::byte> contents();
  // What the image itself takes.
  size_t held_bytes() const;

 private:
  // Null: zero.
  const std::byte* begun_as(size_t offset) const;
  // False: the host has no memory for the blocks.
  bool allocate();

  size_t memory_bytes_ = 0;
  Ref<SharedPages> begun_;
  std::vector<uint32_t> blocks_;
  std::unique_ptr<std::byte[]> contents_;
};

}  // namespace wasmsand
