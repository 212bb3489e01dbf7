#include "history.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <ctime>

#include "../expand/expand.h"
#include "builtins.h"
#include "option_set.h"

namespace shell {

namespace {

// The parts of a list with colons.
std::vector<std::string_view> parts_of(std::string_view list) {
  std::vector<std::string_view> parts;
  for (size_t at = 0; at < list.size();) {
    const size_t end = std::min(list.find(':', at), list.size());
    if (end > at) parts.push_back(list.substr(at, end - at));
    at = end + 1;
  }
  return parts;
}

int out_of_range(Shell& shell, const std::string& what) {
  return fail(shell, what + ": history position out of range");
}

// The index of the entry that a number means: as `history` shows it, or counted from the end. False: there is none.
bool entry_index(const History& history, std::string_view text, size_t& index) {
  int64_t number;
  if (!parse_integer(text, number)) return false;
  const auto size = static_cast<int64_t>(history.entries().size());
  number = number < 0 ? number + size : number - history.base();
  if (number < 0 || number >= size) return false;
  index = static_cast<size_t>(number);
  return true;
}

int show(Shell& shell, std::span<const std::string> words) {
  const History& history = *shell.history;
  const size_t size = history.entries().size();
  size_t first = 0;
  if (!words.empty()) {
    int64_t count;
    if (!parse_integer(words[0], count)) return fail(shell, words[0] + ": numeric argument required");
    if (words.size() > 1) {
      shell.builtin_error("too many arguments");
      return shell.abandon_line();
    }
    const uint64_t wanted = count < 0 ? 0 - static_cast<uint64_t>(count) : static_cast<uint64_t>(count);
    if (wanted < size) first = size - static_cast<size_t>(wanted);
  }
  const std::string format = shell.variables.text("HISTTIMEFORMAT");
  for (size_t i = first; i < size; i++) {
    const History::Entry& entry = history.entries()[i];
    char text[256];
    snprintf(text, sizeof text, "%5lld  ", static_cast<long long>(history.base() + static_cast<int64_t>(i)));
    std::string line = text;
    if (!format.empty() && entry.time == 0) line += "??";
    if (!format.empty() && entry.time != 0) {
      const auto seconds = static_cast<time_t>(entry.time);
      struct tm local{};
      localtime_r(&seconds, &local);
      line.append(text, strftime(text, sizeof text, format.c_str(), &local));
    }
    shell.output.write(line + entry.text + "\n");
  }
  return 0;
}

int erase(Shell& shell, const std::string& range) {
  History& history = *shell.history;
  size_t first, last;
  const size_t dash = range.find('-', 1);
  const std::string end = range.substr(dash == std::string::npos ? 0 : dash + 1);
  int64_t number;
  if (dash != std::string::npos && !parse_integer(end, number)) return out_of_range(shell, range);
  if (!entry_index(history, std::string_view(range).substr(0, dash), first)) {
    return out_of_range(shell, range.substr(0, dash));
  }
  if (!entry_index(history, end, last)) return out_of_range(shell, end);
  if (last < first) return 1;
  history.erase(first, last);
  return 0;
}

// 0 or an errno.
int read_file(const std::string& path, std::string& text) {
  const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return errno;
  char buffer[8192];
  for (ssize_t count; (count = read(fd, buffer, sizeof buffer)) > 0;) text.append(buffer, static_cast<size_t>(count));
  close(fd);
  return 0;
}

// Only the last lines stay. False: it has no more.
bool truncate_history_file(const std::string& path, size_t lines) {
  struct stat information{};
  std::string text;
  if (stat(path.c_str(), &information) != 0 || !S_ISREG(information.st_mode) || read_file(path, text) != 0)
    return false;
  size_t start = text.size();
  for (; start > 0 && lines > 0; lines--) {
    const size_t before = start < 2 ? std::string::npos : text.rfind('\n', start - 2);
    start = before == std::string::npos ? 0 : before + 1;
  }
  if (start == 0) return false;
  const int fd = open(path.c_str(), O_WRONLY | O_TRUNC | O_CLOEXEC);
  if (fd < 0) return false;
  (void)write_all(fd, std::string_view(text).substr(start));
  close(fd);
  return true;
}

}  // namespace

int64_t History::now() const {
  const bool timed = shell_.interactive || shell_.session || shell_.variables.get("HISTTIMEFORMAT") != nullptr;
  return timed ? static_cast<int64_t>(time(nullptr)) : 0;
}

bool History::wanted(std::string_view text) {
  const std::string* previous = entries_.empty() ? nullptr : &entries_.back().text;
  const std::string control = shell_.variables.text("HISTCONTROL");
  bool unique = false;
  for (const std::string_view part : parts_of(control)) {
    unique = unique || part == "erasedups";
    const bool both = part == "ignoreboth";
    if ((both || part == "ignorespace") && (text.starts_with(' ') || text.starts_with('\t'))) return false;
    if ((both || part == "ignoredups") && previous != nullptr && *previous == text) return false;
  }
  const std::string ignored = shell_.variables.text("HISTIGNORE");
  for (const std::string_view part : parts_of(ignored)) {
    std::string pattern;
    for (size_t i = 0; i < part.size(); i++) {
      if (part[i] == '&' && (i == 0 || part[i - 1] != '\\')) {
        if (previous != nullptr) pattern += *previous;
      } else {
        pattern += part[i];
      }
    }
    if (matches(pattern, text, {.extglob = shell_.options[Shopt::extglob]})) return false;
  }
  if (unique) {
    const auto same = [text](const Entry& entry) { return entry.text == text; };
    const auto first = std::find_if(entries_.begin(), entries_.end(), same) - entries_.begin();
    change_.kept = std::min(change_.kept, static_cast<size_t>(first));
    std::erase_if(entries_, [&](const Entry& entry) {
      if (!same(entry)) return false;
      bytes_ -= entry.text.size();
      return true;
    });
  }
  return true;
}

void History::push(std::string text, int64_t time) {
  bytes_ += text.size();
  entries_.push_back({std::move(text), time});
  new_entries_++;
  shrink();
}

void History::shrink() {
  // The host of a session is told all of it.
  constexpr size_t kMaxSessionBytes = size_t{8} << 20;
  size_t extra = 0;
  const auto too_much = [&] {
    return (limit_ >= 0 && entries_.size() - extra > static_cast<uint64_t>(limit_)) ||
           (shell_.session && bytes_ > kMaxSessionBytes);
  };
  while (extra < entries_.size() && too_much()) bytes_ -= entries_[extra++].text.size();
  entries_.erase(entries_.begin(), entries_.begin() + static_cast<std::ptrdiff_t>(extra));
  base_ += static_cast<int64_t>(extra);
  new_entries_ = std::min(new_entries_, entries_.size());
  const size_t dropped = std::min(extra, change_.kept);
  change_.dropped += dropped;
  change_.kept -= dropped;
}

void History::size_changed() {
  const std::string* size = shell_.variables.get("HISTSIZE");
  if (size == nullptr || size->empty()) {
    limit_ = -1;
  } else {
    (void)parse_integer(*size, limit_);
  }
  const size_t before = entries_.size();
  shrink();
  // As bash does it.
  if (entries_.size() < before) base_ = static_cast<int64_t>(before - entries_.size());
}

void History::file_size_changed() {
  const std::string* size = shell_.variables.get("HISTFILESIZE");
  const std::string path = shell_.variables.text("HISTFILE");
  int64_t lines;
  if (size == nullptr || !parse_integer(*size, lines) || lines < 0 || path.empty()) return;
  if (truncate_history_file(path, static_cast<size_t>(lines))) {
    lines_read_ = std::min(lines_read_, static_cast<size_t>(lines));
  }
}

History::Change History::take_change() { return std::exchange(change_, {.dropped = 0, .kept = entries_.size()}); }

void History::add(std::string_view text) {
  last_added_ = last_pushed_ = false;
  while (text.ends_with('\n')) text.remove_suffix(1);
  if (text.empty() || !wanted(text)) return;
  push(std::string(text), now());
  last_added_ = true;
}

void History::enable() {
  if (entries_.empty()) (void)read(shell_.variables.text("HISTFILE"), false);
  if (shell_.variables.get("HISTSIZE") == nullptr) shell_.variables.force("HISTSIZE", "500");
}

void History::drop_last() {
  if (!entries_.empty()) erase(entries_.size() - 1, entries_.size() - 1);
  last_added_ = false;
}

void History::replace_last(std::string_view text) {
  drop_own_line();
  if (!wanted(text)) return;
  push(std::string(text), now());
  last_added_ = last_pushed_ = true;
}

void History::erase(size_t first, size_t last) {
  for (size_t i = first; i <= last; i++) bytes_ -= entries_[i].text.size();
  entries_.erase(entries_.begin() + static_cast<std::ptrdiff_t>(first),
                 entries_.begin() + static_cast<std::ptrdiff_t>(last) + 1);
  new_entries_ -= std::min(new_entries_, last - first + 1);
  change_.kept = std::min(change_.kept, first);
}

void History::clear() {
  entries_.clear();
  bytes_ = 0;
  change_.kept = 0;
  base_ = 1;
  new_entries_ = 0;
  last_added_ = false;
}

int History::read(const std::string& path, bool only_new) {
  std::string text;
  if (const int error = read_file(path, text); error != 0) return error;
  int64_t stamp = 0;
  size_t number = 0;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    std::string line = text.substr(at, end - at);
    at = end + 1;
    if (line.size() > 1 && line[0] == '#' && parse_integer(std::string_view(line).substr(1), stamp)) continue;
    if (number++ < (only_new ? lines_read_ : 0)) continue;
    const size_t before = new_entries_;
    push(std::move(line), std::exchange(stamp, 0));
    new_entries_ = std::min(before, entries_.size());
  }
  lines_read_ = number;
  return 0;
}

