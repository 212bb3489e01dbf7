#include "kernel/vfs/provided/provided_nodes.h"

#include <algorithm>

#include "kernel/vfs/node_path.h"

namespace wasmsand {

ProvidedNodes::ProvidedNodes() {
  ProvidedNode& root = nodes_[kRoot];
  root.parent = kRoot;
  root.children = 1;  // never forgotten
  root.found = {.type = FileType::directory, .permissions = 0555, .size = 0, .modified = 0, .target = {}};
  root.use = uses_.insert(uses_.begin(), kRoot);
}

ProvidedNode* ProvidedNodes::find(Ino ino) {
  const auto found = nodes_.find(ino);
  return found == nodes_.end() ? nullptr : &found->second;
}

// Two paths of one number would take turns with the place; a stat is 52 bits, so that is nobody's concern.
Ino ProvidedNodes::number(Ino parent, std::string_view name) {
  constexpr Ino kBits = (Ino{1} << 52) - 1, kFirst = 2;
  constexpr uint64_t kOdd = 0x9e3779b97f4a7c15U;
  uint64_t hash = (parent + kOdd) * kOdd;
  hash ^= hash >> 29;
  hash = (hash ^ seeded_hash(name)) * 0xbf58476d1ce4e5b9U;
  hash ^= hash >> 32;
  return std::max(hash & kBits, kFirst);
}

ProvidedNode* ProvidedNodes::find(Ino parent, std::string_view name, Ino& ino) {
  ino = number(parent, name);
  ProvidedNode* const node = find(ino);
  if (!node || node->parent != parent || node->name != name) return nullptr;
  uses_.splice(uses_.begin(), uses_, node->use);
  return node;
}

Ino ProvidedNodes::learn(Ino parent, std::string_view name, const Question& question) {
  const Ino ino = number(parent, name);
  const auto [place, fresh] = nodes_.try_emplace(ino);
  ProvidedNode& node = place->second;
  if (fresh) {
    node.use = uses_.insert(uses_.begin(), ino);
  } else {
    uses_.splice(uses_.begin(), uses_, node.use);
    if (ProvidedNode* const above = find(node.parent)) above->children--;
  }
  find(parent)->children++;
  node.parent = parent;
  node.name = name;
  node.found = question.answer.found;
  node.known_at = question.answered_at;
  if (fresh) forget_some();
  return ino;
}

void ProvidedNodes::forget_some() {
  // Those that are in use come to the front, so that this gets past them.
  constexpr int kLookedAt = 16;
  for (int looks = 0; looks < kLookedAt && nodes_.size() > kNodesMax; looks++) {
    const Ino ino = uses_.back();
    ProvidedNode& node = *find(ino);
    if (node.pins > 0 || node.children > 0) {
      uses_.splice(uses_.begin(), uses_, node.use);
      continue;
    }
    if (ProvidedNode* const above = find(node.parent)) above->children--;
    uses_.pop_back();
    nodes_.erase(ino);
  }
}

void ProvidedNodes::pin(Ino ino) {
  pinned_++;
  if (ProvidedNode* const node = find(ino)) node->pins++;
}

void ProvidedNodes::unpin(Ino ino) {
  pinned_--;
  ProvidedNode* const node = find(ino);
  if (node && node->pins > 0) node->pins--;
}

std::optional<std::string> ProvidedNodes::path_of(Ino ino) { return path_in(*this, ino, kPathMax); }

}  // namespace wasmsand
