// What the memory of a program is when an instance of it is new: an instance that has served one process serves the
// next after its memory has been made that again (lib/host/instance-pool.ts).
#pragma once

#include <napi.h>

namespace wasmsand {

void define_renewal_functions(Napi::Object worker);

}  // namespace wasmsand
