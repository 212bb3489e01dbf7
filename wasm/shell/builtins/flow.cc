// What changes the flow of control.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "../execute/executor.h"
#include "builtins.h"
#include "directories.h"

namespace shell {

namespace {

int usage_error(Shell& shell, std::string_view message) {
  if (!message.empty()) shell.builtin_error(message);
  const Builtin* builtin = find_builtin(shell, shell.command_name);
  if (builtin != nullptr) shell.builtin_usage(builtin->usage);
  return kUsageStatus;
}

int too_many_arguments(Shell& shell) {
  shell.builtin_error("too many arguments");
  return shell.fail_line(1);
}

// Where the arguments start: after "--".
size_t first_argument(const BuiltinCall& call) { return call.words.size() > 1 && call.words[1] == "--" ? 2 : 1; }

int leave_loop(Shell& shell, BuiltinCall& call, Unwind unwind) {
  if (shell.loop_depth == 0) {
    shell.builtin_error("only meaningful in a `for', `while', or `until' loop");
    return 0;
  }
  const size_t first = first_argument(call);
  int64_t count = 1;
  if (first < call.words.size()) {
    const std::string& word = call.words[first];
    if (!parse_integer(word, count)) {
      shell.builtin_error(word + ": numeric argument required");
      return shell.interactive || shell.session ? shell.fail_line(1) : shell.exit_shell(128);
    }
    if (first + 1 < call.words.size()) return too_many_arguments(shell);
    if (count <= 0) {
      shell.builtin_error(word + ": loop count out of range");
      shell.unwind = Unwind::break_;
      shell.unwind_count = shell.loop_depth;
      return 1;
    }
  }
  shell.unwind = unwind;
  shell.unwind_count = count < shell.loop_depth ? static_cast<int>(count) : shell.loop_depth;
  return 0;
}

// The status `exit` and `return` are given. False: the command line has been given up.
bool argument_status(Shell& shell, const BuiltinCall& call, int& status) {
  const size_t first = first_argument(call);
  status = shell.status;
  if (first >= call.words.size()) return true;
  int64_t value;
  if (!parse_integer(call.words[first], value)) {
    shell.builtin_error(call.words[first] + ": numeric argument required");
    status = kUsageStatus;
    return true;
  }
  if (first + 1 < call.words.size()) {
    too_many_arguments(shell);
    return false;
  }
  status = static_cast<int>(value & 0xff);
  return true;
}

int leave_shell(Shell& shell, const BuiltinCall& call) {
  int status;
  if (!argument_status(shell, call, status)) return 1;
  return shell.exit_shell(status);
}

bool is_regular_readable(const std::string& path) {
  struct stat information{};
  return stat(path.c_str(), &information) == 0 && !S_ISDIR(information.st_mode) && access(path.c_str(), R_OK) == 0;
}

// Where `.` finds a file without a slash in its name: PATH, then the current directory. Empty: nowhere.
std::string find_source(Shell& shell, const std::string& name) {
  if (name.find('/') != std::string::npos) return name;
  if (shell.options[Shopt::sourcepath]) {
    const std::string list = shell.variables.text("PATH");
    for (size_t at = 0; at <= list.size();) {
      const size_t end = std::min(list.find(':', at), list.size());
      std::string candidate = list.substr(at, end - at);
      at = end + 1;
      if (candidate.empty()) candidate = ".";
      candidate += '/';
      candidate += name;
      if (is_regular_readable(candidate)) return candidate;
    }
  }
  return shell.options[SetOption::posix] ? std::string() : name;
}

// 0 or an errno.
int read_file(const std::string& path, std::string& text) {
  const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return errno;
  struct stat information{};
  int error = fstat(fd, &information) == 0 && S_ISDIR(information.st_mode) ? EISDIR : 0;
  char buffer[16384];
  while (error == 0) {
    const ssize_t count = read(fd, buffer, sizeof buffer);
    if (count == 0) break;
    if (count > 0) {
      text.append(buffer, static_cast<size_t>(count));
    } else if (errno != EINTR) {
      error = errno;
    }
  }
  close(fd);
  return error;
}

std::string absolute(Shell& shell, const std::string& path) {
  if (path.starts_with('/')) return path;
  const std::string_view relative = path.starts_with("./") ? std::string_view(path).substr(2) : std::string_view(path);
  return shell.directories->current(shell) + "/" + std::string(relative);
}

}  // namespace

int builtin_true(Shell&, BuiltinCall&) { return 0; }
int builtin_false(Shell&, BuiltinCall&) { return 1; }
int builtin_break(Shell& shell, BuiltinCall& call) { return leave_loop(shell, call, Unwind::break_); }
int builtin_continue(Shell& shell, BuiltinCall& call) { return leave_loop(shell, call, Unwind::continue_); }

int builtin_return(Shell& shell, BuiltinCall& call) {
  int status;
  if (!argument_status(shell, call, status)) return 1;
  if (shell.function_depth == 0 && shell.source_depth == 0) {
    shell.builtin_error("can only `return' from a function or sourced script");
    return kUsageStatus;
  }
  shell.unwind = Unwind::return_;
  return shell.status = status;
}

int builtin_exit(Shell& shell, BuiltinCall& call) {
  if (shell.interactive && shell.subshell_level == 0) shell.output.error(shell.login ? "logout\n" : "exit\n");
  return leave_shell(shell, call);
}

int builtin_logout(Shell& shell, BuiltinCall& call) {
  if (shell.login) return leave_shell(shell, call);
  shell.builtin_error("not login shell: use `exit'");
  return 1;
}

int builtin_eval(Shell& shell, BuiltinCall& call) {
  OptionReader options(shell, call, "");
  if (options.next() == '?') return kUsageStatus;
  std::string text;
  for (size_t i = options.first(); i < call.words.size(); i++) {
    if (!text.empty() || i > options.first()) text += ' ';
    text += call.words[i];
  }
  if (text.find_first_not_of(" \t\n") == std::string::npos) return 0;
  return execute_text(shell, text, "eval", shell.line);
}

int builtin_source(Shell& shell, BuiltinCall& call) {
  OptionReader options(shell, call, "");
  if (options.next() == '?') return kUsageStatus;
  size_t first = options.first();
  if (first >= call.words.size()) {
    shell.builtin_error("filename argument required");
    shell.builtin_usage(std::string(shell.command_name) + " filename [arguments]");
    return kUsageStatus;
  }
  const std::string& name = call.words[first];
  const bool posix = shell.options[SetOption::posix];
  const std::string path = find_source(shell, name);
  std::string text;
  const int error = path.empty() ? ENOENT : read_file(path, text);
  if (error == EISDIR) {
    shell.builtin_error(path + ": is a directory");
  } else if (error != 0 && posix && path.empty()) {
    shell.builtin_error(name + ": file not found");
  } else if (error != 0) {
    shell.report(path + ": " + std::strerror(error));
  }
  if (error != 0) return posix && !shell.interactive ? shell.exit_shell(1) : 1;

  constexpr size_t kMostNulBytes = 256;  // a text with more is a binary
  const size_t size = text.size();
  std::erase(text, '\0');
  if (size - text.size() > kMostNulBytes) {
    shell.builtin_error(path + ": cannot execute binary file");
    return 126;
  }
  Arguments arguments;
  if (++first < call.words.size()) {
    arguments = std::make_shared<const std::vector<std::string>>(
        call.words.begin() + static_cast<std::ptrdiff_t>(first), call.words.end());
  }
  return execute_file(shell, path, text, std::move(arguments));
}

int builtin_exec(Shell& shell, BuiltinCall& call) {
  bool clean = false, login = false;
  std::string zeroth;
  OptionReader options(shell, call, "cla:");
  for (int letter; (letter = options.next()) != -1;) {
    if (letter == '?') return kUsageStatus;
    if (letter == 'c') clean = true;
    if (letter == 'l') login = true;
    if (letter == 'a') zeroth = options.argument();
  }
  if (options.first() >= call.words.size()) return 0;
  std::vector<std::string> arguments(call.words.begin() + static_cast<std::ptrdiff_t>(options.first()),
                                     call.words.end());
  const std::string name = arguments[0];
  const bool stays =
      shell.subshell_level == 0 && (shell.interactive || shell.session || shell.options[Shopt::execfail]);
  const auto failed = [&](int status) { return stays ? shell.status = status : shell.exit_shell(status); };
  std::string path = name.find('/') == std::string::npos ? find_program(shell, name) : name;
  if (path.empty()) {
    shell.builtin_error(name + ": not found");
    return failed(127);
  }
  path = absolute(shell, path);
  if (!zeroth.empty()) arguments[0] = zeroth;
  if (login) arguments[0].insert(0, 1, '-');

  // The program takes this shell's place, also in the count of shells.
  const std::string level = shell.variables.text("SHLVL", "1");
  int64_t number;
  if (parse_integer(level, number)) shell.variables.force("SHLVL", std::to_string(number - 1));
  (void)shell.output.flush();
  errno = 0;
  const int status = exec_program(shell, path, arguments, clean);
  const int error = errno;
  shell.variables.force("SHLVL", level);
  if (status == 126) {
    struct stat information{};
    const bool known = stat(path.c_str(), &information) == 0;
    const int reason = known && S_ISDIR(information.st_mode) ? EISDIR
                       : access(path.c_str(), X_OK) != 0     ? EACCES
                                                             : error;
    shell.builtin_error(path + ": cannot execute: " + std::strerror(reason));
  }
  return failed(status);
}

int builtin_caller(Shell& shell, BuiltinCall& call) {
  OptionReader options(shell, call, "");
  if (options.next() == '?') return kUsageStatus;
  // frames[last - n] is what BASH_LINENO[n], BASH_SOURCE[n] and FUNCNAME[n] show.
  const std::vector<Frame>& frames = shell.frames;
  const auto frame = [&frames](size_t n) { return n < frames.size() ? &frames[frames.size() - 1 - n] : nullptr; };
  if (options.first() >= call.words.size()) {
    if (frames.empty()) return 1;
    const Frame* outer = frame(1);
    const bool named = outer != nullptr && !outer->source.empty();
    shell.output.write(std::to_string(frame(0)->call_line) + " " + (named ? outer->source : "NULL") + "\n");
    return 0;
  }
  int64_t number;
  const std::string& word = call.words[options.first()];
  if (!parse_integer(word, number)) return usage_error(shell, word + ": invalid number");
  if (number < 0 || static_cast<uint64_t>(number) >= frames.size()) return 1;
  const Frame* inner = frame(static_cast<size_t>(number));
  const Frame* outer = frame(static_cast<size_t>(number) + 1);
  if (outer == nullptr) return 1;
  shell.output.write(std::to_string(inner->call_line) + " " + outer->function + " " + outer->source + "\n");
  return 0;
}

}  // namespace shell
