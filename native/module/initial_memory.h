// The data of a module, as what the memory of its instances is in the beginning.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "module/module.h"

namespace wasmsand {

// Takes the data out of a module that inspect() has accepted, whose segments are put into the memory when an instance
// is made and serve nothing else: the memory up to their last byte. Empty, and nothing is taken out, when it is less
// than `least` bytes, or they are of another kind.
std::vector<std::byte> take_initial_memory(std::span<const std::byte> module, ModuleInfo& info, size_t least);

}  // namespace wasmsand
