#include "binding/worker/thread_holdings.h"

#include "binding/pool/policy.h"
#include "kernel/kernel.h"

namespace wasmsand {

void ThreadHoldings::own() {
  heap_.emplace();
  stack_ = ThreadStack::of_this_thread();
}

bool ThreadHoldings::measure(Process& process, uint64_t times_gone_on, uint64_t linked_bytes) {
  const bool runs = process.may_run();
  const Nanoseconds now = monotonic_now();
  if ((!runs && measured_ == times_gone_on) || now - measured_at_ < policy::kMeasurePause) return false;
  measured_ = runs ? 0 : times_gone_on;
  measured_at_ = now;
  const auto beyond = [](uint64_t bytes, uint64_t usual) { return bytes > usual ? bytes - usual : 0; };
  // Tables are charged before they are made.
  const uint64_t bytes = beyond(heap_->size(), policy::kUsualHeap + process.engine_bytes + linked_bytes) +
                         beyond(stack_.touched(), policy::kUsualStack);
  if (bytes != process.thread_bytes) process.kernel.memory().note_thread(process, bytes);
  return true;
}

bool ThreadHoldings::heap_is_large() const { return heap_->size() > policy::kUsualHeap; }

}  // namespace wasmsand
