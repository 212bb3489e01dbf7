#include <algorithm>

#include "syscall/generated/abi_structs.h"
#include "syscall/generated/flags.h"
#include "syscall/wasi/call.h"

namespace wasmsand::wasi {
namespace {

constexpr uint32_t kMaxSubscriptions = 4096;

// A subscription, checked: a clock with its deadline, a file with the readiness waited for, or an error to report.
struct Waited {
  Subscription subscription;
  Status error = Status::success;
  Nanoseconds deadline = 0;  // monotonic; clocks only
  Ref<OpenFile> file;

  uint32_t ready_bits() const {
    const uint32_t data = subscription.type == eventtype::kFdRead ? OpenFile::kPollIn : OpenFile::kPollOut;
    return file->poll_events() & (data | OpenFile::kPollHangUp | OpenFile::kPollError);
  }
  bool ready(Nanoseconds now) const {
    if (error != Status::success) return true;
    return file ? ready_bits() != 0 : deadline <= now;
  }
};

// When the clock of the subscription reaches its timeout, on the monotonic clock. At least 1: 0 would mean never.
Outcome<Nanoseconds> deadline_of(const Subscription& subscription) {
  if (subscription.id > clockid::kThreadCputimeId || (subscription.flags & ~subclockflags::kSubscriptionClockAbstime))
    return Errno::inval;
  if (subscription.id > clockid::kMonotonic) return Errno::notsup;
  const Nanoseconds now = monotonic_now();
  const Nanoseconds timeout = static_cast<Nanoseconds>(std::min<uint64_t>(subscription.timeout, INT64_MAX));
  Nanoseconds left = timeout;
  if (subscription.flags & subclockflags::kSubscriptionClockAbstime)
    left = std::max<Nanoseconds>(timeout - (subscription.id == clockid::kRealtime ? realtime_now() : now), 0);
  return left > INT64_MAX - now ? INT64_MAX : std::max<Nanoseconds>(now + left, 1);
}

Waited prepare(Call& call, const Subscription& subscription) {
  Waited waited{subscription, Status::success, 0, {}};
  switch (subscription.type) {
    case eventtype::kClock: {
      auto deadline = deadline_of(subscription);
      waited.error = deadline.status();
      if (waited.error == Status::success) waited.deadline = *deadline;
      break;
    }
    case eventtype::kFdRead:
    case eventtype::kFdWrite: {
      auto file = call.descriptors.get(subscription.id, rights::kPollFdReadwrite);
      waited.error = file.status();
      if (waited.error == Status::success) waited.file = *file;
      break;
    }
    default: waited.error = status_of(Errno::inval);
  }
  return waited;
}

Event event_of(const Waited& waited) {
  Event event{};
  event.userdata = waited.subscription.userdata;
  event.error = static_cast<uint16_t>(waited.error);
  event.type = waited.subscription.type;
  if (waited.file) {
    const uint32_t bits = waited.ready_bits();
    if (bits & OpenFile::kPollHangUp) event.flags = eventrwflags::kFdReadwriteHangup;
    if (Result<size_t> readable = waited.file->readable_bytes(); readable && waited.subscription.type == eventtype::kFdRead)
      event.bytes = *readable;
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
  std::vector<Subscription> subscriptions(count);
  std::memcpy(subscriptions.data(), in.data(), in.size());

  std::vector<Waited> all;
  std::vector<WaitQueue*> queues;
  Nanoseconds deadline = 0;
  for (const Subscription& subscription : subscriptions) {
    const Waited& waited = all.emplace_back(prepare(call, subscription));
    if (WaitQueue* queue = waited.file ? waited.file->poll_queue() : nullptr; queue && std::ranges::find(queues, queue) == queues.end())
      queues.push_back(queue);
    if (waited.deadline != 0 && (deadline == 0 || waited.deadline < deadline)) deadline = waited.deadline;
  }
  auto any_ready = [&] { return std::ranges::any_of(all, [](const Waited& one) { return one.ready(monotonic_now()); }); };
  Result<void> waited = call.process().block(call.lock, queues, deadline, any_ready);
  if (!waited && waited.error() != Errno::timedout) return status_of(waited);

  uint32_t used = 0;
  const Nanoseconds now = monotonic_now();
  for (const Waited& one : all) {
    if (!one.ready(now)) continue;
    WASI_TRY(call.memory().store(call.u32(1) + used * static_cast<uint32_t>(sizeof(Event)), event_of(one)));
    ++used;
  }
  return status_of(call.memory().store(call.u32(3), used));
}

}  // namespace wasmsand::wasi
