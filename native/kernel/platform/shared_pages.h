// Pages that many memories show, each until it writes to them: what a large program's memory is in the beginning, once
// for all its processes. Linux has them as a private mapping of a file without a name.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "kernel/ref.h"

namespace wasmsand {

class SharedPages : public RefCounted {
 public:
  // What a memory begins with: `contents` from its first byte, and nothing behind them. Null: the system has no such
  // pages.
  static Ref<SharedPages> of(std::span<const std::byte> contents);
  ~SharedPages() override;

  // Makes the beginning of a memory that is all zero, and that nobody else touches meanwhile, what it is to be.
  void show_in(std::span<std::byte> memory) const;
  // Makes zero, and its own, whatever of a memory shows any. False: what is in there now is unknown.
  static bool leave(std::span<std::byte> memory);
  // What of it may show some, which is not zero though it was never touched.
  static std::vector<std::span<const std::byte>> shown_in(std::span<const std::byte> memory);

  // What is shown, with the zeros between.
  std::span<const std::byte> contents() const { return view_; }
  // What a memory does not have of its own before it writes.
  size_t bytes() const;

 private:
  // Without what is zero between them.
  struct Run {
    size_t begin = 0, end = 0;
  };
  SharedPages() = default;

  int file_ = -1;
  std::span<const std::byte> view_;
  std::vector<Run> runs_;
};

}  // namespace wasmsand
