// Which objects of a state are kept somewhere, and how many others refer to each.
#pragma once

#include <compare>
#include <map>
#include <utility>
#include <vector>

#include "kernel/state/digest.h"

namespace wasmsand {

// The same bytes can be a piece of a file, whose content a guest chooses, and a leaf: they refer to others as the
// latter only.
struct ObjectKey {
  enum class Kind : uint8_t { piece, leaf, session, root };
  Digest digest;
  Kind kind;
  friend auto operator<=>(const ObjectKey&, const ObjectKey&) = default;
};

struct ObjectPart {
  ObjectKey key;
  std::vector<ObjectKey> children;
};

class ObjectLedger {
 public:
  bool has(const Digest& digest) const {
    const auto found = objects_.lower_bound({digest, ObjectKey::Kind::piece});
    return found != objects_.end() && found->first.digest == digest;
  }
  // Nothing happens when it is there; those that it refers to are.
  void add(const ObjectPart& part) {
    const auto [added, fresh] = objects_.try_emplace(part.key);
    if (!fresh) return;
    for (const ObjectKey& child : part.children) objects_[child].references++;
    added->second.children = part.children;
  }
  void hold(const ObjectKey& key) { objects_[key].references++; }
  // Lets go of what was held. What nothing refers to any more is gone, and the answer: each before what it referred to.
  std::vector<ObjectPart> release(const ObjectKey& key) {
    std::vector<ObjectPart> gone;
    std::vector<ObjectKey> open = {key};
    while (!open.empty()) {
      const auto found = objects_.find(open.back());
      open.pop_back();
      if (--found->second.references > 0) continue;
      open.insert(open.end(), found->second.children.begin(), found->second.children.end());
      gone.push_back({found->first, std::move(found->second.children)});
      objects_.erase(found);
    }
    return gone;
  }
  size_t size() const { return objects_.size(); }

 private:
  struct Object {
    uint32_t references = 0;
    std::vector<ObjectKey> children;
  };
  std::map<ObjectKey, Object> objects_;
};

}  // namespace wasmsand
