#include "binding/engine/execution_control.h"

#include "binding/engine/engine_symbol.h"

namespace wasmsand {
namespace {

struct Engine {
  void* (*get_current)() = nullptr;
  void (*terminate)(void*) = nullptr;
  void (*cancel)(void*) = nullptr;
  void (*memory_pressure)(void*, int) = nullptr;

  Engine() {
    find_engine_symbol(get_current, "_ZN2v87Isolate10GetCurrentEv");
    find_engine_symbol(terminate, "_ZN2v87Isolate18TerminateExecutionEv");
    find_engine_symbol(cancel, "_ZN2v87Isolate24CancelTerminateExecutionEv");
    find_engine_symbol(memory_pressure, "_ZN2v87Isolate26MemoryPressureNotificationENS_19MemoryPressureLevelE");
  }
  bool complete() const { return get_current && terminate && cancel; }
};

const Engine& engine() {
  static const Engine found;
  return found;
}

}  // namespace

ExecutionControl ExecutionControl::of_this_thread() {
  ExecutionControl control;
  if (engine().complete()) control.isolate_ = engine().get_current();
  return control;
}

void ExecutionControl::terminate() const { engine().terminate(isolate_); }

void ExecutionControl::cancel() const { engine().cancel(isolate_); }

void ExecutionControl::collect_garbage() const {
  constexpr int kNone = 0, kCritical = 2;  // v8::MemoryPressureLevel
  if (isolate_ == nullptr || engine().memory_pressure == nullptr) return;
  engine().memory_pressure(isolate_, kCritical);
  engine().memory_pressure(isolate_, kNone);
}

}  // namespace wasmsand
