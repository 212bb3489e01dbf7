// Locks on files of the host that end with their holder.
#pragma once

#include <napi.h>

namespace wasmsand {

// Defines lockFile(descriptor): 0 when nobody else has locked that file, -EWOULDBLOCK or another errno otherwise. The
// lock ends when the descriptor is closed, by whatever means: that of a killed process too, and no number of a process
// says whose it is. Node opens descriptors that are not inherited.
void define_file_lock(Napi::Object exports);

}  // namespace wasmsand
