#include "binding/memory_copy.h"

#include <fcntl.h>
#include <unistd.h>

#include <cstdint>
#include <cstring>
#include <vector>

namespace wasmsand {
namespace {

constexpr size_t kBlock = 4096;

bool is_zero(const std::byte* block) {
  // In pieces, so that a block with contents is usually recognised by its first bytes.
  for (size_t offset = 0; offset < kBlock; offset += 256) {
    uint64_t words[32], any = 0;
    std::memcpy(words, block + offset, sizeof(words));
    for (uint64_t word : words) any |= word;
    if (any != 0) return false;
  }
  return true;
}

// Which pages of a range were ever touched, as Linux tells it. Asking is much cheaper than reading untouched pages:
// each of those reads is a fault. Without an answer every page counts as touched.
class TouchedPages {
 public:
  explicit TouchedPages(std::span<const std::byte> range) {
    static const int file = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
    static const size_t page_size = static_cast<size_t>(sysconf(_SC_PAGESIZE));
    page_size_ = page_size;
    if (file < 0) return;
    entries_.resize(range.size() / page_size);
    size_t bytes = entries_.size() * sizeof(uint64_t);
    auto first = reinterpret_cast<uintptr_t>(range.data()) / page_size;
    if (pread(file, entries_.data(), bytes, static_cast<off_t>(first * sizeof(uint64_t))) !=
        static_cast<ssize_t>(bytes)) {
      entries_.clear();
    }
  }
  bool touched(size_t offset) const {
    constexpr uint64_t kPresent = 1ull << 63, kSwapped = 1ull << 62;
    return entries_.empty() || (entries_[offset / page_size_] & (kPresent | kSwapped)) != 0;
  }

 private:
  size_t page_size_;
  std::vector<uint64_t> entries_;
};

}  // namespace

void copy_memory(std::span<std::byte> target, std::span<const std::byte> source) {
  TouchedPages source_pages(source), target_pages(target.first(source.size()));
  for (size_t offset = 0; offset < source.size(); offset += kBlock) {
    std::byte* to = target.data() + offset;
    const std::byte* from = source.data() + offset;
    if (source_pages.touched(offset) && !is_zero(from)) {
      std::memcpy(to, from, kBlock);
    } else if (target_pages.touched(offset) && !is_zero(to)) {
      std::memset(to, 0, kBlock);
    }
  }
}

}  // namespace wasmsand
