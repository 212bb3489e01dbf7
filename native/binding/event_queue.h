// What kernels and the pool have to tell the thread that owns them. Posted from any thread with any lock held;
// delivered in one batch on the owner's event loop.
#pragma once

#include <napi.h>

#include <cstdint>
#include <functional>
#include <mutex>
#include <vector>

#include "binding/interface.h"
#include "kernel/lock.h"

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
  // `on_closed` is called on that thread when nothing can be delivered any more; it may delete the queue. False: Node
  // refuses, and has thrown why.
  bool open(Napi::Env env, Napi::Function callback, std::function<void()> on_closed);
  // A leaf lock: safe wherever the caller stands.
  void post(const Event& event);
  // Calls nest; while held, the owner's event loop stays alive.
  void hold(Napi::Env env);
  void release(Napi::Env env);

 private:
  static void deliver(Napi::Env env, Napi::Function callback, EventQueue* queue, void* data);
  void close();
  using Function = Napi::TypedThreadSafeFunction<EventQueue, void, deliver>;

  // Has the owner's event loop deliver what was posted.
  struct Summons final : Notice {
    std::mutex mutex;             // not for deliver(), which would wait for who has just woken it
    Function function = nullptr;  // null once closed, so that nobody posts to a dead one
    std::atomic<bool> under_way = false;

   private:
    void tell() override;
  };

  std::mutex mutex_;
  std::vector<Event> events_;
  bool is_open_ = false;
  const Ref<Summons> summons_ = make_ref<Summons>();
  std::function<void()> on_closed_;
  int holders_ = 0;
};

}  // namespace wasmsand
