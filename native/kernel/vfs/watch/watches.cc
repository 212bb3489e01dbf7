#include "kernel/vfs/watch/watches.h"

#include <algorithm>

#include "kernel/resources/accounting.h"

namespace wasmsand {

Result<void> Watches::add(Watch& watch) {
  if (count_ >= kWatchesMax) return Errno::nospc;
  WS_TRY(accounting_.charge_memory(kWatchBytes));
  by_inode_[{watch.node.fs.get(), watch.node.ino}].push_back(&watch);
  if (!watch.node.fs->reports_ends()) watch.node.fs->pin(watch.node.ino);
  count_++;
  if (watch.recursive) recursive_++;
  return {};
}

void Watches::remove(Watch& watch) {
  const auto found = by_inode_.find({watch.node.fs.get(), watch.node.ino});
  if (found == by_inode_.end() || std::erase(found->second, &watch) == 0) return;
  if (found->second.empty()) by_inode_.erase(found);
  if (!watch.node.fs->reports_ends()) watch.node.fs->unpin(watch.node.ino);
  count_--;
  if (watch.recursive) recursive_--;
  accounting_.release_memory(kWatchBytes);
}

Result<void> Watches::add_instance() {
  if (instances_ >= kInstancesMax) return Errno::mfile;
  instances_++;
  return {};
}

std::vector<Watch*> Watches::on(const Key& key) const {
  const auto found = by_inode_.find(key);
  return found == by_inode_.end() ? std::vector<Watch*>() : found->second;
}

std::vector<Watch*> Watches::all() const {
  std::vector<Watch*> all;
  for (const auto& [key, watches] : by_inode_) all.insert(all.end(), watches.begin(), watches.end());
  return all;
}

void Watches::tell(const Node& node, const FileEvent& event, bool deeper) {
  for (Watch* watch : on({node.fs.get(), node.ino})) {
    const bool wanted = (watch->events & event.events & ~abi::kIN_ISDIR) != 0;
    if (wanted && (watch->recursive || !deeper)) watch->watcher->told(*watch, event);
  }
}

void Watches::inode_ended(const FileSystem& fs, Ino ino) {
  if (!any() || !by_inode_.contains({&fs, ino})) return;
  if (later_ > 0)
    ended_.emplace_back(&fs, ino);
  else
    end({&fs, ino});
}

void Watches::end(const Key& key) {
  for (Watch* watch : on(key)) {
    if (watch->events & abi::kIN_DELETE_SELF) watch->watcher->told(*watch, {.events = abi::kIN_DELETE_SELF});
  }
  // Those whose watch is for one event have ended it.
  for (Watch* watch : on(key)) watch->watcher->ended(*watch);
}

void Watches::tell_ended() {
  const std::vector<Key> ended = std::exchange(ended_, {});
  for (const Key& key : ended) end(key);
}

void Watches::unmounted(const FileSystem& fs) {
  std::vector<Key> keys;
  for (const auto& [key, watches] : by_inode_)
    if (key.first == &fs) keys.push_back(key);
  for (const Key& key : keys) {
    for (Watch* watch : on(key)) watch->watcher->told(*watch, {.events = abi::kIN_UNMOUNT});
    // As in end().
    for (Watch* watch : on(key)) watch->watcher->ended(*watch);
  }
}

void Watches::lost(bool replaced) {
  std::vector<Watcher*> watchers;
  for (Watch* watch : all()) watchers.push_back(watch->watcher);
  std::ranges::sort(watchers);
  const auto repeated = std::ranges::unique(watchers);
  watchers.erase(repeated.begin(), repeated.end());
  for (Watcher* watcher : watchers) watcher->lost(replaced);
}

uint64_t Watches::pins(const FileSystem& fs) const {
  if (fs.reports_ends()) return 0;
  uint64_t pins = 0;
  for (const auto& [key, watches] : by_inode_)
    if (key.first == &fs) pins += watches.size();
  return pins;
}

}  // namespace wasmsand
