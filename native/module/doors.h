// Which functions a program may import, and with which types.
#pragma once

#include <string>

#include "module/module.h"

namespace wasmsand {

// Sets `info.door` from its imports. ENOEXEC with the reason in `why` when an import is none of the doors'.
Result<void> check_imports(ModuleInfo& info, std::string& why);

}  // namespace wasmsand
