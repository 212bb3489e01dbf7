#include "syscall/guest_memory.h"

#include <algorithm>

namespace wasmsand {

Result<std::string> GuestMemory::string(uint32_t address, size_t limit) {
  // A string that the known end cuts off may go on: the memory may have grown.
  for (const bool anew : {false, true}) {
    if (anew) view_ = source_.current();
    if (address >= view_.size()) continue;
    const auto searched = view_.subspan(address, std::min(view_.size() - address, limit + 1));
    const char* const start = reinterpret_cast<const char*>(searched.data());
    if (const void* end = std::memchr(start, 0, searched.size())) {
      return std::string(start, static_cast<const char*>(end));
    }
    if (searched.size() > limit) return Errno::nametoolong;
  }
  return Errno::fault;
}

}  // namespace wasmsand
