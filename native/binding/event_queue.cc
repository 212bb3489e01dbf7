#include "binding/event_queue.h"

namespace wasmsand {

bool EventQueue::open(napi_env env, napi_value callback, std::function<void()> on_closed) {
  napi_value name = js::text(env, "wasmsand");
  napi_threadsafe_function function = nullptr;
  if (napi_create_threadsafe_function(env, callback, nullptr, name, 0, 1, this, finalized, this, deliver, &function) !=
      napi_ok) {
    return false;
  }
  napi_unref_threadsafe_function(env, function);
  std::lock_guard lock(mutex_);
  function_ = function;
  on_closed_ = std::move(on_closed);
  return true;
}

void EventQueue::post(const Event& event) {
  std::lock_guard lock(mutex_);
  if (function_ == nullptr) return;
  events_.push_back(event);
  if (events_.size() == 1) napi_call_threadsafe_function(function_, nullptr, napi_tsfn_nonblocking);
}

void EventQueue::hold(napi_env env) {
  if (holders_++ == 0 && function_ != nullptr) napi_ref_threadsafe_function(env, function_);
}

void EventQueue::release(napi_env env) {
  if (--holders_ == 0 && function_ != nullptr) napi_unref_threadsafe_function(env, function_);
}

void EventQueue::deliver(napi_env env, napi_value callback, void* context, void*) {
  if (env == nullptr) return;
  auto& queue = *static_cast<EventQueue*>(context);
  std::vector<Event> events;
  {
    std::lock_guard lock(queue.mutex_);
    events.swap(queue.events_);
  }
  napi_value receiver = js::undefined(env);
  for (const Event& event : events) {
    napi_handle_scope scope = nullptr;
    napi_open_handle_scope(env, &scope);
    napi_value arguments[] = {
        js::integer(env, event.kernel), js::integer(env, static_cast<int32_t>(event.kind)),
        js::integer(env, event.id),     js::number(env, event.a),
        js::number(env, event.b),       js::number(env, event.c),
        js::number(env, event.d),
    };
    napi_status status = napi_call_function(env, receiver, callback, std::size(arguments), arguments, nullptr);
    napi_close_handle_scope(env, scope);
    if (status == napi_pending_exception) {
      // One listener's mistake must not swallow the events of other kernels: report it as any uncaught exception.
      napi_value exception = nullptr;
      napi_get_and_clear_last_exception(env, &exception);
      napi_fatal_exception(env, exception);
    }
  }
}

void EventQueue::finalized(napi_env, void* queue, void*) {
  auto& self = *static_cast<EventQueue*>(queue);
  std::function<void()> on_closed;
  {
    std::lock_guard lock(self.mutex_);
    self.function_ = nullptr;
    on_closed = std::move(self.on_closed_);
  }
  on_closed();
}

}  // namespace wasmsand
