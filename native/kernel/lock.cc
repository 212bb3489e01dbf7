#include "kernel/lock.h"

namespace wasmsand {

thread_local KernelMutex* KernelMutex::held_ = nullptr;

void Notice::give() {
  if (KernelMutex::held_ == nullptr || !KernelMutex::held_->keep(*this)) tell();
}

// False: there is no place for it.
bool KernelMutex::keep(Notice& notice) {
  for (Ref<Notice>& place : notices_) {
    if (!place) place = Ref<Notice>(&notice);
    if (place.get() == &notice) return true;
  }
  return false;
}

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
  kernel_mutex_.acting_for = run_;
  kernel_mutex_.asker = asker_;
  kernel_mutex_.holder = this;
  kernel_mutex_.tenure++;
  KernelMutex::held_ = &kernel_mutex_;
}

void KernelLock::unlock() {
  kernel_mutex_.holder = nullptr;
  if (KernelMutex::held_ == &kernel_mutex_) KernelMutex::held_ = nullptr;
  if (kernel_mutex_.discards.empty() && !kernel_mutex_.notices_.front()) {
    std::unique_lock<std::mutex>::unlock();
    return;
  }
  Discards discards;
  discards.swap(kernel_mutex_.discards);
  const KernelMutex::Notices notices = std::exchange(kernel_mutex_.notices_, {});
  std::unique_lock<std::mutex>::unlock();
  for (const Ref<Notice>& notice : notices)
    if (notice) notice->tell();
  if (discards.empty()) return;
  if (side_ == Side::host && kernel_mutex_.free_for_host) kernel_mutex_.free_for_host(std::move(discards));
}

}  // namespace wasmsand
