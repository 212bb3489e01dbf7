// Has the event loop of a thread of Node call back, from any thread. Node-API's own functions of this kind are given
// out under a lock, which the loop's thread wants as soon as it wakes: it would wait for who has woken it.
#pragma once

#include <napi.h>
#include <uv.h>

#include <atomic>
#include <mutex>

#include "kernel/notice.h"

namespace wasmsand {

class LoopBell final : public Notice {
 public:
  using Call = void (*)(void* data);
  // On the loop's thread, as are the next ones. `hear(data)` is called there after it was told, once for any number of
  // times.
  LoopBell(Napi::Env env, Call hear, void* data);
  // Whether it keeps the loop alive, as it does at first.
  void keep_alive(bool alive);
  // Nothing is heard any more; `closed(data)` is called when the loop has let go of it.
  void close(Call closed);

 private:
  void tell() override;

  const Call hear_;
  void* const data_;
  Call closed_ = nullptr;
  std::atomic<bool> told_ = false;
  std::mutex mutex_;  // orders tell() and close(); not for the loop when it hears
  uv_async_t handle_{};
  bool open_ = true;
};

}  // namespace wasmsand
