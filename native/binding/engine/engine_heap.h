// How much the engine's heap of one thread holds. A guest can make it large, by exceptions that it keeps on its stack,
// and no Node-API call tells: the engine's own count is asked for after each garbage collection.
#pragma once

#include <atomic>
#include <cstddef>

namespace wasmsand {

class EngineHeap {
 public:
  // Made and destroyed on the thread itself.
  EngineHeap();
  ~EngineHeap();
  EngineHeap(const EngineHeap&) = delete;
  EngineHeap& operator=(const EngineHeap&) = delete;

  // In bytes; from any thread. 0 before the first collection, or where the engine does not tell.
  size_t size() const { return size_.load(std::memory_order_relaxed); }

 private:
  static void collected(void* isolate, int type, int flags, void* heap);

  void* isolate_ = nullptr;
  std::atomic<size_t> size_ = 0;
};

}  // namespace wasmsand