int History::write(const std::string& path, bool append) {
  const int fd = open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | (append ? O_APPEND : O_TRUNC), 0600);
  if (fd < 0) return errno;
  const bool stamps = shell_.variables.get("HISTTIMEFORMAT") != nullptr;
  const size_t count = append ? std::min(new_entries_, entries_.size()) : entries_.size();
  std::string text;
  for (size_t i = entries_.size() - count; i < entries_.size(); i++) {
    if (stamps && entries_[i].time != 0) text += "#" + std::to_string(entries_[i].time) + "\n";
    text += entries_[i].text + "\n";
  }
  const int error = write_all(fd, text);
  close(fd);
  new_entries_ = 0;
  lines_read_ = append ? lines_read_ + count : count;
  return error;
}

int builtin_history(Shell& shell, BuiltinCall& call) {
  const OptionSet options(shell, call, "acd:npsrw");
  if (options.failed) return kUsageStatus;
  const char file = options.last_of("anrw");
  for (const char letter : {'a', 'n', 'r', 'w'}) {
    if (letter != file && options.has(letter)) return fail(shell, "cannot use more than one of -anrw");
  }
  const bool clear = options.has('c');
  const auto words = options.words;
  History& history = *shell.history;
  if (clear) history.clear();
  if (clear && words.empty()) return 0;
  if (options.has('s')) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
    if (!words.empty()) history.replace_last(text);
    return 0;
  }
  if (options.has('p')) {
    if (!words.empty()) history.drop_own_line();
    int status = 0;
    for (const std::string& word : words) {
      std::string text, error;
      if (expand_history(shell, word, text, error) == HistoryExpansion::failed) {
        status = fail(shell, word + ": history expansion failed");
      } else {
        shell.output.write(text + "\n");
      }
    }
    return status;
  }
  if (options.has('d')) return erase(shell, options.argument);
  if (file == 0) return clear ? 0 : show(shell, words);
  const std::string path = words.empty() ? shell.variables.text("HISTFILE") : words[0];
  if (path.empty()) return 0;
  if (path.find('/') != std::string::npos && shell.forbids(path)) return 1;
  const int error = file == 'a' || file == 'w' ? history.write(path, file == 'a') : history.read(path, file == 'n');
  return error == 0 ? 0 : 1;
}

}  // namespace shell
