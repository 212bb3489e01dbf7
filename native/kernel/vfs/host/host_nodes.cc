#include "kernel/vfs/host/host_nodes.h"

#include <algorithm>

#include "kernel/vfs/node_path.h"

namespace wasmsand {

HostNodes::HostNodes(const host::Identity& root, std::vector<Ref<RefCounted>>& discards) : discards_(discards) {
  HostNode& node = nodes_[kRoot];
  node.identity = root;
  node.type = FileType::directory;
  node.parent = kRoot;
  node.children = 1;  // never forgotten
  node.use = uses_.insert(uses_.begin(), kRoot);
  node.entering = entered_.end();
  numbers_.insert(root, kRoot);
}

HostNode* HostNodes::find(Ino ino) {
  const auto found = nodes_.find(ino);
  return found == nodes_.end() ? nullptr : &found->second;
}

void HostNodes::discard(Ref<host::Handle>& handle) {
  if (handle) discards_.push_back(std::exchange(handle, {}));
}

void HostNodes::used(HostNode& node) { uses_.splice(uses_.begin(), uses_, node.use); }

// Whether a place in `ino` would lie below `ancestor`: the host has moved directories meanwhile.
bool HostNodes::is_below(Ino ino, Ino ancestor) {
  while (ino != ancestor && ino != kRoot) {
    const HostNode* const node = find(ino);
    if (!node) return false;
    ino = node->parent;
  }
  return ino == ancestor;
}

void HostNodes::place(HostNode& node, Ino parent, std::string_view name) {
  if (node.parent != parent) {
    if (HostNode* const above = find(node.parent)) above->children--;
    find(parent)->children++;
    node.parent = parent;
  }
  if (node.name != name) node.name = name;
  node.gone = false;
}

Ino HostNodes::learn(const host::Status& found, Ino parent, std::string_view name) {
  Ino ino = numbers_.find(found.identity);
  const bool fresh = ino == 0;
  if (fresh) {
    ino = ++last_;
    numbers_.insert(found.identity, ino);
    HostNode& node = nodes_[ino];
    node.identity = found.identity;
    node.use = uses_.insert(uses_.begin(), ino);
    node.entering = entered_.end();
  }
  HostNode& node = *find(ino);
  node.type = found.attributes.type;
  node.foreign = found.foreign;
  used(node);
  // A circle cannot be, but what is known of the directories above may be of different times.
  const bool circular = node.parent != parent && node.children > 0 && is_below(parent, ino);
  if (ino != kRoot && !circular) place(node, parent, name);
  if (node.type == FileType::directory) place_of(parent, name) = ino;
  if (fresh) forget_some();
  return ino;
}

HostNode* HostNodes::directory_at(Ino parent, std::string_view name, Ino& ino) {
  ino = place_of(parent, name);
  HostNode* const node = find(ino);
  const bool there = node && node->parent == parent && node->name == name && node->type == FileType::directory;
  return there && !node->foreign && !node->gone ? node : nullptr;
}

void HostNodes::move(const host::Identity& identity, Ino parent, std::string_view name) {
  const Ino ino = numbers_.find(identity);
  if (ino == 0 || ino == kRoot || !find(parent)) return;
  if (!is_below(parent, ino)) place(*find(ino), parent, name);
}

void HostNodes::leave(HostNode& node) {
  if (node.entering != entered_.end()) entered_.erase(std::exchange(node.entering, entered_.end()));
  discard(node.directory);
}

void HostNodes::entered(Ino directory, Ref<host::Handle> handle) {
  HostNode* const node = find(directory);
  if (!node) return discard(handle);
  node->gone = false;
  used(*node);
  if (node->directory != handle) {
    discard(node->directory);
    node->directory = std::move(handle);
  }
  if (node->pins > 0) {
    if (node->entering != entered_.end()) entered_.erase(std::exchange(node->entering, entered_.end()));
    return;
  }
  if (node->entering != entered_.end()) {
    entered_.splice(entered_.begin(), entered_, node->entering);
    return;
  }
  node->entering = entered_.insert(entered_.begin(), directory);
  if (entered_.size() > kEnteredMax) leave(*find(entered_.back()));
}

void HostNodes::forget_some() {
  // Those that are in use come to the front, so that this gets past them.
  constexpr int kLookedAt = 16;
  for (int i = 0; i < kLookedAt && nodes_.size() > kNodesMax; i++) {
    const Ino ino = uses_.back();
    HostNode& node = *find(ino);
    if (node.pins > 0 || node.children > 0) {
      used(node);
      continue;
    }
    leave(node);
    discard(node.file);
    if (HostNode* const above = find(node.parent)) above->children--;
    uses_.pop_back();
    numbers_.erase(node.identity);
    nodes_.erase(ino);
  }
}

void HostNodes::pin(Ino ino) {
  pinned_++;
  HostNode* const node = find(ino);
  if (!node) return;
  if (node->pins++ == 0 && node->entering != entered_.end())
    entered_.erase(std::exchange(node->entering, entered_.end()));
}

void HostNodes::unpin(Ino ino) {
  pinned_--;
  HostNode* const node = find(ino);
  if (!node || node->pins == 0) return;
  node->pins--;
  if (node->pins > 0) return;
  discard(node->file);
  if (node->directory) entered(ino, node->directory);
}

std::optional<std::string> HostNodes::path_of(Ino ino) { return path_in(*this, ino); }

}  // namespace wasmsand
