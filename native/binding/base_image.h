// Base images as JavaScript handles.
#pragma once

#include <napi.h>

#include "kernel/vfs/image.h"

namespace wasmsand {

using BaseImage = Napi::External<Ref<FileSystemImage>>;

// (entries) → BaseImage; throws an error that names the entry when one cannot be made.
Napi::Value create_base_image(const Napi::CallbackInfo& info);

}  // namespace wasmsand
