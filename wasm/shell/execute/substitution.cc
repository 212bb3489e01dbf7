// $(…), <(…), >(…).
#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "../expand/expand.h"
#include "../files.h"
#include "in_process.h"
#include "internal.h"
#include "traps.h"

namespace shell {

namespace {

// $(<file): the redirection; null: anything else.
const Redirect* only_input(const List& body) {
  if (body.items.size() != 1 || body.items[0].background) return nullptr;
  const Command& command = *body.items[0].command;
  if (command.kind != CommandKind::simple || command.redirects.size() != 1) return nullptr;
  const auto& simple = static_cast<const SimpleCommand&>(command);
  const Redirect* const redirect = command.redirects[0];
  const bool reads = redirect->kind == RedirectKind::input && redirect->fd <= 0 && redirect->fd_variable.empty();
  return reads && simple.words.empty() && simple.assignments.empty() ? redirect : nullptr;
}

int read_redirected(Shell& shell, const Redirect& redirect, std::string& text) {
  std::string path;
  if (!expand_redirect_target(shell, *redirect.target, path)) return 1;
  const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) {
    shell.report(path + ": " + std::strerror(errno));
    return 1;
  }
  (void)read_all(fd, text);
  close(fd);
  return 0;
}

int capture_here(Shell& shell, const List& body, Observation observation, std::string& text) {
  const InProcessSubshell undo(shell, observation, InProcessSubshell::Kind::substitution);
  (void)shell.output.flush();
  const Output::Target before = std::exchange(shell.output.targets[1], Output::Target{&text});
  execute(shell, body);
  (void)shell.output.flush();
  shell.output.targets[1] = before;
  return shell.status;
}

int capture_child(Shell& shell, const CommandPart& part, std::string& text) {
  int ends[2];
  if (!open_pipe(ends)) {
    shell.report("cannot make pipe for command substitution: " + std::string(std::strerror(errno)));
    return 1;
  }
  CapturePipes pipes(shell);
  const ChildPlan plan{.command = part.body,
                       .text = part.text,
                       .places = {.output = ends[1]},
                       .close_also = ends[0],
                       .substitution = true};
  const pid_t pid = start_child(shell, plan, pipes);
  close(ends[1]);
  if (pid >= 0) (void)read_all(ends[0], text);
  close(ends[0]);
  if (pid < 0) return 1;
  pipes.drain();
  return exit_status_of(shell.jobs->wait_child(pid));
}

void drop_nul_bytes(Shell& shell, std::string& text) {
  if (text.find('\0') == std::string::npos) return;
  std::erase(text, '\0');
  shell.report("warning: command substitution: ignored null byte in input");
}

}  // namespace

std::string command_output(Shell& shell, const CommandPart& part) {
  std::string text;
  int status;
  if (const Redirect* const redirect = part.body != nullptr ? only_input(*part.body) : nullptr; redirect != nullptr) {
    status = read_redirected(shell, *redirect, text);
  } else {
    const Observation observation = part.body != nullptr ? observe(shell, *part.body) : Observation{false, false};
    const bool errors_elsewhere = shell.output.targets[2].capture != nullptr;
    status = observation.in_process && !errors_elsewhere ? capture_here(shell, *part.body, observation, text)
                                                         : capture_child(shell, part, text);
  }
  drop_nul_bytes(shell, text);
  shell.status = shell.command_substitution_status = status;
  return text;
}

std::string process_substitution(Shell& shell, const ProcessPart& part) {
  int ends[2];
  if (!open_pipe(ends)) {
    shell.report("cannot make pipe for process substitution: " + std::string(std::strerror(errno)));
    return "/dev/null";
  }
  const int own = part.output ? 1 : 0;  // the end this process keeps
  CapturePipes pipes(shell);
  ChildPlan plan{.command = part.body, .close_also = ends[own], .substitution = true, .keeps_errexit = true};
  (part.output ? plan.places.input : plan.places.output) = ends[1 - own];
  const pid_t pid = start_child(shell, plan, pipes);
  close(ends[1 - own]);
  int& fd = ends[own];
  move_high(fd, 3);
  fcntl(fd, F_SETFD, 0);
  if (pid >= 0) {
    shell.jobs->add_loose(pid);
    shell.last_background = pid;
  }
  shell.execution.substitutions.push_back({fd, pid});
  return "/dev/fd/" + std::to_string(fd);
}

void close_process_substitutions(Shell& shell, size_t mark) {
  std::vector<ExecutionState::Substitution>& open = shell.execution.substitutions;
  while (open.size() > mark) {
    close(open.back().fd);
    open.pop_back();
  }
}

}  // namespace shell
