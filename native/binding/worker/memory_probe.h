// How far a guest's memory reaches, asked from another thread: a module may grow its memory without a call. The engine
// keeps inaccessible pages behind it; the system's EFAULT tells where they begin, without touching anything.
#pragma once

#include <cstddef>

namespace wasmsand {

class MemoryProbe {
 public:
  MemoryProbe();
  ~MemoryProbe();
  MemoryProbe(const MemoryProbe&) = delete;
  MemoryProbe& operator=(const MemoryProbe&) = delete;

  // The size of the memory at `base`, at least `known` and a multiple of the wasm page size; at most `limit`.
  size_t measure(const std::byte* base, size_t known, size_t limit);

 private:
  bool readable(const std::byte* address);
  int pipe_[2] = {-1, -1};
};

}  // namespace wasmsand
