// libFuzzer over the module reader and rewriter. module_mutator.cc changes its inputs, the runner bounds time and
// memory.
#include <algorithm>
#include <cstdlib>

#include "module/growth.h"
#include "module/module.h"

namespace {

using namespace wasmsand;

// What the engine gets is what was read, but for what was meant to change.
bool corresponds(const ModuleInfo& before, const ModuleInfo& after) {
  const auto same_export = [](const Export& a, const Export& b) {
    return a.name == b.name && a.kind == b.kind && a.index == b.index;
  };
  const auto same_import = [](const Import& a, const Import& b) {
    return a.module == b.module && a.name == b.name && a.kind == b.kind && a.type == b.type;
  };
  const auto same_table = [](const TableInfo& a, const TableInfo& b) {
    return a.element_type == b.element_type && a.minimum == b.minimum && a.maximum == b.maximum &&
           b.wanted == a.maximum;
  };
  // The start function has become an export.
  std::vector<Export> exports = before.exports;
  if (before.start_function) exports.push_back({kStartExportName, ExternalKind::function, *before.start_function});
  const auto is_silent = [](const UnguardedBody& body) { return body.silent; };
  return std::ranges::equal(exports, after.exports, same_export) &&
         std::ranges::equal(before.imports, after.imports, same_import) &&
         std::ranges::equal(before.tables, after.tables, same_table) && after.custom_sections.empty() &&
         std::ranges::none_of(after.unguarded_bodies, is_silent) && before.door == after.door && !after.start_function;
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
    // What was read once is read again, and nothing that grows is left.
    auto asking = with_growth_import(rewritten, why);
    if (!asking || with_growth_import(*asking, why).value() != *asking) std::abort();
  } else if (!again || !corresponds(*info, *again)) {
    std::abort();
  }
  return 0;
}
