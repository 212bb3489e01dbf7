#include "binding/worker/memory_copy.h"

#include <sys/mman.h>

#include <cstring>

#include "kernel/platform/pages.h"
#include "kernel/platform/shared_pages.h"

namespace wasmsand {
namespace {

// What a memory may keep resident between processes. A worker keeps a few memories and is itself several times as
// large.
constexpr size_t kResidentMax = 2 << 20;

}  // namespace

void copy_memory(std::span<std::byte> target, std::span<const std::byte> source) {
  TouchedPages source_pages(source), target_pages(target.first(source.size()));
  for (size_t offset = 0; offset < source.size(); offset += kBlockBytes) {
    std::byte* to = target.data() + offset;
    const std::byte* from = source.data() + offset;
    if (source_pages.touched(offset) && !is_zero_block(from)) {
      // A page that is shared stays so while nobody writes to it.
      const bool may_be_equal = target_pages.touched(offset);
      if (!may_be_equal || std::memcmp(to, from, kBlockBytes) != 0) std::memcpy(to, from, kBlockBytes);
    } else if (target_pages.touched(offset) && !is_zero_block(to)) {
      std::memset(to, 0, kBlockBytes);
    }
  }
}

bool clear_memory(std::span<std::byte> memory) {
  if (!SharedPages::leave(memory)) return false;
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
