#include "kernel/process/memory_charges.h"

#include <algorithm>
#include <utility>

#include "kernel/kernel.h"

namespace wasmsand {

Result<void> MemoryCharges::grow(Process& process, uint64_t bytes) {
  if (bytes > process.memory_bytes && bytes > process.limits[kLimitAddressSpace].soft) return Errno::nomem;
  return resize(process, bytes);
}

Result<void> MemoryCharges::resize(Process& process, uint64_t bytes) {
  const uint64_t before = process.charged_memory(process.memory_bytes), after = process.charged_memory(bytes);
  if (after > before) {
    WS_TRY(kernel_.accounting().charge_memory(after - before));
  } else {
    kernel_.accounting().release_memory(before - after);
  }
  process.memory_bytes = bytes;
  process.peak_memory_bytes = std::max(process.peak_memory_bytes, bytes);
  if (bytes == 0) share(process, 0);
  return {};
}

void MemoryCharges::share(Process& process, uint64_t bytes) {
  if (process.memory_bytes != 0) return;
  if (process.shared_bytes != 0) --sharing_;
  // What each may come to hold without being charged for it is bounded by how many they are.
  constexpr int kMostSharing = 16;
  process.shared_bytes = sharing_ < kMostSharing ? bytes : 0;
  if (process.shared_bytes != 0) ++sharing_;
}

void MemoryCharges::note(Process& process, uint64_t bytes) {
  if (bytes <= process.memory_bytes || process.ended()) return;
  kernel_.accounting().force_memory(process.charged_memory(bytes) - process.charged_memory(process.memory_bytes));
  process.memory_bytes = bytes;
  process.peak_memory_bytes = std::max(process.peak_memory_bytes, bytes);
  kill_beyond_limit();
}

void MemoryCharges::note_thread(Process& process, uint64_t bytes) {
  const uint64_t before = std::exchange(process.thread_bytes, bytes);
  if (bytes <= before) return kernel_.accounting().release_memory(before - bytes);
  kernel_.accounting().force_memory(bytes - before);
  kill_beyond_limit();
}

void MemoryCharges::kill_beyond_limit() {
  const uint64_t limit = kernel_.accounting().limits().memory_bytes;
  if (limit == 0) return;

  // As many as it takes, the largest first. What the dying still hold costs nobody else's life.
  uint64_t left = kernel_.accounting().usage().memory_bytes;
  std::vector<Process*> living;
  for (const auto& [pid, candidate] : kernel_.processes()) {
    if (candidate->killed)
      left -= std::min(left, candidate->held_bytes());
    else
      living.push_back(candidate.get());
  }
  while (left > limit && !living.empty()) {
    auto largest = std::max_element(living.begin(), living.end(), [](const Process* a, const Process* b) {
      return a->held_bytes() < b->held_bytes();
    });
    left -= (*largest)->held_bytes();
    kernel_.accounting().refusals().note(Limit::memory_limit_bytes, (*largest)->acting_run());
    kernel_.terminate(**largest, {0, kSigKill});
    living.erase(largest);
  }
}

}  // namespace wasmsand
