// What one file system holds of its sandbox's limits.
#pragma once

#include "kernel/resources/accounting.h"

namespace wasmsand {

class SpaceLedger {
 public:
  explicit SpaceLedger(Accounting& accounting) : accounting_(accounting) {}
  ~SpaceLedger() { replace(0, 0); }
  SpaceLedger(const SpaceLedger&) = delete;
  SpaceLedger& operator=(const SpaceLedger&) = delete;

  uint64_t bytes() const { return bytes_; }
  uint64_t inodes() const { return inodes_; }
  Accounting& accounting() const { return accounting_; }

  Result<void> charge_bytes(uint64_t count) {
    WS_TRY(accounting_.charge_file_bytes(count));
    bytes_ += count;
    return {};
  }
  void release_bytes(uint64_t count) {
    accounting_.release_file_bytes(count);
    bytes_ -= count;
  }
  // Freed later, without the lock.
  void discard(Ref<RefCounted> memory) { accounting_.discard(std::move(memory)); }
  Result<void> charge_inode() {
    WS_TRY(accounting_.charge_inode());
    inodes_++;
    return {};
  }
  void release_inode() {
    accounting_.release_inode();
    inodes_--;
  }
  // A snapshot takes the place of the tree; it may hold more than the limits allow now.
  void replace(uint64_t bytes, uint64_t inodes) {
    const auto& usage = accounting_.usage();
    accounting_.set_file_usage(usage.file_bytes - bytes_ + bytes, usage.inodes - inodes_ + inodes);
    bytes_ = bytes;
    inodes_ = inodes;
  }

 private:
  Accounting& accounting_;
  uint64_t bytes_ = 0, inodes_ = 0;
};

}  // namespace wasmsand
