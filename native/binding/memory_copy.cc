#include "binding/memory_copy.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstring>
#include <vector>

namespace wasmsand {
namespace {

constexpr size_t kBlock = 4096;

// What a memory may keep resident between processes. A worker keeps a few memories and is itself several times as
// large.
constexpr size_t kResidentMax = 2 << 20;

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
  bool known() const { return !entries_.empty(); }
  size_t page_size() const { return page_size_; }

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

bool clear_memory(std::span<std::byte> memory) {
  TouchedPages pages(memory);
  size_t resident = 0;
  for (size_t offset = 0; offset < memory.size(); offset += pages.page_size()) {
    if (pages.touched(offset)) resident += pages.page_size();
  }
  if (!pages.known() || resident > kResidentMax) {
    bool given_back = madvise(memory.data(), memory.size(), MADV_DONTNEED) == 0;
#ifdef __linux__
    return given_back;
#else
    // Elsewhere the contents may stay until the system needs the pages.
    (void)given_back;
    return false;
#endif
  }
  for (size_t offset = 0; offset < memory.size(); offset += pages.page_size()) {
    if (pages.touched(offset)) std::memset(memory.data() + offset, 0, pages.page_size());
  }
  return true;
}

}  // namespace wasmsand
