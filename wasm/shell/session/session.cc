#include "session.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <utility>

#include "../../sys/process.h"
#include "../builtins/builtins.h"
#include "../directories.h"
#include "../execute/executor.h"
#include "../execute/jobs.h"
#include "../execute/traps.h"
#include "../history/history.h"
#include "../interrupt.h"
#include "protocol.h"

namespace shell {

namespace {

// The status of a shell whose reply the host does not take.
constexpr int kCannotReply = 70;
constexpr uint32_t kMaxMessage = 1U << 30;

// What one reply may hold of each, so that all together is less than the kernel takes (SessionChannel::kMaxReplyBytes)
// and soon read by the host.
constexpr size_t kMaxEnvironment = size_t{4} << 20;
constexpr size_t kMaxDirectory = size_t{64} << 10;
constexpr size_t kMaxJobs = size_t{1} << 20;
constexpr size_t kMaxJobText = size_t{64} << 10;
constexpr size_t kMaxCompletions = size_t{4} << 20;
constexpr size_t kMaxWords = 100'000;

bool receive_exactly(char* place, size_t length) {
  while (length > 0) {
    const ssize_t count = sys::receive_request(place, length, nullptr);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    place += count;
    length -= static_cast<size_t>(count);
  }
  return true;
}

// The first of them that fit.
std::vector<std::string> within(std::vector<std::string> texts, size_t room) {
  if (texts.size() > kMaxWords) texts.resize(kMaxWords);
  std::erase_if(texts, [&](const std::string& text) {
    const size_t size = text.size() + sizeof(uint32_t);
    return size > room || (room -= size, false);
  });
  return texts;
}

// NAME=value entries become exported variables of the innermost scope, or are passed on.
void export_into_scope(Shell& shell, const std::vector<std::string>& entries) {
  for (const std::string& entry : entries) {
    const size_t equals = entry.find('=');
    if (equals == std::string::npos) continue;
    const std::string_view name = std::string_view(entry).substr(0, equals);
    if (!is_name(name)) {
      shell.variables.pass_on(entry);
      continue;
    }
    (void)shell.variables.set_temporary(shell.variables.intern(name), std::string_view(entry).substr(equals + 1),
                                        false);
  }
}

class Session {
 public:
  explicit Session(Shell& shell) : shell_(shell) {}

  // Serves the host's requests until there are no more, and ends the shell. Begins anew after each rest: what outlives
  // a wait for a request is in this object, which is never destroyed.
  [[noreturn]] void serve() {
    int status = 0;
    while (receive()) {
      if (serve_request()) continue;
      status = shell_.status;
      break;
    }
    (void)shell_.output.flush();
    _exit(status & 0xff);
  }

  sys::Continuation after_rest{};

 private:
  bool receive() {
    char head[4];
    for (;;) {
      const ssize_t count = sys::receive_request(head, 1, &after_rest);
      if (count > 0) break;
      if (count == 0 || errno != EINTR) return false;
      // Not from the host: nothing runs that it could want to end.
      host_interrupt = 0;
    }
    if (!receive_exactly(head + 1, sizeof head - 1)) return false;
    const uint32_t length = MessageReader(std::string_view(head, sizeof head)).number();
    if (length > kMaxMessage) return false;
    message_.resize(length);
    return receive_exactly(message_.data(), length);
  }

  // False: the shell ends, with its status.
  bool serve_request() {
    MessageReader request(message_);
    switch (static_cast<RequestKind>(request.byte())) {
      case RequestKind::run:
        return run(RunRequest::read(request));
      case RequestKind::complete:
        complete(CompleteRequest::read(request));
        break;
      case RequestKind::restore:
        restore(RestoreRequest::read(request));
        break;
    }
    return true;
  }

  // False: the shell ends.
  bool run(RunRequest request) {
    auto& [clear_history, command, directory, arguments, environment, set] = request;
    // What was killed with the last command line may have ended after it.
    shell_.jobs->reap();
    shell_.variables.import_environment(set);
    import_functions(shell_, set);
    if (clear_history) shell_.history->clear();
    prepare();
    leave_removed_directory();

    const Arguments positional = shell_.positional;
    if (arguments) shell_.positional = std::make_shared<std::vector<std::string>>(std::move(*arguments));
    const std::string before = directory.empty() ? std::string() : working_directory();
    if (!directory.empty()) (void)change_directory(shell_, directory, false);
    const std::vector<std::string> passed_on = shell_.variables.passed_on();
    if (!environment.empty()) {
      shell_.variables.push_scope(ScopeKind::command);
      export_into_scope(shell_, environment);
    }

    shell_.history->add(command);
    // Perhaps it was cancelled before it began.
    if (!interrupted()) execute_line(command);
    const bool cut = interrupted();
    const bool ended = shell_.unwind == Unwind::exit && !cut;
    prepare();
    if (ended) {
      shell_.traps->run_exit();
    } else {
      shell_.jobs->reap();
    }
    (void)shell_.output.flush();
    (void)shell_.output.take_error();

    if (!environment.empty()) {
      shell_.variables.pop_scope();
      shell_.variables.pass_on_only(passed_on);
    }
    if (!directory.empty()) (void)change_directory(shell_, before, false);
    shell_.positional = arguments ? positional : shell_.positional;
    answer_run(ended);
    return !ended;
  }

