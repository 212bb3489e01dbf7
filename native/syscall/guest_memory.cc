#include "syscall/guest_memory.h"

#include <algorithm>

namespace wasmsand {

Result<std::string> GuestMemory::string(uint32_t address, size_t limit) {
  if (address >= view_.size()) {
    view_ = source_.current();
    if (address >= view_.size()) return Errno::fault;
  }
  const auto rest = view_.subspan(address);
  const size_t searched = std::min(rest.size(), limit + 1);
  const char* const start = reinterpret_cast<const char*>(rest.data());
  if (const void* end = std::memchr(start, 0, searched)) {
    return std::string(start, static_cast<const char*>(end));
  }
  return searched > limit ? Errno::nametoolong : Errno::fault;
}

}  // namespace wasmsand
