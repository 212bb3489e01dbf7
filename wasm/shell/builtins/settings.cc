// set, shopt, shift, getopts, let.
#include <climits>

#include "../execute/settings.h"
#include "../expand/expand.h"
#include "declare.h"

namespace shell {

namespace {

void print_option(Shell& shell, std::string_view name, bool on, bool reusable_set, bool reusable_shopt) {
  if (reusable_set) return shell.output.write(on ? "set -o " : "set +o ", name, '\n');
  if (reusable_shopt) return shell.output.write(on ? "shopt -s " : "shopt -u ", name, '\n');
  std::string column(name);
  if (column.size() < 15) column.resize(15, ' ');
  shell.output.write(column, on ? "\ton\n" : "\toff\n");
}

void list_set_options(Shell& shell, bool reusable) {
  const OptionTable table = table_of(shell.options, false);
  for (size_t i = 0; i < table.names.size(); ++i) {
    print_option(shell, table.names[i].name, table.values[i], reusable, false);
  }
}

class SetArguments {
 public:
  SetArguments(Shell& shell, const std::vector<std::string>& words) : shell_(shell), words_(words) {}

  // All letters are looked at before the first has an effect.
  int check() const {
    for (size_t i = 1; i < words_.size() && is_cluster(words_[i]); ++i) {
      size_t names = 0;
      for (const char letter : std::string_view(words_[i]).substr(1)) {
        if (letter == 'o') {
          ++names;
        } else if (letter == 'r' ? shell_.restricted && words_[i][0] == '+'
                                 : find_set_option(letter) == SetOption::count) {
          const int status = fail_usage(shell_, std::string{words_[i][0], letter} + ": invalid option");
          return letter == 'r' ? 1 : status;
        }
      }
      while (names-- > 0 && takes_name(i)) ++i;
    }
    return 0;
  }

  int apply() {
    size_t i = 1;
    for (; i < words_.size() && is_cluster(words_[i]); ++i) {
      const bool on = words_[i][0] == '-';
      for (const char letter : std::string(words_[i], 1)) {
        if (letter != 'o') {
          if (letter != 'r') {
            change_set_option(shell_, find_set_option(letter), on);
          } else if (on) {
            restrict_shell(shell_);
          }
        } else if (!takes_name(i)) {
          list_set_options(shell_, !on);
        } else {
          const std::string& name = words_[++i];
          const SetOption option = find_set_option(std::string_view(name));
          if (option == SetOption::count) {
            shell_.builtin_error(name + ": invalid option name");
            return kUsageStatus;
          }
          change_set_option(shell_, option, on);
        }
      }
    }
    if (i >= words_.size()) return 0;
    bool replace = true;
    if (words_[i] == "--") {
      ++i;
    } else if (words_[i] == "-") {
      change_set_option(shell_, SetOption::xtrace, false);
      change_set_option(shell_, SetOption::verbose, false);
      replace = ++i < words_.size();
    } else if (words_[i] == "+") {
      replace = ++i < words_.size();
    }
    if (replace) {
      shell_.positional =
          std::make_shared<const std::vector<std::string>>(words_.begin() + static_cast<ptrdiff_t>(i), words_.end());
      shell_.positional_set |= shell_.function_depth == 0;
    }
    return 0;
  }

 private:
  static bool is_cluster(const std::string& word) {
    return word.size() > 1 && (word[0] == '-' || word[0] == '+') && word != "--";
  }
  bool takes_name(size_t i) const {
    return i + 1 < words_.size() && !words_[i + 1].empty() && words_[i + 1][0] != '-' && words_[i + 1][0] != '+';
  }

