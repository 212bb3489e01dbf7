#include "kernel/io/poll.h"

#include <algorithm>

#include "syscall/generated/abi_structs.h"
#include "syscall/generated/flags.h"
#include "syscall/wasi/call.h"

namespace wasmsand::wasi {
namespace {

constexpr uint32_t kMaxSubscriptions = 4096;

// A subscription, checked: a clock with its deadline, a file to poll, or an error to report at once.
struct Waited {
  Subscription subscription;
  Status error = Status::success;
  Nanoseconds deadline = 0;  // monotonic; clocks only

  bool is_clock() const { return subscription.type == eventtype::kClock; }
};

// When the clock of the subscription reaches its timeout, on the monotonic clock. Never 0, which would mean no
// deadline.
Outcome<Nanoseconds> deadline_of(Call& call, const Subscription& subscription) {
  if (subscription.id > clockid::kThreadCputimeId || (subscription.flags & ~subclockflags::kSubscriptionClockAbstime))
    return Errno::inval;
  if (subscription.id > clockid::kMonotonic) return Errno::notsup;
  Nanoseconds from = call.process().call_time();
  Nanoseconds left = static_cast<Nanoseconds>(std::min<uint64_t>(subscription.timeout, INT64_MAX));
  if (subscription.flags & subclockflags::kSubscriptionClockAbstime) {
    from = monotonic_now();
    const Nanoseconds now = subscription.id == clockid::kRealtime ? realtime_now() : call.kernel().uptime();
    left = std::max<Nanoseconds>(left - now, 0);
  }
  return left > INT64_MAX - from ? INT64_MAX : std::max(from + left, kPollImmediately);
}

Outcome<PollEntry> poll_entry_of(Call& call, const Subscription& subscription) {
  WASI_ASSIGN(file, call.descriptors.get(subscription.id, rights::kPollFdReadwrite));
  return PollEntry{file, subscription.type == eventtype::kFdRead ? OpenFile::kPollIn : OpenFile::kPollOut, 0};
}

Event event_of(const Waited& waited, const PollEntry& entry) {
  Event event{};
  event.userdata = waited.subscription.userdata;
  event.error = static_cast<uint16_t>(waited.error);
  event.type = waited.subscription.type;
  if (!entry.file) return event;
  if (entry.revents & OpenFile::kPollHangUp) event.flags = eventrwflags::kFdReadwriteHangup;
  if (waited.subscription.type == eventtype::kFdRead) {
    if (Result<size_t> readable = entry.file->readable_bytes()) event.bytes = *readable;
  }
  return event;
}

}  // namespace

Status poll_oneoff(Call& call) {
  const uint32_t count = call.u32(2);
  if (count == 0 || count > kMaxSubscriptions) return status_of(Errno::inval);
  WASI_ASSIGN(in, call.memory().range(call.u32(0), uint64_t{count} * sizeof(Subscription)));
  WASI_TRY(call.memory().range(call.u32(1), uint64_t{count} * sizeof(Event)));
  WASI_TRY(call.memory().range(call.u32(3), 4));

  std::vector<Waited> all(count);
  std::vector<PollEntry> entries(count);
  Nanoseconds deadline = 0;
  for (uint32_t i = 0; i < count; ++i) {
    Waited& waited = all[i];
    std::memcpy(&waited.subscription, in.data() + i * sizeof(Subscription), sizeof(Subscription));
    if (waited.is_clock()) {
      auto at = deadline_of(call, waited.subscription);
      waited.error = at.status();
      if (waited.error == Status::success) waited.deadline = *at;
    } else if (waited.subscription.type == eventtype::kFdRead || waited.subscription.type == eventtype::kFdWrite) {
      auto entry = poll_entry_of(call, waited.subscription);
      waited.error = entry.status();
      if (waited.error == Status::success) entries[i] = *entry;
    } else {
      return status_of(Errno::inval);
    }
    if (waited.error != Status::success) waited.deadline = kPollImmediately;
    if (waited.deadline != 0 && (deadline == 0 || waited.deadline < deadline)) deadline = waited.deadline;
  }
  WASI_TRY(poll(call.process(), entries, deadline, std::nullopt));

  uint32_t used = 0;
  const Nanoseconds now = monotonic_now();
  for (uint32_t i = 0; i < count; ++i) {
    const bool happened = all[i].deadline != 0 ? all[i].deadline <= now : entries[i].revents != 0;
    if (!happened) continue;
    const uint32_t address = call.u32(1) + used * static_cast<uint32_t>(sizeof(Event));
    WASI_TRY(call.memory().store(address, event_of(all[i], entries[i])));
    ++used;
  }
  return status_of(call.memory().store(call.u32(3), used));
}

}  // namespace wasmsand::wasi
