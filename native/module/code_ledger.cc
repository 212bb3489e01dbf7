#include "module/code_ledger.h"

namespace wasmsand {

CodeLedger& CodeLedger::of_process() {
  static auto* instance = new CodeLedger;  // outlives every thread that may still compile at exit
  return *instance;
}

std::unique_ptr<CodeLedger::Hold> CodeLedger::hold(const Key& key, uint64_t bytes) {
  std::lock_guard guard(mutex_);
  Entry& entry = entries_[key];
  // A program of its own and one that is linked are not the same to the engine.
  const uint64_t more = bytes > entry.bytes ? bytes - entry.bytes : 0;
  if (more > kMaxBytes - bytes_) {
    if (entry.holds == 0) entries_.erase(key);
    return nullptr;
  }
  entry.bytes += more;
  entry.holds++;
  bytes_ += more;
  return std::make_unique<Hold>(*this, key);
}

void CodeLedger::release(const Key& key) {
  std::lock_guard guard(mutex_);
  const auto found = entries_.find(key);
  if (--found->second.holds > 0) return;
  bytes_ -= found->second.bytes;
  entries_.erase(found);
}

bool CodeLedger::scarce() const { return bytes() > kMaxBytes / 2; }

uint64_t CodeLedger::bytes() const {
  std::lock_guard guard(mutex_);
  return bytes_;
}

}  // namespace wasmsand
