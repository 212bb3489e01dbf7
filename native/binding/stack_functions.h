// What the JavaScript of a worker whose processes have stacks of their own calls besides. See lib/host/stacks.ts.
#pragma once

#include "binding/js_values.h"

namespace wasmsand {

void define_stack_functions(napi_env env, napi_value worker);

}  // namespace wasmsand
