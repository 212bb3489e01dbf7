#include "output.h"

#include <unistd.h>

#include <utility>

#include "files.h"
#include "interrupt.h"

namespace shell {

bool Output::flush() {
  if (pending_.empty()) return error_ == 0;
  if (targets[1].capture != nullptr) {
    targets[1].capture->append(pending_);
  } else if (const int failure = write_all(STDOUT_FILENO, pending_); failure != 0 && error_ == 0) {
    error_ = failure;
  }
  pending_.clear();
  return error_ == 0;
}

void Output::error(std::string_view text) {
  if (interrupted()) return;
  // Standard output is line-buffered in bash: whole lines come before the message, a begun one after it.
  if (const size_t end = pending_.rfind('\n'); end != std::string::npos) {
    std::string begun = pending_.substr(end + 1);
    pending_.resize(end + 1);
    (void)flush();
    pending_ = std::move(begun);
  }
  if (targets[2].capture != nullptr) {
    targets[2].capture->append(text);
  } else {
    // Nowhere to report that the report failed.
    (void)write_all(STDERR_FILENO, text);
  }
}

int Output::take_error() { return std::exchange(error_, 0); }

}  // namespace shell
