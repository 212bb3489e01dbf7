#include "kernel/process/linked_ledger.h"

namespace wasmsand {

LinkedLedger& LinkedLedger::of_process() {
  static auto* instance = new LinkedLedger;  // outlives every thread
  return *instance;
}

bool LinkedLedger::take(const void* owner) {
  std::lock_guard lock(mutex_);
  const auto found = owners_.find(owner);
  const uint32_t own = found == owners_.end() ? 0 : found->second, others = count_ - own;
  if (others >= kMost || own >= (kMost - others) / kParts) return false;
  owners_[owner]++;
  count_++;
  return true;
}

void LinkedLedger::force(const void* owner) {
  std::lock_guard lock(mutex_);
  owners_[owner]++;
  count_++;
}

void LinkedLedger::leave(const void* owner, uint32_t count) {
  std::lock_guard lock(mutex_);
  const auto found = owners_.find(owner);
  if (found == owners_.end()) return;
  if (found->second > count) {
    found->second -= count;
  } else {
    owners_.erase(found);
  }
}

void LinkedLedger::collected(uint32_t count) {
  std::lock_guard lock(mutex_);
  count_ -= count;
}

uint32_t LinkedLedger::count() {
  std::lock_guard lock(mutex_);
  return count_;
}

}  // namespace wasmsand
