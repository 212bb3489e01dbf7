// What a worker's JavaScript calls. See lib/node/worker.ts, the only caller.
#pragma once

#include <napi.h>

namespace wasmsand {

void define_worker_functions(Napi::Object exports);

}  // namespace wasmsand
