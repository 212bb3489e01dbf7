#include "binding/engine/memory_pressure.h"

#include <utility>

namespace wasmsand {
namespace {

// The engine takes from its sum what it frees, also what has been taken from it before; it must not fall below zero.
constexpr int64_t kCushion = int64_t{1} << 40;
constexpr uint32_t kTriedPages = 16;
// For the addresses of one that was dropped; the engine does not know when it is gone, and would sum up for ever.
constexpr int64_t kCost = 256 << 10, kMostAdded = int64_t{1} << 28;

}  // namespace

MemoryPressure& MemoryPressure::of_thread(Napi::Env env) {
  thread_local MemoryPressure pressure(env);
  return pressure;
}

void MemoryPressure::adjust(int64_t bytes) const { Napi::MemoryManagement::AdjustExternalMemory(env_, bytes); }

// Some versions of the engine do not.
bool MemoryPressure::is_counted() const {
  const Napi::HandleScope scope(env_);
  const int64_t before = Napi::MemoryManagement::AdjustExternalMemory(env_, 0);
  const auto description = Napi::Object::New(env_);
  description.Set("initial", kTriedPages);
  const auto constructor = env_.Global().Get("WebAssembly").As<Napi::Object>().Get("Memory").As<Napi::Function>();
  const Napi::Object memory = constructor.New({description});
  const int64_t after = Napi::MemoryManagement::AdjustExternalMemory(env_, 0);
  return !memory.IsEmpty() && after - before >= int64_t{kTriedPages} << 16;
}

void MemoryPressure::weigh_nothing() {
  weighs_nothing_ = is_counted();
  if (weighs_nothing_) adjust(kCushion);
}

void MemoryPressure::made(uint64_t bytes) {
  if (!weighs_nothing_) return;
  const auto weight = static_cast<int64_t>(bytes);
  adjust(-weight);
  taken_ += weight;
  if (taken_ < kCushion / 2) return;
  adjust(taken_);
  taken_ = 0;
}

void MemoryPressure::dropped(uint64_t bytes) {
  const int64_t cost = kCost + (weighs_nothing_ ? static_cast<int64_t>(bytes) : 0);
  adjust(cost);
  added_ += cost;
  if (added_ >= kMostAdded) adjust(-std::exchange(added_, 0));
}

}  // namespace wasmsand
