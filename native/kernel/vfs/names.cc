// The calls that make and remove names.
#include "kernel/vfs/vfs.h"

namespace wasmsand {

namespace {
constexpr uint16_t kSetGid = 02000, kGroupExecute = 0010;
constexpr uint32_t kNoReplace = 1, kExchange = 2;  // RENAME_…
}  // namespace

// Makes the missing last component of `walked`, owned by the caller.
Result<Node> Vfs::create(const Caller& caller, const Walked& walked, NewNode node) {
  WS_TRY(check_may_create(caller, walked.parent));
  WS_ASSIGN(parent, attributes(walked.parent));
  // A program of the directory's group, made by somebody who is not in it.
  const bool foreign = (parent.permissions & kSetGid) && node.type != FileType::directory &&
                       (node.permissions & (kSetGid | kGroupExecute)) == (kSetGid | kGroupExecute) &&
                       !caller.credentials->is_root() && !caller.credentials->in_group(parent.gid);
  if (foreign) node.permissions &= static_cast<uint16_t>(~kSetGid);
  if (node.type != FileType::symlink) node.permissions &= static_cast<uint16_t>(~caller.umask);
  node.uid = caller.credentials->uid;
  node.gid = caller.credentials->gid;
  if (parent.permissions & kSetGid) {
    node.gid = parent.gid;
    if (node.type == FileType::directory) node.permissions |= kSetGid;
  }
  WS_ASSIGN(ino, walked.parent.fs->create(walked.parent.ino, walked.name, node));
  const uint32_t kind = node.type == FileType::directory ? abi::kIN_ISDIR : 0;
  if (watches_.any()) tell_name(walked.parent, walked.name, abi::kIN_CREATE | kind);
  return Node{walked.parent.fs, ino};
}

Result<void> Vfs::make_directory(const Caller& caller, std::string_view path, uint16_t permissions) {
  WS_ASSIGN(walked, walk_new_name(caller, path, true));
  NewNode node;
  node.type = FileType::directory;
  node.permissions = permissions & 01777;
  WS_TRY(create(caller, walked, std::move(node)));
  return {};
}

Result<void> Vfs::make_node(const Caller& caller, std::string_view path, FileType type, uint16_t permissions,
                            uint32_t device_number) {
  if (type == FileType::directory) return Errno::perm;
  if (type == FileType::symlink) return Errno::inval;
  WS_ASSIGN(walked, walk_new_name(caller, path, false));
  bool is_device = type == FileType::character_device || type == FileType::block_device;
  if (is_device && !caller.credentials->is_root()) return Errno::perm;
  NewNode node;
  node.type = type;
  node.permissions = permissions & 07777;
  if (is_device) node.device_number = device_number;
  WS_TRY(create(caller, walked, std::move(node)));
  return {};
}

Result<void> Vfs::make_symlink(const Caller& caller, std::string_view target, std::string_view path) {
  if (target.empty()) return Errno::noent;
  if (target.size() >= kPathMax) return Errno::nametoolong;
  WS_ASSIGN(walked, walk_new_name(caller, path, false));
  NewNode node;
  node.type = FileType::symlink;
  node.permissions = 0777;
  node.symlink_target = target;
  WS_TRY(create(caller, walked, std::move(node)));
  return {};
}

Result<void> Vfs::link(const Caller& from, std::string_view from_path, const Caller& to, std::string_view to_path,
                       bool follow) {
  WS_ASSIGN(source, walk(from, from_path, {.follow_last = follow}));
  WS_ASSIGN(walked, walk_new_name(to, to_path, false));
  if (!(source.target.fs == walked.parent.fs)) return Errno::xdev;
  WS_TRY(check_may_link(to, source.attributes));
  WS_TRY(check_may_create(to, walked.parent));
  if (source.attributes.type == FileType::directory) return Errno::perm;
  WS_TRY(walked.parent.fs->link(walked.parent.ino, walked.name, source.target.ino));
  if (watches_.any()) {
    watches_.tell(source.target, {.events = abi::kIN_ATTRIB});
    tell_name(walked.parent, walked.name, abi::kIN_CREATE);
  }
  return {};
}

Result<void> Vfs::unlink(const Caller& caller, std::string_view path) {
  WS_ASSIGN(walked, walk_name(caller, path));
  if (walked.last != Walked::Last::name) return Errno::isdir;
  if (walked.wants_directory) return walked.attributes.type == FileType::directory ? Errno::isdir : Errno::notdir;
  WS_TRY(check_may_remove(caller, walked, false));
  Watches::EndsLater ends(watches_);
  WS_TRY(walked.parent.fs->unlink(walked.parent.ino, walked.name));
  tell_removed(walked, ends);
  return {};
}

Result<void> Vfs::remove_directory(const Caller& caller, std::string_view path) {
  WS_ASSIGN(walked, walk_name(caller, path));
  switch (walked.last) {
    case Walked::Last::root:
      return Errno::busy;
    case Walked::Last::dot:
      return Errno::inval;
    case Walked::Last::dot_dot:
      return Errno::notempty;
    case Walked::Last::name:
      break;
  }
  WS_TRY(check_may_remove(caller, walked, true));
  Watches::EndsLater ends(watches_);
  WS_TRY(walked.parent.fs->remove_directory(walked.parent.ino, walked.name));
  tell_removed(walked, ends);
  return {};
}

Result<void> Vfs::detach_tree(const Caller& caller, std::string_view path) {
  WS_ASSIGN(walked, walk_name(caller, path));
  if (walked.last != Walked::Last::name) return Errno::busy;
  WS_TRY(check_may_remove(caller, walked, true));
  for (const Mount& mount : mounts_) {
    if (!*mount.covered || !(mount.covered->fs == walked.target.fs)) continue;
    WS_ASSIGN(holds_mount, is_below(*mount.covered, walked.target));
    if (holds_mount) return Errno::busy;
  }
  Watches::EndsLater ends(watches_);
  WS_TRY(walked.parent.fs->detach_tree(walked.parent.ino, walked.name));
  tell_removed(walked, ends);
  return {};
}

struct Vfs::Renaming {
  const Caller &from, &to;
  std::string_view from_path, to_path;
  uint32_t flags;
};

Result<void> Vfs::rename(const Caller& from, std::string_view from_path, const Caller& to, std::string_view to_path,
                         uint32_t flags) {
  if (flags & ~(kNoReplace | kExchange) || flags == (kNoReplace | kExchange)) return Errno::inval;
  const Renaming renaming{from, to, from_path, to_path, flags};
  std::array<Ancestry, 2> known;
  // Others may move directories while this looks where it is; not so often that it matters, unless they mean to.
  constexpr int kAttempts = 8;
  for (int attempt = 0; attempt < kAttempts; attempt++) {
    auto renamed = rename_now(renaming, known);
    if (renamed.ok() || renamed.error() != Errno::again) return renamed;
    for (Ancestry& wanted : known) {
      if (wanted.directory && !wanted.below) WS_TRY(find_ancestry(from, wanted));
    }
  }
  return Errno::busy;
}

Result<void> Vfs::rename_now(const Renaming& renaming, std::array<Ancestry, 2>& known) {
  const auto& [from, to, from_path, to_path, flags] = renaming;
  bool exchange = flags & kExchange;
  WS_ASSIGN(source, walk(from, from_path, {.follow_last = false, .for_name = true, .parent_only = true}));
  WS_ASSIGN(target, walk(to, to_path, {.follow_last = false, .for_name = true, .parent_only = true}));
  if (!(source.parent.fs == target.parent.fs)) return Errno::xdev;
  if (source.last != Walked::Last::name) return Errno::busy;
  if (target.last != Walked::Last::name) return flags & kNoReplace ? Errno::exist : Errno::busy;
  WS_TRY(find_last(from, source));
  if (!source.target) return Errno::noent;
  WS_TRY(find_last(to, target));
  if (flags & kNoReplace && target.target) return Errno::exist;
  if (exchange && !target.target) return Errno::noent;

  bool moves_directory = source.attributes.type == FileType::directory;
  bool onto_directory = target.attributes.type == FileType::directory && target.target;
  if (!moves_directory && (source.wants_directory || (!exchange && target.wants_directory))) return Errno::notdir;
  if (exchange && !onto_directory && target.wants_directory) return Errno::notdir;
  if (is_mount_point(source.parent, source.target) || (target.target && is_mount_point(target.parent, target.target)))
    return Errno::busy;
  if (moves_directory) {
    WS_ASSIGN(into_itself, is_below(target.parent, source.target, from.lock ? &known[0] : nullptr));
    if (into_itself) return Errno::inval;
  }
  if (onto_directory) {
    WS_ASSIGN(holds_source, is_below(source.parent, target.target, from.lock ? &known[1] : nullptr));
    if (holds_source) return exchange ? Errno::inval : Errno::notempty;
  }
  if (source.target == target.target) return {};

  WS_TRY(check_may_remove(from, source, moves_directory));
  if (target.target)
    WS_TRY(check_may_remove(to, target, exchange ? onto_directory : moves_directory));
  else
    WS_TRY(check_may_create(to, target.parent));
  // A directory that gets another parent is itself changed: its "..".
  constexpr uint8_t kWrite = static_cast<uint8_t>(Access::write);
  if (!(source.parent == target.parent)) {
    if (moves_directory) WS_TRY(check_access(*from.credentials, source.attributes, kWrite));
    if (exchange && onto_directory) WS_TRY(check_access(*to.credentials, target.attributes, kWrite));
  }
  FileSystem& fs = *source.parent.fs;
  Watches::EndsLater ends(watches_);
  if (exchange)
    WS_TRY(fs.exchange(source.parent.ino, source.name, target.parent.ino, target.name));
  else
    WS_TRY(fs.rename(source.parent.ino, source.name, target.parent.ino, target.name));
  if (watches_.any()) tell_moved(source, target, exchange);
  return {};
}

}  // namespace wasmsand
