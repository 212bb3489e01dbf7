// The memory of all sandboxes of this process together, and how much it may be. From any thread.
#pragma once

#include <atomic>
#include <cstdint>

namespace wasmsand {

class HostMemory {
 public:
  // 0: no more than all of them may have, each by itself. Those that have more keep it.
  static void set_limit(uint64_t bytes) { limit_ = bytes; }
  static uint64_t used() { return used_.load(std::memory_order_relaxed); }

  // False: it would be more than it may.
  static bool charge(uint64_t bytes) {
    const uint64_t limit = limit_.load(std::memory_order_relaxed);
    const uint64_t before = used_.fetch_add(bytes, std::memory_order_relaxed);
    if (limit == 0 || (bytes <= limit && before <= limit - bytes)) return true;
    release(bytes);
    return false;
  }
  static void force(uint64_t bytes) { used_.fetch_add(bytes, std::memory_order_relaxed); }
  static void release(uint64_t bytes) { used_.fetch_sub(bytes, std::memory_order_relaxed); }

 private:
  static inline std::atomic<uint64_t> used_ = 0, limit_ = 0;
};

}  // namespace wasmsand
