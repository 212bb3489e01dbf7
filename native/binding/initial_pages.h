// What the memories of a large program are in the beginning, as pages that they share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "kernel/platform/shared_pages.h"
#include "module/module.h"

namespace wasmsand {

// By the program's id, for all workers of this host. Of programs of the base image only, so that there are not many.
Ref<SharedPages> initial_pages_of(uint64_t program);
// The data of a large program are for the engine to copy into no memory. Whether they are taken out of its module.
bool share_initial_memory(std::span<const std::byte> bytes, ModuleInfo& module, uint64_t program);

}  // namespace wasmsand
