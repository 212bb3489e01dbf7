#include "binding/memory_copy.h"

#include <cstdint>
#include <cstring>

namespace wasmsand {
namespace {

constexpr size_t kPage = 4096;

bool is_zero(const std::byte* page) {
  // In pieces, so that a page with contents is usually recognised by its first bytes.
  for (size_t offset = 0; offset < kPage; offset += 256) {
    uint64_t words[32], any = 0;
    std::memcpy(words, page + offset, sizeof(words));
    for (uint64_t word : words) any |= word;
    if (any != 0) return false;
  }
  return true;
}

}  // namespace

void copy_memory(std::span<std::byte> target, std::span<const std::byte> source) {
  for (size_t offset = 0; offset < source.size(); offset += kPage) {
    std::byte* to = target.data() + offset;
    const std::byte* from = source.data() + offset;
    if (!is_zero(from)) {
      std::memcpy(to, from, kPage);
    } else if (!is_zero(to)) {
      std::memset(to, 0, kPage);
    }
  }
}

}  // namespace wasmsand
