// What the addon keeps for each environment (a thread of Node) that loaded it.
#pragma once

#include <napi.h>

#include <memory>

#include "binding/pool/worker_pool.h"

namespace wasmsand {

struct Environment {
  std::shared_ptr<WorkerPool> pool;  // of a thread that owns kernels
  Napi::FunctionReference kernel_class;
  uint32_t last_kernel = 0;

  static Environment& of(Napi::Env env) { return *env.GetInstanceData<Environment>(); }
};

}  // namespace wasmsand
