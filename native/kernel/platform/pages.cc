#include "kernel/platform/pages.h"

#include <fcntl.h>
#include <unistd.h>

#include <cstring>

#include "kernel/platform/shared_pages.h"

namespace wasmsand {

bool is_zero_block(const std::byte* block) {
  // In pieces, so that a block with contents is usually recognised by its first bytes.
  for (size_t offset = 0; offset < kBlockBytes; offset += 256) {
    uint64_t words[32], any = 0;
    std::memcpy(words, block + offset, sizeof(words));
    for (uint64_t word : words) any |= word;
    if (any != 0) return false;
  }
  return true;
}

TouchedPages::TouchedPages(std::span<const std::byte> range) {
  static const int file = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
  static const size_t page_size = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  page_size_ = page_size;
  if (file < 0) return;
  entries_.resize(range.size() / page_size);
  const size_t bytes = entries_.size() * sizeof(uint64_t);
  const auto first = reinterpret_cast<uintptr_t>(range.data()) / page_size;
  if (pread(file, entries_.data(), bytes, static_cast<off_t>(first * sizeof(uint64_t))) !=
      static_cast<ssize_t>(bytes)) {
    entries_.clear();
    return;
  }
  for (const auto& shown : SharedPages::shown_in(range)) {
    const auto begin = static_cast<size_t>(shown.data() - range.data()) / page_size;
    for (uint64_t& entry : std::span(entries_).subspan(begin, shown.size() / page_size))
      entry = (entry & (kPresent | kSwapped)) != 0 && (entry & kOfFile) == 0 ? kPresent : kPresent | kUnwritten;
  }
}

}  // namespace wasmsand
