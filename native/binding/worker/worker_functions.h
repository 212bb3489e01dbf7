// What the JavaScript of a worker calls (lib/node/worker.ts, lib/guest): here about the worker itself and its jobs, the
// rest by subject in files of its own.
#pragma once

#include <napi.h>

namespace wasmsand {

void define_worker_functions(Napi::Object exports);

}  // namespace wasmsand
