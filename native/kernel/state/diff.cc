#include "kernel/state/diff.h"

#include <algorithm>
#include <set>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

#include "kernel/seeded_hash.h"
#include "kernel/state/paths.h"

namespace wasmsand {

namespace {

// Of a change, beside its paths.
constexpr size_t kChangeBytes = 64;

// Whether one who reads the file, or asks for its attributes, can tell.
bool differs(const Inode& before, const Inode& after) {
  if (before.permissions != after.permissions || before.uid != after.uid || before.gid != after.gid) return true;
  if (before.type == FileType::directory) return false;
  if (before.modified != after.modified || before.lazy != after.lazy) return true;
  if (before.type == FileType::symlink) return before.text != after.text;
  return before.lazy ? !(before.program == after.program) : !before.content.equals(after.content);
}

class Comparison {
 public:
  Comparison(const FileSystemImage& before, const FileSystemImage& after, size_t room)
      : before_(before), after_(after), room_(room) {
    RadixTable<Inode>::for_each_difference(before.inodes, after.inodes,
                                           [&](Ino ino, const Inode* a, const Inode* b) { look_at(ino, a, b); });
  }

  Result<std::vector<Change>> changes() {
    WS_TRY(match_names());
    WS_TRY(add_modified());
    std::ranges::sort(changes_, [](const Change& a, const Change& b) {
      return a.path != b.path ? a.path < b.path : a.kind < b.kind;
    });
    return std::move(changes_);
  }

 private:
  // A name that is in one of the trees only.
  struct Name {
    Ino ino = 0;
    Ino directory = 0;
    const Directory::Entry* entry = nullptr;
    Nanoseconds born = 0;
    std::string path = {};
    // Of which file: states that were imported may give the number of one to another.
    auto file() const { return std::tuple(ino, born, entry->type); }
    bool operator<(const Name& other) const {
      return file() != other.file() ? file() < other.file() : path < other.path;
    }
  };

  void look_at(Ino ino, const Inode* before, const Inode* after) {
    static const Directory kNoEntries;
    Directory::for_each_difference(before ? before->entries : kNoEntries, after ? after->entries : kNoEntries,
                                   [&](const Directory::Entry* a, const Directory::Entry* b) {
                                     if (a) gone_.push_back({.ino = a->ino, .directory = ino, .entry = a});
                                     if (b) come_.push_back({.ino = b->ino, .directory = ino, .entry = b});
                                   });
    if (before && after && differs(*before, *after)) differing_.push_back(ino);
    const bool was_there = before && before->link_count > 0, is_there = after && after->link_count > 0;
    if (was_there && after && !is_there) find_names_below(ino, before_, after_, gone_);
    if (is_there && before && !was_there) find_names_below(ino, after_, before_, come_);
  }

  // A directory that is being emptied, in `other`, still has names that have been looked at as if it were there, or not
  // at all: all that is below it in `tree` is in that tree only.
  static void find_names_below(Ino ino, Paths& tree, Paths& other, std::vector<Name>& names) {
    std::vector<Ino> open = {ino};
    while (!open.empty()) {
      const Ino directory = open.back();
      open.pop_back();
      const Inode *here = tree.inode(directory), *there = other.inode(directory);
      for (auto* entry = here->entries.after(0); entry; entry = here->entries.after(entry->cookie)) {
        if (there->entries.at(entry->cookie) != entry) continue;
        names.push_back({.ino = entry->ino, .directory = directory, .entry = entry});
        // One that is gone, or is being emptied itself, is looked at for its own sake.
        const Inode* below = entry->type == FileType::directory ? other.inode(entry->ino) : nullptr;
        if (below && below->link_count > 0) open.push_back(entry->ino);
      }
    }
  }

  // Of `tree` now or before; what has none is left out.
  void find_paths(std::vector<Name>& names, Paths& tree) {
    std::erase_if(names, [&](Name& name) {
      auto path = tree.path(name.directory, name.entry->name);
      if (path) name.path = std::move(*path);
      if (const Inode* inode = tree.inode(name.ino)) name.born = inode->born;
      if (!path) too_deep(tree.last_with_path(name.directory));
      return !path;
    });
    std::sort(names.begin(), names.end());
  }

  // 0: it has no name.
  void too_deep(Ino directory) {
    if (directory != 0) deep_.insert(directory);
  }

