// open(2): flags, permissions, and which description a node gets.
#include "kernel/io/directory_stream.h"
#include "kernel/io/fifo.h"
#include "kernel/io/path_file.h"
#include "kernel/io/regular_file.h"
#include "kernel/linux_constants.h"
#include "kernel/vfs/vfs.h"

namespace wasmsand {

namespace {

// What fcntl(F_GETFL) shows.
uint32_t lasting(uint32_t flags) {
  return flags & ~(abi::kO_CREAT | abi::kO_EXCL | abi::kO_TRUNC | abi::kO_NOCTTY | abi::kO_CLOEXEC);
}

}  // namespace

Result<Ref<OpenFile>> Vfs::open(const Caller& caller, std::string_view path, uint32_t flags, uint16_t permissions) {
  if (flags & OpenFile::kPathOnly)
    flags &= abi::kO_DIRECTORY | abi::kO_NOFOLLOW | abi::kO_CLOEXEC | OpenFile::kPathOnly;
  if ((flags & abi::kO_TMPFILE) == abi::kO_TMPFILE) return Errno::opnotsupp;  // O_TMPFILE: callers have a fallback
  bool create_wanted = flags & abi::kO_CREAT;
  if (create_wanted && flags & abi::kO_DIRECTORY) return Errno::inval;
  bool exclusive = create_wanted && flags & abi::kO_EXCL;

  WalkOptions options;
  options.follow_last = !(flags & abi::kO_NOFOLLOW) && !exclusive;
  options.allow_missing_last = options.for_name = create_wanted;
  // Where the lock is given up, what was found or missing may be otherwise when it is to be opened or made.
  constexpr int kAttempts = 8;
  for (int attempt = 0;; attempt++) {
    auto opened = open_once(caller, path, flags, permissions, options);
    const bool changed = opened.error() == Errno::stale || (opened.error() == Errno::exist && !exclusive);
    if (!changed || attempt == kAttempts) return opened;
  }
}

Result<Ref<OpenFile>> Vfs::open_once(const Caller& caller, std::string_view path, uint32_t flags, uint16_t permissions,
                                     WalkOptions options) {
  const bool create_wanted = flags & abi::kO_CREAT;
  const bool exclusive = create_wanted && flags & abi::kO_EXCL;
  WS_ASSIGN(walked, walk(caller, path, options));
  if (create_wanted && walked.wants_directory && walked.last == Walked::Last::name) return Errno::isdir;
  if (!walked.target) {
    NewNode fresh;
    fresh.permissions = permissions & 07777;
    WS_ASSIGN(node, create(caller, walked, std::move(fresh)));
    return open_found(caller, node, {walked.parent, walked.name}, flags, true);
  }
  if (exclusive) return Errno::exist;
  bool is_directory = walked.attributes.type == FileType::directory;
  if (create_wanted && is_directory) return Errno::isdir;
  if (create_wanted) WS_TRY(check_may_open_instead(caller, walked));
  if (walked.attributes.type == FileType::symlink && !(flags & OpenFile::kPathOnly))
    return flags & abi::kO_DIRECTORY ? Errno::notdir : Errno::loop;
  return open_found(caller, walked.target, {walked.parent, walked.name}, flags, false);
}

Result<Ref<OpenFile>> Vfs::open_node(const Caller& caller, const Node& node, uint32_t flags) {
  return open_found(caller, node, {}, flags & ~(abi::kO_CREAT | abi::kO_EXCL), false);
}

Result<Ref<OpenFile>> Vfs::reopen(const Node& node, NodePlace place, uint32_t flags) {
  return open_found(host_caller(), node, std::move(place), flags, false);
}

Result<Ref<OpenFile>> Vfs::open_found(const Caller& caller, const Node& node, NodePlace place, uint32_t flags,
                                      bool created) {
  WS_ASSIGN(found, attributes(node));
  bool is_directory = found.type == FileType::directory;
  if (flags & abi::kO_DIRECTORY && !is_directory) return Errno::notdir;
  if (flags & OpenFile::kPathOnly)
    return Ref<OpenFile>(make_ref<PathFile>(*this, node, std::move(place), lasting(flags)));

  uint32_t mode = flags & OpenFile::kAccessModeMask;
  if (mode == OpenFile::kAccessModeMask) return Errno::inval;
  uint8_t wanted = 0;
  if (mode != OpenFile::kWriteOnly) wanted |= static_cast<uint8_t>(Access::read);
  if (mode != OpenFile::kReadOnly || flags & abi::kO_TRUNC) wanted |= static_cast<uint8_t>(Access::write);
  bool writes = wanted & static_cast<uint8_t>(Access::write);
  if (is_directory && writes) return Errno::isdir;
  if (found.type == FileType::symlink) return Errno::loop;
  if (writes && found.type == FileType::regular && node.fs->read_only()) return Errno::rofs;
  if (!created) WS_TRY(check_access(*caller.credentials, found, wanted));
  if (flags & OpenFile::kNoAccessTime && !caller.credentials->is_root() && caller.credentials->uid != found.uid)
    return Errno::perm;

  // Of the place itself: it is given away.
  const auto tell_opened = [&, known = watches_.any() ? place : NodePlace()] {
    if (!watches_.any()) return;
    tell(node, known, abi::kIN_OPEN | (is_directory ? abi::kIN_ISDIR : 0));
    if (flags & abi::kO_TRUNC && !created) tell(node, known, abi::kIN_MODIFY);
  };
  WS_ASSIGN(own, node.fs->open_node(*this, node.ino, place, lasting(flags) | (flags & abi::kO_TRUNC), created));
  if (own) {
    tell_opened();
    return own;
  }
  WS_ASSIGN(special, node.fs->open_special(node.ino, lasting(flags) | (flags & abi::kO_NOCTTY), caller.process));
  if (special) return special;
  switch (found.type) {
    case FileType::directory:
      tell_opened();
      return Ref<OpenFile>(make_ref<DirectoryStream>(*this, node, std::move(place), lasting(flags)));
    case FileType::regular:
      if (flags & abi::kO_TRUNC && !created) {
        WS_TRY(node.fs->truncate(node.ino, 0));
        WS_TRY(drop_set_id(caller.credentials, node));
      }
      tell_opened();
      return Ref<OpenFile>(make_ref<RegularFile>(*this, node, std::move(place), lasting(flags)));
    case FileType::fifo:
      return fifos_->open(node, lasting(flags), path_of(node, place));
    default:
      return Errno::nxio;  // devices that no driver stands behind, sockets
  }
}

// As /proc/<pid>/fd shows it.
std::string Vfs::path_of(const Node& described, const NodePlace& place) {
  constexpr const char* kDeleted = " (deleted)";
  // A copy: it may be a process's, and another one when a slow file system has answered.
  const Node node = described;  // NOLINT(performance-unnecessary-copy-initialization)
  auto as_directory = attributes(node);
  if (as_directory && as_directory->type == FileType::directory) {
    auto path = path_of_directory(node);
    if (path) return *path;
    if (path.error() == Errno::nametoolong) return {};
  }
  if (!place.directory) return place.name.empty() ? "(unknown)" : place.name;
  auto path = path_of_directory(place.directory);
  if (!path) return path.error() == Errno::nametoolong ? std::string() : place.name + kDeleted;
  if (path->back() != '/') *path += '/';
  *path += place.name;
  auto there = place.directory.fs->lookup(place.directory.ino, place.name, nullptr);
  // Who has the tree would have to be waited for.
  if (there.error() == Errno::blocked || there.error() == Errno::again) return *path;
  if (!there || !(across_mounts({place.directory.fs, *there}) == node)) *path += kDeleted;
  return *path;
}

}  // namespace wasmsand
