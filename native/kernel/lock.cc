#include "kernel/lock.h"

namespace wasmsand {

void KernelLock::lock() {
  std::atomic<uint32_t>& waiting = kernel_mutex_.waiting_hosts_;
  if (side_ == Side::guest) {
    while (const uint32_t hosts = waiting.load(std::memory_order_acquire)) waiting.wait(hosts);
    std::unique_lock<std::mutex>::lock();
  } else if (!try_lock()) {
    waiting.fetch_add(1, std::memory_order_acq_rel);
    std::unique_lock<std::mutex>::lock();
    if (waiting.fetch_sub(1, std::memory_order_acq_rel) == 1) waiting.notify_all();
  }
  taken();
}

void KernelLock::taken() {
  kernel_mutex_.acting_for = run_;
  kernel_mutex_.asker = asker_;
  kernel_mutex_.holder = this;
  kernel_mutex_.tenure++;
  HeldNotices::begin();
}

void KernelLock::unlock() {
  kernel_mutex_.holder = nullptr;
  Discards discards;
  if (!kernel_mutex_.discards.empty()) discards.swap(kernel_mutex_.discards);
  std::unique_lock<std::mutex>::unlock();
  HeldNotices::end();
  if (discards.empty()) return;
  if (side_ == Side::host && kernel_mutex_.free_for_host) kernel_mutex_.free_for_host(std::move(discards));
}

}  // namespace wasmsand
