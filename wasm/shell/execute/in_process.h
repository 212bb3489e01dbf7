// A sub-shell that is no process: what it changes is undone when this goes.
#pragma once

#include "../shell.h"
#include "observable.h"

namespace shell {

class InProcessSubshell {
 public:
  // substitution: $(…), in which errexit is off unless it is inherited.
  InProcessSubshell(Shell& shell, Observation observation, bool substitution = false);
  ~InProcessSubshell();
  InProcessSubshell(const InProcessSubshell&) = delete;
  InProcessSubshell& operator=(const InProcessSubshell&) = delete;

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
  };
  Shell& shell_;
  int evaluation_steps_;
  std::unique_ptr<Kept> kept_;  // on the heap: sub-shells nest deeply
};

// Turns errexit off in $(…), as bash does.
void enter_substitution(Shell& shell);

}  // namespace shell
