// Memory that grows only when the host says so. The engine's memory.grow asks nobody: many processes could pass a limit
// together before anything looks at them, and on Node 20 a loop of it under a large maximum ran on for a minute after
// its kill: each growth collects garbage.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "kernel/result.h"

namespace wasmsand {

// The name a rewritten module imports its growth by, from kMemoryImportModule: (pages) → as memory.grow.
inline constexpr const char* kGrowthImportName = "grow";

// `module` is one that inspect() has accepted and with_imported_memory() has made. The same with each memory.grow made
// a call of the import above; without an import when it has none. ENOEXEC with a sentence for the user in `why` when it
// has instructions that are not known here: what cannot be read might grow.
Result<std::vector<std::byte>> with_growth_import(std::vector<std::byte> module, std::string& why);

}  // namespace wasmsand
