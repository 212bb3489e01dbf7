// The function types of all modules this host process has compiled. The engine keeps each distinct one for as long as
// the process lives, and ends the process at a million of them, so that they are counted and bounded here.
#pragma once

#include <map>
#include <mutex>
#include <set>
#include <span>
#include <string>

#include "module/module.h"

namespace wasmsand {

class TypeLedger {
 public:
  // Distinct types, of all sandboxes and of one; what a type of many values costs is counted too.
  static constexpr uint32_t kMaxTypes = 300'000;
  static constexpr size_t kMaxBytes = 32 << 20;
  static constexpr uint32_t kMaxTypesOfSandbox = 10'000;

  static TypeLedger& of_process();

  // Adds the types of `module`, those that are new at the cost of `owner` (null: nobody's). False, and nothing is
  // added, when these are more than the owner or the engine should have.
  [[nodiscard]] bool add(std::span<const std::byte> module, const ModuleInfo& info, const void* owner);
  // The owner is gone; its types are not.
  void forget(const void* owner);
  uint32_t types_of(const void* owner);

 private:
  std::mutex mutex_;
  // Ordered: a guest could choose types that collide in a hash table.
  std::set<std::string, std::less<>> types_;
  std::map<const void*, uint32_t> owners_;
  size_t bytes_ = 0;
};

}  // namespace wasmsand
