#include "binding/engine/engine_heap.h"

#include <array>

#include "binding/engine/engine_symbol.h"

namespace wasmsand {
namespace {

using Collected = void (*)(void* isolate, int type, int flags, void* data);
constexpr int kAnyCollection = 31;  // v8::GCType

// v8::HeapStatistics, with room to spare. Its first field is what the heap has taken from the system.
using Statistics = std::array<size_t, 64>;

struct Engine {
  void* (*get_current)() = nullptr;
  void (*add_callback)(void*, Collected, void*, int) = nullptr;
  void (*remove_callback)(void*, Collected, void*) = nullptr;
  void (*make_statistics)(Statistics*) = nullptr;
  void (*fill_statistics)(void*, Statistics*) = nullptr;

  Engine() {
    find_engine_symbol(get_current, "_ZN2v87Isolate10GetCurrentEv");
    find_engine_symbol(add_callback,
                       "_ZN2v87Isolate21AddGCEpilogueCallbackEPFvPS0_NS_6GCTypeENS_15GCCallbackFlagsEPvES4_S2_");
    find_engine_symbol(remove_callback,
                       "_ZN2v87Isolate24RemoveGCEpilogueCallbackEPFvPS0_NS_6GCTypeENS_15GCCallbackFlagsEPvES4_");
    find_engine_symbol(make_statistics, "_ZN2v814HeapStatisticsC1Ev");
    find_engine_symbol(fill_statistics, "_ZN2v87Isolate17GetHeapStatisticsEPNS_14HeapStatisticsE");
  }
  bool complete() const { return get_current && add_callback && remove_callback && make_statistics && fill_statistics; }
};

const Engine& engine() {
  static const Engine found;
  return found;
}

}  // namespace

EngineHeap::EngineHeap() {
  if (!engine().complete()) return;
  isolate_ = engine().get_current();
  engine().add_callback(isolate_, collected, this, kAnyCollection);
}

EngineHeap::~EngineHeap() {
  if (isolate_ != nullptr) engine().remove_callback(isolate_, collected, this);
}

void EngineHeap::collected(void* isolate, int, int, void* heap) {
  Statistics statistics{};
  engine().make_statistics(&statistics);
  engine().fill_statistics(isolate, &statistics);
  static_cast<EngineHeap*>(heap)->size_.store(statistics[0], std::memory_order_relaxed);
}

}  // namespace wasmsand
