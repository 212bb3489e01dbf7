// The entries of one directory: a persistent map from names to inodes, ordered by cookie. A copy shares everything. A
// later edit copies only a few nodes, however many entries there are.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "kernel/vfs/radix_table.h"
#include "kernel/vfs/types.h"

namespace wasmsand {

class Directory {
 public:
  // Cookies 1 and 2 are "." and "..".
  static constexpr uint64_t kFirstCookie = 3;

  struct Entry final : RefCounted {
    std::string name;
    uint64_t hash = 0;
    uint64_t cookie = 0;
    Ino ino = 0;
    FileType type = FileType::regular;
  };

  size_t size() const { return count_; }
  const Entry* find(std::string_view name) const;
  // The first entry whose cookie is greater than `cookie`; null when there is none.
  const Entry* after(uint64_t cookie) const;
  // The entry with that cookie; null when it is gone.
  const Entry* at(uint64_t cookie) const { return by_cookie_.find(cookie); }

  // The name must not exist yet. It gets a cookie greater than all before, which is returned.
  uint64_t add(std::string_view name, Ino ino, FileType type);
  // Lets the name lead to another inode. It keeps its cookie, which is returned.
  uint64_t replace(std::string_view name, Ino ino, FileType type);
  void remove(std::string_view name);

  // Calls `visit(before, after)` for each entry that differs, null where there is none, in the order of cookies. Skips
  // the parts that both share.
  template <typename Visit>
  static void for_each_difference(const Directory& before, const Directory& after, Visit visit) {
    RadixTable<Entry>::for_each_difference(before.by_cookie_, after.by_cookie_,
                                           [&](uint64_t, const Entry* a, const Entry* b) { visit(a, b); });
  }

 private:
  // A hash trie over the names. Directories with a few entries are searched without it.
  struct TrieNode final : RefCounted {
    uint32_t used = 0;   // which of the 32 digits have a slot
    uint32_t inner = 0;  // which of these slots are TrieNodes; the others are Entries
    std::vector<Ref<RefCounted>> slots;
  };
  static constexpr size_t kScanned = 16;
  static constexpr int kBits = 5, kMaxShift = 60;  // below kMaxShift bits a node is a plain list of colliding entries

  const Entry* find_hashed(std::string_view name, uint64_t hash) const;
  void index_all();
  static void index(Ref<RefCounted>& slot, int shift, Ref<Entry> entry);
  static bool unindex(Ref<RefCounted>& slot, int shift, const Entry& entry);
  static TrieNode* own(Ref<RefCounted>& slot);

  RadixTable<Entry> by_cookie_;
  Ref<RefCounted> trie_;  // null while there are at most kScanned entries
  uint64_t next_cookie_ = kFirstCookie;
  size_t count_ = 0;
};

}  // namespace wasmsand
