// The whole state of one shell. There is exactly one object of it, and no other global state but the flags signal
// handlers set (execute/traps.cc, interrupt.h).
//
//   text/       characters, numbers, quoting, UTF-8, patterns. Knows nothing else.
//   syntax/     text → tree, tree → text. Knows no Shell.
//   variables/  variables, arrays, the places in them, scopes, the journal of in-process sub-shells
//   history/    the command lines that were typed, and what ! makes of them
//   expand/     words → strings: the expansions, patterns, globbing, arithmetic, regular expressions
//   execute/    tree → effects: commands, pipelines, redirections, processes, jobs, traps, functions
//   builtins/   one file per family, named in builtins/table.cc
//   session/    what `run()` talks to: command lines, history, completion, plan
//   start/      the arguments of the program, its startup files, what it reads commands from
//
// Each knows only rooms above it in this list, and from variables/ on this file. What one needs done by a later one is
// in `services`; assembly.cc, which knows them all, gives that.
//
// Nothing throws. What ends more than one command (break, return, exit, a fatal expansion error) sets `unwind`; whoever
// runs commands in sequence looks at it after each.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "execution_state.h"
#include "failure.h"
#include "options.h"
#include "output.h"
#include "scoped.h"
#include "services.h"
#include "syntax/parser.h"
#include "variables/variables.h"

namespace shell {

class ArithmeticCache;
class CompletionTable;
class DirectoryStack;
class History;
class Jobs;
class KeyBindings;
class Traps;

enum class Unwind : uint8_t {
  none,
  break_,     // unwind_count loops
  continue_,  // unwind_count loops
  return_,    // to the caller of the function or sourced file, with `status`
  discard,    // to the next command line of the input: Reach::line
  abandon,    // all that eval, `.` and -c run, then to the next line of the input: Reach::text
  exit,       // of this (sub-)shell, with `status`
};

// Its attributes are some of kFunctionAttributes.
struct Function : Attributed {
  std::shared_ptr<Program> program;  // owns the body
  const Command* body = nullptr;
  std::string source;  // the file it was defined in: "main" or "environment" otherwise, as BASH_SOURCE shows
  int line = 0;
  int first_line = 0;  // as in ExecutionState
};
inline constexpr uint16_t kFunctionAttributes = kExported | kReadonly | kTrace;

// One entry of FUNCNAME, BASH_SOURCE, BASH_LINENO; the last in `frames` is the innermost.
struct Frame {
  std::string function;  // "main", "source", or a function's name
  std::string source;
  int call_line = 0;
  std::shared_ptr<const std::vector<std::string>> arguments;  // for BASH_ARGV
  bool is_function = false;
  std::optional<decltype(Options::set)> options;  // as `local -` found them
};

struct HashedCommand {
  std::string path;
  int hits = 0;
};

using Arguments = std::shared_ptr<const std::vector<std::string>>;

// Where getopts stands between two calls.
struct GetoptsState {
  int index = 1;      // what OPTIND was after the last call; another value means the script has set it
  size_t offset = 0;  // within a cluster of letters
};

// What a sub-shell that is no process gives back when it ends, beside its variables, the working directory and
// CommandState.
struct SubshellState {
  Options options;
  GetoptsState getopts;
  Arguments positional;       // $1…: never null; replaced, not changed
  int last_background = 0;    // $!; 0: none
  std::string last_argument;  // $_ (kept in the variable _ as well)
  int loop_depth = 0;
  int subshell_level = 0;                // BASH_SUBSHELL
  int line = 1;                          // of the command that runs: LINENO and messages
  bool in_trap = false;                  // in the commands of a trap, which are none of BASH_COMMAND's
  int command_substitution_status = -1;  // of the last $(…) of the words being expanded; -1: none
  // Of SECONDS and RANDOM.
  int64_t seconds_from = 0;
  uint32_t random_seed = 0;
  uint32_t last_random = 0;
};

class Shell : public SubshellState, NonCopyable {
 public:
  Shell();  // assembly.cc
  ~Shell();

