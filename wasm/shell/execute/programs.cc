// Programs: where they are, starting them, what they write while output is captured.
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <functional>
#include <utility>

#include "../files.h"
#include "../interrupt.h"
#include "../text/numbers.h"
#include "../text/quote.h"
#include "../text/split.h"
#include "internal.h"

namespace shell {

namespace {

constexpr std::string_view kStandardPath = "/bin:/usr/bin";
// Not /proc/self/exe as it is: in a new process that is another.
std::string this_program() {
  char path[PATH_MAX];
  const ssize_t length = readlink("/proc/self/exe", path, sizeof path);
  return length > 0 ? std::string(path, static_cast<size_t>(length)) : "/bin/bash";
}

// argv and envp of a program.
class Vectors {
 public:
  Vectors(Shell& shell, const std::string& path, const std::vector<std::string>& words, bool empty_environment) {
    arguments_.reserve(words.size() + 3);
    arguments_.resize(1);  // room for the shell that runs a script without #!
    for (const std::string& word : words) arguments_.push_back(const_cast<char*>(word.c_str()));
    arguments_.push_back(nullptr);
    if (!empty_environment) {
      const std::vector<std::string>& variables = shell.variables.environment();
      environment_.reserve(variables.size() + 4);
      for (const std::string& entry : variables) {
        if (!entry.starts_with("_=")) environment_.push_back(const_cast<char*>(entry.c_str()));
      }
      functions_ = exported_functions(shell);
      for (const std::string& entry : functions_) environment_.push_back(const_cast<char*>(entry.c_str()));
      underscore_ = "_=" + path;
      environment_.push_back(underscore_.data());
    }
    environment_.push_back(nullptr);
  }

  char** arguments() { return arguments_.data() + 1; }
  char** environment() { return environment_.data(); }
  char** script_arguments(const std::string& path) {
    arguments_[0] = const_cast<char*>("bash");
    arguments_[1] = const_cast<char*>(path.c_str());
    return arguments_.data();
  }

 private:
  std::vector<char*> arguments_;
  std::vector<char*> environment_;
  std::vector<std::string> functions_;
  std::string underscore_;
};

// A file the kernel cannot run is a script unless it looks like a program.
bool is_program_file(const std::string& path) {
  const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return false;
  const bool binary = looks_binary(fd);
  close(fd);
  return binary;
}

int report_exec_error(Shell& shell, const std::string& path, int error) {
  if (is_directory(path)) error = EISDIR;
  if (error == ENOENT && access(path.c_str(), F_OK) == 0) {
    shell.report(path + ": cannot execute: required file not found");
  } else if (error == ENOEXEC) {
    shell.report(path + ": cannot execute binary file: " + std::strerror(error));
  } else {
    shell.report(path + ": " + std::strerror(error));
  }
  return error == ENOENT ? 127 : 126;
}

// An asynchronous command without job control does not take what the keyboard sends.
class KeyboardSignals {
 public:
  explicit KeyboardSignals(bool ignore) : ignored_(ignore) {
    struct sigaction action{};
    action.sa_handler = SIG_IGN;
    for (size_t i = 0; ignored_ && i < std::size(kSignals); i++) sigaction(kSignals[i], &action, &before_[i]);
  }
  ~KeyboardSignals() {
    for (size_t i = 0; ignored_ && i < std::size(kSignals); i++) sigaction(kSignals[i], &before_[i], nullptr);
  }

