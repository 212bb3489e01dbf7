// What a process has linked into its instance while it ran (lib/guest/linking.ts): what another instance is to be given
// before it can go on from a copy of the memory. Immutable.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "kernel/ref.h"

namespace wasmsand {

struct LinkedModule final : RefCounted {
  // One for all that have linked the same.
  using Bytes = std::shared_ptr<const std::vector<std::byte>>;
  static Bytes share(std::vector<std::byte> bytes);

  Bytes bytes;  // as the guest has had them
  // Of the guest's request, two words for each import: struct link_request in native/abi/abi.json.
  std::vector<uint32_t> imports, exports;
  uint32_t table_length = 0, table_growth = 0;
  uint64_t charge = 0;  // to each process that has it

  [[nodiscard]] size_t held_bytes() const {
    return sizeof *this + bytes->size() + (imports.size() + exports.size()) * sizeof(uint32_t);
  }
};

using LinkedModules = std::vector<Ref<LinkedModule>>;
// No process links more: all are made again for each copy.
inline constexpr size_t kMostLinked = 4096;

}  // namespace wasmsand
