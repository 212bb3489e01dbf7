// Numbers by identity, in one piece of memory: a look-up reads one place of it, and files that were made one after the
// other, which are those that lie in one directory and are asked for one after the other, lie beside each other.
#pragma once

#include <vector>

#include "kernel/vfs/host/host_call.h"

namespace wasmsand {

class IdentityTable {
 public:
  // Where things lie depends on chance: whoever makes files cannot have them all meet in one place.
  IdentityTable();
  // 0: none.
  Ino find(const host::Identity& identity) const { return entries_[place_of(identity)].number; }
  // Of what has no number yet, one that is not 0.
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