  Shell& shell_;
  const std::vector<std::string>& words_;
};

}  // namespace

int builtin_set(Shell& shell, BuiltinCall& call) {
  if (call.words.size() == 1) {
    print_state(shell);
    return 0;
  }
  SetArguments arguments(shell, call.words);
  const int status = arguments.check();
  return status == 0 ? arguments.apply() : status;
}

int builtin_shopt(Shell& shell, BuiltinCall& call) {
  const bool enable = call.has('s'), disable = call.has('u'), quiet = call.has('q');
  const bool reusable = call.has('p'), set_options = call.has('o');
  if (enable && disable) return fail(shell, "cannot set and unset shell options simultaneously");
  const OptionTable table = table_of(shell.options, !set_options);
  const auto print = [&](size_t i) {
    print_option(shell, table.names[i].name, table.values[i], reusable && set_options, reusable);
  };
  const auto names = call.operands;
  if (names.empty()) {
    for (size_t i = 0; i < table.names.size() && !quiet; ++i) {
      if (table.values[i] ? !disable : !enable) print(i);
    }
    return 0;
  }
  int status = 0;
  for (const std::string& name : names) {
    const size_t found = table.find(name);
    if (found == table.names.size()) {
      shell.builtin_error(name + (set_options ? ": invalid option name" : ": invalid shell option name"));
      if (!set_options || !(enable || disable)) status = 1;
    } else if (enable || disable) {
      change_option(shell, !set_options, found, enable);
    } else {
      if (!table.values[found]) status = 1;
      if (!quiet) print(found);
    }
  }
  return status;
}

int builtin_shift(Shell& shell, BuiltinCall& call) {
  const auto words = call.operands;
  int64_t count = 1;
  if (!words.empty() && !parse_integer(words[0], count)) return fail(shell, words[0] + ": numeric argument required");
  if (words.size() > 1) return too_many_arguments(shell);
  const std::vector<std::string>& positional = *shell.positional;
  if (count < 0 || static_cast<uint64_t>(count) > positional.size()) {
    if (count < 0 || shell.options[Shopt::shift_verbose]) {
      shell.builtin_error((words.empty() ? "1" : words[0]) + ": shift count out of range");
    }
    return 1;
  }
  if (count == 0) return 0;
  shell.positional = std::make_shared<const std::vector<std::string>>(positional.begin() + count, positional.end());
  return 0;
}

int builtin_getopts(Shell& shell, BuiltinCall& call) {
  const auto words = call.operands;
  if (words.size() < 2) return fail_usage(shell);
  const Arguments positional = shell.positional;
  const std::span<const std::string> arguments = words.size() > 2 ? words.subspan(2) : *positional;
  std::string_view letters = words[0];
  const bool silent = letters.starts_with(':');
  if (silent) letters.remove_prefix(1);
  Variables& variables = shell.variables;
  int64_t index = 1;
  if (!parse_integer(variables.text("OPTIND", "1"), index) || index < 1 || index > INT_MAX) index = 1;
  OptionCursor cursor{.index = std::min(static_cast<size_t>(index - 1), arguments.size()),
                      .offset = index == shell.getopts.index ? shell.getopts.offset : 0};
  using Found = OptionCursor::Found;
  const Found found = cursor.next(arguments, letters, "-");
  const bool bad = found == Found::unknown || found == Found::without_argument;
  if (bad && silent) {
    cursor.argument = std::string(1, cursor.letter);
  } else if (bad && variables.text("OPTERR", "1") != "0") {
    const std::string what = found == Found::unknown ? ": illegal option -- " : ": option requires an argument -- ";
    shell.output.error(shell.name + what + cursor.letter + "\n");
  }
  (void)variables.set("OPTIND", std::to_string(cursor.index + 1));
  shell.getopts = {.index = static_cast<int>(cursor.index + 1), .offset = cursor.offset};
  if (cursor.argument) {
    (void)variables.set("OPTARG", *cursor.argument);
  } else {
    variables.unset("OPTARG");
  }
  if (!is_name(words[1])) return fail_identifier(shell, words[1]);
  const char letter = found == Found::option ? cursor.letter : silent && found == Found::without_argument ? ':' : '?';
  if (!variables.set(words[1], std::string(1, letter))) return found == Found::none ? 1 : kUsageStatus;
  return found == Found::none ? 1 : 0;
}

int builtin_let(Shell& shell, BuiltinCall& call) {
  if (call.operands.empty()) return fail(shell, "expression expected");
  int64_t value = 0;
  for (const std::string& word : call.operands) {
    const std::optional<int64_t> result = evaluate(shell, word);
    if (!result) {
      if (shell.unwind == Unwind::discard) shell.unwind = Unwind::none;
      return 1;
    }
    value = *result;
  }
  return value == 0 ? 1 : 0;
}

}  // namespace shell
