#include "kernel/io/open_file.h"

#include "kernel/io/epoll.h"
#include "kernel/process/process.h"

namespace wasmsand {

OpenFile::~OpenFile() {
  while (!watches_.empty()) watches_.back()->file_gone();
}

bool IoContext::given_up() const { return process != nullptr && process->killed; }

uint64_t IoContext::moved() const {
  return process != nullptr && process->has_progress() ? process->progress().moved : 0;
}

Result<size_t> IoContext::ended_after(uint64_t done, Errno error) const {
  if (error == Errno::blocked) {
    process->progress().moved = done;
    return error;
  }
  if (done > 0) return static_cast<size_t>(done);
  return error;
}

Result<void> IoContext::pause() const {
  lock.pass();
  if (given_up()) return Errno::intr;
  return {};
}

Errno broken_pipe(const IoContext& context) {
  // The shell of a run that is ended does not end with those that it writes to.
  if (context.process && context.raises_sigpipe && !context.process->run_cancelled) {
    context.process->send_signal({kSigPipe, SignalInfo::kFromKernel});
  }
  return Errno::pipe;
}

void OpenFile::set_flags(uint32_t flags) {
  constexpr uint32_t kChangeable = kAppend | kNonBlocking | kAsynchronous | kDirect | kNoAccessTime;
  flags_ = (flags_ & ~kChangeable) | (flags & kChangeable);
}

}  // namespace wasmsand