  const Services& services;
  Variables variables;
  std::map<std::string, Function, std::less<>> functions;
  std::map<std::string, std::string, std::less<>> aliases;
  std::map<std::string, HashedCommand, std::less<>> hashed;
  Output output;
  ExecutionState execution;
  std::unique_ptr<Jobs> jobs;                    // execute/jobs.h
  std::unique_ptr<Traps> traps;                  // execute/traps.h
  std::unique_ptr<DirectoryStack> directories;   // directories.h
  std::unique_ptr<History> history;              // history/history.h
  std::unique_ptr<CompletionTable> completions;  // builtins/completion.h
  std::unique_ptr<KeyBindings> key_bindings;     // builtins/bind.h: made at the first use
  std::shared_ptr<ArithmeticCache> arithmetic;   // expand/arithmetic.h: made at the first use

  // ---- what $0 $1… $? $! $$ $- $_ give ----
  std::string name = "bash";    // $0
  bool positional_set = false;  // by `set` outside of functions, in the file being sourced
  int status = 0;               // $?
  int process_id = 0;           // $$: of the first shell, also in sub-shells

  // ---- control flow ----
  Unwind unwind = Unwind::none;
  int unwind_count = 0;
  int function_depth = 0;
  int source_depth = 0;
  int conditional_depth = 0;  // > 0: in the condition of if, while, &&, ||, !: errexit and ERR are asleep
  std::vector<Frame> frames;
  std::string_view command_name;  // the built-in that runs, for its messages; empty: none
  std::vector<std::string> disabled_builtins;

  bool interactive = false;     // -i
  bool session = false;         // under run()
  bool command_string = false;  // -c: syntax errors say "-c: line N"
  bool reads_stdin = false;     // -s, or commands from standard input
  bool login = false;
  bool restricted = false;  // -r
  bool exported_functions_allowed = true;
  uint32_t definitions_epoch =
      1;  // changes whenever a function, alias or `enable` changes: caches of command analysis look at it

  // ---- messages, on descriptor 2 ----
  // "bash: line 3: " or "./script: line 3: "
  [[nodiscard]] std::string error_prefix() const;
  void report(std::string_view message);         // prefix + message
  void report_error(std::string_view message);   // the same; errexit then ends the shell, wherever it is
  void builtin_error(std::string_view message);  // prefix + "cd: " + message
  void builtin_usage(
      std::string_view usage);  // "cd: usage: cd [-L|…] [dir]", without the prefix's line as bash prints it
  // In a restricted shell says that `what` is not for it.
  bool forbids(std::string_view what, std::string_view why = "restricted");
  void report_syntax_error(const SyntaxError& error,
                           std::string_view where);  // where: "-c", "eval", "`…'s name or empty

  // ---- flow ----
  // Gives up what lies within `reach`, unless something is being given up already, with that status.
  Failure give_up(Reach reach, int code = 1);
  // Does so unless it is done.
  Done or_give_up(Done done, Reach reach) { return done ? done : Done(give_up(reach)); }
  Failure refuse(std::string_view message);           // report
  Failure refuse_identifier(std::string_view shown);  // builtin_error: "`1x': not a valid identifier"
  // report_error and give_up.
  Failure fail(std::string_view message, Reach reach = Reach::command);
  int exit_shell(int code);
  // By a command: the EXIT trap runs where that stands, with the local variables and redirections around it.
  int exit_here(int code);
  [[nodiscard]] bool unwinding() const { return unwind != Unwind::none; }

  [[nodiscard]] std::string option_letters() const;  // $-

  // The parser's view of this shell: aliases, extglob, posix, warnings.
  const ParserHost& parser_host() const { return parser_host_; }
  void dump_translatable(decltype(ParserHost::translatable) use) { parser_host_.translatable = std::move(use); }

  // IFS and the like, looked up once and kept up to date by special_variable_changed.
  std::string ifs = " \t\n";
  bool ifs_is_set = true;

  int trace_descriptor = -1;  // where set -x writes by BASH_XTRACEFD

 private:
  int end_by_failure();
  ParserHost parser_host_;
};

}  // namespace shell
