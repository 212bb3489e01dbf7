// What the executor remembers between two commands.
#pragma once

#include <sys/types.h>

#include <memory>
#include <string>
#include <vector>

namespace shell {

struct Command;
struct CompiledRegex;
struct Program;

// What a sub-shell that is no process gives back when it ends.
struct CommandState {
  const Command* command = nullptr;  // that runs, or ran last: BASH_COMMAND
  std::vector<int> pipe_status;      // PIPESTATUS
  int first_line = 0;                // of the substitution that runs: its commands are numbered from there
  int compound_line = 0;             // where the redirections of compound commands report their errors
  int simple_stages = 0;             // of the sub-shells around, how many are one simple command in a pipeline or a job
  // Of eval, $(…), `.`, traps within each other: how often set -x repeats the first character of PS4.
  int evaluation_depth = 0;
};

struct ExecutionState : CommandState {
  struct Substitution {  // a <(…) or >(…) whose descriptor is open in this process
    int fd;
    pid_t pid;
  };

  std::shared_ptr<Program> program;    // that is being run: functions defined in it keep it
  const Command* called = nullptr;     // the last one of a function that has ended
  std::shared_ptr<Program> called_in;  // keeps that
  const Command* replacing = nullptr;  // the last command of a child: its program takes the place of the shell
  std::string last_command;            // its text, once the tree is gone
  std::vector<Substitution> substitutions;
  struct Coprocess {
    pid_t pid = 0;
    std::string name;
    int fds[2];
  } coprocess;                                          // the last one; pid -1: it has ended
  std::vector<std::shared_ptr<CompiledRegex>> regexes;  // of [[ =~ ]], the last few
  bool negated = false;  // the primary of [[ ]] being evaluated stands after !: set -x shows that
  // Those of the program that runs: what the shell has to say about its end does not go there.
  class RedirectionScope* program_redirections = nullptr;
  std::vector<class RedirectionScope*> redirected;  // those that have something to give back
  // The simple command that is a stage of a pipeline or a job: the status of that decides about ERR and errexit, not
  // its own.
  const Command* stage = nullptr;
  bool stage_piped = false;    // `stage` is one of a pipeline's and not run in the shell itself
  int outside_stage = 0;       // words and assignments of such stages being expanded: BASH_SUBSHELL is that around them
  bool stage_unwound = false;  // expanding the words or assignments of that command has ended it
  bool ordinary = false;       // `command` runs a built-in: what is special about it does not count
  bool in_substitution = false;  // $(…) as a child: no notices of jobs
  int inputs_redirected = 0;     // around the command that runs: what it starts with & reads there
  int command_number = 1;        // of the next one to be read
  bool continues = false;        // the line to be read belongs to a command already begun: PS2
};

}  // namespace shell
