#include "redirection.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "../expand/expand.h"
#include "../files.h"
#include "../interrupt.h"
#include "../text/numbers.h"
#include "../variables/names.h"
#include "executor.h"
#include "network.h"

namespace shell {

namespace {

constexpr int kFirstSaved = 100;  // beyond what scripts choose themselves
constexpr int kFirstNamed = 10;   // {name}>
constexpr size_t kPipeBytes = 64 * 1024;

// A copy for the shell's own use, as far up as ulimit -n lets it be.
int duplicate_for_shell(int fd) {
  for (const int lowest : {kFirstSaved, kFirstNamed, 0}) {
    const int copy = fcntl(fd, F_DUPFD_CLOEXEC, lowest);
    if (copy >= 0 || errno != EINVAL) return copy;
  }
  return -1;
}

bool is_descriptor(std::string_view text) { return is_number(text) && text.size() < 10; }

int descriptor_in(std::string_view text) {
  size_t at = 0;
  return static_cast<int>(read_digits(text, at, text.size(), 10));
}

// The number of the descriptor a path like /dev/fd/1 or /dev/stderr stands for; -1: none.
int descriptor_of_path(std::string_view path) {
  if (path == "/dev/stdout") return 1;
  if (path == "/dev/stderr") return 2;
  for (const std::string_view folder : {"/dev/fd/", "/proc/self/fd/"}) {
    if (path.starts_with(folder) && path.size() == folder.size() + 1) return path.back() - '0';
  }
  return -1;
}

int open_again(const char* path, int flags) {
  for (;;) {
    const int fd = open(path, flags | O_CLOEXEC, 0666);
    if (fd >= 0 || !call_again()) return fd;
  }
}

// noclobber: a regular file that is there stays as it is. -1 with errno EEXIST.
int open_new(const char* path) {
  struct stat information{};
  if (stat(path, &information) == 0) {
    if (S_ISREG(information.st_mode)) {
      errno = EEXIST;
      return -1;
    }
    return open_again(path, O_WRONLY);
  }
  return open_again(path, O_WRONLY | O_CREAT | O_EXCL);
}

// A descriptor from which `text` can be read: a pipe when it fits, else a file without a name.
int open_text(const std::string& text) {
  int ends[2];
  if (text.size() <= kPipeBytes && open_pipe(ends)) {
    fcntl(ends[1], F_SETFL, O_NONBLOCK);
    const ssize_t written = text.empty() ? 0 : write(ends[1], text.data(), text.size());
    close(ends[1]);
    if (written == static_cast<ssize_t>(text.size())) return ends[0];
    close(ends[0]);
  }
  const char* folder = getenv("TMPDIR");
  std::string path = std::string(folder != nullptr && *folder != '\0' ? folder : "/tmp") + "/sh-thd.XXXXXX";
  const int writer = mkostemp(path.data(), O_CLOEXEC);
  if (writer < 0) return -1;
  const int reader = write_all(writer, text) == 0 ? open_again(path.c_str(), O_RDONLY) : -1;
  unlink(path.c_str());
  close(writer);
  return reader;
}

int open_flags(RedirectKind kind) {
  if (kind == RedirectKind::read_write) return O_RDWR | O_CREAT;
  if (kind == RedirectKind::append || kind == RedirectKind::append_both) return O_WRONLY | O_CREAT | O_APPEND;
  const bool reads = kind == RedirectKind::input || duplicates(kind);
  return reads ? O_RDONLY : O_WRONLY | O_CREAT | O_TRUNC;
}

}  // namespace

bool open_pipe(int (&ends)[2]) {
  if (pipe2(ends, O_CLOEXEC) != 0) return false;
  for (int& end : ends) {
    if (end > 2) continue;
    const int moved = fcntl(end, F_DUPFD_CLOEXEC, 3);
    if (moved < 0) {
      const int error = errno;
      close(ends[0]);
      close(ends[1]);
      errno = error;
      return false;
    }
    close(std::exchange(end, moved));
  }
  return true;
}

void move_high(int& fd, int lowest) {
  for (int number = 63; number >= lowest; number--) {
    if (fcntl(number, F_GETFD) >= 0) continue;
    if (dup3(fd, number, O_CLOEXEC) >= 0) close(std::exchange(fd, number));
    return;
  }
}

void RedirectionScope::remember(int fd, int copy, Output::Target target) {
  if (saved_.empty()) shell_.execution.redirected.push_back(this);
  saved_.push_back({fd, copy, target});
  if (fd == 0) shell_.execution.inputs_redirected++;
}

void RedirectionScope::forget(const Saved& saved) {
  if (saved.fd == 0) shell_.execution.inputs_redirected--;
  if (saved.copy >= 0) close(saved.copy);
}

// The script takes the number of a copy for itself.
void RedirectionScope::make_room(int fd) {
  for (Saved& saved : saved_) {
    if (saved.copy != fd) continue;
    const int moved = duplicate_for_shell(fd);
    if (moved < 0) return;
    close(std::exchange(saved.copy, moved));
  }
}

void RedirectionScope::clear() {
  if (!saved_.empty()) std::erase(shell_.execution.redirected, this);
  saved_.clear();
}

bool RedirectionScope::save(int fd) {
  if (fd >= kFirstNamed) {
    for (RedirectionScope* scope : shell_.execution.redirected) scope->make_room(fd);
  }
  const Output::Target target = fd == 1 || fd == 2 ? shell_.output.targets[fd] : Output::Target{};
  if (fd == 1) (void)shell_.output.flush();
  const int copy = duplicate_for_shell(fd);
  if (copy < 0 && errno != EBADF) return false;
  remember(fd, copy, target);
  if (fd == 1 || fd == 2) shell_.output.targets[fd] = {};
  return true;
}

Done RedirectionScope::place(int from, int to) {
  if (!save(to)) return Failure();
  return Done::when(dup2(from, to) >= 0);
}

Done RedirectionScope::apply(std::span<const Redirect* const> redirects) {
  if (redirects.empty()) return {};
  const size_t mark = shell_.execution.substitutions.size();
  const bool good = std::ranges::all_of(redirects, [this](const Redirect* redirect) { return !!apply_one(*redirect); });
  close_process_substitutions(shell_, mark);
  return Done::when(good);
}

Failure RedirectionScope::fail(std::string_view what, int error) {
  return shell_.refuse(std::string(what) + ": " + std::strerror(error));
}

// `opened` becomes `fd` (or the descriptor a {name} is given), and is closed.
Done RedirectionScope::install(int opened, int fd, const Redirect& redirect) {
  if (!redirect.fd_variable.empty()) {
    const int named = fcntl(opened, F_DUPFD, kFirstNamed);
    close(opened);
    if (named < 0) return fail(redirect.target->text, errno);
    if (!assign_name(shell_, redirect.fd_variable, std::to_string(named))) {
      shell_.report(std::string(redirect.fd_variable) + ": cannot assign fd to variable");
      close(named);
      return Failure();
    }
    if (shell_.options[Shopt::varredir_close]) remember(named, -1, {});
    return {};
  }
  if (opened == fd) {
    // It was closed before: nothing to give back.
    remember(fd, -1, fd == 1 || fd == 2 ? std::exchange(shell_.output.targets[fd], {}) : Output::Target{});
    fcntl(fd, F_SETFD, 0);
    return {};
  }
  const bool good = save(fd) && dup2(opened, fd) >= 0;
  const int error = errno;
  close(opened);
  return good ? Done() : fail(std::to_string(fd), error);
}

Done RedirectionScope::close_one(const Redirect& redirect, int fd) {
  if (redirect.fd_variable.empty()) {
    if (!save(fd)) return {};
    close(fd);
    return {};
  }
  std::string value;
  if (!expand_text(shell_, "${" + std::string(redirect.fd_variable) + "-}", value) || !is_descriptor(value)) {
    return shell_.refuse(std::string(redirect.fd_variable) + ": ambiguous redirect");
  }
  close(descriptor_in(value));
  return {};
}

Done RedirectionScope::duplicate(const Redirect& redirect, int fd, std::string& word) {
  if (word == "-") return close_one(redirect, fd);
  const bool moves = word.size() > 1 && word.back() == '-';
  if (moves) word.pop_back();
  if (!is_descriptor(word)) {
    return shell_.refuse(std::string(redirect.target->text) + ": ambiguous redirect");
  }
  const int from = descriptor_in(word);
  if (from == fd && redirect.fd_variable.empty()) return {};  // open or not
  const Output::Target target = from == 1 || from == 2 ? shell_.output.targets[from] : Output::Target{};
  const int copy = duplicate_for_shell(from);
  if (copy < 0) return fail(redirect.target->plain ? word : std::string(redirect.target->text), errno);
  const bool gives_back =
      from <= 2 || fcntl(fd, F_GETFD) >= 0;  // what is moved to a closed one bash does not give back
  if (!install(copy, fd, redirect)) return Failure();
  if (fd == 1 || fd == 2) shell_.output.targets[fd] = target;
  if (moves && (!gives_back || save(from))) close(from);
  return {};
}

Done RedirectionScope::apply_one(const Redirect& redirect) {
  int flags = open_flags(redirect.kind);
  const int fd = redirect.descriptor();
  std::string word;
  if (redirect.kind == RedirectKind::here_document || redirect.kind == RedirectKind::here_string) {
    const bool is_string = redirect.kind == RedirectKind::here_string;
    if (redirect.target != nullptr &&
        !(is_string ? expand_to_string(shell_, *redirect.target, word, TildeRule::assignment)
                    : expand_document(shell_, *redirect.target, word))) {
      return Failure();
    }
    if (is_string) word += '\n';
    const int opened = open_text(word);
    if (opened < 0) return fail("cannot create temp file for here-document", errno);
    return install(opened, fd, redirect);
  }
  if (!expand_redirect_target(shell_, *redirect.target, word)) return Failure();
  bool both = redirect.kind == RedirectKind::output_both || redirect.kind == RedirectKind::append_both;
  if (duplicates(redirect.kind)) {
    const bool numeric = word == "-" || is_descriptor(std::string_view(word).substr(0, word.find_last_not_of('-') + 1));
    if (numeric || redirect.kind == RedirectKind::duplicate_input || redirect.fd >= 0 ||
        !redirect.fd_variable.empty()) {
      return duplicate(redirect, fd, word);
    }
    both = true;
    flags = open_flags(RedirectKind::output);
  }
  if (is_network(word)) {
    std::string problem;
    const int connected = open_network(word, problem);
    if (connected < 0) {
      const int error = errno;
      // As bash does: without the line where it is a call that has failed.
      if (error == EINVAL)
        shell_.report(problem);
      else
        shell_.output.error(shell_.name + ": " + problem + "\n");
      return fail(word, error);
    }
    return Done::when(install(connected, fd, redirect) && (!both || duplicate_errors()));
  }
  const int named = descriptor_of_path(word);
  if ((named == 1 || named == 2) && shell_.output.targets[named].capture != nullptr && redirect.fd_variable.empty()) {
    word.assign(1, static_cast<char>('0' + named));
    return Done::when(duplicate(redirect, fd, word) && (!both || duplicate_errors()));
  }
  if ((flags & O_CREAT) != 0 && shell_.forbids(word, "restricted: cannot redirect output")) return Failure();
  const bool guarded =
      shell_.options[SetOption::noclobber] && redirect.kind != RedirectKind::clobber && (flags & O_TRUNC) != 0;
  const int opened = guarded ? open_new(word.c_str()) : open_again(word.c_str(), flags);
  if (opened < 0) {
    if (!guarded || errno != EEXIST) return fail(word, errno);
    return shell_.refuse(word + ": cannot overwrite existing file");
  }
  return Done::when(install(opened, fd, redirect) && (!both || duplicate_errors()));
}

// The second half of &>: 2>&1.
Done RedirectionScope::duplicate_errors() {
  const Output::Target target = shell_.output.targets[1];
  if (!place(1, 2)) return fail("2", errno);
  shell_.output.targets[2] = target;
  return {};
}

void RedirectionScope::undo() {
  if (saved_.empty()) return;
  (void)shell_.output.flush();
  for (size_t i = saved_.size(); i-- > 0;) {
    const Saved& saved = saved_[i];
    if (saved.copy >= 0) {
      dup2(saved.copy, saved.fd);
    } else {
      close(saved.fd);
    }
    forget(saved);
    if (saved.fd == 1 || saved.fd == 2) shell_.output.targets[saved.fd] = saved.target;
  }
  clear();
}

void RedirectionScope::keep() {
  for (const Saved& saved : saved_) forget(saved);
  clear();
}

}  // namespace shell
