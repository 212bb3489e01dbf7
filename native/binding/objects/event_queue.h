// What kernels and the pool have to tell the thread that owns them. Posted from any thread with any lock held;
// delivered in one batch on the owner's event loop.
#pragma once

#include <napi.h>

#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <vector>

#include "binding/interface.h"
#include "binding/objects/loop_bell.h"

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
  void open(Napi::Env env, Napi::Function callback, std::function<void()> on_closed);
  // A leaf lock: safe wherever the caller stands.
  void post(const Event& event);
  // Calls nest; while held, the owner's event loop stays alive.
  void hold();
  void release();

 private:
  void deliver();
  void tell(const Event& event) const;
  static void shut_down(napi_async_cleanup_hook_handle handle, void* queue);
  void closed();

  Napi::Env env_ = nullptr;
  Napi::FunctionReference callback_;
  std::optional<Napi::AsyncContext> context_;
  napi_async_cleanup_hook_handle cleanup_ = nullptr;
  Ref<LoopBell> bell_;
  std::mutex mutex_;
  std::vector<Event> events_;
  bool is_open_ = false;
  std::function<void()> on_closed_;
  int holders_ = 0;
};

}  // namespace wasmsand
