// What the addon keeps for each environment (a thread of Node) that loaded it.
#pragma once

#include <memory>

#include "binding/js_values.h"
#include "binding/worker_pool.h"

namespace wasmsand {

struct Environment {
  std::shared_ptr<WorkerPool> pool;  // of a thread that owns kernels
  napi_ref kernel_class = nullptr;
  uint32_t last_kernel = 0;

  static Environment& of(napi_env env) {
    void* data = nullptr;
    napi_get_instance_data(env, &data);
    return *static_cast<Environment*>(data);
  }
};

}  // namespace wasmsand
