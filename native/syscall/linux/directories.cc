// Names: making, removing, linking, renaming, reading directories, the working directory.
#include "syscall/linux/context.h"

namespace wasmsand {

Result<int32_t> sys_getcwd(LinuxContext& context, uint32_t buffer, uint32_t size) {
  WS_ASSIGN(path, context.vfs().path_of_directory(*context.process.working_directory));
  if (path.size() + 1 > size) return Errno::range;
  WS_ASSIGN(out, context.memory.range(buffer, path.size() + 1));
  std::memcpy(out.data(), path.c_str(), path.size() + 1);
  return static_cast<int32_t>(path.size() + 1);
}

namespace {

Result<int32_t> change_directory(LinuxContext& context, Node node) {
  WS_ASSIGN(attributes, context.vfs().attributes(node));
  if (attributes.type != FileType::directory) return Errno::notdir;
  WS_TRY(context.vfs().check_access(context.process.credentials, attributes, static_cast<uint8_t>(Access::execute)));
  context.process.working_directory = PinnedNode(std::move(node));
  return 0;
}

}  // namespace

Result<int32_t> sys_chdir(LinuxContext& context, uint32_t path_address) {
  WS_ASSIGN(path, context.path(path_address));
  WS_ASSIGN(node, context.node_at(kAtWorkingDirectory, path));
  return change_directory(context, node);
}

Result<int32_t> sys_fchdir(LinuxContext& context, int32_t fd) {
  WS_ASSIGN(file, context.file_or_path(fd));
  Node node = file->node();
  if (!node) return Errno::notdir;
  return change_directory(context, std::move(node));
}

Result<int32_t> sys_mkdirat(LinuxContext& context, int32_t directory, uint32_t path_address, uint32_t mode) {
  WS_ASSIGN(path, context.path(path_address));
  WS_ASSIGN(caller, context.caller_at(directory, path));
  WS_TRY(context.vfs().make_directory(caller, path, static_cast<uint16_t>(mode & 07777)));
  return 0;
}

Result<int32_t> sys_mknodat(LinuxContext& context, int32_t directory, uint32_t path_address, uint32_t mode,
                            uint32_t device) {
  WS_ASSIGN(path, context.path(path_address));
  WS_ASSIGN(caller, context.caller_at(directory, path));
  constexpr uint32_t kTypeShift = 12;
  if (mode >> 16 != 0) return Errno::inval;
  const uint32_t type_bits = mode >> kTypeShift;
  const auto type = type_bits == 0 ? FileType::regular : static_cast<FileType>(type_bits);
  switch (type) {
    case FileType::regular:
    case FileType::fifo:
    case FileType::socket:
      break;
    case FileType::character_device:
    case FileType::block_device:
    case FileType::directory:
      return Errno::perm;
    default:
      return Errno::inval;
  }
  WS_TRY(context.vfs().make_node(caller, path, type, static_cast<uint16_t>(mode & 07777), device));
  return 0;
}

Result<int32_t> sys_unlinkat(LinuxContext& context, int32_t directory, uint32_t path_address, uint32_t flags) {
  if (flags & ~abi::kAT_REMOVEDIR) return Errno::inval;
  WS_ASSIGN(path, context.path(path_address));
  WS_ASSIGN(caller, context.caller_at(directory, path));
  WS_TRY(flags & abi::kAT_REMOVEDIR ? context.vfs().remove_directory(caller, path)
                                    : context.vfs().unlink(caller, path));
  return 0;
}

Result<int32_t> sys_symlinkat(LinuxContext& context, uint32_t target_address, int32_t directory,
                              uint32_t path_address) {
  WS_ASSIGN(target, context.path(target_address));
  if (target.empty()) return Errno::noent;
  WS_ASSIGN(path, context.path(path_address));
  WS_ASSIGN(caller, context.caller_at(directory, path));
  WS_TRY(context.vfs().make_symlink(caller, target, path));
  return 0;
}

// AT_EMPTY_PATH needs a capability no guest has: the empty path is then ENOENT, as on Linux.
Result<int32_t> sys_linkat(LinuxContext& context, int32_t old_directory, uint32_t old_address, int32_t new_directory,
                           uint32_t new_address, uint32_t flags) {
  if (flags & ~(abi::kAT_SYMLINK_FOLLOW | abi::kAT_EMPTY_PATH)) return Errno::inval;
  WS_ASSIGN(old_path, context.path(old_address));
  WS_ASSIGN(new_path, context.path(new_address));
  WS_ASSIGN(from, context.caller_at(old_directory, old_path));
  WS_ASSIGN(to, context.caller_at(new_directory, new_path));
  WS_TRY(context.vfs().link(from, old_path, to, new_path, (flags & abi::kAT_SYMLINK_FOLLOW) != 0));
  return 0;
}

Result<int32_t> sys_renameat2(LinuxContext& context, int32_t old_directory, uint32_t old_address, int32_t new_directory,
                              uint32_t new_address, uint32_t flags) {
  if (flags & ~(abi::kRENAME_NOREPLACE | abi::kRENAME_EXCHANGE)) return Errno::inval;
  if (flags == (abi::kRENAME_NOREPLACE | abi::kRENAME_EXCHANGE)) return Errno::inval;
  WS_ASSIGN(old_path, context.path(old_address));
  WS_ASSIGN(new_path, context.path(new_address));
  WS_ASSIGN(from, context.caller_at(old_directory, old_path));
  WS_ASSIGN(to, context.caller_at(new_directory, new_path));
  from.lock = &context.lock;
  WS_TRY(context.vfs().rename(from, old_path, to, new_path, flags));
  return 0;
}

Result<int32_t> sys_readlinkat(LinuxContext& context, int32_t directory, uint32_t path_address, uint32_t buffer,
                               uint32_t size) {
  if (static_cast<int32_t>(size) <= 0) return Errno::inval;
  WS_ASSIGN(path, context.path(path_address));
  // The empty path means a symlink opened with O_PATH | O_NOFOLLOW.
  WS_ASSIGN(node, context.node_at(directory, path, abi::kAT_EMPTY_PATH | abi::kAT_SYMLINK_NOFOLLOW));
  WS_ASSIGN(attributes, context.vfs().attributes(node));
  if (attributes.type != FileType::symlink) return path.empty() ? Errno::noent : Errno::inval;
  WS_ASSIGN(target, node.fs->read_link(node.ino, &context.process));
  const size_t count = std::min<size_t>(target.size(), size);
  WS_ASSIGN(out, context.memory.range(buffer, count));
  if (count > 0) std::memcpy(out.data(), target.data(), count);
  return static_cast<int32_t>(count);
}

Result<int32_t> sys_getdents64(LinuxContext& context, int32_t fd, uint32_t buffer, uint32_t size) {
  WS_ASSIGN(file, context.file(fd));
  WS_ASSIGN(out, context.memory.range(buffer, size));
  constexpr size_t kNameOffset = 19;
  // Who has room for more asks again.
  constexpr size_t kAtOnce = 64 * 1024;
  if (out.size() > kAtOnce) out = out.first(kAtOnce);
  size_t used = 0;
  bool too_small = false;
  IoContext io = context.io();
  WS_TRY(file->list(io, [&](const DirectoryEntry& entry) {
    const size_t length = (kNameOffset + entry.name.size() + 1 + 7) / 8 * 8;
    if (used + length > out.size()) {
      too_small = used == 0;
      return false;
    }
    const abi::Dirent64Head head = {.inode = entry.ino,
                                    .next = entry.cookie,
                                    .length = static_cast<uint16_t>(length),
                                    .type = static_cast<uint8_t>(entry.type),
                                    .pad = {}};
    std::memset(out.data() + used, 0, length);
    std::memcpy(out.data() + used, &head, kNameOffset);
    std::memcpy(out.data() + used + kNameOffset, entry.name.data(), entry.name.size());
    used += length;
    return true;
  }));
  if (too_small) return Errno::inval;
  return static_cast<int32_t>(used);
}

}  // namespace wasmsand
