// What a mount knows of the host's files: a number for each file that was looked up, and its place. The table is
// bounded: unused entries are dropped, the least recently used first. Guarded by the kernel's lock. Makes no calls to
// the host.
#pragma once

#include <array>
#include <list>
#include <optional>
#include <string>
#include <unordered_map>

#include "kernel/seeded_hash.h"
#include "kernel/vfs/host/identity_table.h"

namespace wasmsand {

struct HostNode {
  host::Identity identity;
  FileType type = FileType::regular;
  bool foreign = false;  // something else of the host is mounted there: it can be seen, not entered
  bool gone = false;     // a directory that was no longer where it was found
  Ino parent = 0;
  std::string name;
  uint32_t pins = 0;
  uint32_t children = 0;        // nodes whose place is in it
  Ref<host::Handle> directory;  // of a directory that was entered not long ago, or is pinned
  Ref<host::Handle> file;       // of a file that is open
  // For a directory: when it was last found by names that were all checked since then, and who may search it.
  Nanoseconds seen = 0;
  uint16_t permissions = 0;
  uint32_t uid = 0, gid = 0;
  std::list<Ino>::iterator use, entering;
};

class HostNodes {
 public:
  static constexpr Ino kRoot = 1;
  static constexpr size_t kNodesMax = 16384, kEnteredMax = 256;

  // Dropped handles go to `discards`, to be closed without the lock.
  HostNodes(const host::Identity& root, std::vector<Ref<RefCounted>>& discards);

  HostNode* find(Ino ino);
  size_t size() const { return nodes_.size(); }
  uint64_t pinned() const { return pinned_; }
  // The number of the file found at a place. From now on this is its place.
  Ino learn(const host::Status& found, Ino parent, std::string_view name);
  // What learn() recently said about a directory of that name, if it is known.
  HostNode* directory_at(Ino parent, std::string_view name, Ino& ino);
  // The file has moved.
  void move(const host::Identity& identity, Ino parent, std::string_view name);
  void entered(Ino directory, Ref<host::Handle> handle);
  void pin(Ino ino);
  void unpin(Ino ino);
  // The path from the root, with slashes; empty for the root itself.
  std::optional<std::string> path_of(Ino ino);

 private:
  Ino& place_of(Ino parent, std::string_view name) {
    return places_[(seeded_hash(name) ^ seeded_hash(parent)) % places_.size()];
  }
  void place(HostNode& node, Ino parent, std::string_view name);
  bool is_below(Ino ino, Ino ancestor);
  void used(HostNode& node);
  void forget_some();
  void leave(HostNode& node);
  void discard(Ref<host::Handle>& handle);

  std::vector<Ref<RefCounted>>& discards_;
  std::unordered_map<Ino, HostNode, SeededHash> nodes_;
  IdentityTable numbers_;
  std::list<Ino> uses_, entered_;  // the last one first
  std::array<Ino, 256> places_{};  // directories by where they were found; whatever was found later gives the place up
  Ino last_ = kRoot;
  uint64_t pinned_ = 0;
};

}  // namespace wasmsand
