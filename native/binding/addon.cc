// The addon: what lib/host/native.ts describes, and for workers what lib/host/worker.ts uses. Glue only; no policy
// here.

#include "binding/base_image.h"
#include "binding/environment.h"
#include "binding/kernel_object.h"
#include "binding/worker_functions.h"

namespace wasmsand {
namespace {

// (callback, maximum with threads, maximum with stacks)
napi_value attach(napi_env env, napi_callback_info info) {
  js::Arguments<3> arguments(env, info);
  Environment& environment = Environment::of(env);
  if (environment.pool) return nullptr;
  const WorkerPool::Maximum maximum{static_cast<uint32_t>(js::to_integer(env, arguments[1])),
                                    static_cast<uint32_t>(js::to_integer(env, arguments[2]))};
  environment.pool = WorkerPool::create(env, arguments[0], maximum);
  if (!environment.pool) napi_throw_error(env, nullptr, "wasmsand: this thread is shutting down");
  return nullptr;
}

napi_value pool_id(napi_env env, napi_callback_info) {
  const auto& pool = Environment::of(env).pool;
  return js::integer(env, pool ? pool->id : 0);
}

napi_value hold(napi_env env, napi_callback_info) {
  if (const auto& pool = Environment::of(env).pool) pool->events().hold(env);
  return nullptr;
}

napi_value release(napi_env env, napi_callback_info) {
  if (const auto& pool = Environment::of(env).pool) pool->events().release(env);
  return nullptr;
}

// (kind, workerId)
napi_value worker_exited(napi_env env, napi_callback_info info) {
  js::Arguments<2> arguments(env, info);
  if (const auto& pool = Environment::of(env).pool) {
    pool->worker_exited(static_cast<Host>(js::to_integer(env, arguments[0])),
                        static_cast<uint32_t>(js::to_integer(env, arguments[1])));
  }
  return nullptr;
}

napi_value shut_down(napi_env env, napi_callback_info) {
  if (const auto& pool = Environment::of(env).pool) pool->shut_down();
  return nullptr;
}

constexpr js::Function kFunctions[] = {
    {"createBaseImage", create_base_image},
    {"createKernel", create_kernel},
    {"attach", attach},
    {"poolId", pool_id},
    {"hold", hold},
    {"release", release},
    {"workerExited", worker_exited},
    {"shutDown", shut_down},
};

}  // namespace
}  // namespace wasmsand

NAPI_MODULE_INIT() {
  using wasmsand::Environment;
  auto finalize = [](napi_env, void* data, void*) { delete static_cast<Environment*>(data); };
  if (napi_set_instance_data(env, new Environment, finalize, nullptr) != napi_ok) return nullptr;
  wasmsand::js::define_functions(env, exports, wasmsand::kFunctions);
  wasmsand::define_worker_functions(env, exports);
  return exports;
}
