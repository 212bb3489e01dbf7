// The built-in commands.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "../shell.h"
#include "../syntax/ast.h"
#include "../text/characters.h"
#include "../text/numbers.h"

namespace shell {

// What a built-in is called with. words[0] is its name.
class BuiltinCall {
 public:
  explicit BuiltinCall(std::vector<std::string>& words)
      : words(words), operands(std::span<const std::string>(words).subspan(1)) {}

  std::vector<std::string>& words;
  std::span<const std::string> operands;  // what follows the options
  bool special = false;                   // a special one in posix mode, called by its own name: failures end the shell

  // All options at once, for those to whom their order means nothing. `letters` as OptionReader takes them. False:
  // reported; return kUsageStatus.
  bool read_options(Shell& shell, std::string_view letters);
  [[nodiscard]] bool has(char letter) const { return given_.find(letter) != std::string::npos; }
  [[nodiscard]] bool any() const { return !given_.empty(); }
  // Of the last appearance of the letter; nullopt: it was not given.
  [[nodiscard]] std::optional<std::string> argument(char letter) const;
  // The last of these that was given; 0: none.
  [[nodiscard]] char last_of(std::string_view letters) const;

 private:
  std::string given_;
  std::vector<std::pair<char, std::string>> arguments_;
};

using BuiltinFunction = int (*)(Shell& shell, BuiltinCall& call);

enum BuiltinFlag : uint8_t {
  kSpecial = 1,    // POSIX special: assignments before it last in posix mode, found before functions there
  kInProcess = 2,  // may run in a sub-shell that is no process: changes nothing a rollback of variables, positional
                   // parameters and cwd misses
};

inline constexpr std::string_view kAsTheyCome = "*";
inline constexpr std::string_view kOnlyHelp = "-";  // the same, but for --help and --

struct Builtin {
  std::string_view name;
  BuiltinFunction function;
  uint8_t flags;
  std::string_view letters;  // of its options, which are read before it is called; or one of these
  std::string_view usage;    // "cd [-L|[-P [-e]] [-@]] [dir]": for usage messages and help
  std::string_view help;     // one sentence of our own
};

// Sorted by name. Null: none of that name, or disabled by `enable -n`.
const Builtin* find_builtin(const Shell& shell, std::string_view name);
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

inline constexpr int kUsageStatus = 2;

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

// test's and [['s primaries (test.cc). Of two operands: 0 or 1; 2 after an error, reported.
bool test_unary(Shell& shell, char op, const std::string& operand);
int test_binary(Shell& shell, std::string_view op, const std::string& left, const std::string& right);
[[nodiscard]] bool is_integer_test(std::string_view op);  // -eq, -lt and their like
[[nodiscard]] bool compare_integers(std::string_view op, int64_t left, int64_t right);

// cd's heart, for cd, pushd, popd: changes the directory and PWD, OLDPWD.
bool change_directory(Shell& shell, const std::string& path, bool physical);
// The prefix of error messages a built-in prints for a system error: "cd: /x: No such file or directory".
void report_errno(Shell& shell, std::string_view subject, int error);

// One line of `set` / `shopt` output and changing them with all their effects (settings.cc).
void change_set_option(Shell& shell, SetOption option, bool on);
void change_shopt(Shell& shell, Shopt option, bool on);
void change_option(Shell& shell, bool shopt, size_t option, bool on);  // by its place in the table
void restrict_shell(Shell& shell);                                     // set -r

}  // namespace shell
