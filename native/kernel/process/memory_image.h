// What a process at rest has in the place of a memory: a copy of the blocks that are not zero. Immutable once made.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "kernel/ref.h"

namespace wasmsand {

class MemoryImage : public RefCounted {
 public:
  // Asked between two pieces of a copy; false: it is of no use any more.
  using GoOn = std::function<bool()>;

  // Null when `go_on` said so, or the host has no memory for it.
  static Ref<MemoryImage> of(std::span<const std::byte> memory, const GoOn& go_on);
  // Of a memory of that size with room for these blocks, which are to be filled in. Null as above.
  static Ref<MemoryImage> with_blocks(size_t memory_bytes, std::vector<uint32_t> blocks);
  // Makes the first memory_bytes() of `target` what the memory was. Whether it got to the end.
  [[nodiscard]] bool copy_to(std::span<std::byte> target, const GoOn& go_on) const;

  size_t memory_bytes() const { return memory_bytes_; }
  // The numbers of the blocks that are not zero, ascending, and these blocks one after the other.
  std::span<const uint32_t> blocks() const { return blocks_; }
  std::span<const std::byte> contents() const;
  std::span<std::byte> contents();
  // What the image itself takes.
  size_t held_bytes() const;

 private:
  size_t memory_bytes_ = 0;
  std::vector<uint32_t> blocks_;
  std::unique_ptr<std::byte[]> contents_;
};

}  // namespace wasmsand
