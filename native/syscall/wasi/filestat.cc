#include "syscall/wasi/filestat.h"

#include "syscall/generated/flags.h"
#include "syscall/wasi/rights.h"

namespace wasmsand::wasi {

Filestat filestat_of(const Attributes& attributes) {
  Filestat stat{};
  stat.device = attributes.device;
  stat.inode = attributes.ino;
  stat.filetype = filetype_of(attributes.type);
  stat.links = attributes.link_count;
  stat.size = attributes.size;
  stat.accessed = static_cast<uint64_t>(attributes.accessed);
  stat.modified = static_cast<uint64_t>(attributes.modified);
  stat.changed = static_cast<uint64_t>(attributes.changed);
  return stat;
}

namespace {

Outcome<std::optional<Nanoseconds>> new_time(uint64_t value, bool set, bool now, Nanoseconds current) {
  if (set && now) return Errno::inval;
  if (now) return std::optional(current);
  if (!set) return std::optional<Nanoseconds>();
  if (value > INT64_MAX) return Errno::inval;
  return std::optional(static_cast<Nanoseconds>(value));
}

}  // namespace

Outcome<NewTimes> new_times(uint64_t accessed, uint64_t modified, uint32_t flags) {
  using namespace fstflags;
  if (flags & ~(kAtim | kAtimNow | kMtim | kMtimNow)) return Errno::inval;
  const Nanoseconds now = realtime_now();
  WASI_ASSIGN(atim, new_time(accessed, flags & kAtim, flags & kAtimNow, now));
  WASI_ASSIGN(mtim, new_time(modified, flags & kMtim, flags & kMtimNow, now));
  NewTimes times;
  times.change.accessed = atim;
  times.change.modified = mtim;
  times.change.changed = now;
  times.to_now = (flags & kAtimNow) && (flags & kMtimNow);
  return times;
}

}  // namespace wasmsand::wasi
