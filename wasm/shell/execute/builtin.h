// A built-in command, and the table of them that a shell is given.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "../shell.h"

namespace shell {

inline constexpr int kUsageStatus = 2;

// What a built-in is called with. words[0] is its name.
class BuiltinCall {
 public:
  explicit BuiltinCall(std::vector<std::string>& words)
      : words(words), operands(std::span<const std::string>(words).subspan(1)) {}

  std::vector<std::string>& words;
  std::span<const std::string> operands;  // what follows the options
  bool special = false;                   // a special one in posix mode, called by its own name: failures end the shell

  // ---- its options, where their order means nothing ----
  void add_option(char letter) { given_ += letter; }
  void add_option(char letter, std::string argument) {
    given_ += letter;
    arguments_.emplace_back(letter, std::move(argument));
  }
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

struct BuiltinTable {
  std::span<const Builtin> all;  // sorted by name
  // Reads its options unless it does that itself, and runs it.
  int (*call)(Shell& shell, const Builtin& builtin, BuiltinCall& call);
  // The array literal of an argument "name=(…)" is assigned where the argument stands; the built-in then meets its name
  // alone. `words`: of the command so far. False: the command does not run.
  Done (*declare_literal)(Shell& shell, std::span<const std::string> words, const Assignment& literal);
};

// Null: none of that name, or disabled by `enable -n`.
const Builtin* find_builtin(const Shell& shell, std::string_view name);

}  // namespace shell
