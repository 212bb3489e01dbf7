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
  // Makes the first memory_bytes() of `target` what the memory was. Whether it got to the end.
  [[nodiscard]] bool copy_to(std::span<std::byte> target, const GoOn& go_on) const;

  size_t memory_bytes() const { return memory_bytes_; }
  // What the image itself takes.
  size_t held_bytes() const;

 private:
  size_t memory_bytes_ = 0;
  std::vector<uint32_t> blocks_;  // the numbers of those that are not zero, ascending
  std::unique_ptr<std::byte[]> contents_;
};

}  // namespace wasmsand