  Result<void> match_names() {
    find_paths(gone_, before_);
    find_paths(come_, after_);
    std::vector<Name> deleted, created, common;
    // The same file has the same name again.
    std::set_intersection(gone_.begin(), gone_.end(), come_.begin(), come_.end(), std::back_inserter(common));
    std::set_difference(gone_.begin(), gone_.end(), common.begin(), common.end(), std::back_inserter(deleted));
    std::set_difference(come_.begin(), come_.end(), common.begin(), common.end(), std::back_inserter(created));
    ByPath deleted_paths;
    std::vector<std::pair<const Name*, const Name*>> renamed;
    auto gone = deleted.begin();
    for (const Name& name : created) {
      while (gone != deleted.end() && gone->file() < name.file()) keep(deleted_paths, *gone++);
      const bool same = gone != deleted.end() && gone->file() == name.file();
      renamed.emplace_back(same ? &*gone++ : nullptr, &name);
    }
    while (gone != deleted.end()) keep(deleted_paths, *gone++);
    for (const auto& [from, to] : renamed) WS_TRY(add_come(from, *to, deleted_paths));
    for (const auto& [path, name] : deleted_paths) WS_TRY(add(Change::Kind::deleted, before_, name->ino, name->path));
    return {};
  }

  using ByPath = std::unordered_map<std::string_view, const Name*, SeededHash>;
  static void keep(ByPath& names, const Name& name) { names.emplace(name.path, &name); }

  // `replaced`: what had its path is not deleted, but has given way to it.
  Result<void> add_come(const Name* from, const Name& name, ByPath& deleted) {
    const auto replaced = deleted.find(name.path);
    const bool same_type = replaced != deleted.end() && replaced->second->entry->type == name.entry->type;
    const Inode* before = same_type ? before_.inode(replaced->second->ino) : nullptr;
    if (same_type) deleted.erase(replaced);
    if (from) return add(Change::Kind::renamed, after_, name.ino, name.path, from->path);
    created_.insert(name.path);
    const Inode* after = after_.inode(name.ino);
    if (before && after && !differs(*before, *after)) return {};
    return add(same_type ? Change::Kind::modified : Change::Kind::created, after_, name.ino, name.path);
  }

  Result<void> add_modified() {
    for (const Ino ino : differing_) {
      const Inode* inode = after_.inode(ino);
      Result<void> added;
      inode->for_each_name([&](const NamePlace& place) {
        if (added.ok()) added = add_modified_name(ino, place);
      });
      WS_TRY(added);
    }
    // The root has no name under which it could have been added.
    if (!differing_.empty() && differing_.front() == kRootIno) deep_.insert(kRootIno);
    for (const Ino ino : deep_) {
      if (ino != kRootIno && std::ranges::binary_search(differing_, ino)) continue;
      if (const auto path = after_.path(ino)) WS_TRY(add(Change::Kind::modified, after_, ino, *path));
    }
    return {};
  }

  Result<void> add_modified_name(Ino ino, const NamePlace& place) {
    const Inode* directory = after_.inode(place.directory);
    const Directory::Entry* entry = directory ? directory->entries.at(place.cookie) : nullptr;
    if (!entry) return {};
    auto path = after_.path(place.directory, entry->name);
    if (!path) too_deep(after_.last_with_path(place.directory));
    if (!path || created_.contains(*path)) return {};
    return add(Change::Kind::modified, after_, ino, *path);
  }

  Result<void> add(Change::Kind kind, Paths& tree, Ino ino, const std::string& path, const std::string& from = {}) {
    const Inode* inode = tree.inode(ino);
    if (!inode) return {};
    const size_t taken = kChangeBytes + path.size() + from.size();
    if (taken > room_) return Errno::twobig;
    room_ -= taken;
    changes_.push_back({.kind = kind,
                        .type = inode->type,
                        .permissions = inode->permissions,
                        .size = inode->size(),
                        .path = path,
                        .from = from});
    return {};
  }

  Paths before_, after_;
  size_t room_;
  std::vector<Name> gone_, come_;
  std::vector<Ino> differing_;  // in both trees, ascending
  std::set<Ino> deep_;
  std::unordered_set<std::string, SeededHash> created_;
  std::vector<Change> changes_;
};

}  // namespace

Result<std::vector<Change>> diff(const FileSystemImage& before, const FileSystemImage& after, size_t room) {
  return Comparison(before, after, room).changes();
}

}  // namespace wasmsand
