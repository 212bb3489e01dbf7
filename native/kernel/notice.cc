#include "kernel/notice.h"

#include <algorithm>
#include <array>
#include <span>

namespace wasmsand {
namespace {

// Of one thread. Each notice has a reference taken.
struct Held {
  uint32_t locks, count;
  std::array<Notice*, 16> notices;

  [[nodiscard]] std::span<Notice* const> all() const { return std::span(notices).first(count); }
};
constinit thread_local Held held{};

}  // namespace

void Notice::give() {
  if (held.locks == 0 || held.count == held.notices.size()) return tell();
  if (std::ranges::find(held.all(), this) != held.all().end()) return;
  retain();
  held.notices[held.count++] = this;
}

void HeldNotices::begin() { held.locks++; }

void HeldNotices::end() {
  if (--held.locks > 0 || held.count == 0) return;
  const Held mine = held;
  held.count = 0;
  for (Notice* const held_back : mine.all()) {
    const Ref<Notice> notice(held_back);
    (void)notice->release();  // what give() took; not the last
    notice->tell();
  }
}

}  // namespace wasmsand
