#include "module/type_ledger.h"

#include <string_view>

namespace wasmsand {

TypeLedger& TypeLedger::of_process() {
  static auto* instance = new TypeLedger;  // outlives every thread that may still compile at exit
  return *instance;
}

bool TypeLedger::add(std::span<const std::byte> module, const ModuleInfo& info, const void* owner) {
  const std::string_view text(reinterpret_cast<const char*>(module.data()), module.size());
  std::lock_guard guard(mutex_);
  auto found = owners_.find(owner);
  const uint32_t owned = owner == nullptr || found == owners_.end() ? 0 : found->second;
  std::set<std::string_view> added;
  size_t bytes = bytes_;
  for (const ByteRange& range : info.types) {
    const std::string_view type = text.substr(range.begin, range.size());
    if (types_.contains(type) || !added.insert(type).second) continue;
    bytes += type.size();
    if (owned + added.size() > kMaxTypesOfSandbox) return false;
    if (types_.size() + added.size() > kMaxTypes || bytes > kMaxBytes) return false;
  }
  bytes_ = bytes;
  types_.insert(added.begin(), added.end());
  if (owner != nullptr && !added.empty()) owners_[owner] = owned + static_cast<uint32_t>(added.size());
  return true;
}

void TypeLedger::forget(const void* owner) {
  std::lock_guard guard(mutex_);
  owners_.erase(owner);
}

uint32_t TypeLedger::types_of(const void* owner) {
  std::lock_guard guard(mutex_);
  auto found = owners_.find(owner);
  return found == owners_.end() ? 0 : found->second;
}

}  // namespace wasmsand
