// What the JavaScript of a worker whose processes have stacks of their own calls besides. See lib/guest/stacks.ts.
#pragma once

#include <napi.h>

namespace wasmsand {

void define_stack_functions(Napi::Object worker);

}  // namespace wasmsand
