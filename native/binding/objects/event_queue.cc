#include "binding/objects/event_queue.h"

#include "binding/engine/calls.h"

namespace wasmsand {

void EventQueue::open(Napi::Env env, Napi::Function callback, std::function<void()> on_closed) {
  bell_ = make_ref<LoopBell>(env, [](void* queue) { static_cast<EventQueue*>(queue)->deliver(); }, this);
  bell_->keep_alive(false);
  env_ = env;
  callback_ = Napi::Persistent(callback);
  context_.emplace(env, "wasmsand", Napi::Object::New(env));
  napi_add_async_cleanup_hook(env, shut_down, this, &cleanup_);
  on_closed_ = std::move(on_closed);
  const std::lock_guard lock(mutex_);
  is_open_ = true;
}

void EventQueue::post(const Event& event) {
  {
    const std::lock_guard lock(mutex_);
    if (!is_open_) return;
    events_.push_back(event);
  }
  bell_->give();
}

void EventQueue::hold() {
  if (holders_++ == 0) bell_->keep_alive(true);
}

void EventQueue::release() {
  if (--holders_ == 0) bell_->keep_alive(false);
}

void EventQueue::deliver() {
  std::vector<Event> events;
  {
    const std::lock_guard lock(mutex_);
    events.swap(events_);
  }
  const Napi::HandleScope scope(env_);
  const Napi::CallbackScope callback(env_, *context_);
  for (const Event& event : events) tell(event);
}

void EventQueue::tell(const Event& event) const {
  const Napi::HandleScope scope(env_);
  const auto number = [this](double value) { return Napi::Number::New(env_, value); };
  const Napi::Value returned =
      js::call(env_, callback_.Value(),
               {number(event.kernel), number(static_cast<double>(event.kind)), number(static_cast<double>(event.id)),
                number(event.a), number(event.b), number(event.c), number(event.d)});
  if (!returned.IsEmpty() || !env_.IsExceptionPending()) return;
  // One listener's mistake must not swallow the events of other kernels: report it as any uncaught exception.
  napi_value exception = nullptr;
  napi_get_and_clear_last_exception(env_, &exception);
  napi_fatal_exception(env_, exception);
}

// The owner's thread is torn down.
void EventQueue::shut_down(napi_async_cleanup_hook_handle, void* data) {
  auto& queue = *static_cast<EventQueue*>(data);
  {
    const std::lock_guard lock(queue.mutex_);
    queue.is_open_ = false;
  }
  queue.callback_.Reset();
  queue.context_.reset();
  queue.bell_->close([](void* closed) { static_cast<EventQueue*>(closed)->closed(); });
}

void EventQueue::closed() {
  const napi_async_cleanup_hook_handle cleanup = cleanup_;
  const std::function<void()> on_closed = std::move(on_closed_);
  on_closed();
  napi_remove_async_cleanup_hook(cleanup);
}

}  // namespace wasmsand
