#include "kernel/io/open_file.h"

namespace wasmsand {

void OpenFile::set_flags(uint32_t flags) {
  constexpr uint32_t kChangeable = kAppend | kNonBlocking | kAsynchronous | kDirect | kNoAccessTime;
  flags_ = (flags_ & ~kChangeable) | (flags & kChangeable);
}

}  // namespace wasmsand
