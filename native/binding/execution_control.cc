#include "binding/execution_control.h"

#include <dlfcn.h>

namespace wasmsand {
namespace {

// v8::Isolate's own functions in the Itanium C++ ABI. Member functions take the object as their first argument.
struct Engine {
  void* (*get_current)() = nullptr;
  void (*terminate)(void*) = nullptr;
  void (*cancel)(void*) = nullptr;
  void (*memory_pressure)(void*, int) = nullptr;

  Engine() {
    find(get_current, "_ZN2v87Isolate10GetCurrentEv");
    find(terminate, "_ZN2v87Isolate18TerminateExecutionEv");
    find(cancel, "_ZN2v87Isolate24CancelTerminateExecutionEv");
    find(memory_pressure, "_ZN2v87Isolate26MemoryPressureNotificationENS_19MemoryPressureLevelE");
  }
  bool complete() const { return get_current && terminate && cancel; }

 private:
  template <typename F>
  static void find(F& function, const char* name) {
    function = reinterpret_cast<F>(dlsym(RTLD_DEFAULT, name));
  }
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
