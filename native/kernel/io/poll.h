// poll(2) and what is built on it (select, pselect): waiting for any of several open files.
#pragma once

#include <optional>
#include <span>

#include "kernel/io/open_file.h"
#include "kernel/process/signals.h"

namespace wasmsand {

struct PollEntry {
  Ref<OpenFile> file;  // null: not waited for; what `revents` says already stays (kPollInvalid for a bad descriptor)
  uint32_t events = 0;
  uint32_t revents = 0;
};

// A deadline long past: look, do not wait.
inline constexpr Nanoseconds kPollImmediately = 1;

// The number of entries with revents, 0 when `deadline` (0 = none) passed, or EINTR. `mask` replaces the signal mask
// while it waits (ppoll, pselect); after EINTR Kernel::next_delivery puts the old one back.
Result<int> poll(Process& process, std::span<PollEntry> entries, Nanoseconds deadline, std::optional<SignalSet> mask);

}  // namespace wasmsand
