#include "input.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "../expand/expand.h"
#include "executor.h"

namespace shell {

FileSource::FileSource(int fd, bool own) : fd_(fd), own_(own) {
  struct stat information{};
  seekable_ = fstat(fd, &information) == 0 && S_ISREG(information.st_mode);
}

FileSource::~FileSource() {
  if (own_) close(fd_);
}

// From a pipe or a terminal that others read too, one byte at a time.
bool FileSource::fill() {
  char block[8192];
  const size_t wanted = own_ || seekable_ ? sizeof block : 1;
  for (;;) {
    const ssize_t count = read(fd_, block, wanted);
    if (count > 0) buffer_.assign(block, static_cast<size_t>(count));
    if (count > 0) position_ = 0;
    if (count >= 0) return count > 0;
    if (errno != EINTR) return false;
  }
}

bool FileSource::next(std::string& line) {
  line.clear();
  for (bool ended = false; !ended;) {
    if (position_ >= buffer_.size() && !fill()) break;
    const size_t end = buffer_.find('\n', position_);
    ended = end != std::string::npos;
    const size_t stop = ended ? end + 1 : buffer_.size();
    line.append(buffer_, position_, stop - position_);
    position_ = stop;
  }
  if (!own_ && position_ < buffer_.size()) {
    // Give back what has been read too far.
    lseek(fd_, -static_cast<off_t>(buffer_.size() - position_), SEEK_CUR);
    buffer_.clear();
    position_ = 0;
  }
  return !line.empty();
}

bool InteractiveSource::next(std::string& line) {
  const bool continues = std::exchange(shell_.execution.continues, true);
  if (!continues) {
    const std::string command = shell_.variables.text("PROMPT_COMMAND");
    const int status = shell_.status;
    if (!command.empty()) execute_text(shell_, command, "PROMPT_COMMAND", 1);
    shell_.status = status;
    shell_.jobs.reap();
    for (Job* job : shell_.jobs.list()) {
      if (job->state() != ProcessState::done) continue;
      if (!job->notified) shell_.output.error(shell_.jobs.describe(*job, ' ') + "\n");
      shell_.jobs.remove(job->number);
    }
  }
  shell_.output.error(decode_prompt(shell_, shell_.variables.text(continues ? "PS2" : "PS1")));
  return input_.next(line);
}

}  // namespace shell
