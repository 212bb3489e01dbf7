#include "kernel/vfs/space_ledger.h"

#include <algorithm>

namespace wasmsand {

SpaceLedger::~SpaceLedger() {
  give_back(held_);
  give_back(tree_.born);
}

void SpaceLedger::give_back(const Space& space) {
  accounting_.release_file_bytes(space.bytes);
  accounting_.release_inodes(space.inodes);
}

void SpaceLedger::add(const Space& space) { accounting_.force_files(space.bytes, space.inodes); }

Space SpaceLedger::only_in_snapshots() const {
  Space all = held_;
  all += tree_.born;
  return all - size_;
}

Result<void> SpaceLedger::charge_bytes(uint64_t count) {
  WS_TRY(accounting_.charge_file_bytes(count));
  size_.bytes += count;
  tree_.born.bytes += count;
  return {};
}

Result<void> SpaceLedger::charge_inode() {
  WS_TRY(accounting_.charge_inode());
  size_.inodes++;
  tree_.born.inodes++;
  return {};
}

void SpaceLedger::release(const Space& space, Epoch born) {
  size_ = size_ - space;
  if (held(born)) {
    if (!(space == Space{})) tree_.died[first_with(born)] += space;
    return;
  }
  tree_.born = tree_.born - space;
  give_back(space);
}

Result<void> SpaceLedger::exchange_bytes(uint64_t after, uint64_t before, Epoch born) {
  // What nobody else has is given back as part of the exchange, so that it needs no room.
  const uint64_t freed = held(born) ? 0 : std::min(before, after);
  WS_TRY(charge_bytes(after - freed));
  release_bytes(before - freed, born);
  return {};
}

Epoch SpaceLedger::renew(const Space& space, Epoch born) {
  if (!held(born)) return born;
  tree_.died[first_with(born)] += space;
  tree_.born += space;
  add(space);
  return now_;
}

void SpaceLedger::adopt(const Space& space, Epoch born) {
  size_ += space;
  tree_.born += space;
  add(space);
  now_ = std::max(now_, born);
}

void SpaceLedger::taken(Ref<RefCounted> image) {
  held_ += tree_.born;
  auto version = std::make_unique<Version>(std::move(tree_));
  version->image = std::move(image);
  version->epoch = now_++;
  version->children = 1;
  tree_ = {};
  tree_.parent = version.get();
  ancestors_.push_back(version->epoch);
  versions_.push_back(std::move(version));
}

void SpaceLedger::restored(const RefCounted* image, const Space& size, Epoch epoch) {
  Version* const before = tree_.parent;
  give_back(tree_.born);
  tree_ = {};
  size_ = size;
  tree_.parent = find(image);
  if (tree_.parent != nullptr) {
    tree_.parent->children++;
  } else {
    now_ = std::max(now_, epoch + 1);
    tree_.born = size;
    add(size);
  }
  if (before != nullptr) {
    before->children--;
    settle(before);
  }
  follow_ancestors();
}

void SpaceLedger::dropped(const RefCounted* image) {
  Version* const version = find(image);
  if (version == nullptr) return;
  version->dropped = true;
  settle(version);
  follow_ancestors();
}

void SpaceLedger::settle(Version* version) {
  while (version != nullptr && version->dropped && version->children < 2) {
    Version* const parent = version->parent;
    if (version->children == 0) {
      held_ = held_ - version->born;
      give_back(version->born);
      if (parent != nullptr) parent->children--;
    } else if (tree_.parent == version) {
      join(*version, tree_);
    } else {
      join(*version, **std::ranges::find(versions_, version, [](const auto& each) { return each->parent; }));
    }
    discard_shared(std::move(version->image));
    std::erase_if(versions_, [version](const auto& each) { return each.get() == version; });
    version = parent;
  }
}

// What was born in `version` and died on the way to its one child is gone; what is left was born on the child's way.
void SpaceLedger::join(Version& version, Version& child) {
  const auto found = child.died.find(version.epoch);
  const Space freed = found == child.died.end() ? Space{} : found->second;
  if (found != child.died.end()) child.died.erase(found);
  for (const auto& [epoch, space] : version.died) child.died[epoch] += space;
  const Space left = version.born - freed;
  child.born += left;
  child.parent = version.parent;
  held_ = held_ - freed;
  give_back(freed);
  if (&child == &tree_) {
    held_ = held_ - left;
    return;
  }
  const auto rename = [&](Version& descendant) {
    auto node = descendant.died.extract(version.epoch);
    if (!node.empty()) descendant.died[child.epoch] += node.mapped();
  };
  for (const auto& each : versions_) rename(*each);
  rename(tree_);
}

Epoch SpaceLedger::first_with(Epoch born) const {
  const auto found = std::ranges::lower_bound(ancestors_, born);
  return found == ancestors_.end() ? 0 : *found;
}

SpaceLedger::Version* SpaceLedger::find(const RefCounted* image) const {
  const auto found = std::ranges::find(versions_, image, [](const auto& each) { return each->image.get(); });
  return found == versions_.end() ? nullptr : found->get();
}

void SpaceLedger::follow_ancestors() {
  ancestors_.clear();
  for (const Version* at = tree_.parent; at != nullptr; at = at->parent) ancestors_.push_back(at->epoch);
  std::ranges::reverse(ancestors_);
}

}  // namespace wasmsand
