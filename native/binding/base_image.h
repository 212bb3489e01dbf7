// Base images as JavaScript handles.
#pragma once

#include "binding/js_values.h"

namespace wasmsand {

// (entries) → BaseImage; throws an error that names the entry when one cannot be made.
napi_value create_base_image(napi_env env, napi_callback_info info);

}  // namespace wasmsand
