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
    Options options;
    Arguments positional;
    GetoptsState getopts;
    std::string last_argument;
    std::vector<int> pipe_status;
    const Command* command;
    std::string directory;
    int directory_fd;
    int loop_depth;
    int last_background;
    int line;
    int first_line;
    int compound_line;
    int command_substitution_status;
    int simple_stages;
    int64_t seconds_from;
    uint32_t random_seed;
    uint32_t last_random;
  };
  Shell& shell_;
  int evaluation_steps_;
  std::unique_ptr<Kept> kept_;  // on the heap: sub-shells nest deeply
};

// What is different in $(…), `…` and <(…). Errexit goes off, as in bash, unless it is to be kept.
void enter_substitution(Shell& shell, bool keeps_errexit);

}  // namespace shell
