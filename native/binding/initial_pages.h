// What the memories of a large program are in the beginning, as pages that they share.
#pragma once

#include <cstdint>

#include "kernel/platform/shared_pages.h"

namespace wasmsand {

// By the program's id, for all workers of this host. Of programs of the base image only, so that there are not many.
Ref<SharedPages> initial_pages_of(uint64_t program);
void keep_initial_pages(uint64_t program, Ref<SharedPages> pages);

}  // namespace wasmsand
