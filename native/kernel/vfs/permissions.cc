// Who may do what: access bits, ownership, the sticky bit; and the calls that change attributes.
#include "kernel/io/regular_file.h"
#include "kernel/vfs/vfs.h"

namespace wasmsand {

namespace {

constexpr uint16_t kSetUid = 04000, kSetGid = 02000, kSticky = 01000, kGroupExecute = 0010;
constexpr uint8_t kWrite = static_cast<uint8_t>(Access::write), kRead = static_cast<uint8_t>(Access::read),
                  kExecute = static_cast<uint8_t>(Access::execute);

// Root of the sandbox has no rights of its own on files of the host. What it does there it does as the sandbox's user.
uint32_t user_for(const Credentials& credentials, const Attributes& attributes) {
  return credentials.is_root() && attributes.of_host ? kUserId : credentials.uid;
}

bool owns(const Caller& caller, const Attributes& attributes) {
  const uint32_t uid = user_for(*caller.credentials, attributes);
  return uid == 0 || uid == attributes.uid;
}

}  // namespace

Result<void> Vfs::check_access(const Credentials& credentials, const Attributes& attributes, uint8_t wanted) const {
  uint16_t bits = attributes.permissions;
  const uint32_t uid = user_for(credentials, attributes);
  if (uid == 0) {
    if (wanted & kExecute && attributes.type != FileType::directory && !(bits & 0111)) return Errno::acces;
    return {};
  }
  if (uid == attributes.uid)
    bits >>= 6;
  else if (credentials.in_group(attributes.gid) || (uid != credentials.uid && attributes.gid == kUserId))
    bits >>= 3;
  if ((bits & 7 & wanted) != wanted) return Errno::acces;
  return {};
}

Result<void> Vfs::check_may_create(const Caller& caller, const Node& directory) {
  if (directory.fs->read_only()) return Errno::rofs;
  WS_ASSIGN(found, attributes(directory));
  return check_access(*caller.credentials, found, kWrite | kExecute);
}

Result<void> Vfs::check_may_remove(const Caller& caller, const Walked& walked, bool directory_wanted) {
  WS_TRY(check_may_create(caller, walked.parent));
  WS_ASSIGN(parent, attributes(walked.parent));
  if (parent.permissions & kSticky && !owns(caller, parent) && !owns(caller, walked.attributes)) return Errno::perm;
  if (directory_wanted && walked.attributes.type != FileType::directory) return Errno::notdir;
  if (!directory_wanted && walked.attributes.type == FileType::directory) return Errno::isdir;
  if (is_mount_point(walked.parent, walked.target)) return Errno::busy;
  return {};
}

// In a sticky directory that all may write, O_CREAT opens no link, device or socket of others. Files and pipes it does:
// Linux has settings for these (fs.protected_regular, fs.protected_fifos), which are off as it starts. It makes no
// exception for root.
Result<void> Vfs::check_may_open_instead(const Caller& caller, const Walked& walked) {
  const Attributes& found = walked.attributes;
  if (found.type == FileType::regular || found.type == FileType::fifo || found.uid == caller.credentials->uid)
    return {};
  WS_ASSIGN(parent, attributes(walked.parent));
  if (parent.permissions & kSticky && parent.permissions & 0002 && found.uid != parent.uid) return Errno::acces;
  return {};
}

// Linux's fs.protected_hardlinks: others' files may be linked only by who could read and write them anyway.
Result<void> Vfs::check_may_link(const Caller& caller, const Attributes& attributes) {
  if (owns(caller, attributes)) return {};
  bool raises_rights = attributes.permissions & kSetUid ||
                       (attributes.permissions & (kSetGid | kGroupExecute)) == (kSetGid | kGroupExecute);
  if (attributes.type != FileType::regular || raises_rights ||
      !check_access(*caller.credentials, attributes, kRead | kWrite))
    return Errno::perm;
  return {};
}

// As Linux's fsnotify_change tells it: one time alone is what a read or a write has changed.
Result<void> Vfs::change_attributes(const Node& node, FileType type, const AttributeChange& change) {
  WS_TRY(node.fs->set_attributes(node.ino, change));
  if (!watches_.any()) return {};
  const bool both = change.accessed && change.modified;
  uint32_t events = change.permissions || change.uid || change.gid || both ? abi::kIN_ATTRIB : 0;
  if (change.accessed && !both) events |= abi::kIN_ACCESS;
  if (change.modified && !both) events |= abi::kIN_MODIFY;
  if (events != 0) tell(node, {}, events | (type == FileType::directory ? abi::kIN_ISDIR : 0));
  return {};
}

Result<void> Vfs::change_permissions(const Caller& caller, const Node& node, uint16_t permissions) {
  if (node.fs->read_only()) return Errno::rofs;
  WS_ASSIGN(found, attributes(node));
  if (found.type == FileType::symlink) return Errno::opnotsupp;
  if (!owns(caller, found)) return Errno::perm;
  if (!caller.credentials->is_root() && !caller.credentials->in_group(found.gid)) permissions &= ~kSetGid;
  AttributeChange change;
  change.permissions = permissions & 07777;
  return change_attributes(node, found.type, change);
}

Result<void> Vfs::change_owner(const Caller& caller, const Node& node, std::optional<uint32_t> uid,
                               std::optional<uint32_t> gid) {
  if (node.fs->read_only()) return Errno::rofs;
  WS_ASSIGN(found, attributes(node));
  const Credentials& credentials = *caller.credentials;
  if (!credentials.is_root()) {
    if (uid && (*uid != found.uid || credentials.uid != found.uid)) return Errno::perm;
    if (gid && (credentials.uid != found.uid || (*gid != found.gid && !credentials.in_group(*gid)))) return Errno::perm;
  }
  AttributeChange change;
  change.uid = uid;
  change.gid = gid;
  if (found.type != FileType::directory) {
    uint16_t kept = found.permissions & ~kSetUid;
    if (kept & kGroupExecute) kept &= ~kSetGid;
    if (kept != found.permissions) {
      // chown(path, -1, -1) gets here without owning the file; dropping bits is a change of mode.
      if (!owns(caller, found)) return Errno::perm;
      change.permissions = kept;
    }
  }
  return change_attributes(node, found.type, change);
}

Result<void> Vfs::change_times(const Caller& caller, const Node& node, const AttributeChange& change, bool to_now) {
  if (node.fs->read_only()) return Errno::rofs;
  WS_ASSIGN(found, attributes(node));
  if (!owns(caller, found)) {
    if (!to_now) return Errno::perm;
    WS_TRY(check_access(*caller.credentials, found, kWrite));
  }
  return change_attributes(node, found.type, change);
}

Result<void> Vfs::truncate(const Caller& caller, const Node& node, uint64_t size) {
  WS_ASSIGN(found, attributes(node));
  if (found.type == FileType::directory) return Errno::isdir;
  if (found.type != FileType::regular || size > INT64_MAX) return Errno::inval;
  if (node.fs->read_only()) return Errno::rofs;
  WS_TRY(check_access(*caller.credentials, found, kWrite));
  WS_TRY(truncate_in_turns(caller.lock, caller.process, node, size));
  if (watches_.any()) tell(node, {}, abi::kIN_MODIFY);
  return drop_set_id(caller.credentials, node);
}

Result<void> Vfs::drop_set_id(const Credentials* writer, const Node& node) {
  if (!writer || writer->is_root()) return {};
  WS_ASSIGN(found, attributes(node));
  uint16_t kept = found.permissions & ~kSetUid;
  if (kept & kGroupExecute) kept &= ~kSetGid;
  if (kept == found.permissions) return {};
  AttributeChange change;
  change.permissions = kept;
  return change_attributes(node, found.type, change);
}

}  // namespace wasmsand
