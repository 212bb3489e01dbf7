// What a module says, in a form that rewriting must not change: functions by the place that they have among those with
// bodies, so that what is imported or added does not matter, and instructions by what is called in their stead.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "module/module.h"

namespace wasmsand::fuzz {

struct Listing {
  // By section: one for each type, import, function, table, global, export, segment and instruction, but for what the
  // rewriter adds. Memory and custom sections are not in it.
  std::map<uint8_t, std::vector<std::string>> lines;
  size_t checks = 0;  // functions that begin with a look for interrupts
  size_t yield_points = 0;
};

enum class Stage { read, rewritten };

// `original`: of the module as it was read.
Listing listing(std::span<const std::byte> module, const ModuleInfo& original, Stage stage);

}  // namespace wasmsand::fuzz
