// libFuzzer over the module reader and rewriter. module_mutator.cc changes its inputs, the runner bounds time and
// memory.
#include <algorithm>
#include <cstdlib>

#include "fuzz/input.h"
#include "fuzz/module_listing.h"
#include "module/growth.h"
#include "module/module.h"
#include "module/yield_points.h"

namespace {

using namespace wasmsand;

size_t yield_points(const ModuleInfo& info) {
  size_t count = 0;
  for (const Body& body : info.bodies) count += std::ranges::count_if(body.loops, has_yield_point);
  return count;
}

// What the engine gets says what was read, and can be interrupted and, in programs of the image, be told to yield.
void judge(std::span<const std::byte> module, const ModuleInfo& info, std::span<const std::byte> rewritten,
           Origin origin) {
  auto before = fuzz::listing(module, info, fuzz::Stage::read);
  auto after = fuzz::listing(rewritten, info, fuzz::Stage::rewritten);
  for (const auto& [section, lines] : after.lines) {
    const auto [was, is] = std::ranges::mismatch(before.lines[section], lines);
    const std::string left = was == before.lines[section].end() ? "nothing" : *was;
    if (was != before.lines[section].end() || is != lines.end())
      fuzz::fail(left + " has become " + (is == lines.end() ? "nothing" : *is));
  }
  if (before.lines.size() != after.lines.size()) fuzz::fail("a section is lost");
  const bool guest = origin == Origin::guest;
  const auto silent = std::ranges::count(info.bodies, true, &Body::silent);
  if (after.checks != (guest ? static_cast<size_t>(silent) : 0)) fuzz::fail("a function is not looked into");
  if (after.yield_points != (guest || !can_yield(info) ? 0 : yield_points(info)))
    fuzz::fail("a loop does not look whether to yield");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
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
  } else if (!again) {
    std::abort();
  }
  // What was read once is read again, and nothing that grows is left. Without a memory nothing can.
  auto asking = with_growth_import(rewritten, why);
  if (!asking && !info->memory) return 0;
  if (!asking || with_growth_import(*asking, why).value() != *asking) std::abort();
  judge(module, *info, *asking, Origin::guest);
  const auto of_image = with_imported_memory(module, *info, Origin::image, can_yield(*info));
  if (auto grows = with_growth_import(of_image, why)) judge(module, *info, *grows, Origin::image);
  return 0;
}
