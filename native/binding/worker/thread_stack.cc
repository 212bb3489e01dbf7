#include "binding/worker/thread_stack.h"

#include <pthread.h>
#include <sys/mman.h>

#include "kernel/platform/pages.h"

namespace wasmsand {

ThreadStack ThreadStack::of_this_thread() {
  ThreadStack stack;
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return stack;
  void* lowest = nullptr;
  size_t size = 0;
  if (pthread_attr_getstack(&attributes, &lowest, &size) == 0) stack.range_ = {static_cast<std::byte*>(lowest), size};
  pthread_attr_destroy(&attributes);
  return stack;
}

size_t ThreadStack::touched() const {
  const TouchedPages pages(range_);
  if (!pages.known()) return 0;
  size_t bytes = 0;
  for (size_t offset = 0; offset < range_.size(); offset += pages.page_size()) {
    if (pages.touched(offset)) bytes += pages.page_size();
  }
  return bytes;
}

void ThreadStack::give_back() const {
  // Below this function's frame: the calls made from here.
  constexpr size_t kInUse = size_t{256} << 10;
  const auto* here = static_cast<std::byte*>(__builtin_frame_address(0));
  if (here < range_.data() || here >= range_.data() + range_.size()) return;
  const auto beyond = static_cast<size_t>(here - range_.data());
  if (beyond > kInUse) madvise(range_.data(), (beyond - kInUse) / kBlockBytes * kBlockBytes, MADV_DONTNEED);
}

}  // namespace wasmsand
