// Stopping JavaScript and wasm of another thread. Node-API has no call for it, the engine has. Where its functions are
// missing the worker itself is ended.
#pragma once

namespace wasmsand {

class ExecutionControl {
 public:
  // On the thread to be controlled.
  static ExecutionControl of_this_thread();
  ExecutionControl() = default;
  bool available() const { return isolate_ != nullptr; }
  // From any thread, while the controlled one is inside a call that we guard: elsewhere it would end the worker's own
  // loop.
  void terminate() const;
  // On the controlled thread, after the guarded call.
  void cancel() const;
  // On the controlled thread: frees what nothing reaches any more. An idle thread never comes to do so by itself.
  void collect_garbage() const;

 private:
  void* isolate_ = nullptr;
};

}  // namespace wasmsand
