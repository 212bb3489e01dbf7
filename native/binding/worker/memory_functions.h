// What the JavaScript of a worker calls about memory: that of the process, and what is charged beside it.
#pragma once

#include <napi.h>

namespace wasmsand {

void define_memory_functions(Napi::Object worker);

}  // namespace wasmsand
