// The objects of a blob, found by their digests. A stranger may have filled it with objects that nothing refers to:
// each costs no more than its bytes and an entry here.
#pragma once

#include <vector>

#include "kernel/result.h"
#include "kernel/state/digest.h"
#include "kernel/state/state_bytes.h"

namespace wasmsand {

class ObjectIndex {
 public:
  // Objects smaller than a piece are leaves, sessions and roots: limits say how many of those can be referred to.
  static bool is_small(std::span<const std::byte> object) { return object.size() < state_format::kInlineBytes; }

  // What is left of `objects`, each a length and its bytes. EBADMSG: it is none of that; EDQUOT: more than `most_small`
  // are small (0: as many as there are); ECANCELED: `goes_on()` said no.
  template <typename GoesOn>
  Result<void> read(StateReader objects, uint64_t most_small, GoesOn goes_on) {
    WS_TRY(count(objects, most_small));
    while (!objects.at_end()) {
      if (!goes_on()) return Errno::canceled;
      const auto bytes = next(objects);
      entries_.push_back({digest_of(bytes), bytes});
    }
    sort();
    return {};
  }
  // EBADMSG: there is none.
  Result<std::span<const std::byte>> find(const Digest& digest) const;
  // In the order of their digests, each once.
  template <typename Visit>
  void for_each(Visit visit) const {
    for (const Entry& entry : entries_) visit(entry.digest);
  }

 private:
  struct Entry {
    Digest digest;
    std::span<const std::byte> bytes;
  };
  // Goes over the lengths alone, before anything is kept.
  Result<void> count(StateReader objects, uint64_t most_small);
  static std::span<const std::byte> next(StateReader& objects) { return objects.raw(objects.number<uint32_t>()); }
  void sort();

  std::vector<Entry> entries_;
};

}  // namespace wasmsand
