// The part of the Vfs that tells watches of changes: which directories hear of a change, and by which name.
#include "kernel/vfs/vfs.h"

namespace wasmsand {

std::optional<Vfs::DirectoryPlace> Vfs::directory_above(Node directory) const {
  while (directory.ino == directory.fs->root()) {
    const Mount* mounted = nullptr;
    for (const Mount& mount : mounts_)
      if (mount.fs == directory.fs && *mount.covered) mounted = &mount;
    if (!mounted) return std::nullopt;
    directory = *mounted->covered;
  }
  auto name = directory.fs->name_of(directory.ino);
  if (!name.ok()) return std::nullopt;
  const auto parent = directory.fs->parent(directory.ino);
  if (!parent.ok()) return std::nullopt;
  return DirectoryPlace{{directory.fs, *parent}, std::move(*name)};
}

void Vfs::tell_name(const Node& directory, std::string_view name, uint32_t events, uint32_t cookie, bool unlinked) {
  watches_.tell(directory, {.events = events, .name = name, .cookie = cookie, .unlinked = unlinked});
  if (!watches_.any_recursive()) return;
  std::string path(name);
  auto above = directory_above(directory);
  for (size_t way = 0; above && way < kPathMax; above = directory_above(above->directory)) {
    way += above->name.size() + 1;
    path.insert(0, above->name + '/');
    watches_.tell(above->directory, {.events = events, .name = path, .cookie = cookie, .unlinked = unlinked}, true);
  }
}

// Where the file system does not say which inodes are gone, an open file seems to be gone with its last name.
void Vfs::tell_end(const Walked& removed) {
  const bool last = removed.attributes.type == FileType::directory || removed.attributes.link_count <= 1;
  if (last && !removed.target.fs->reports_ends()) watches_.inode_ended(*removed.target.fs, removed.target.ino);
}

void Vfs::tell_removed(const Walked& walked, Watches::EndsLater& ends) {
  if (!watches_.any()) return;
  const bool is_directory = walked.attributes.type == FileType::directory;
  if (!is_directory) watches_.tell(walked.target, {.events = abi::kIN_ATTRIB});
  tell_end(walked);
  ends.tell();
  tell_name(walked.parent, walked.name, abi::kIN_DELETE | (is_directory ? abi::kIN_ISDIR : 0));
}

void Vfs::tell_moved(const Walked& source, const Walked& target, bool exchanged) {
  const auto kind = [](const Walked& walked) {
    return walked.attributes.type == FileType::directory ? abi::kIN_ISDIR : 0;
  };
  const auto tell_move = [&](const Walked& moved, const Walked& from, const Walked& to) {
    const uint32_t cookie = watches_.next_cookie();
    tell_name(from.parent, from.name, abi::kIN_MOVED_FROM | kind(moved), cookie);
    tell_name(to.parent, to.name, abi::kIN_MOVED_TO | kind(moved), cookie);
    if (!exchanged && target.target) watches_.tell(target.target, {.events = abi::kIN_ATTRIB | kind(target)});
    watches_.tell(moved.target, {.events = abi::kIN_MOVE_SELF});
  };
  tell_move(source, source, target);
  if (exchanged)
    tell_move(target, target, source);
  else if (target.target)
    tell_end(target);
}

void Vfs::tell(const Node& node, const NodePlace& place, uint32_t events) {
  if (events & abi::kIN_ISDIR) {
    if (const auto above = directory_above(node)) tell_name(above->directory, above->name, events);
  } else {
    const bool is_known = place.directory && place.directory.fs == node.fs;
    const InodePlace known{is_known ? place.directory.ino : 0, is_known ? place.name : std::string()};
    const InodePlace there = node.fs->place_of(node.ino, known);
    if (there.directory != 0) tell_name({node.fs, there.directory}, there.name, events, 0, there.unlinked);
  }
  watches_.tell(node, {.events = events});
}

}  // namespace wasmsand
