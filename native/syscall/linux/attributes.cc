// What files are: stat, permissions, owners, times; and what file systems are.
#include "syscall/linux/context.h"

namespace wasmsand {
namespace {

// One size for all files: what a copy loop should move at once, as large as a pipe.
constexpr uint32_t kBlockSize = 65536;

abi::StatxTimestamp timestamp_of(Nanoseconds time) {
  const abi::Timespec64 spec = timespec_of(time);
  return {.seconds = spec.seconds, .nanoseconds = static_cast<uint32_t>(spec.nanoseconds), .pad = 0};
}

constexpr uint32_t major_of(uint32_t device) { return device >> 8; }
constexpr uint32_t minor_of(uint32_t device) { return device & 0xff; }

abi::Statx statx_of(const Attributes& a) {
  abi::Statx out{};
  out.mask = abi::kSTATX_BASIC_STATS | abi::kSTATX_BTIME;
  out.block_size = kBlockSize;
  out.links = a.link_count;
  out.uid = a.uid;
  out.gid = a.gid;
  out.mode = static_cast<uint16_t>(a.mode());
  out.inode = a.ino;
  out.size = a.size;
  out.blocks = (a.allocated_bytes + 511) / 512;
  out.accessed = timestamp_of(a.accessed);
  out.born = timestamp_of(a.born);
  out.changed = timestamp_of(a.changed);
  out.modified = timestamp_of(a.modified);
  out.device_major = major_of(a.device_number);
  out.device_minor = minor_of(a.device_number);
  out.file_system_major = major_of(a.device);
  out.file_system_minor = minor_of(a.device);
  return out;
}

Result<Attributes> attributes_at(LinuxContext& context, int32_t directory, std::string_view path, uint32_t flags) {
  if (path.empty() && (flags & abi::kAT_EMPTY_PATH) && directory != kAtWorkingDirectory) {
    WS_ASSIGN(file, context.file_or_path(directory));
    return file->attributes();  // also of files without a node: pipes, streams of the host
  }
  WS_ASSIGN(node, context.node_at(directory, path, flags));
  return context.vfs().attributes(node);
}

Result<int32_t> check_access(LinuxContext& context, int32_t directory, uint32_t path_address, uint32_t mode,
                             uint32_t flags) {
  if (mode & ~(abi::kR_OK | abi::kW_OK | abi::kX_OK)) return Errno::inval;
  if (flags & ~(abi::kAT_EACCESS | abi::kAT_SYMLINK_NOFOLLOW | abi::kAT_EMPTY_PATH)) return Errno::inval;
  WS_ASSIGN(path, context.path(path_address));
  WS_ASSIGN(node, context.node_at(directory, path, flags));
  WS_ASSIGN(attributes, context.vfs().attributes(node));
  const bool on_disk = attributes.type == FileType::regular || attributes.type == FileType::directory ||
                       attributes.type == FileType::symlink;
  if ((mode & abi::kW_OK) && on_disk && node.fs->read_only()) return Errno::rofs;
  const Credentials& own = context.process.credentials;
  const Credentials judged = flags & abi::kAT_EACCESS ? own : own.real();
  WS_TRY(context.vfs().check_access(judged, attributes, static_cast<uint8_t>(mode)));
  return 0;
}

Result<Node> node_of(LinuxContext& context, int32_t fd) {
  WS_ASSIGN(file, context.file(fd));
  Node node = file->node();
  // Pipes and streams of the host: their owner and mode are not to be changed.
  if (!node) return Errno::perm;
  return node;
}

std::optional<uint32_t> id_or_nothing(uint32_t id) { return id == UINT32_MAX ? std::nullopt : std::optional(id); }

abi::Statfs64 statfs_of(const FileSystemUsage& usage) {
  abi::Statfs64 out{};
  const uint64_t block = usage.block_size;
  out.type = usage.magic;
  out.block_size = static_cast<uint32_t>(block);
  out.fragment_size = out.block_size;
  out.blocks = usage.total_bytes / block;
  out.blocks_free = out.blocks_available = usage.free_bytes / block;
  out.files = usage.total_inodes;
  out.files_free = usage.free_inodes;
  out.name_length = kNameMax;
  constexpr uint32_t kValid = 0x20, kRelativeAccessTimes = 0x1000;  // ST_VALID, ST_RELATIME
  out.flags = kValid | kRelativeAccessTimes;
  return out;
}

Result<int32_t> store_statfs(LinuxContext& context, const Node& node, uint32_t size, uint32_t result) {
  if (size != sizeof(abi::Statfs64)) return Errno::inval;
  WS_TRY(context.memory.store(result, statfs_of(node.fs->usage())));
  return 0;
}

constexpr int32_t kTimeNow = 0x3fffffff, kTimeOmit = 0x3ffffffe;  // UTIME_NOW, UTIME_OMIT

// One member of utimensat's pair.
Result<std::optional<Nanoseconds>> time_to_set(const abi::Timespec64& time, Nanoseconds now) {
  if (time.nanoseconds == kTimeOmit) return std::optional<Nanoseconds>();
  if (time.nanoseconds == kTimeNow) return std::optional(now);
  WS_ASSIGN(value, nanoseconds_of(time));
  return std::optional(value);
}

Result<Node> node_of_times(LinuxContext& context, int32_t directory, uint32_t path_address, uint32_t flags) {
  if (path_address != 0) {
    WS_ASSIGN(path, context.path(path_address));
    return context.node_at(directory, path, flags);
  }
  // futimens
  if (directory == kAtWorkingDirectory) return Errno::fault;
  if (flags != 0) return Errno::inval;
  return node_of(context, directory);
}

}  // namespace

Result<int32_t> sys_statx(LinuxContext& context, int32_t directory, uint32_t path_address, uint32_t flags,
                          uint32_t mask, uint32_t result) {
  constexpr uint32_t kSync = abi::kAT_STATX_FORCE_SYNC | abi::kAT_STATX_DONT_SYNC;
  constexpr uint32_t kKnown = abi::kAT_SYMLINK_NOFOLLOW | abi::kAT_NO_AUTOMOUNT | abi::kAT_EMPTY_PATH | kSync;
  constexpr uint32_t kReservedMask = 0x80000000;  // STATX__RESERVED
  if ((flags & ~kKnown) || (flags & kSync) == kSync || (mask & kReservedMask)) return Errno::inval;
  WS_ASSIGN(path, context.path(path_address));
  WS_ASSIGN(attributes, attributes_at(context, directory, path, flags));
  WS_TRY(context.memory.store(result, statx_of(attributes)));
  return 0;
}

Result<int32_t> sys_statfs64(LinuxContext& context, uint32_t path_address, uint32_t size, uint32_t result) {
  WS_ASSIGN(path, context.path(path_address));
  WS_ASSIGN(node, context.node_at(kAtWorkingDirectory, path));
  return store_statfs(context, node, size, result);
}

Result<int32_t> sys_fstatfs64(LinuxContext& context, int32_t fd, uint32_t size, uint32_t result) {
  WS_ASSIGN(file, context.file_or_path(fd));
  if (Node node = file->node()) return store_statfs(context, node, size, result);
  if (size != sizeof(abi::Statfs64)) return Errno::inval;
  constexpr uint32_t kPipeMagic = 0x50495045;  // PIPEFS_MAGIC
  WS_TRY(context.memory.store(result, statfs_of({.magic = kPipeMagic})));
  return 0;
}

Result<int32_t> sys_faccessat(LinuxContext& context, int32_t directory, uint32_t path, uint32_t mode) {
  return check_access(context, directory, path, mode, 0);
}

Result<int32_t> sys_faccessat2(LinuxContext& context, int32_t directory, uint32_t path, uint32_t mode, uint32_t flags) {
  return check_access(context, directory, path, mode, flags);
}

Result<int32_t> sys_fchmod(LinuxContext& context, int32_t fd, uint32_t mode) {
  WS_ASSIGN(node, node_of(context, fd));
  WS_TRY(context.vfs().change_permissions(context.process.caller(), node, static_cast<uint16_t>(mode & 07777)));
  return 0;
}

Result<int32_t> sys_fchmodat(LinuxContext& context, int32_t directory, uint32_t path_address, uint32_t mode) {
  WS_ASSIGN(path, context.path(path_address));
  WS_ASSIGN(node, context.node_at(directory, path));
  WS_TRY(context.vfs().change_permissions(context.process.caller(), node, static_cast<uint16_t>(mode & 07777)));
  return 0;
}

Result<int32_t> sys_fchown(LinuxContext& context, int32_t fd, uint32_t owner, uint32_t group) {
  WS_ASSIGN(node, node_of(context, fd));
  WS_TRY(context.vfs().change_owner(context.process.caller(), node, id_or_nothing(owner), id_or_nothing(group)));
  return 0;
}

Result<int32_t> sys_fchownat(LinuxContext& context, int32_t directory, uint32_t path_address, uint32_t owner,
                             uint32_t group, uint32_t flags) {
  if (flags & ~(abi::kAT_SYMLINK_NOFOLLOW | abi::kAT_EMPTY_PATH)) return Errno::inval;
  WS_ASSIGN(path, context.path(path_address));
  WS_ASSIGN(node, context.node_at(directory, path, flags));
  WS_TRY(context.vfs().change_owner(context.process.caller(), node, id_or_nothing(owner), id_or_nothing(group)));
  return 0;
}

Result<int32_t> sys_utimensat_time64(LinuxContext& context, int32_t directory, uint32_t path_address,
                                     uint32_t times_address, uint32_t flags) {
  abi::Timespec64Pair times = {.accessed = {.seconds = 0, .nanoseconds = kTimeNow, .pad = 0},
                               .modified = {.seconds = 0, .nanoseconds = kTimeNow, .pad = 0}};
  if (times_address != 0) {
    WS_ASSIGN(given, context.memory.load<abi::Timespec64Pair>(times_address));
    times = given;
  }
  // In Linux's order: nothing to do comes first, then flags and path, then the times.
  if (times.accessed.nanoseconds == kTimeOmit && times.modified.nanoseconds == kTimeOmit) return 0;
  if (flags & ~(abi::kAT_SYMLINK_NOFOLLOW | abi::kAT_EMPTY_PATH)) return Errno::inval;
  WS_ASSIGN(node, node_of_times(context, directory, path_address, flags));
  const Nanoseconds now = realtime_now();
  AttributeChange change;
  WS_ASSIGN(accessed, time_to_set(times.accessed, now));
  WS_ASSIGN(modified, time_to_set(times.modified, now));
  change.accessed = accessed;
  change.modified = modified;
  change.changed = now;
  const bool to_now = times.accessed.nanoseconds == kTimeNow && times.modified.nanoseconds == kTimeNow;
  WS_TRY(context.vfs().change_times(context.process.caller(), node, change, to_now));
  return 0;
}

}  // namespace wasmsand
