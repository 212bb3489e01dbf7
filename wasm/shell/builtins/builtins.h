// The built-in commands.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "../execute/builtin.h"
#include "../shell.h"
#include "../syntax/ast.h"
#include "../text/characters.h"
#include "../text/numbers.h"

namespace shell {

// What a shell is given (Services).
extern const BuiltinTable kBuiltinTable;
std::span<const Builtin> all_builtins();
bool is_builtin_name(std::string_view name);  // also a disabled one
int call_builtin(Shell& shell, const Builtin& builtin, BuiltinCall& call);
std::vector<std::string_view> help_topic_names();

// A walk through options: clusters, arguments behind them, "--" ends, "-" alone is an argument.
struct OptionCursor {
  enum class Found : uint8_t { none, option, unknown, without_argument };
  size_t index = 0;   // of the next word
  size_t offset = 0;  // within it, if it is a cluster begun
  char letter = 0;
  std::optional<std::string> argument = {};
  // `letters` as in getopts ("ab:c"); `signs`: what options begin with.
  Found next(std::span<const std::string> words, std::string_view letters, std::string_view signs);
};

// The options of a built-in, in the manner of bash's internal_getopt; "+x" where allowed.
class OptionReader {
 public:
  // With plus: also +x. Reports "cd: -z: invalid option" and the usage line.
  OptionReader(Shell& shell, const std::vector<std::string>& words, std::string_view letters, bool plus = false);
  // The next letter; -1: no more; '?': an error was reported, return 2 (kUsageStatus).
  int next();
  [[nodiscard]] bool is_plus() const { return plus_; }
  [[nodiscard]] const std::string& argument() const { return argument_; }  // of the last option that takes one
  // What is left, when there are no more.
  [[nodiscard]] std::span<const std::string> rest() const {
    return std::span<const std::string>(words_).subspan(cursor_.index);
  }

 private:
  Shell& shell_;
  const std::vector<std::string>& words_;
  std::string_view letters_;
  std::string_view signs_;
  bool plus_ = false;
  OptionCursor cursor_{.index = 1};
  std::string argument_;
};

// All options at once, for built-ins to which their order means nothing. `letters` as OptionReader takes them. False:
// reported; return kUsageStatus.
bool read_options(Shell& shell, BuiltinCall& call, std::string_view letters);

// "cd: message", and the status to return.
inline Failure fail(Shell& shell, std::string_view message, int status = 1) {
  shell.builtin_error(message);
  return {status};
}
inline Failure fail_identifier(Shell& shell, std::string_view shown, int status = 1) {
  (void)shell.refuse_identifier(shown);
  return {status};
}
inline Failure fail_not_found(Shell& shell, const std::string& name) { return fail(shell, name + ": not found"); }
// Treats arguments one after the other, until the shell is to do something else: 1 if it has failed with one, else 0.
template <typename Treat>
int each(Shell& shell, std::span<const std::string> words, Treat&& treat) {
  int status = 0;
  for (const std::string& word : words) {
    if (!treat(word)) status = 1;
    if (shell.unwinding()) break;
  }
  return status;
}
// The usage line of the built-in that runs, after a message unless that is empty.
Failure fail_usage(Shell& shell, std::string_view message = {});
Failure too_many_arguments(Shell& shell);  // gives up the text

// Their functions by file; table.cc names them.
// clang-format off
#define SHELL_BUILTINS(X)                                                                                     \
  /* directories.cc */ X(cd) X(pwd) X(pushd) X(popd) X(dirs)                                                  \
  /* flow.cc */ X(true) X(false) X(break) X(continue) X(return) X(exit) X(logout) X(eval) X(source) X(exec)   \
  X(caller)                                                                                                   \
  /* commands.cc */ X(command) X(builtin) X(type) X(hash) X(enable) X(alias) X(unalias) /* help.cc */ X(help) \
  /* print.cc */ X(echo) X(printf) /* read.cc */ X(read) /* mapfile.cc */ X(mapfile) /* test.cc */ X(test)    \
  /* declare.cc */ X(declare) X(local) X(export) X(readonly) /* unset.cc */ X(unset)                          \
  /* settings.cc */ X(set) X(shopt) X(shift) X(getopts) X(let) /* bind.cc */ X(bind)                          \
  /* processes.cc */ X(jobs) X(fg) X(bg) X(wait) X(kill) X(disown) X(suspend) X(trap)                         \
  /* limits.cc */ X(times) X(ulimit) X(umask) /* history.cc */ X(history) /* fc.cc */ X(fc)                   \
  /* completion.cc */ X(complete) X(compgen) X(compopt)
// clang-format on
#define X(name) int builtin_##name(Shell& shell, BuiltinCall& call);
SHELL_BUILTINS(X)
#undef X

// cd's heart, for cd, pushd, popd: changes the directory and PWD, OLDPWD.
bool change_directory(Shell& shell, const std::string& path, bool physical);
// The prefix of error messages a built-in prints for a system error: "cd: /x: No such file or directory".
void report_errno(Shell& shell, std::string_view subject, int error);

}  // namespace shell
