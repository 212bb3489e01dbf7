// The addon: what lib/node/native.ts describes, and for workers what lib/node/worker.ts uses. Glue only; no policy
// here.

#include "binding/engine/calls.h"
#include "binding/objects/arguments.h"
#include "binding/objects/base_image.h"
#include "binding/objects/environment.h"
#include "binding/objects/host_services.h"
#include "binding/objects/kernel_object.h"
#include "binding/worker/worker_functions.h"

namespace wasmsand {
namespace {

// (bytes) For all sandboxes of the process; 0: no limit.
void limit_host_memory(const Napi::CallbackInfo& info) {
  HostMemory::set_limit(static_cast<uint64_t>(js::to_number(info[0])));
}

// (callback, maximum with threads, maximum with stacks, threads that can be had or undefined). The owner starts one
// worker by itself, of the kind that sessions have.
void attach(const Napi::CallbackInfo& info) {
  Environment& environment = Environment::of(info.Env());
  if (environment.pool) return;
  WorkerPool::Maximum maximum{static_cast<uint32_t>(js::to_integer(info[1])),
                              static_cast<uint32_t>(js::to_integer(info[2])), std::nullopt};
  if (!info[3].IsUndefined()) maximum.workers = static_cast<uint32_t>(js::to_integer(info[3]));
  environment.pool = WorkerPool::create(info.Env(), info[0].As<Napi::Function>(), maximum);
  environment.pool->expect_worker();
}

Napi::Value pool_id(const Napi::CallbackInfo& info) {
  const auto& pool = Environment::of(info.Env()).pool;
  return Napi::Number::New(info.Env(), pool ? pool->id : 0);
}

void hold(const Napi::CallbackInfo& info) {
  if (const auto& pool = Environment::of(info.Env()).pool) pool->events().hold();
}

void release(const Napi::CallbackInfo& info) {
  if (const auto& pool = Environment::of(info.Env()).pool) pool->events().release();
}

// (kind, workerId)
void worker_exited(const Napi::CallbackInfo& info) {
  if (const auto& pool = Environment::of(info.Env()).pool)
    pool->worker_exited(static_cast<WorkerKind>(js::to_integer(info[0])),
                        static_cast<uint32_t>(js::to_integer(info[1])));
}

void shut_down(const Napi::CallbackInfo& info) {
  if (const auto& pool = Environment::of(info.Env()).pool) pool->shut_down();
}

Napi::Object load(Napi::Env env, Napi::Object exports) {
  env.SetInstanceData(new Environment);
  js::define<create_base_image>(exports, "createBaseImage");
  js::define<create_kernel>(exports, "createKernel");
  js::define<attach>(exports, "attach");
  js::define<limit_host_memory>(exports, "limitHostMemory");
  js::define<pool_id>(exports, "poolId");
  js::define<hold>(exports, "hold");
  js::define<release>(exports, "release");
  js::define<worker_exited>(exports, "workerExited");
  js::define<shut_down>(exports, "shutDown");
  define_host_services(exports);
  define_worker_functions(exports);
  return exports;
}

}  // namespace
}  // namespace wasmsand

NAPI_MODULE_INIT() { return Napi::RegisterModule(env, exports, wasmsand::load); }
