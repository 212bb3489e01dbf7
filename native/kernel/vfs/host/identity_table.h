// Numbers of files by identity, in one piece of memory. A look-up reads one place of it. Files that were made one after
// the other, and so often lie in one directory, are neighbours.
#pragma once

#include <vector>

#include "kernel/vfs/host/host_call.h"

namespace wasmsand {

class IdentityTable {
 public:
  // Places depend on a random seed, so that nobody can make files that all collide.
  IdentityTable();
  // 0: none.
  Ino find(const host::Identity& identity) const { return entries_[place_of(identity)].number; }
  // A nonzero number for a file that has none yet.
  void insert(const host::Identity& identity, Ino number);
  void erase(const host::Identity& identity);
  size_t size() const { return size_; }

 private:
  struct Entry {
    host::Identity identity;
    Ino number = 0;
  };
  size_t home_of(const host::Identity& identity) const;
  size_t place_of(const host::Identity& identity) const;
  size_t mask() const { return entries_.size() - 1; }

  uint64_t seed_ = 0;
  std::vector<Entry> entries_;  // a power of two of them, at most half of which are taken
  size_t size_ = 0;
};

}  // namespace wasmsand
