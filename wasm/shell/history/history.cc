#include "history.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <ctime>

#include "../files.h"
#include "../shell.h"
#include "../text/numbers.h"
#include "../text/pattern.h"
#include "../text/split.h"

namespace shell {

namespace {

// Only the last lines stay. False: it has no more.
bool truncate_history_file(const std::string& path, size_t lines) {
  struct stat information{};
  std::string text;
  const bool regular = stat(path.c_str(), &information) == 0 && S_ISREG(information.st_mode);
  if (!regular || read_file(path, text) != 0) return false;
  size_t start = text.size();
  for (; start > 0 && lines > 0; lines--) {
    const size_t before = start < 2 ? std::string::npos : text.rfind('\n', start - 2);
    start = before == std::string::npos ? 0 : before + 1;
  }
  return start > 0 && write_file(path, std::string_view(text).substr(start), O_TRUNC) == 0;
}

constexpr SpecialVariable kSpecial[] = {
    {"HISTSIZE", [](Shell& shell, const Variable*) { shell.history->size_changed(); }},
    {"HISTFILESIZE", [](Shell& shell, const Variable*) { shell.history->file_size_changed(); }},
};

}  // namespace

History::History(Shell& shell) : shell_(shell) { shell.variables.define_special(kSpecial); }

int64_t History::now() const {
  const bool timed = shell_.interactive || shell_.session || shell_.variables.get("HISTTIMEFORMAT") != nullptr;
  return timed ? static_cast<int64_t>(time(nullptr)) : 0;
}

bool History::wanted(std::string_view text) {
  const std::string* previous = entries_.empty() ? nullptr : &entries_.back().text;
  const std::string control = shell_.variables.text("HISTCONTROL");
  bool unique = false;
  for (const std::string_view part : split(control, ':')) {
    unique = unique || part == "erasedups";
    const bool both = part == "ignoreboth";
    if ((both || part == "ignorespace") && (text.starts_with(' ') || text.starts_with('\t'))) return false;
    if ((both || part == "ignoredups") && previous != nullptr && *previous == text) return false;
  }
  const std::string ignored = shell_.variables.text("HISTIGNORE");
  for (const std::string_view part : split(ignored, ':')) {
    if (part.empty()) continue;
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
  for (const std::string_view line : lines_of(text)) {
    if (line.size() > 1 && line[0] == '#' && parse_integer(line.substr(1), stamp)) continue;
    if (number++ < (only_new ? lines_read_ : 0)) continue;
    const size_t before = new_entries_;
    push(std::string(line), std::exchange(stamp, 0));
    new_entries_ = std::min(before, entries_.size());
  }
  lines_read_ = number;
  return 0;
}

int History::write(const std::string& path, bool append) {
  const bool stamps = shell_.variables.get("HISTTIMEFORMAT") != nullptr;
  const size_t count = append ? std::min(new_entries_, entries_.size()) : entries_.size();
  std::string text;
  for (size_t i = entries_.size() - count; i < entries_.size(); i++) {
    if (stamps && entries_[i].time != 0) text += "#" + std::to_string(entries_[i].time) + "\n";
    text += entries_[i].text + "\n";
  }
  if (const int error = write_file(path, text, O_CREAT | (append ? O_APPEND : O_TRUNC)); error != 0) return error;
  new_entries_ = 0;
  lines_read_ = append ? lines_read_ + count : count;
  return 0;
}

}  // namespace shell
