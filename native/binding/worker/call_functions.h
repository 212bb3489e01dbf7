// What the JavaScript of a worker calls for the guest: system calls and signals.
#pragma once

#include <napi.h>

namespace wasmsand {

void define_call_functions(Napi::Object worker);

}  // namespace wasmsand
