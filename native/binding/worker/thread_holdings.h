// What a process makes its thread hold beside its memory: the engine's heap and the stack. Known where the thread is
// one worker's alone.
#pragma once

#include <cstdint>
#include <optional>

#include "binding/engine/engine_heap.h"
#include "binding/worker/thread_stack.h"
#include "kernel/platform/clock.h"

namespace wasmsand {

class Process;

class ThreadHoldings {
 public:
  // On the thread itself: it is the worker's alone, for as long as both last.
  void own();
  [[nodiscard]] bool owned() const { return heap_.has_value(); }

  // From the ticker, with the kernel of `process` locked: charges what is beyond the usual, and beyond `linked_bytes`,
  // which are charged already. `times_gone_on`: Slice's. False: it is known what the thread holds.
  bool measure(Process& process, uint64_t times_gone_on, uint64_t linked_bytes);
  // Whether the engine's heap is larger than for any process.
  [[nodiscard]] bool heap_is_large() const;
  // On the thread itself: the stack beyond its calls.
  void give_back_stack() const { stack_.give_back(); }

 private:
  std::optional<EngineHeap> heap_;
  ThreadStack stack_;
  // How often the process had gone on when the thread was measured last, while it did not run.
  uint64_t measured_ = 0;
  Nanoseconds measured_at_ = 0;
};

}  // namespace wasmsand
