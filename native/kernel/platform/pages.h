// What the system knows about memory: which pages of it were ever touched, and whether a block is all zero.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace wasmsand {

// The unit in which memory is compared and copied. A guest's memory is a multiple of it.
inline constexpr size_t kBlockBytes = 4096;

bool is_zero_block(const std::byte* block);

// Which pages of a range were ever touched, as Linux tells it. Asking is much cheaper than reading untouched pages:
// each of those reads is a fault. Without an answer every page counts as
// touched, and so do those of SharedPages.
class TouchedPages {
 public:
  explicit TouchedPages(std::span<const std::byte> range);
  bool touched(size_t offset) const {
    return entries_.empty() || (entries_[offset / page_size_] & (kPresent | kSwapped)) != 0;
  }
  // False: it is a page of SharedPages that nothing has been written to.
  bool own(size_t offset) const { return entries_.empty() || (entries_[offset / page_size_] & kUnwritten) == 0; }
  bool known() const { return !entries_.empty(); }
  size_t page_size() const { return page_size_; }

 private:
  // Linux's, the last of them of pages of files; and one that it does not use.
  static constexpr uint64_t kPresent = 1ull << 63, kSwapped = 1ull << 62, kOfFile = 1ull << 61;
  static constexpr uint64_t kUnwritten = 1ull << 60;

  size_t page_size_;
  std::vector<uint64_t> entries_;
};

}  // namespace wasmsand
