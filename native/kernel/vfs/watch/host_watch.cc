#include "kernel/vfs/watch/host_watch.h"

#include <cstring>

#include "kernel/resources/accounting.h"

namespace wasmsand {

namespace {

// What one change counts as beside its paths, which are kept twice.
constexpr uint64_t kChangeBytes = 128;
constexpr uint32_t kDeleted = abi::kIN_DELETE | abi::kIN_DELETE_SELF | abi::kIN_MOVED_FROM | abi::kIN_MOVE_SELF;
constexpr uint32_t kModified = abi::kIN_MODIFY | abi::kIN_ATTRIB;
constexpr uint32_t kEvents = kDeleted | kModified | abi::kIN_CREATE | abi::kIN_MOVED_TO;

}  // namespace

HostWatch::HostWatch(Vfs& vfs, std::string path, bool recursive, std::function<void()> changed)
    : vfs_(vfs), path_(std::move(path)), recursive_(recursive), changed_(std::move(changed)) {}

HostWatch::~HostWatch() {
  end();
  for (const Change& change : changes_) vfs_.accounting().release_memory(kChangeBytes + 2 * change.size());
}

Result<void> HostWatch::begin() {
  WS_ASSIGN(node, vfs_.resolve(vfs_.host_caller(), path_));
  watch_ = {.watcher = this, .node = node, .events = kEvents, .recursive = recursive_};
  WS_TRY(vfs_.watches().add(watch_));
  watches_ = true;
  return {};
}

void HostWatch::end() {
  if (std::exchange(watches_, false)) vfs_.watches().remove(watch_);
  watch_.node = {};
}

void HostWatch::told(Watch&, const FileEvent& event) {
  if (event.unlinked) return;
  std::string path = path_;
  if (!event.name.empty()) {
    if (path.back() != '/') path += '/';
    path += event.name;
  }
  if (event.events & abi::kIN_UNMOUNT)
    keep_lost();
  else if (event.events & abi::kIN_CREATE)
    add(Kind::created, std::move(path));
  else if (event.events & kModified)
    add(Kind::modified, std::move(path));
  else if (event.events & kDeleted)
    add(Kind::deleted, std::move(path), event.cookie);
  else if (event.events & abi::kIN_MOVED_TO && !finish_move(path, event.cookie))
    add(Kind::created, std::move(path));
}

// The other end of a move is told right after the first.
bool HostWatch::finish_move(const std::string& path, uint32_t cookie) {
  if (changes_.empty() || changes_.back().cookie != cookie) return false;
  const Change before = changes_.back();
  if (!keep({Kind::renamed, 0, path, before.path, ++number_})) return true;
  // The first end is part of it now.
  const Change after = std::move(changes_.back());
  changes_.pop_back();
  vfs_.accounting().release_memory(kChangeBytes + 2 * before.size());
  bytes_ -= before.size();
  changes_.back() = after;
  last_.erase(before.path);
  last_[after.path] = {Kind::renamed, after.number};
  return true;
}

void HostWatch::ended(Watch&) { end(); }

void HostWatch::lost(bool replaced) {
  replaced_ |= replaced;
  keep_lost();
}

void HostWatch::add(Kind kind, std::string path, uint32_t cookie) {
  const auto last = last_.find(path);
  const bool is_new = last != last_.end() && (last->second.first == Kind::created || last->second.first == kind);
  if (kind == Kind::modified && is_new) return;
  keep({kind, cookie, std::move(path), {}, ++number_});
}

bool HostWatch::keep(Change change) {
  const bool full = changes_.size() >= kKeptMax || bytes_ + change.size() > kKeptBytesMax;
  if (full || !vfs_.accounting().charge_memory(kChangeBytes + 2 * change.size()).ok()) {
    keep_lost();
    return false;
  }
  bytes_ += change.size();
  last_[change.path] = {change.kind, change.number};
  changes_.push_back(std::move(change));
  if (!std::exchange(announced_, true)) changed_();
  return true;
}

// It has room beyond the limits, and stands at the end once.
void HostWatch::keep_lost() {
  if (!changes_.empty() && changes_.back().kind == Kind::lost) return;
  Change change{Kind::lost, 0, path_, {}, ++number_};
  vfs_.accounting().force_memory(kChangeBytes + 2 * change.size());
  bytes_ += change.size();
  changes_.push_back(std::move(change));
  // What comes now is told again, though the same may have been told before.
  last_.clear();
  if (!std::exchange(announced_, true)) changed_();
}

size_t HostWatch::take(std::span<std::byte> into) {
  announced_ = false;
  if (std::exchange(replaced_, false)) {
    end();
    (void)begin();
  }
  size_t done = 0;
  while (!changes_.empty() && changes_.front().size() <= into.size() - done) {
    const Change& change = changes_.front();
    into[done] = static_cast<std::byte>(change.kind);
    std::memcpy(into.data() + done + 1, change.path.c_str(), change.path.size() + 1);
    std::memcpy(into.data() + done + change.path.size() + 2, change.from.c_str(), change.from.size() + 1);
    done += change.size();
    bytes_ -= change.size();
    vfs_.accounting().release_memory(kChangeBytes + 2 * change.size());
    if (const auto last = last_.find(change.path); last != last_.end() && last->second.second == change.number)
      last_.erase(last);
    changes_.pop_front();
  }
  return done;
}

}  // namespace wasmsand
