#include "binding/worker/bound_memory.h"

#include <algorithm>

#include "binding/engine/memory_pressure.h"
#include "binding/worker/memory_copy.h"
#include "kernel/kernel.h"
#include "module/limits.h"
#include "module/module.h"
#include "module/yield_points.h"

namespace wasmsand {

std::span<std::byte> BoundMemory::current() {
  std::byte* base = base_.load(std::memory_order_relaxed);
  if (reference_.IsEmpty()) return {};
  const Napi::HandleScope scope(env_);
  napi_value buffer = nullptr;
  void* data = nullptr;
  size_t length = 0;
  // As in calls.h: where JavaScript is stopped there is no answer, which is no error.
  length_known_ = napi_get_named_property(env_, reference_.Value(), "buffer", &buffer) == napi_ok &&
                  napi_get_arraybuffer_info(env_, buffer, &data, &length) == napi_ok;
  if (!length_known_) return {base, length_};
  base_.store(static_cast<std::byte*>(data), std::memory_order_relaxed);
  length_ = length;
  return {static_cast<std::byte*>(data), length};
}

void BoundMemory::bind(Process& process, Napi::Object memory) {
  clear();
  clean_ = false;
  reference_ = Napi::Persistent(memory);
  memory_.bind(current());
  Ref<Program> program;
  {
    CallLock lock(process);
    program = process.image.program;
  }
  if (!program) return;
  if (const Ref<SharedPages> pages = program->initial_pages.get()) pages->show_in(memory_.whole());
}

void BoundMemory::changed(Process& process) {
  const size_t before = memory_.size();
  memory_.bind(current());
  MemoryPressure::of_thread(env_).made(memory_.size() - std::min(before, memory_.size()));
  CallLock lock(process);
  process.kernel.memory().note(process, memory_.size());
}

void BoundMemory::release(Process& process) {
  if (reference_.IsEmpty()) return;
  clear();
  CallLock lock(process);
  (void)process.kernel.memory().resize(process, 0);  // giving back cannot fail
}

void BoundMemory::clear() {
  if (reference_.IsEmpty()) return;
  {
    std::lock_guard lock(yield_word_mutex_);
    yield_word_ = nullptr;
  }
  length_known_ = false;
  std::span<std::byte> memory = current();
  bool cleared = !memory.empty() && clear_memory(memory);
  clean_ = length_known_ && cleared;
  memory_.unbind();
  base_.store(nullptr, std::memory_order_relaxed);
  length_ = 0;
  reference_.Reset();
}

void BoundMemory::measure(Process& process, MemoryProbe& probe) {
  std::byte* base = base_.load(std::memory_order_relaxed);
  if (base == nullptr) return;
  size_t size = probe.measure(base, process.memory_bytes, kMaxMemoryPages * kWasmPageBytes);
  if (size > process.memory_bytes) process.kernel.memory().note(process, size);
}

void BoundMemory::begin_yielding() {
  std::byte* const base = base_.load(std::memory_order_relaxed);
  if (base == nullptr) return;
  std::lock_guard lock(yield_word_mutex_);
  yield_word_ = reinterpret_cast<uint32_t*>(base + kYieldWord);
  *yield_word_ = 0;
}

void BoundMemory::ask_for_call() {
  std::lock_guard lock(yield_word_mutex_);
  if (yield_word_ != nullptr) std::atomic_ref(*yield_word_).store(1, std::memory_order_relaxed);
}

}  // namespace wasmsand
