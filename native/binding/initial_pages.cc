#include "binding/initial_pages.h"

#include <map>
#include <mutex>
#include <utility>

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

void keep_initial_pages(uint64_t program, Ref<SharedPages> pages) {
  std::lock_guard lock(mutex);
  pages_of_programs().emplace(program, std::move(pages));
}

}  // namespace wasmsand
