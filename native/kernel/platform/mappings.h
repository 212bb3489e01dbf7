// Mappings of the host process, of which Linux gives it no more than vm.max_map_count. The engine ends the whole
// process when it can have none. So a guest's memory, stack or module asks here before it is made, and a reserve stays
// for everything that does not ask.
#pragma once

#include <cstdint>
#include <functional>
#include <mutex>

#include "kernel/platform/clock.h"

namespace wasmsand {

class Mappings {
 public:
  // At most, measured on Node 20, 24 and 26: a memory with the stack of its process, a further stack, a module.
  static constexpr uint32_t kOfMemory = 6, kOfStack = 2, kOfModule = 4;

  static Mappings& of_process();
  // `most`: as the system allows; 0: any number. `count`: asks the system how many there are, 0 if it does not tell.
  Mappings(uint32_t most, std::function<uint32_t()> count);

  // Whether so many more may be made.
  [[nodiscard]] bool take(uint32_t more);

 private:
  // Those that have gone are noticed when the system is asked again. To read the list takes up to 30 ms for 65 000.
  static constexpr uint32_t kUncounted = 256;
  static constexpr Nanoseconds kCountPause = kSecond / 4;

  void count_again(Nanoseconds now);

  const uint32_t limit_;  // 0: none
  const std::function<uint32_t()> count_;
  std::mutex mutex_;
  uint32_t known_ = 0, since_ = 0;  // there were so many; so many were taken since then
  Nanoseconds counted_at_ = 0;
};

}  // namespace wasmsand
