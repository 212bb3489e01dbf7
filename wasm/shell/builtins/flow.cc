// What changes the flow of control.
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "../directories.h"
#include "../execute/executor.h"
#include "../execute/jobs.h"
#include "../execute/traps.h"
#include "../files.h"
#include "../text/split.h"
#include "builtins.h"

namespace shell {

namespace {

int leave_loop(Shell& shell, BuiltinCall& call, Unwind unwind) {
  if (shell.loop_depth == 0 && shell.options[SetOption::posix]) return 0;
  if (shell.loop_depth == 0) return fail(shell, "only meaningful in a `for', `while', or `until' loop", 0);
  int64_t count = 1;
  if (!call.operands.empty()) {
    const std::string& word = call.operands[0];
    if (!parse_integer(word, count)) {
      shell.builtin_error(word + ": numeric argument required");
      return shell.interactive || shell.session ? shell.give_up(Reach::rules) : shell.exit_shell(128);
    }
    if (call.operands.size() > 1) return too_many_arguments(shell);
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

// The status `exit` and `return` are given; nullopt: the command line has been given up.
std::optional<int> argument_status(Shell& shell, const BuiltinCall& call) {
  if (call.operands.empty()) return shell.status;
  int64_t value;
  const bool good = parse_integer(call.operands[0], value);
  if (!good) return fail(shell, call.operands[0] + ": numeric argument required", kUsageStatus).status;
  if (call.operands.size() == 1) return static_cast<int>(value & 0xff);
  (void)too_many_arguments(shell);
  return std::nullopt;
}

int leave_shell(Shell& shell, const BuiltinCall& call) {
  if (const int* before = shell.traps->status_at_exit(); before != nullptr && call.words.size() == 1)
    return shell.exit_shell(*before);
  const std::optional<int> status = argument_status(shell, call);
  return status ? shell.exit_here(*status) : 1;
}

// Where `.` finds a file without a slash in its name: PATH, then the current directory. Empty: nowhere.
std::string find_source(Shell& shell, const std::string& name) {
  if (name.find('/') != std::string::npos) return name;
  std::string found;
  if (shell.options[Shopt::sourcepath]) {
    for_each_in_path(shell.variables.text("PATH"), name, [&found](std::string candidate) {
      if (is_file(candidate) && access(candidate.c_str(), R_OK) == 0) found = std::move(candidate);
      return !found.empty();
    });
  }
  if (!found.empty()) return found;
  return shell.options[SetOption::posix] ? std::string() : name;
}

}  // namespace

int builtin_true(Shell&, BuiltinCall&) { return 0; }
int builtin_false(Shell&, BuiltinCall&) { return 1; }
int builtin_break(Shell& shell, BuiltinCall& call) { return leave_loop(shell, call, Unwind::break_); }
int builtin_continue(Shell& shell, BuiltinCall& call) { return leave_loop(shell, call, Unwind::continue_); }

int builtin_return(Shell& shell, BuiltinCall& call) {
  std::optional<int> status = argument_status(shell, call);
  if (!status) return 1;
  const int* const before_trap = shell.traps->status_before();
  if (before_trap != nullptr && call.words.size() == 1) status = *before_trap;
  if (shell.function_depth == 0 && shell.source_depth == 0)
    return fail(shell, "can only `return' from a function or sourced script", kUsageStatus);
  shell.unwind = Unwind::return_;
  return shell.status = *status;
}

int builtin_exit(Shell& shell, BuiltinCall& call) {
  if (shell.interactive && shell.subshell_level == 0) shell.output.error(shell.login ? "logout\n" : "exit\n");
  return leave_shell(shell, call);
}

int builtin_logout(Shell& shell, BuiltinCall& call) {
  if (shell.login) return leave_shell(shell, call);
  return fail(shell, "not login shell: use `exit'");
}

int builtin_eval(Shell& shell, BuiltinCall& call) {
  const std::string text = join(call.operands, " ");
  if (text.find_first_not_of(" \t\n") == std::string::npos) return 0;
  return execute_text(shell, text, "eval", shell.line);
}

int builtin_source(Shell& shell, BuiltinCall& call) {
  if (call.operands.empty()) return fail_usage(shell, "filename argument required");
  const std::string& name = call.operands[0];
  const bool posix = shell.options[SetOption::posix];
  if (name.find('/') != std::string::npos && shell.forbids(name)) return 1;
  const std::string path = find_source(shell, name);
  std::string text;
  const int error = path.empty() ? ENOENT : read_file(path, text);
  if (error == EISDIR) {
    shell.builtin_error(path + ": is a directory");
  } else if (error != 0 && posix && path.empty()) {
    shell.builtin_error(name + ": file not found");
  } else if (error != 0) {
    const std::string message = path + ": " + std::strerror(error);
    shell.conditional_depth > 0 ? shell.report(message) : shell.report_error(message);
  }
  if (error != 0) return call.special ? shell.exit_shell(1) : 1;

  constexpr size_t kMostNulBytes = 256;  // a text with more is a binary
  const size_t size = text.size();
  std::erase(text, '\0');
  if (size - text.size() > kMostNulBytes) return fail(shell, path + ": cannot execute binary file", 126);
  Arguments arguments;
  if (call.operands.size() > 1) {
    arguments = std::make_shared<const std::vector<std::string>>(call.operands.begin() + 1, call.operands.end());
  }
  return execute_file(shell, path, text, std::move(arguments));
}

int builtin_exec(Shell& shell, BuiltinCall& call) {
  if (call.operands.empty()) return 0;
  if (shell.forbids("")) return 1;
  std::vector<std::string> arguments(call.operands.begin(), call.operands.end());
  const std::string name = arguments[0];
  const bool stays =
      shell.subshell_level == 0 && (shell.interactive || shell.session || shell.options[Shopt::execfail]);
  const auto failed = [&](int status) { return stays ? shell.status = status : shell.exit_here(status); };
  std::string path = name.find('/') == std::string::npos ? find_program(shell, name) : name;
  if (path.empty()) {
    shell.builtin_error(name + ": not found");
    return failed(127);
  }
  path = absolute_path(shell, path.starts_with("./") ? path.substr(2) : path);
  if (call.has('a')) arguments[0] = *call.argument('a');
  if (call.has('l')) arguments[0].insert(0, 1, '-');

  const int status = take_place(shell, path, arguments, call.has('c'));
  const int error = errno;
  if (status == 126) {
    const int reason = is_directory(path) ? EISDIR : access(path.c_str(), X_OK) != 0 ? EACCES : error;
    shell.builtin_error(path + ": cannot execute: " + std::strerror(reason));
  }
  return failed(status);
}

int builtin_caller(Shell& shell, BuiltinCall& call) {
  // frames[last - n] is what BASH_LINENO[n], BASH_SOURCE[n] and FUNCNAME[n] show.
  const std::vector<Frame>& frames = shell.frames;
  const auto frame = [&frames](size_t n) { return n < frames.size() ? &frames[frames.size() - 1 - n] : nullptr; };
  const Frame* const caller = frame(1);
  if (caller == nullptr && frames[0].source.empty()) return 1;
  if (!read_options(shell, call, "")) return kUsageStatus;
  if (call.operands.empty()) {
    const bool named = caller != nullptr && !caller->source.empty();
    shell.output.write(std::to_string(frame(0)->call_line) + " " + (named ? caller->source : "NULL") + "\n");
    return 0;
  }
  int64_t number;
  const std::string& word = call.operands[0];
  if (!parse_integer(word, number)) return fail_usage(shell, word + ": invalid number");
  if (number < 0 || static_cast<uint64_t>(number) >= frames.size()) return 1;
  const Frame* inner = frame(static_cast<size_t>(number));
  const Frame* outer = frame(static_cast<size_t>(number) + 1);
  if (outer == nullptr || outer->source.empty()) return 1;
  shell.output.write(std::to_string(inner->call_line) + " " + outer->function + " " + outer->source + "\n");
  return 0;
}

}  // namespace shell
