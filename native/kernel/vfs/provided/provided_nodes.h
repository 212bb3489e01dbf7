// The inodes of a tree that somebody else has: numbers for the paths that were looked at. A number comes of its path,
// so that it is the same however often it is forgotten. Bounded: what nobody uses goes, the longest unused first.
#pragma once

#include <list>
#include <optional>
#include <string>
#include <unordered_map>

#include "kernel/seeded_hash.h"
#include "kernel/vfs/provided/question.h"

namespace wasmsand {

struct ProvidedNode {
  Ino parent = 0;
  std::string name;
  Question::Found found;
  Nanoseconds known_at = 0;  // since when that is known (monotonic)
  uint32_t pins = 0, children = 0;
  std::list<Ino>::iterator use;
};

class ProvidedNodes {
 public:
  static constexpr Ino kRoot = 1;
  static constexpr size_t kNodesMax = 16384;

  ProvidedNodes();

  ProvidedNode* find(Ino ino);
  // What is known of a name; null: nothing.
  ProvidedNode* find(Ino parent, std::string_view name, Ino& ino);
  // The number of a name, which may be of nothing.
  Ino number(Ino parent, std::string_view name);
  Ino learn(Ino parent, std::string_view name, const Question& question);
  void pin(Ino ino);
  void unpin(Ino ino);
  uint64_t pinned() const { return pinned_; }
  // From the root on. Nothing: one above it was forgotten.
  std::optional<std::string> path_of(Ino ino);

 private:
  void forget_some();

  std::unordered_map<Ino, ProvidedNode, SeededHash> nodes_;
  std::list<Ino> uses_;  // the last one first
  uint64_t pinned_ = 0;
};

}  // namespace wasmsand
