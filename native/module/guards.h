// What makes each program interruptible. The engine looks for interrupts where a function begins and, in optimised
// code, where a loop does. But baseline code looks in a loop only once its tiering budget is used up, after some
// hundred thousand rounds of a small one; a function with a large frame compares its stack with the real end only; and
// one that calls nothing does not look at all when it is optimised. So a small loop of calls of such a function, or of
// memory.fill, could go on for minutes after its kill.
#pragma once

#include <cstdint>

#include "module/code_edits.h"

namespace wasmsand {

// Whether the engine may not look for interrupts when the function begins, though it may run for long.
bool is_silent(const FunctionCost& cost, uint32_t bytes);

// Silent functions (a guest's; those of the image end soon) begin with a call of a function that is added, in which the
// engine looks for interrupts, and memory.copy and memory.fill are calls of such functions, too.
void guard(const ModuleInfo& info, Origin origin, CodeEdits& code);

}  // namespace wasmsand
