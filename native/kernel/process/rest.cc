// How a session shell rests: between two requests it is an image of its memory, and no thread has it.
#include "kernel/kernel.h"

namespace wasmsand {

bool Kernel::begin_rest(Process& process, Launch launch, bool to_wait) {
  if (process.killed || process.wait_would_end()) return false;
  if (!to_wait && !process.session_channel->quiet()) return false;
  process.launch = std::move(launch);
  process.rest = Rest::leaving;
  process.idle_since = 0;
  return true;
}

void Kernel::rested(Process& process) {
  left(process);
  process.rest = Rest::resting;
  process.session_channel->set_at_rest(&process);
  if (process.wait_would_end() || !process.session_channel->quiet()) return wake(process);
  process.session_channel->tell_rested();
}

void Kernel::wake(Process& process) {
  if (process.rest != Rest::resting) return;
  process.rest = Rest::none;
  process.session_channel->set_at_rest(nullptr);
  if (submit(process, true).ok()) return;
  // The host starts nothing any more.
  process.rest = Rest::resting;
  process.submitted = true;
  terminate(process, {0, kSigKill});
}

Ref<MemoryImage> Kernel::begin_wake(Process& process) {
  if (process.killed) return {};
  return std::exchange(process.launch.image, {});
}

}  // namespace wasmsand
