#include "kernel/io/open_file.h"

#include "kernel/kernel.h"

namespace wasmsand {

bool IoContext::given_up() const { return process != nullptr && process->killed; }

Result<void> IoContext::pause() const {
  lock.pass();
  if (given_up()) return Errno::intr;
  return {};
}

Result<size_t> broken_pipe(const IoContext& context, size_t written) {
  if (context.process && context.raises_sigpipe) {
    context.process->kernel.send_signal(*context.process, {kSigPipe, SignalInfo::kFromKernel});
  }
  if (written > 0) return written;
  return Errno::pipe;
}

void OpenFile::set_flags(uint32_t flags) {
  constexpr uint32_t kChangeable = kAppend | kNonBlocking | kAsynchronous | kDirect | kNoAccessTime;
  flags_ = (flags_ & ~kChangeable) | (flags & kChangeable);
}

}  // namespace wasmsand
