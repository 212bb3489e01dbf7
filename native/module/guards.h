// What makes each program interruptible. The engine looks for interrupts where a function begins and, in optimised
// code, where a loop does. But baseline code looks in a loop only once its tiering budget is used up, after some
// hundred thousand rounds of a small one; a function with a large frame compares its stack with the real end only; and
// one that calls nothing does not look at all when it is optimised. So a small loop of calls of such a function, or of
// memory.fill, could go on for minutes after its kill.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "module/module.h"

namespace wasmsand {

// Whether the engine may not look for interrupts when the function begins, though it may run for long.
bool is_silent(const FunctionCost& cost, uint32_t bytes);

// What stands in the place of a part of the module: bytes, or what `write` appends.
struct Edit {
  ByteRange range;
  std::vector<std::byte> bytes;
  std::function<void(std::vector<std::byte>&)> write = nullptr;
};

// The edits by which silent functions (a guest's; those of the image end soon) begin with a call of a function added at
// the end, in which the engine looks for interrupts, and memory.copy and memory.fill are calls of such functions, too.
// No index changes. `info` must outlive the edits, which are in no order.
void guard(std::span<const std::byte> module, const ModuleInfo& info, Origin origin, std::vector<Edit>& edits);

}  // namespace wasmsand
