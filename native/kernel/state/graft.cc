#include "kernel/state/graft.h"

#include <algorithm>

namespace wasmsand {

// First finds all that could be in the way, then does what cannot fail any more.
class Grafting {
 public:
  Grafting(const Scion& scion, const std::vector<Vfs::Mount>& mounts, MemoryFileSystem& files, Ino at)
      : scion_(scion), mounts_(mounts), files_(files), merges_{{scion.root, at}} {}

  Result<void> check() {
    // What is new must not be taken for what a snapshot has.
    if (files_.ledger_.held(scion_.plot.epoch)) return Errno::stale;
    for (size_t i = 0; i < merges_.size(); i++) WS_TRY(check(merges_[i]));
    // Of the directories that become one the scion's goes.
    const uint64_t inodes = scion_.size.inodes - merges_.size();
    return files_.ledger_.accounting().check_files(scion_.size.bytes - std::min(scion_.size.bytes, freed_.bytes),
                                                   inodes - std::min(inodes, freed_.inodes));
  }

  void apply() {
    files_.inodes_.share_range(scion_.image->inodes, scion_.plot.first, scion_.plot.level);
    files_.ledger_.adopt(scion_.size, scion_.plot.epoch);
    for (const Merge& merge : merges_) apply(merge);
  }

 private:
  struct Merge {
    Ino scion, there;
  };
  using Entry = Directory::Entry;

  const Inode& scion(Ino ino) const { return *scion_.image->inodes.find(ino); }
  const Inode& there(Ino ino) const { return *files_.inodes_.find(ino); }
  bool is_covered(Ino ino) const {
    return std::ranges::any_of(mounts_, [&](const Vfs::Mount& mount) {
      return mount.covered->fs.get() == &files_ && mount.covered->ino == ino;
    });
  }

  Result<void> check(Merge merge) {
    const Inode &directory = scion(merge.scion), &target = there(merge.there);
    for (const Entry* entry = directory.entries.after(0); entry; entry = directory.entries.after(entry->cookie)) {
      const Entry* existing = target.entries.find(entry->name);
      if (existing) WS_TRY(check(*entry, *existing));
    }
    return {};
  }

  Result<void> check(const Entry& entry, const Entry& existing) {
    const Inode& inode = there(existing.ino);
    if (existing.type == FileType::directory) {
      const bool covered = is_covered(existing.ino);
      if (entry.type == FileType::directory) {
        if (covered && scion(entry.ino).entries.size() > 0) return Errno::xdev;
        merges_.push_back({entry.ino, existing.ino});
        return {};
      }
      if (covered) return Errno::xdev;
      if (inode.entries.size() > 0) return Errno::isdir;
    }
    freed_ += files_.freed_without(existing.ino, inode);
    return {};
  }

  void apply(Merge merge) {
    const Directory entries = scion(merge.scion).entries;
    for (const Entry* entry = entries.after(0); entry; entry = entries.after(entry->cookie)) {
      const Entry* existing = there(merge.there).entries.find(entry->name);
      if (existing && existing->type == FileType::directory && entry->type == FileType::directory) continue;
      if (existing) remove(merge.there, entry->name, existing->type);
      take_over(*entry, merge);
    }
    const Inode& directory = scion(merge.scion);
    if (!directory.implied) {
      AttributeChange change;
      change.permissions = directory.permissions;
      change.uid = directory.uid;
      change.gid = directory.gid;
      change.accessed = directory.accessed;
      change.modified = directory.modified;
      (void)files_.set_attributes(merge.there, change);
    }
    files_.destroy(merge.scion);
  }

  void remove(Ino directory, const std::string& name, FileType type) {
    if (type == FileType::directory)
      (void)files_.remove_directory(directory, name);
    else
      (void)files_.unlink(directory, name);
  }

  void take_over(const Entry& entry, Merge merge) {
    Inode* directory = files_.edit(merge.there);
    files_.touch_directory(*directory);
    const NamePlace place{merge.there, directory->entries.add(entry.name, entry.ino, entry.type)};
    if (entry.type == FileType::directory) directory->link_count++;
    Inode* inode = files_.edit(entry.ino);
    inode->remove_name({merge.scion, entry.cookie});
    inode->add_name(place);
    if (entry.type == FileType::directory) inode->parent = merge.there;
  }

  const Scion& scion_;
  const std::vector<Vfs::Mount>& mounts_;
  MemoryFileSystem& files_;
  std::vector<Merge> merges_;  // directories that are on both sides
  Space freed_;                // by what gives way
};

Result<Scion> scion_of(MemoryFileSystem& nursery, Vfs& vfs, std::string_view path) {
  WS_ASSIGN(node, vfs.resolve(vfs.host_caller(), path, false));
  const std::optional<Plot>& plot = nursery.plot();
  if (!plot || node.fs.get() != &nursery || node.ino != plot->first) return Errno::inval;
  return Scion{
      .image = nursery.freeze(), .root = node.ino, .plot = *plot, .size = nursery.ledger().tree() - plot->before};
}

Result<void> graft(const Scion& scion, Vfs& vfs, MemoryFileSystem& files, std::string_view path) {
  WS_ASSIGN(node, vfs.resolve(vfs.host_caller(), path));
  if (node.fs.get() != &files) return Errno::xdev;
  WS_ASSIGN(attributes, files.attributes(node.ino));
  if (attributes.type != FileType::directory) return Errno::notdir;
  Grafting grafting(scion, vfs.mounts(), files, node.ino);
  WS_TRY(grafting.check());
  grafting.apply();
  vfs.watches().lost(false);
  return {};
}

}  // namespace wasmsand
