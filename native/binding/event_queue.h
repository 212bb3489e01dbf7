// What kernels and the pool have to tell the thread that owns them. Posted from any thread with any lock held;
// delivered in one batch on the owner's event loop.
#pragma once

#include <cstdint>
#include <functional>
#include <mutex>
#include <vector>

#include "binding/interface.h"
#include "binding/js_values.h"

namespace wasmsand {

struct Event {
  uint32_t kernel = 0;
  EventKind kind;
  int64_t id = 0;
  double a = 0, b = 0, c = 0, d = 0;
};

class EventQueue {
 public:
  // `callback(kernel, kind, id, a, b, c, d)` on the thread of `env`. Does not keep that thread's event loop alive.
  // `on_closed` is called on that thread when nothing can be delivered any more; it may delete the queue.
  bool open(napi_env env, napi_value callback, std::function<void()> on_closed);
  // A leaf lock: safe wherever the caller stands.
  void post(const Event& event);
  // Calls nest; while held, the owner's event loop stays alive.
  void hold(napi_env env);
  void release(napi_env env);

 private:
  static void deliver(napi_env env, napi_value callback, void* queue, void* data);
  static void finalized(napi_env env, void* queue, void* hint);

  std::mutex mutex_;
  std::vector<Event> events_;
  napi_threadsafe_function function_ = nullptr;  // null once closed, so that nobody posts to a dead one
  std::function<void()> on_closed_;
  int holders_ = 0;
};

}  // namespace wasmsand
