#include "binding/event_queue.h"

#include "binding/calls.h"

namespace wasmsand {

bool EventQueue::open(Napi::Env env, Napi::Function callback, std::function<void()> on_closed) {
  const auto finalize = [](Napi::Env, void*, EventQueue* queue) { queue->close(); };
  const Function function = Function::New(env, callback, "wasmsand", 0, 1, this, finalize);
  if (function == nullptr) return false;
  function.Unref(env);
  const std::scoped_lock lock(mutex_, summons_->mutex);
  summons_->function = function;
  is_open_ = true;
  on_closed_ = std::move(on_closed);
  return true;
}

// Those who post before it is delivered need not.
void EventQueue::Summons::tell() {
  if (under_way.exchange(true)) return;
  const std::lock_guard lock(mutex);
  if (function != nullptr) function.NonBlockingCall();
}

void EventQueue::post(const Event& event) {
  {
    const std::lock_guard lock(mutex_);
    if (!is_open_) return;
    events_.push_back(event);
  }
  summons_->give();
}

void EventQueue::hold(Napi::Env env) {
  if (holders_++ == 0) summons_->function.Ref(env);
}

void EventQueue::release(Napi::Env env) {
  if (--holders_ == 0) summons_->function.Unref(env);
}

void EventQueue::deliver(Napi::Env env, Napi::Function callback, EventQueue* queue, void*) {
  if (env == nullptr) return;
  std::vector<Event> events;
  queue->summons_->under_way = false;
  {
    std::lock_guard lock(queue->mutex_);
    events.swap(queue->events_);
  }
  for (const Event& event : events) {
    const Napi::HandleScope scope(env);
    const auto number = [env](double value) { return Napi::Number::New(env, value); };
    const Napi::Value returned =
        js::call(env, callback,
                 {number(event.kernel), number(static_cast<double>(event.kind)), number(static_cast<double>(event.id)),
                  number(event.a), number(event.b), number(event.c), number(event.d)});
    if (!returned.IsEmpty() || !env.IsExceptionPending()) continue;
    // One listener's mistake must not swallow the events of other kernels: report it as any uncaught exception.
    napi_value exception = nullptr;
    napi_get_and_clear_last_exception(env, &exception);
    napi_fatal_exception(env, exception);
  }
}

void EventQueue::close() {
  std::function<void()> on_closed;
  {
    const std::scoped_lock lock(mutex_, summons_->mutex);
    summons_->function = nullptr;
    is_open_ = false;
    on_closed = std::move(on_closed_);
  }
  on_closed();
}

}  // namespace wasmsand
