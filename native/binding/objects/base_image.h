// Base images as JavaScript handles.
#pragma once

#include <napi.h>

#include "kernel/vfs/image.h"

namespace wasmsand {

using BaseImage = Napi::External<Ref<FileSystemImage>>;

// (entries, list, directory) → BaseImage: the entries, then those of the list (kernel/vfs/image_list.h). Throws an
// error that names the entry, or the line, when one cannot be made.
Napi::Value create_base_image(const Napi::CallbackInfo& info);

}  // namespace wasmsand
