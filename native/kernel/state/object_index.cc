#include "kernel/state/object_index.h"

#include <algorithm>

namespace wasmsand {

namespace {
// That of a root without anything.
constexpr size_t kObjectMin = 21;
}  // namespace

Result<void> ObjectIndex::count(StateReader objects, uint64_t most_small) {
  uint64_t all = 0, small = 0;
  while (!objects.at_end()) {
    const auto bytes = next(objects);
    if (objects.failed() || bytes.size() < kObjectMin) return Errno::badmsg;
    all++;
    small += is_small(bytes) ? 1 : 0;
  }
  if (most_small != 0 && small > most_small) return Errno::dquot;
  entries_.reserve(all);
  return {};
}

void ObjectIndex::sort() {
  std::ranges::sort(entries_, {}, &Entry::digest);
  const auto again = std::ranges::unique(entries_, {}, &Entry::digest);
  entries_.erase(again.begin(), again.end());
}

Result<std::span<const std::byte>> ObjectIndex::find(const Digest& digest) const {
  const auto found = std::ranges::lower_bound(entries_, digest, {}, &Entry::digest);
  if (found == entries_.end() || found->digest != digest) return Errno::badmsg;
  return found->bytes;
}

}  // namespace wasmsand
