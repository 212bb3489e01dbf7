#include "kernel/io/poll.h"

#include "kernel/process/process.h"

namespace wasmsand {

Result<int> poll(Process& process, std::span<PollEntry> entries, Nanoseconds deadline, std::optional<SignalSet> mask) {
  constexpr uint32_t kAlwaysReported = OpenFile::kPollError | OpenFile::kPollHangUp;
  std::vector<WaitQueue*> queues;
  for (PollEntry& entry : entries) {
    if (entry.file) entry.file->add_poll_queues(entry.events, queues);
  }

  int count = 0;
  auto look = [&] {
    count = 0;
    for (PollEntry& entry : entries) {
      if (entry.file) entry.revents = entry.file->poll_events() & (entry.events | kAlwaysReported);
      if (entry.revents != 0) count++;
    }
    return count > 0;
  };

  if (mask) process.set_temporary_mask(*mask);
  const WaitCause alone = deadline != 0 ? WaitCause::time : WaitCause::signal;
  const WaitCause cause = queues.empty() ? alone : WaitCause::poll;
  const Result<void> waited = process.block(cause, queues, deadline, look);
  if (!waited.ok() && waited.error() != Errno::timedout) return waited.error();
  if (mask) process.restore_mask();
  return count;
}

}  // namespace wasmsand