 private:
  static constexpr int kSignals[] = {SIGINT, SIGQUIT};
  bool ignored_;
  struct sigaction before_[std::size(kSignals)]{};
};

// Returns (126 or 127, reported) only on failure.
int exec_program(Shell& shell, const std::string& path, const std::vector<std::string>& arguments,
                 bool empty_environment) {
  Vectors vectors(shell, path, arguments, empty_environment);
  (void)shell.output.flush();
  const sigset_t defaults = shell.traps->signals_to_default();
  for (int number = 1; number < Traps::kSignals; number++) {
    if (sigismember(&defaults, number) == 1) signal(number, SIG_DFL);
  }
  execve(path.c_str(), vectors.arguments(), vectors.environment());
  int error = errno;
  if (error == ENOEXEC && !is_program_file(path)) {
    execve(this_program().c_str(), vectors.script_arguments(path), vectors.environment());
    error = errno;
  }
  const int status = report_exec_error(shell, path, error);
  errno = error;
  return status;
}

}  // namespace

void for_each_in_path(std::string_view list, const std::string& name, const std::function<bool(std::string)>& use) {
  for (const std::string_view folder : split(list, ':')) {
    std::string candidate(folder.empty() ? "." : folder);
    if (candidate.back() != '/') candidate += '/';
    if (use(candidate + name)) return;
  }
}

std::string find_program(Shell& shell, const std::string& name, bool standard_path, bool remember) {
  if (name.find('/') != std::string::npos || name.empty()) return name;
  const bool hashes = shell.options[SetOption::hashall];
  if (hashes && !standard_path) {
    const auto found = shell.hashed.find(name);
    if (found != shell.hashed.end() && (!shell.options[Shopt::checkhash] || is_executable(found->second.path))) {
      if (remember) found->second.hits++;
      return found->second.path;
    }
  }
  const std::string list = standard_path ? std::string(kStandardPath) : shell.variables.text("PATH");
  std::string result, unusable;
  for_each_in_path(list, name, [&](std::string candidate) {
    if (is_executable(candidate)) {
      result = std::move(candidate);
    } else if (unusable.empty() && is_file(candidate)) {
      unusable = std::move(candidate);
    }
    return !result.empty();
  });
  if (result.empty()) return unusable;
  if (hashes && remember) shell.hashed[name] = {result, 1};
  return result;
}

std::vector<std::string> find_all_programs(Shell& shell, const std::string& name) {
  std::vector<std::string> found;
  if (name.find('/') != std::string::npos) {
    if (is_executable(name)) found.push_back(name);
    return found;
  }
  for_each_in_path(shell.variables.text("PATH"), name, [&](std::string candidate) {
    if (is_executable(candidate)) found.push_back(std::move(candidate));
    return false;
  });
  return found;
}

int take_place(Shell& shell, const std::string& path, const std::vector<std::string>& arguments,
               bool empty_environment) {
  const std::string level = shell.variables.text("SHLVL", "1");
  int64_t number;
  if (parse_integer(level, number)) shell.variables.force("SHLVL", std::to_string(number - 1));
  (void)shell.output.flush();
  errno = 0;
  const int status = exec_program(shell, path, arguments, empty_environment);
  const int error = errno;
  shell.variables.force("SHLVL", level);
  errno = error;
  return status;
}

CapturePipes::~CapturePipes() {
  for (const Pipe& pipe : pipes_) {
    if (pipe.reader >= 0) close(pipe.reader);
    if (pipe.writer >= 0) close(pipe.writer);
  }
}

int CapturePipes::writer(int fd) {
  std::string* const text = shell_.output.targets[fd].capture;
  if (text == nullptr) return -1;
  for (Pipe& pipe : pipes_) {
    if (pipe.text == text) return pipe.writer;
    if (pipe.text != nullptr) continue;
    int ends[2];
    if (!open_pipe(ends)) return -1;
    pipe = {text, ends[0], ends[1]};
    return pipe.writer;
  }
  return -1;
}

void CapturePipes::drain() {
  for (Pipe& pipe : pipes_) {
    if (pipe.writer >= 0) close(std::exchange(pipe.writer, -1));
  }
  char buffer[32768];
  for (;;) {
    Pipe* open[2];
    pollfd waits[2];
    nfds_t count = 0;
    for (Pipe& pipe : pipes_) {
      if (pipe.reader < 0) continue;
      open[count] = &pipe;
      waits[count++] = {pipe.reader, POLLIN, 0};
    }
    if (count == 0) return;
    if (count == 2 && poll(waits, count, -1) < 0) {
      if (!call_again()) return;
      continue;
    }
    for (nfds_t i = 0; i < count; i++) {
      if (count == 2 && waits[i].revents == 0) continue;
      const ssize_t got = read(open[i]->reader, buffer, sizeof buffer);
      if (got > 0) {
        open[i]->text->append(buffer, static_cast<size_t>(got));
      } else if (got == 0 || !call_again()) {
        close(std::exchange(open[i]->reader, -1));
      }
    }
  }
}

pid_t spawn_program(Shell& shell, const std::string& path, const std::vector<std::string>& words, pid_t group,
                    bool asynchronous, CapturePipes& pipes, int& status) {
  (void)shell.output.flush();
  Vectors vectors(shell, path, words, false);
  const int captured[] = {pipes.writer(1), pipes.writer(2)};
  const bool acts = captured[0] >= 0 || captured[1] >= 0;
  posix_spawn_file_actions_t actions;
  if (acts) {
    posix_spawn_file_actions_init(&actions);
    for (int i = 0; i < 2; i++) {
      if (captured[i] >= 0) posix_spawn_file_actions_adddup2(&actions, captured[i], i + 1);
    }
  }
  const bool has_attributes = group >= 0 || shell.interactive;
  posix_spawnattr_t attributes;
  if (has_attributes) {
    posix_spawnattr_init(&attributes);
    const sigset_t defaults = shell.traps->signals_to_default();
    posix_spawnattr_setsigdefault(&attributes, &defaults);
    if (group >= 0) posix_spawnattr_setpgroup(&attributes, group);
    posix_spawnattr_setflags(&attributes,
                             static_cast<short>(POSIX_SPAWN_SETSIGDEF | (group >= 0 ? POSIX_SPAWN_SETPGROUP : 0)));
  }
  const KeyboardSignals keyboard(asynchronous && !shell.options[SetOption::monitor]);
  pid_t pid = -1;
  const auto spawn = [&](const char* file, char** arguments) {
    return posix_spawn(&pid, file, acts ? &actions : nullptr, has_attributes ? &attributes : nullptr, arguments,
                       vectors.environment());
  };
  int error = spawn(path.c_str(), vectors.arguments());
  if (error == ENOEXEC && !is_program_file(path)) error = spawn(this_program().c_str(), vectors.script_arguments(path));
  if (acts) posix_spawn_file_actions_destroy(&actions);
  if (has_attributes) posix_spawnattr_destroy(&attributes);
  if (error == 0) return pid;
  status = report_exec_error(shell, path, error);
  return -1;
}

bool looks_binary(int fd) {
  char start[128];
  const ssize_t count = pread(fd, start, sizeof start, 0);
  if (count >= 4 && std::memcmp(start, "\177ELF", 4) == 0) return true;
  return count > 0 &&
         std::memchr(start, '\0', static_cast<size_t>(std::find(start, start + count, '\n') - start)) != nullptr;
}

void report_not_found(Shell& shell, const std::string& name, bool standard_path) {
  const bool no_path = !standard_path && shell.variables.text("PATH").empty();
  shell.report(printable(name) + (no_path ? ": No such file or directory" : ": command not found"));
}

void report_signal(Shell& shell, const std::vector<ChildProcess>& processes, int wait_status) {
  // The host ends the command line: it knows.
  if (!WIFSIGNALED(wait_status) || interrupted() || shell.jobs->silent()) return;
  const int number = WTERMSIG(wait_status);
  if (number == SIGINT || number == SIGPIPE) return;
  if (number == SIGTERM || shell.interactive || shell.traps->active(number)) {
    shell.output.error(end_text(wait_status) + "\n");
    return;
  }
  std::string text = shell.error_prefix();
  for (size_t i = 0; i < processes.size(); i++) {
    char line[64];
    const std::string end = end_text(processes[i].wait_status);
    const bool repeats = i > 0 && end == end_text(processes[i - 1].wait_status);
    snprintf(line, sizeof line, "%s%5d %-*s", i > 0 ? "     " : "", static_cast<int>(processes[i].pid),
             repeats ? 22 : 24, repeats ? "" : end.c_str());
    text += line;
    text += (i > 0 ? "| " : "") + processes[i].command + "\n";
  }
  shell.output.error(text);
}

int run_program(Shell& shell, const std::string& path, const std::vector<std::string>& words, const Command* command) {
  if (command != nullptr && command == shell.execution.replacing && !shell.traps->any_active()) {
    return command == shell.execution.stage ? exec_program(shell, path, words, false)
                                            : take_place(shell, path, words, false);
  }
  CapturePipes pipes(shell);
  int status = 0;
  const pid_t group = shell.options[SetOption::monitor] ? 0 : -1;
  const pid_t pid = spawn_program(shell, path, words, group, false, pipes, status);
  if (pid < 0) return status;
  pipes.drain();
  return wait_for_child(shell, pid, command, group);
}

}  // namespace shell
