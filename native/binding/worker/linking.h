// Modules that a program links while it runs (lib/guest/linking.ts): what the guest asks for is read here, and kept for
// the instances of its copies.
#pragma once

#include <napi.h>

namespace wasmsand {

void define_linking_functions(Napi::Object worker);

}  // namespace wasmsand