  void complete(const CompleteRequest& request) {
    prepare();
    CompletionResult result;
    // Perhaps it was cancelled before it began.
    if (!interrupted()) result = complete_line(shell_, request.line, request.cursor);
    prepare();
    const CompleteReply reply{.start = static_cast<uint32_t>(result.start),
                              .end = static_cast<uint32_t>(result.end),
                              .words = within(std::move(result.words), kMaxCompletions)};
    send(reply.message());
  }

  void restore(const RestoreRequest& request) {
    prepare();
    shell_.history->set_base(request.first);
    for (const std::string& entry : request.commands) shell_.history->add(entry);
  }

  void execute_line(const std::string& command) {
    StringSource source(command);
    (void)execute_source(shell_, source, "-c", 1);
  }

  // What a former command line may have left half done when it was interrupted.
  void prepare() {
    shell_.unwind = Unwind::none;
    shell_.loop_depth = shell_.function_depth = shell_.source_depth = shell_.conditional_depth = 0;
    shell_.frames.resize(1);
    shell_.line = 1;
    shell_.command_name = {};
    shell_.in_trap = false;
    for (Output::Target& target : shell_.output.targets) target = {};
  }

  void answer_run(bool ended) {
    RunReply reply{.status = static_cast<uint32_t>(shell_.status & 0xff), .ended = ended};
    reply.cwd = working_directory();
    if (reply.cwd.size() > kMaxDirectory) reply.cwd.clear();
    std::vector<std::string> environment = within(shell_.variables.environment(), kMaxEnvironment);
    if (environment != reported_environment_) {
      reported_environment_ = environment;
      reply.environment = std::move(environment);
    }

    const std::deque<History::Entry>& history = shell_.history->entries();
    const auto [dropped, kept] = shell_.history->take_change();
    reply.history = {.first = static_cast<uint32_t>(shell_.history->base()),
                     .dropped = static_cast<uint32_t>(dropped),
                     .kept = static_cast<uint32_t>(kept)};
    for (size_t i = kept; i < history.size(); i++) reply.history.added.push_back(history[i].text);

    reply.jobs = reported_jobs();
    send(reply.message());
  }

  std::vector<ReportedJob> reported_jobs() {
    std::vector<Job*> jobs = shell_.jobs->list();
    size_t room = kMaxJobs;
    const auto left_out = std::ranges::find_if(jobs, [&](const Job* job) {
      const size_t size = std::min(job->command.size(), kMaxJobText) + 4 * job->processes.size();
      return room < size || (room -= size, false);
    });
    jobs.erase(left_out, jobs.end());
    std::vector<ReportedJob> reported;
    for (const Job* job : jobs) {
      ReportedJob& entry = reported.emplace_back(
          ReportedJob{.number = static_cast<uint32_t>(job->number), .command = job->command.substr(0, kMaxJobText)});
      for (const ChildProcess& process : job->processes) entry.pids.push_back(static_cast<uint32_t>(process.pid));
    }
    return reported;
  }

  // With the reply the request is over, and the kernel sends no interrupt for it any more; one that came before has
  // been seen. A host that gets no reply would wait for ever: what cannot be sent ends the shell.
  void send(const MessageWriter& reply) {
    if (!sys::send_reply(reply.bytes().data(), reply.bytes().size())) _exit(kCannotReply);
    host_interrupt = 0;
  }

  // A command line that begins nowhere would fail in odd ways: it begins in the nearest directory that is left.
  void leave_removed_directory() {
    char buffer[PATH_MAX];
    if (getcwd(buffer, sizeof buffer) != nullptr) return;
    std::string path = working_directory();
    while (path.size() > 1 && access(path.c_str(), X_OK) != 0) path.resize(std::max<size_t>(path.rfind('/'), 1));
    (void)change_directory(shell_, path, false);
  }

  std::string working_directory() { return shell_.directories->current(shell_); }

  Shell& shell_;
  std::string message_;
  std::vector<std::string> reported_environment_;
};

}  // namespace

void run_session(Shell& shell) {
  shell.session = true;
  shell.command_string = true;
  // As in a terminal: what one command line defines, the next may use.
  shell.options[Shopt::expand_aliases] = true;
  // What the kernel sends when the run is to end.
  Traps::watch_interrupt(SIGRTMAX);
  auto& session = *new Session(shell);
  session.after_rest = sys::go_on_here([](void* rested) -> int { static_cast<Session*>(rested)->serve(); }, &session);
  session.serve();
}

}  // namespace shell
