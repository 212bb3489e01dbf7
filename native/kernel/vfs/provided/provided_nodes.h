// The inodes of a provided tree: numbers for the paths that were looked up. A number is computed from its path, so it
// stays the same after it was dropped. The table is bounded: unused entries are dropped, the least recently used first.
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
  // The known data of a name; null: none.
  ProvidedNode* find(Ino parent, std::string_view name, Ino& ino);
  // The number of a name, even if there is no such file.
  Ino number(Ino parent, std::string_view name);
  Ino learn(Ino parent, std::string_view name, const Question& question);
  void pin(Ino ino);
  void unpin(Ino ino);
  uint64_t pinned() const { return pinned_; }
  // The path from the root. Nothing: a parent was dropped.
  std::optional<std::string> path_of(Ino ino);

 private:
  void forget_some();

  std::unordered_map<Ino, ProvidedNode, SeededHash> nodes_;
  std::list<Ino> uses_;  // the last one first
  uint64_t pinned_ = 0;
};

}  // namespace wasmsand
