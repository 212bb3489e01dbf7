#include "kernel/platform/shared_pages.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <map>
#include <mutex>

#include "kernel/platform/pages.h"

namespace wasmsand {
namespace {

// Zeros that end a run: what is between runs is faster where it is anonymous memory.
constexpr size_t kGapBytes = 1 << 20;

using Parts = std::vector<std::span<const std::byte>>;

// Where pages are shown, by the address they begin at. A memory that the engine has freed without leave() stays in
// there: whatever comes to lie at its addresses then counts as touched, which costs the reading of it.
class Shown {
 public:
  static Shown& of_process() {
    static auto* instance = new Shown;  // outlives every thread
    return *instance;
  }

  void add(const std::byte* begin, const std::byte* end) {
    std::lock_guard lock(mutex_);
    forget(begin, end);
    ranges_[begin] = end;
  }

  // Those that reach into the range, as far as they do.
  Parts find(std::span<const std::byte> range) {
    std::lock_guard lock(mutex_);
    const std::byte* const begin = range.data();
    const std::byte* const end = begin + range.size();
    Parts found;
    for (auto at = first_after(begin); at != ranges_.end() && at->first < end; ++at)
      found.emplace_back(std::max(at->first, begin), std::min(at->second, end));
    return found;
  }

  void forget(std::span<const std::byte> range) {
    std::lock_guard lock(mutex_);
    forget(range.data(), range.data() + range.size());
  }

 private:
  using Ranges = std::map<const std::byte*, const std::byte*>;

  // The first that ends behind the address. They do not overlap.
  Ranges::iterator first_after(const std::byte* begin) {
    auto found = ranges_.upper_bound(begin);
    if (found != ranges_.begin() && std::prev(found)->second > begin) --found;
    return found;
  }

  void forget(const std::byte* begin, const std::byte* end) {
    for (auto at = first_after(begin); at != ranges_.end() && at->first < end;) at = ranges_.erase(at);
  }

  std::mutex mutex_;
  Ranges ranges_;
};

#ifdef __linux__
bool write_all(int file, std::span<const std::byte> contents, size_t at) {
  while (!contents.empty()) {
    const ssize_t written = pwrite(file, contents.data(), contents.size(), static_cast<off_t>(at));
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    contents = contents.subspan(static_cast<size_t>(written));
    at += static_cast<size_t>(written);
  }
  return true;
}
#endif

}  // namespace

Ref<SharedPages> SharedPages::of(std::span<const std::byte> contents) {
#ifdef __linux__
  const auto page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  if (page > kBlockBytes) return {};
  Ref<SharedPages> pages(new SharedPages);
  const size_t size = (contents.size() + kBlockBytes - 1) / kBlockBytes * kBlockBytes;
  pages->file_ = memfd_create("wasmsand", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (pages->file_ < 0 || ftruncate(pages->file_, static_cast<off_t>(size)) != 0) return {};
  std::byte last[kBlockBytes] = {};
  for (size_t at = 0; at < size; at += kBlockBytes) {
    std::span<const std::byte> block = contents.subspan(at, std::min(kBlockBytes, contents.size() - at));
    if (block.size() < kBlockBytes) {
      std::ranges::copy(block, last);
      block = last;
    }
    if (is_zero_block(block.data())) continue;
    if (!write_all(pages->file_, block, at)) return {};
    if (pages->runs_.empty() || at - pages->runs_.back().end > kGapBytes) pages->runs_.push_back({at, at});
    pages->runs_.back().end = at + kBlockBytes;
  }
  constexpr int kSeals = F_SEAL_WRITE | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL;
  if (fcntl(pages->file_, F_ADD_SEALS, kSeals) != 0) return {};
  void* const view = mmap(nullptr, size, PROT_READ, MAP_SHARED, pages->file_, 0);
  if (view == MAP_FAILED) return {};
  pages->view_ = {static_cast<const std::byte*>(view), size};
  return pages;
#else
  (void)contents;
  return {};
#endif
}

SharedPages::~SharedPages() {
  if (!view_.empty()) munmap(const_cast<std::byte*>(view_.data()), view_.size());
  if (file_ >= 0) close(file_);
}

void SharedPages::show_in(std::span<std::byte> memory) const {
  for (const auto& [begin, end] : runs_) {
    std::byte* const to = memory.data() + begin;
    const size_t size = end - begin;
    const int flags = MAP_PRIVATE | MAP_FIXED;
    if (mmap(to, size, PROT_READ | PROT_WRITE, flags, file_, static_cast<off_t>(begin)) == to) {
      Shown::of_process().add(to, to + size);
    } else {
      // The process has as many mappings as it may; what was there before still is.
      std::memcpy(to, view_.data() + begin, size);
    }
  }
}

bool SharedPages::leave(std::span<std::byte> memory) {
  for (const auto& part : shown_in(memory)) {
    void* const at = const_cast<std::byte*>(part.data());
    constexpr int kFlags = MAP_PRIVATE | MAP_FIXED | MAP_ANONYMOUS | MAP_NORESERVE;
    if (mmap(at, part.size(), PROT_READ | PROT_WRITE, kFlags, -1, 0) != at) return false;
  }
  Shown::of_process().forget(memory);
  return true;
}

std::vector<std::span<const std::byte>> SharedPages::shown_in(std::span<const std::byte> memory) {
  return Shown::of_process().find(memory);
}

size_t SharedPages::bytes() const {
  size_t bytes = 0;
  for (const auto& [begin, end] : runs_) bytes += end - begin;
  return bytes;
}

}  // namespace wasmsand
