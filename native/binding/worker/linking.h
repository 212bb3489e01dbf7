// Modules that a program links while it runs: charged and made ready for lib/guest/linking.ts, and kept for the
// instances of its copies. What the guest asks for is read in syscall/linking.h.
#pragma once

#include <napi.h>

namespace wasmsand {

void define_linking_functions(Napi::Object worker);

}  // namespace wasmsand
