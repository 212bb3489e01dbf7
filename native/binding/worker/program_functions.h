// What the JavaScript of a worker calls about programs: what to load, its bytes, and what the engine makes of them.
#pragma once

#include <napi.h>

namespace wasmsand {

void define_program_functions(Napi::Object worker);

}  // namespace wasmsand
