#include "binding/initial_pages.h"

#include <map>
#include <mutex>
#include <utility>
#include <vector>

#include "module/initial_memory.h"

namespace wasmsand {
namespace {

std::mutex mutex;
std::map<uint64_t, Ref<SharedPages>>& pages_of_programs() {
  static auto* instance = new std::map<uint64_t, Ref<SharedPages>>;  // outlives every worker
  return *instance;
}

}  // namespace

Ref<SharedPages> initial_pages_of(uint64_t program) {
  std::lock_guard lock(mutex);
  const auto found = pages_of_programs().find(program);
  return found == pages_of_programs().end() ? Ref<SharedPages>() : found->second;
}

bool share_initial_memory(std::span<const std::byte> bytes, ModuleInfo& module, uint64_t program) {
  constexpr size_t kLarge = size_t{2} << 20;
  ModuleInfo without = module;
  const std::vector<std::byte> memory = take_initial_memory(bytes, without, kLarge);
  if (memory.empty()) return false;
  if (!initial_pages_of(program)) {
    Ref<SharedPages> pages = SharedPages::of(memory);
    if (!pages) return false;
    std::lock_guard lock(mutex);
    pages_of_programs().emplace(program, std::move(pages));
  }
  module = std::move(without);
  return true;
}

}  // namespace wasmsand
