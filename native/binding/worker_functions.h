// What a worker's JavaScript calls. See lib/host/worker.ts, the only caller.
#pragma once

#include "binding/js_values.h"

namespace wasmsand {

void define_worker_functions(napi_env env, napi_value exports);

}  // namespace wasmsand
