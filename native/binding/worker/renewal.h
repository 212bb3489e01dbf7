// What the memory of a program is when an instance of it is new: an instance that has served one process serves the
// next after its memory has been made that again (lib/guest/instance-pool.ts).
#pragma once

#include <napi.h>

#include <cstddef>
#include <span>

#include "kernel/process/program.h"
#include "module/module.h"

namespace wasmsand {

void define_renewal_functions(Napi::Object worker);

// The data of a large program are for the engine to copy into no memory: they become pages that its processes share.
// Whether they are taken out of its module.
bool share_initial_memory(std::span<const std::byte> bytes, ModuleInfo& module, Program& program);

}  // namespace wasmsand
