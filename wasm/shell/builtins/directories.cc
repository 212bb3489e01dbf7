// cd, pwd, pushd, popd, dirs.
#include "../directories.h"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "../files.h"
#include "../text/quote.h"
#include "../text/split.h"
#include "builtins.h"

namespace shell {

namespace {

// Takes "." and ".." out of an absolute path without looking at symbolic links. What lies before a ".." must be a
// directory, and so must the result; otherwise empty.
std::string logical_path(const std::string& path) {
  const size_t slashes = std::min(path.find_first_not_of('/'), path.size());
  const std::string root = slashes == 2 ? "//" : "/";  // POSIX keeps exactly two
  std::string result;
  for (const std::string_view part : split(path, '/')) {
    if (part.empty() || part == ".") continue;
    if (part == "..") {
      if (!result.empty() && !is_directory(root + result)) return {};
      const size_t slash = result.rfind('/');
      result.resize(slash == std::string::npos ? 0 : slash);
      continue;
    }
    if (!result.empty()) result += '/';
    result += part;
  }
  result.insert(0, root);
  return is_directory(result) ? result : std::string();
}

bool enter(Shell& shell, const std::string& path, bool physical) {
  DirectoryStack& stack = *shell.directories;
  if (physical) {
    if (chdir(path.c_str()) != 0) return false;
    std::string real = physical_directory();
    stack.set_current(real.empty() ? absolute_path(shell, path) : std::move(real));
    return true;
  }
  std::string logical = logical_path(absolute_path(shell, path));
  if (!logical.empty() && chdir(logical.c_str()) == 0) {
    stack.set_current(std::move(logical));
    return true;
  }
  const int error = errno;
  const std::string verbatim = absolute_path(shell, path);
  if (path.empty() || chdir(path.c_str()) != 0) {
    if (!path.empty() && errno != ENOENT) return false;
    errno = error;
    return false;
  }
  std::string real = physical_directory();
  if (real.empty()) {
    shell.output.error("cd: error retrieving current directory: getcwd: cannot access parent directories: " +
                       std::string(std::strerror(errno)) + "\n");
    real = verbatim;
  }
  stack.set_current(std::move(real));
  return true;
}

// PWD and OLDPWD. False: one of them is readonly, which has been reported; errno is 0.
bool bind_directories(Shell& shell) {
  const Done old = shell.variables.set("OLDPWD", shell.variables.text("PWD"));
  const Done current = shell.variables.set("PWD", shell.directories->current(shell));
  errno = 0;
  return old && current;
}

// A failed change of directory, reported unless a readonly variable was the reason.
int failed_change(Shell& shell, const std::string& path) {
  if (errno != 0) report_errno(shell, printable(path), errno);
  return 1;
}

int print_stack(Shell& shell) {
  std::string line = with_tilde(shell, shell.directories->current(shell));
  const auto& below = shell.directories->below;
  for (size_t i = below.size(); i-- > 0;) line += " " + with_tilde(shell, below[i]);
  shell.output.write(line + "\n");
  return 0;
}

int stack_error(Shell& shell, std::string_view argument) {
  if (shell.directories->below.empty()) return fail(shell, "directory stack empty");
  return fail(shell, std::string(argument) + ": directory stack index out of range");
}

// What pushd, popd and dirs are called with.
struct StackCall {
  std::string letters;     // of the options
  std::string place = {};  // +N or -N in the stack, the last one
  int64_t position = -1;   // that, counted from the current directory
  size_t next = 1;         // the first other argument

