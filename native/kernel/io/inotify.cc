#include "kernel/io/inotify.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <limits>

#include "kernel/io/unnamed_inode.h"
#include "kernel/process/process.h"
#include "kernel/resources/accounting.h"

namespace wasmsand {

namespace {

// struct inotify_event, without the name.
struct Header {
  int32_t watch;
  uint32_t events, cookie, length;
};

// What one event counts as beside its name.
constexpr uint64_t kEventBytes = 64;

constexpr uint32_t kEvents = abi::kIN_ACCESS | abi::kIN_MODIFY | abi::kIN_ATTRIB | abi::kIN_CLOSE_WRITE |
                             abi::kIN_CLOSE_NOWRITE | abi::kIN_OPEN | abi::kIN_MOVED_FROM | abi::kIN_MOVED_TO |
                             abi::kIN_CREATE | abi::kIN_DELETE | abi::kIN_DELETE_SELF | abi::kIN_MOVE_SELF;
// What a watch keeps of its mask.
constexpr uint32_t kKept = kEvents | abi::kIN_EXCL_UNLINK | abi::kIN_ONESHOT;

}  // namespace

// The name is followed by one zero at least, up to a multiple of the header's size.
size_t Inotify::Event::size() const {
  if (name.empty()) return sizeof(Header);
  return sizeof(Header) + (name.size() + sizeof(Header)) / sizeof(Header) * sizeof(Header);
}

Inotify::~Inotify() {
  for (auto& [number, watch] : by_number_) watches_.remove(watch);
  for (const Event& event : queue_) watches_.accounting().release_memory(kEventBytes + event.name.size());
  watches_.remove_instance();
}

Result<int> Inotify::watch(const Node& node, uint32_t mask) {
  const auto known = std::ranges::find_if(by_number_, [&](const auto& entry) { return entry.second.node == node; });
  if (known != by_number_.end()) {
    if (mask & abi::kIN_MASK_CREATE) return Errno::exist;
    uint32_t& events = known->second.events;
    events = (mask & abi::kIN_MASK_ADD ? events : 0) | (mask & kKept);
    return int{known->first};
  }
  if (last_ == std::numeric_limits<int>::max()) return Errno::nospc;
  Watch& watch = by_number_[last_ + 1];
  watch = {.watcher = this, .node = node, .events = mask & kKept, .number = last_ + 1};
  const auto added = watches_.add(watch);
  if (!added.ok()) {
    by_number_.erase(last_ + 1);
    return added.error();
  }
  return ++last_;
}

Result<void> Inotify::forget(int number) {
  const auto found = by_number_.find(number);
  if (found == by_number_.end()) return Errno::inval;
  end(found->second);
  return {};
}

void Inotify::end(Watch& watch) {
  const int number = watch.number;
  watches_.remove(watch);
  by_number_.erase(number);
  queue({.watch = number, .events = abi::kIN_IGNORED, .cookie = 0, .name = {}});
}

void Inotify::told(Watch& watch, const FileEvent& event) {
  if (event.unlinked && watch.events & abi::kIN_EXCL_UNLINK) return;
  queue({.watch = watch.number, .events = event.events, .cookie = event.cookie, .name = std::string(event.name)});
  if (watch.events & abi::kIN_ONESHOT) end(watch);
}

void Inotify::ended(Watch& watch) { end(watch); }

void Inotify::lost(bool) { overflow(); }

void Inotify::queue(Event event) {
  // The same as the last one, which nobody has read yet.
  if (!queue_.empty() && queue_.back() == event && !(event.events & abi::kIN_IGNORED)) return;
  if (queue_.size() >= kQueuedMax || !watches_.accounting().charge_memory(kEventBytes + event.name.size()).ok())
    return overflow();
  bytes_ += event.size();
  queue_.push_back(std::move(event));
  told_.wake_all();
}

// It has room beyond the limit, and stands at the end once.
void Inotify::overflow() {
  Event event{.watch = -1, .events = abi::kIN_Q_OVERFLOW, .cookie = 0, .name = {}};
  if (!queue_.empty() && queue_.back() == event) return;
  watches_.accounting().force_memory(kEventBytes);
  bytes_ += event.size();
  queue_.push_back(std::move(event));
  told_.wake_all();
}

Result<size_t> Inotify::read(IoContext& context, std::span<std::byte> out) {
  if (queue_.empty()) {
    if ((flags_ & kNonBlocking) || context.process == nullptr) return Errno::again;
    WS_TRY(context.process->block(WaitCause::poll, told_, [this] { return !queue_.empty(); }));
  }
  size_t done = 0;
  while (!queue_.empty()) {
    const Event& event = queue_.front();
    const size_t size = event.size();
    if (size > out.size() - done) break;
    const std::span<std::byte> into = out.subspan(done, size);
    const Header header{event.watch, event.events, event.cookie, static_cast<uint32_t>(size - sizeof(Header))};
    std::ranges::fill(into, std::byte{0});
    std::memcpy(into.data(), &header, sizeof header);
    std::memcpy(into.data() + sizeof header, event.name.data(), event.name.size());
    watches_.accounting().release_memory(kEventBytes + event.name.size());
    bytes_ -= size;
    done += size;
    queue_.pop_front();
  }
  if (done == 0) return Errno::inval;
  return done;
}

Result<size_t> Inotify::readable_bytes() { return size_t{bytes_}; }

Result<Attributes> Inotify::attributes() { return anonymous_attributes(); }

std::string Inotify::details() {
  std::string lines;
  for (const auto& [number, watch] : by_number_) {
    std::array<char, 96> line;
    const int size = std::snprintf(line.data(), line.size(), "inotify wd:%x ino:%llx mask:%x ignored_mask:0\n", number,
                                   static_cast<unsigned long long>(watch.node.ino), watch.events);
    lines.append(line.data(), static_cast<size_t>(size));
  }
  return lines;
}

}  // namespace wasmsand
