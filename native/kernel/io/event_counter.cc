#include "kernel/io/event_counter.h"

#include <array>
#include <cstdio>
#include <cstring>

#include "kernel/io/unnamed_inode.h"
#include "kernel/process/process.h"

namespace wasmsand {

Result<size_t> EventCounter::read(IoContext& context, std::span<std::byte> out) {
  if (out.size() < sizeof count_) return Errno::inval;
  if (count_ == 0) {
    if ((flags_ & kNonBlocking) || context.process == nullptr) return Errno::again;
    WS_TRY(context.process->block(WaitCause::poll, changed_, [this] { return count_ > 0; }));
  }
  const uint64_t taken = counts_down_ ? 1 : count_;
  count_ -= taken;
  std::memcpy(out.data(), &taken, sizeof taken);
  changed_.wake_all();
  return sizeof taken;
}

Result<size_t> EventCounter::write(IoContext& context, std::span<const std::byte> data) {
  uint64_t added;
  if (data.size() < sizeof added) return Errno::inval;
  std::memcpy(&added, data.data(), sizeof added);
  if (added > kMost) return Errno::inval;
  if (kMost - count_ < added) {
    if ((flags_ & kNonBlocking) || context.process == nullptr) return Errno::again;
    WS_TRY(context.process->block(WaitCause::poll, changed_, [&] { return kMost - count_ >= added; }));
  }
  count_ += added;
  changed_.wake_all();
  return data.size();
}

Result<Attributes> EventCounter::attributes() { return anonymous_attributes(); }

std::string EventCounter::details() {
  std::array<char, 40> text;
  const int size =
      std::snprintf(text.data(), text.size(), "eventfd-count: %16llx\n", static_cast<unsigned long long>(count_));
  return {text.data(), static_cast<size_t>(size)};
}

uint32_t EventCounter::poll_events() {
  uint32_t events = 0;
  if (count_ > 0) events |= kPollIn;
  if (count_ < kMost) events |= kPollOut;
  return events;
}

}  // namespace wasmsand
