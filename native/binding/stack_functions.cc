#include "binding/stack_functions.h"

#include "binding/niceness.h"
#include "binding/stack_thread.h"

namespace wasmsand {
namespace {

// (poolId, workerId, block, unwind, turn, tidy)
napi_value register_stacks(napi_env env, napi_callback_info info) {
  js::Arguments<6> arguments(env, info);
  auto pool = WorkerPool::find(static_cast<uint32_t>(js::to_integer(env, arguments[0])));
  auto worker_id = static_cast<uint32_t>(js::to_integer(env, arguments[1]));
  if (StackThread::current() != nullptr || pool == nullptr || !pool->add(Host::stacks, worker_id)) return nullptr;
  auto* thread = new StackThread(env, pool, worker_id, arguments[2], arguments[3], arguments[4], arguments[5]);
  stand_back();
  pool->add_thread(*thread);
  return nullptr;
}

// Calls `act(thread, n)` with the number that is the only argument.
template <typename Act>
napi_value on_thread(napi_env env, napi_callback_info info, Act act) {
  js::Arguments<1> arguments(env, info);
  if (StackThread* thread = StackThread::current())
    act(*thread, static_cast<uint64_t>(js::to_integer(env, arguments[0])));
  return nullptr;
}

napi_value process_ended(napi_env, napi_callback_info) {
  if (StackThread* thread = StackThread::current()) thread->process_ended();
  return nullptr;
}

// (program)
napi_value process_left(napi_env env, napi_callback_info info) {
  return on_thread(env, info, [](StackThread& thread, uint64_t program) { thread.process_left(program); });
}

// (program)
napi_value program_settled(napi_env env, napi_callback_info info) {
  return on_thread(env, info, [](StackThread& thread, uint64_t program) { thread.program_settled(program); });
}

// (slot)
napi_value wake_slot(napi_env env, napi_callback_info info) {
  return on_thread(env, info, [](StackThread& thread, uint64_t slot) { thread.wake(static_cast<uint32_t>(slot)); });
}

napi_value host_wait(napi_env env, napi_callback_info) {
  Worker* worker = Worker::current_thread();
  if (worker == nullptr || worker->call() == nullptr) return nullptr;
  if (worker->begin_loading()) {
    StackThread::current()->wait_for_host();
  } else {
    napi_throw(env, worker->unwind_sentinel());
  }
  return nullptr;
}

}  // namespace

void define_stack_functions(napi_env env, napi_value worker) {
  static constexpr js::Function kFunctions[] = {
      {"registerStacks", register_stacks}, {"processEnded", process_ended}, {"processLeft", process_left},
      {"programSettled", program_settled}, {"hostWait", host_wait},         {"wakeSlot", wake_slot},
  };
  js::define_functions(env, worker, kFunctions);
}

}  // namespace wasmsand
