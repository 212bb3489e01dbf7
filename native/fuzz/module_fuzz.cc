// libFuzzer over the module reader and rewriter. module_mutator.cc changes its inputs, the runner bounds time and
// memory.
#include <cstdlib>

#include "module/growth.h"
#include "module/module.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace wasmsand;
  std::string why;
  auto module = std::as_bytes(std::span(data, size));
  auto info = inspect(module, why);
  if (!info) {
    if (why.empty()) std::abort();
    return 0;
  }
  // What comes out reads as a module again, its memory imported by our name.
  const std::vector<std::byte> rewritten = with_imported_memory(module, *info, Origin::guest);
  auto again = inspect(rewritten, why);
  if (info->memory) {
    // inspect() accepts env.memory only, so the rewritten module is refused for exactly that import.
    if (again || why.find("\"wasmsand\".\"memory\"") == std::string::npos) std::abort();
    // What was read once is read again, and nothing that grows is left.
    auto asking = with_growth_import(rewritten, why);
    if (!asking || with_growth_import(*asking, why).value() != *asking) std::abort();
  } else if (!again) {
    std::abort();
  }
  return 0;
}
