// What the executor remembers between two commands.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace shell {

struct Command;

struct ExecutionState {
  struct Substitution {  // a <(…) or >(…) whose descriptor is open in this process
    int fd;
    pid_t pid;
  };

  const Command* command = nullptr;  // that runs, or ran last: BASH_COMMAND
  std::string last_command;          // its text, once the tree is gone
  std::vector<int> pipe_status{0};   // PIPESTATUS
  std::vector<Substitution> substitutions;
  int evaluation_depth = 0;  // of eval, $(…), `.`, traps within each other: how often set -x repeats the first character of PS4
  bool in_process_subshell = false;
  pid_t coprocess = 0;
  std::string coprocess_name;
  int coprocess_fds[2] = {-1, -1};
};

}  // namespace shell
