// What the files of this room share.
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "../expand/xtrace.h"
#include "../shell.h"
#include "builtin.h"
#include "executor.h"
#include "jobs.h"
#include "redirection.h"
#include "traps.h"

namespace shell {

// ---- each kind of command; some but for the redirections around it ----
int execute(Shell& shell, const SimpleCommand& command);
int execute(Shell& shell, const Pipeline& pipeline);
int execute(Shell& shell, const AndOr& command);
int execute(Shell& shell, const List& list);
int execute(Shell& shell, const CompoundCommand& command);
int execute(Shell& shell, const IfCommand& command);
int execute(Shell& shell, const ForCommand& command);
int execute(Shell& shell, const ArithmeticForCommand& command);
int execute(Shell& shell, const WhileCommand& command);
int execute(Shell& shell, const CaseCommand& command);
int execute(Shell& shell, const FunctionCommand& command);
int execute(Shell& shell, const ArithmeticCommand& command);
int execute(Shell& shell, const ConditionalCommand& command);
int execute(Shell& shell, const CoprocCommand& command);

// ---- executor.cc ----
// As `execute`, with errexit and ERR asleep.
int execute_condition(Shell& shell, const Command& command);
// After a command that has failed: ERR and errexit. Returns the status.
int check_failure(Shell& shell, int status, bool traps_errors = true);
void set_pipe_status(Shell& shell, int status);
// DEBUG, before a command. False: extdebug says it must not run.
bool debug_allows(Shell& shell, const Command& command);
// The redirections of a compound command; errors are reported where the whole line of commands ends.
Done apply_to_compound(Shell& shell, RedirectionScope& scope, const Command& command);
// $LINENO, BASH_COMMAND.
inline int line_of(const Shell& shell, const Command& command) { return shell.execution.first_line + command.line; }
inline void begin_command(Shell& shell, const Command& command) {
  shell.line = line_of(shell, command);
  if (!shell.in_trap) shell.execution.command = &command;
}
// False: the DEBUG trap does not let it.
inline bool begins(Shell& shell, const Command& command) {
  begin_command(shell, command);
  return !shell.traps->any_pseudo() || debug_allows(shell, command);
}
// (( )) and the parts of for (( )): errors leave the command line intact.
std::optional<int64_t> evaluate_traced(Shell& shell, const Word& expression);
// The text of BASH_COMMAND: of a compound command only its head, which set -x shows as well.
std::string head_of(const CaseCommand& command);
std::string head_of(const ForCommand& command);
std::string running_command(const Shell& shell);
// PIPESTATUS, BASH_COMMAND, _.
void define_execution_variables(Shell& shell);

// ---- simple.cc ----
// Starts it as a child without waiting: a program in its own process, or a child that ends with the status of the
// failure. `input` and `output` become its descriptors 0 and 1; -1: as they are.
struct StartPlaces {
  int input = -1;
  int output = -1;
  pid_t group = -1;  // 0: a new one, -1: none
  bool asynchronous = false;
};
class CapturePipes;
pid_t start_program(Shell& shell, const SimpleCommand& command, const StartPlaces& places, CapturePipes& pipes);

// ---- programs.cc ----
// The pipes through which children write what this process captures as text.
class CapturePipes : NonCopyable {
 public:
  explicit CapturePipes(Shell& shell) : shell_(shell) {}
  ~CapturePipes();
  // Where a child finds `fd` (1 or 2): -1 when it is not captured.
  int writer(int fd);
  // Reads all there is until the last writer has gone.
  void drain();

 private:
  struct Pipe {
    std::string* text = nullptr;
    int reader = -1;
    int writer = -1;
  };
  Shell& shell_;
  Pipe pipes_[2];
};

// The pid; or -1 after an error, which has been reported, with its status in `status`.
pid_t spawn_program(Shell& shell, const std::string& path, const std::vector<std::string>& words, pid_t group,
                    bool asynchronous, CapturePipes& pipes, int& status);
// Starts, waits; reports what a signal has ended.
int run_program(Shell& shell, const std::string& path, const std::vector<std::string>& words, const Command* command);
void report_not_found(Shell& shell, const std::string& name, bool standard_path = false);
// A program of some machine: ELF, or a NUL byte in its first line.
bool looks_binary(int fd);
// "bash: line 1: 123 Segmentation fault      cmd", unless the signal is one to keep quiet about.
void report_signal(Shell& shell, const std::vector<ChildProcess>& processes, int wait_status);

// ---- pipeline.cc ----
void start_background(Shell& shell, const Command& command);
int wait_for_child(Shell& shell, pid_t pid, const Command* command, pid_t group);

// ---- subshell.cc ----
// The simple command that `command` ends with, if it ends with one: a shell that ends then is not needed after it.
const Command* last_of(const Command& command);
// A child that runs the tree. Its descriptors: as in StartPlaces; `close_also` is closed there (the other end of a
// pipe).
struct ChildPlan {
  const Command* command = nullptr;
  std::string_view text;                            // instead of a command: what to parse and run
  const std::vector<std::string>* words = nullptr;  // or: a function to call
  StartPlaces places;
  int close_also = -1;
  bool substitution = false;
  bool keeps_errexit = false;  // a process substitution does; a command substitution is to be asked for it
  bool unwound = false;        // it only ends, with the status of this shell, and runs the EXIT trap
};
pid_t start_child(Shell& shell, const ChildPlan& plan, CapturePipes& pipes);
pid_t start_exiting(Shell& shell, int status);
// The end of a stage whose expansion has failed; -1: it is of no consequence, for there is no EXIT trap.
pid_t start_unwound(Shell& shell, const StartPlaces& places, CapturePipes& pipes);
// A child that writes `text` to `fd`.
pid_t start_writer(Shell& shell, std::string_view text, int fd, int close_also);

// ---- functions.cc ----
// The end of a function or a file: `return` ends here, and the RETURN trap runs.
void end_returned(Shell& shell);
int invoke_function(Shell& shell, const Function& function, const std::string& name, std::vector<std::string> words);
std::vector<std::string> exported_functions(const Shell& shell);

}  // namespace shell
