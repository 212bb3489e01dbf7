#include "binding/objects/loop_bell.h"

namespace wasmsand {

// That cannot fail: the loop has a file descriptor for such handles already, Node's own.
LoopBell::LoopBell(Napi::Env env, Call hear, void* data) : hear_(hear), data_(data) {
  uv_loop_t* loop = nullptr;
  napi_get_uv_event_loop(env, &loop);
  uv_async_init(loop, &handle_, [](uv_async_t* handle) {
    auto& bell = *static_cast<LoopBell*>(handle->data);
    bell.told_ = false;
    bell.hear_(bell.data_);
  });
  handle_.data = this;
  retain();  // the loop's
}

// Who tells before it is heard need not.
void LoopBell::tell() {
  if (told_.exchange(true)) return;
  const std::lock_guard lock(mutex_);
  if (open_) uv_async_send(&handle_);
}

void LoopBell::keep_alive(bool alive) {
  auto* const handle = reinterpret_cast<uv_handle_t*>(&handle_);
  alive ? uv_ref(handle) : uv_unref(handle);
}

void LoopBell::close(Call closed) {
  closed_ = closed;
  {
    const std::lock_guard lock(mutex_);
    open_ = false;
  }
  uv_close(reinterpret_cast<uv_handle_t*>(&handle_), [](uv_handle_t* handle) {
    const Ref<LoopBell> bell(static_cast<LoopBell*>(handle->data));
    (void)bell->release();
    bell->closed_(bell->data_);
  });
}

}  // namespace wasmsand