  // `check` is asked about each place. 0, or the status of a failure.
  int read(Shell& shell, const std::vector<std::string>& words, std::string_view known, auto check) {
    const auto size = static_cast<int64_t>(shell.directories->below.size());
    for (; next < words.size(); next++) {
      const std::string& word = words[next];
      const bool option = word.size() == 2 && word[0] == '-' && known.find(word[1]) != std::string_view::npos;
      if (option) letters += word[1];
      if (option) continue;
      if (word == "--") next++;
      if (word == "--" || !(word.starts_with('+') || (word.size() > 1 && word[0] == '-'))) break;
      int64_t number;
      if (!parse_integer(word.substr(1), number)) return fail_usage(shell, word + ": invalid number");
      place = word;
      position = word[0] == '-' ? size - number : number;
      if (const int status = check(size); status != 0) return status;
    }
    return 0;
  }
  [[nodiscard]] bool has(char letter) const { return letters.find(letter) != std::string::npos; }
  [[nodiscard]] bool within(int64_t size) const { return size > 0 && position >= 0 && position <= size; }
};

}  // namespace

bool change_directory(Shell& shell, const std::string& path, bool physical) {
  shell.directories->current(shell);
  if (!enter(shell, path, physical)) return false;
  return bind_directories(shell);
}

int builtin_cd(Shell& shell, BuiltinCall& call) {
  if (shell.forbids("")) return 1;
  if (!read_options(shell, call, "eLP")) return kUsageStatus;
  const char kind = call.last_of("LP");
  const bool physical = kind == 0 ? shell.options[SetOption::physical] : kind == 'P';
  const bool strict = call.has('e');
  const auto words = call.operands;
  if (words.size() > 1) return fail(shell, "too many arguments");
  std::string path;
  bool print = false;
  if (words.empty() || words[0] == "-") {
    const std::string_view name = words.empty() ? "HOME" : "OLDPWD";
    const std::string* value = shell.variables.get(name);
    if (value == nullptr) return fail(shell, std::string(name) + " not set");
    path = *value;
    print = !words.empty();
  } else {
    path = words[0];
    const bool anchored =
        path.starts_with('/') || path == "." || path == ".." || path.starts_with("./") || path.starts_with("../");
    const std::string list = anchored ? std::string() : shell.variables.text("CDPATH");
    for (const std::string_view folder : list.empty() ? std::vector<std::string_view>() : split(list, ':')) {
      std::string candidate(folder);
      if (!candidate.empty() && !candidate.ends_with('/')) candidate += '/';
      candidate += path;
      shell.directories->current(shell);
      if (!is_directory(candidate) || !enter(shell, candidate, physical)) continue;
      if (!folder.empty()) shell.output.write((physical ? candidate : shell.directories->current(shell)) + "\n");
      return bind_directories(shell) ? 0 : 1;
    }
  }
  const std::string target = path.empty() ? "." : path;
  if (change_directory(shell, target, physical)) {
    if (print) shell.output.write(path + "\n");
    return strict && physical && physical_directory().empty() ? 1 : 0;
  }
  const int error = errno;
  if (error != 0 && shell.options[Shopt::cdable_vars]) {
    const std::string value = shell.variables.text(path);
    if (!value.empty() && change_directory(shell, value, physical)) {
      shell.output.write(value + "\n");
      return 0;
    }
  }
  errno = error;
  return failed_change(shell, path);
}

int builtin_pwd(Shell& shell, BuiltinCall& call) {
  const char kind = call.last_of("LP");
  const bool physical = kind == 0 ? shell.options[SetOption::physical] : kind == 'P';
  const std::string path = physical ? physical_directory() : shell.directories->current(shell);
  if (path.empty()) {
    shell.output.error("pwd: error retrieving current directory: getcwd: cannot access parent directories: " +
                       std::string(std::strerror(errno)) + "\n");
    return 1;
  }
  shell.output.write(path, '\n');
  return 0;
}

// Puts `top` on the stack, brings the one at `count` from there to the top, and takes it off.
static std::string rotate(std::vector<std::string>& below, std::string top, int64_t count) {
  for (; count > 0; count--) {
    below.insert(below.begin(), std::move(top));
    top = std::move(below.back());
    below.pop_back();
  }
  return top;
}

int builtin_pushd(Shell& shell, BuiltinCall& call) {
  if (shell.forbids("")) return 1;
  auto& below = shell.directories->below;
  const auto change = [&shell](const std::string& path) {
    const bool physical = shell.options[SetOption::physical];
    return change_directory(shell, path, physical) ? print_stack(shell) : failed_change(shell, path);
  };
  if (call.words.size() == 1 || (call.words.size() == 2 && call.words[1] == "--")) {
    if (below.empty()) return fail(shell, "no other directory");
    const std::string target = std::exchange(below.back(), shell.directories->current(shell));
    return change(target);
  }
  StackCall stack;
  const int refused = stack.read(
      shell, call.words, "n", [&](int64_t size) { return stack.within(size) ? 0 : stack_error(shell, stack.place); });
  if (refused != 0) return refused;
  const bool stay = stack.has('n');
  const size_t i = stack.next;
  if (stack.position >= 0) {
    const std::string top = rotate(below, shell.directories->current(shell), stack.position);
    return stay ? 0 : change(top);
  }
  if (i >= call.words.size()) return 0;
  if (i + 1 < call.words.size() && !stay) return fail(shell, "too many arguments");
  std::string target = call.words[i];
  if (stay) {
    below.push_back(std::move(target));
    return print_stack(shell);
  }
  std::string left = shell.directories->current(shell);
  if (target == "-") {
    target = shell.variables.text("OLDPWD");
    shell.output.write(target + "\n");
  }
  if (!change_directory(shell, target.empty() ? "." : target, shell.options[SetOption::physical])) {
    return failed_change(shell, target);
  }
  below.push_back(std::move(left));
  return print_stack(shell);
}

int builtin_popd(Shell& shell, BuiltinCall& call) {
  auto& below = shell.directories->below;
  StackCall stack;
  const int refused = stack.read(shell, call.words, "n", [](int64_t) { return 0; });
  if (refused != 0) return refused;
  if (stack.next < call.words.size() && call.words[stack.next - 1] != "--") {
    return fail_usage(shell, call.words[stack.next] + ": invalid argument");
  }
  const auto size = static_cast<int64_t>(below.size());
  if (stack.place.empty()) stack.position = 0;
  if (!stack.within(size)) return stack_error(shell, stack.place);
  if (stack.position > 0) {
    below.erase(below.begin() + (size - stack.position));
    return print_stack(shell);
  }
  if (!stack.has('n') && !change_directory(shell, below.back(), shell.options[SetOption::physical])) {
    return failed_change(shell, below.back());
  }
  below.pop_back();
  return print_stack(shell);
}

int builtin_dirs(Shell& shell, BuiltinCall& call) {
  auto& below = shell.directories->below;
  StackCall stack;
  const int refused = stack.read(shell, call.words, "lcvp", [&](int64_t size) {
    const bool there = stack.position >= 0 && stack.position <= size;
    return there ? 0 : stack_error(shell, std::string_view(stack.place).substr(1));
  });
  if (refused != 0) return refused;
  if (stack.next < call.words.size() && call.words[stack.next - 1] != "--") {
    const std::string& word = call.words[stack.next];
    return fail_usage(shell, word + (word == "-" ? ": invalid number" : ": invalid option"));
  }
  const auto size = static_cast<int64_t>(below.size());
  const int64_t only = stack.position;
  const bool numbered = stack.has('v');
  const char separator = stack.has('p') || numbered ? '\n' : ' ';
  if (stack.has('c')) {
    below.clear();
    return 0;
  }
  std::string text;
  for (int64_t i = only < 0 ? 0 : only; i <= (only < 0 ? size : only); i++) {
    const std::string& path = i == 0 ? shell.directories->current(shell) : below[static_cast<size_t>(size - i)];
    if (!text.empty()) text += separator;
    if (numbered) {
      char number[32];
      snprintf(number, sizeof number, "%2lld  ", static_cast<long long>(i));
      text += number;
    }
    text += stack.has('l') ? path : with_tilde(shell, path);
  }
  shell.output.write(text + "\n");
  return 0;
}

}  // namespace shell
