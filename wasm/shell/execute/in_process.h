// A sub-shell that is no process: what it changes is undone when this goes.
#pragma once

#include "../shell.h"
#include "observable.h"

namespace shell {

class InProcessSubshell : NonCopyable {
 public:
  // substitution: $(…), in which errexit is off unless it is inherited. simple: of a pipeline or a job.
  enum class Kind : uint8_t { group, substitution, simple };
  InProcessSubshell(Shell& shell, Observation observation, Kind kind = Kind::group);
  ~InProcessSubshell();

 private:
  struct Kept {
    SubshellState shell;
    CommandState commands;
    std::string directory;
    int directory_fd;
  };
  Shell& shell_;
  std::unique_ptr<Kept> kept_;  // on the heap: sub-shells nest deeply
};

}  // namespace shell
