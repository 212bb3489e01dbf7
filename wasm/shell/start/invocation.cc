#include "invocation.h"

#include <unistd.h>

#include <algorithm>
#include <cstring>

#include "../files.h"

namespace shell {

namespace {

constexpr std::string_view kVersion =
    "GNU bash, version 5.2.15(1)-release (wasm32-wasmsand)\n"
    "A compatible shell, written for WebAssembly.\n";
constexpr std::string_view kLongOptions[] = {
    "debug",     "debugger", "dump-po-strings", "dump-strings", "help",   "init-file",  "login",   "noediting",
    "noprofile", "norc",     "posix",           "pretty-print", "rcfile", "restricted", "verbose", "version"};

std::string usage(const std::string& name) {
  std::string text = "Usage:\t" + name + " [GNU long option] [option] ...\n\t" + name +
                     " [GNU long option] [option] script-file ...\nGNU long options:\n";
  for (const std::string_view option : kLongOptions) (text += "\t--").append(option) += '\n';
  return text +
         "Shell options:\n\t-ilrsD or -c command or -O shopt_option\t\t(invocation only)\n"
         "\t-abefhkmnptuvxBCEHPT or -o option\n";
}

class InvocationParser {
 public:
  InvocationParser(int count, char** arguments, Invocation& invocation)
      : count_(count), arguments_(arguments), invocation_(invocation) {}

  bool parse(int& status) {
    // Long options come first.
    while (at_ < count_ && arguments_[at_][0] == '-' && std::strlen(arguments_[at_]) > 2 && arguments_[at_][1] == '-') {
      if (!long_option(arguments_[at_++] + 2, status)) return false;
    }
    while (at_ < count_ && (arguments_[at_][0] == '-' || arguments_[at_][0] == '+') && arguments_[at_][1] != '\0') {
      const std::string_view word = arguments_[at_++];
      if (word == "--") break;
      if (word.starts_with("--")) return refuse(word, ": invalid option\n", status, true);
      if (!letters(word, status)) return false;
    }
    if (at_ < count_ && std::string_view(arguments_[at_]) == "-") at_++;
    if (wants_command_) {
      if (at_ >= count_) return refuse("-c", ": option requires an argument\n", status, false);
      invocation_.command_given = true;
      invocation_.command = arguments_[at_++];
    }
    while (at_ < count_) invocation_.arguments.emplace_back(arguments_[at_++]);
    return true;
  }

 private:
  bool refuse(std::string_view what, std::string_view why, int& status, bool with_usage) {
    std::string text = invocation_.name + ": " + std::string(what) + std::string(why);
    if (with_usage) text += usage(invocation_.name);
    (void)write_all(STDERR_FILENO, text);
    status = 2;
    return false;
  }

  bool value_of(std::string_view option, std::string& value, int& status) {
    if (at_ >= count_) return refuse(option, ": option requires an argument\n", status, false);
    value = arguments_[at_++];
    return true;
  }

  bool long_option(std::string_view name, int& status) {
    if (name == "help" || name == "version") {
      std::string text(kVersion);
      if (name == "help") {
        const std::string& shell = invocation_.name;
        text += "\n" + usage(shell) + "`" + shell + " -c help' lists the built-in commands, `" + shell +
                " -c \"help set\"' the options.\n";
      }
      status = write_all(STDOUT_FILENO, text) == 0 ? 0 : 1;
      return false;
    }
    if (name == "plan") {
      invocation_.plan = true;
      return value_of("--plan", invocation_.command, status);
    }
    if (name == "session") return invocation_.session = true;
    if (name == "login") return invocation_.login = true;
    if (name == "posix") return invocation_.posix = true;
    if (name == "norc") return invocation_.no_rc = true;
    if (name == "noprofile") return invocation_.no_profile = true;
    if (name == "rcfile" || name == "init-file") return value_of(name, invocation_.rc_file, status);
    if (name == "verbose") invocation_.set_options.emplace_back(SetOption::verbose, true);
    if (name == "restricted") invocation_.restricted = true;
    if (name == "pretty-print") invocation_.pretty_print = true;
    if (name.starts_with("dump-")) invocation_.dump_strings = true;
    if (name == "dump-po-strings") invocation_.dump_po_strings = true;
    if (std::ranges::find(kLongOptions, name) != std::end(kLongOptions)) return true;
    return refuse("--" + std::string(name), ": invalid option\n", status, true);
  }

  // What follows -o or -O; without it, they list what there is.
  template <typename Option>
  bool named_option(bool on, std::vector<std::pair<Option, bool>>& options, bool& lists, int& status) {
    if (at_ >= count_) {
      lists = true;
      invocation_.plus = !on;
      return true;
    }
    const std::string_view name = arguments_[at_++];
    constexpr bool kShopts = std::is_same_v<Option, Shopt>;
    const auto option = static_cast<Option>(table_of({}, kShopts).find(name));
    if (option == Option::count) {
      const std::string prefix = "line 0: " + (kShopts ? std::string() : invocation_.name + ": ");
      const std::string_view why = kShopts ? ": invalid shell option name\n" : ": invalid option name\n";
      return refuse(prefix + std::string(name), why, status, false);
    }
    options.emplace_back(option, on);
    return true;
  }

  bool letters(std::string_view word, int& status) {
    const bool on = word[0] == '-';
    for (const char letter : word.substr(1)) {
      const SetOption option = find_set_option(letter);
      bool* const flag = letter == 'c'   ? &wants_command_
                         : letter == 's' ? &invocation_.reads_stdin
                         : letter == 'i' ? &invocation_.interactive
                         : letter == 'l' ? &invocation_.login
                         : letter == 'D' ? &invocation_.dump_strings
                                         : nullptr;
      if (flag != nullptr) {
        *flag = true;
      } else if (letter == 'r') {
        invocation_.restricted = on;
      } else if (letter == 'o') {
        if (!named_option(on, invocation_.set_options, invocation_.list_set_options, status)) return false;
      } else if (letter == 'O') {
        if (!named_option(on, invocation_.shopts, invocation_.list_shopts, status)) return false;
      } else if (option != SetOption::count) {
        invocation_.set_options.emplace_back(option, on);
      } else {
        return refuse(std::string(1, word[0]) + letter, ": invalid option\n", status, true);
      }
    }
    return true;
  }

  int count_;
  char** arguments_;
  Invocation& invocation_;
  int at_ = 1;
  bool wants_command_ = false;
};

}  // namespace

bool parse_invocation(int count, char** arguments, Invocation& invocation, int& status) {
  if (count > 0) invocation.name = arguments[0];
  invocation.login = invocation.name.starts_with('-');
  std::string_view base = invocation.name;
  base.remove_prefix(base.rfind('/') + 1);
  if (base.starts_with('-')) base.remove_prefix(1);
  invocation.posix = base == "sh";
  invocation.restricted = base == "rbash";
  return InvocationParser(count, arguments, invocation).parse(status);
}

}  // namespace shell
