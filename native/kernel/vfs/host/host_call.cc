#include "kernel/vfs/host/host_call.h"

#if defined(__linux__)

#include <dirent.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>

namespace wasmsand::host {

namespace {

constexpr int kEntry = O_PATH | O_NOFOLLOW | O_CLOEXEC;
constexpr mode_t kSetId = S_ISUID | S_ISGID;
constexpr size_t kAtOnce = size_t{1} << 30;

// The kernel's numbers are Linux's.
Errno last_error() {
  switch (errno) {
    case EMFILE:  // of the host's process: the guest's own table has room
      return Errno::nfile;
    case 0:
      return Errno::io;
    default:
      return static_cast<Errno>(errno);
  }
}

template <typename Call>
auto retried(Call call) {
  decltype(call()) answer;
  do {
    answer = call();
  } while (answer < 0 && errno == EINTR);
  return answer;
}

template <typename Call>
Result<void> done(Call call) {
  if (retried(call) < 0) return last_error();
  return {};
}

std::atomic<uint32_t> handles = 0;

uint64_t handles_max() {
  rlimit limit{};
  return ::getrlimit(RLIMIT_NOFILE, &limit) == 0 ? limit.rlim_cur / 2 : 0;
}

template <typename Call>
Result<Ref<Handle>> opened(Call call) {
  static const uint64_t most = handles_max();
  if (handles.load(std::memory_order_relaxed) >= most) return Errno::nfile;
  const int descriptor = static_cast<int>(retried(call));
  if (descriptor < 0) return last_error();
  return make_ref<Handle>(descriptor);
}

// What a descriptor is of, by a name that opens it anew.
std::array<char, 32> name_of(const Handle& handle) {
  std::array<char, 32> name;
  (void)std::snprintf(name.data(), name.size(), "/proc/self/fd/%d", handle.descriptor);
  return name;
}

Nanoseconds time_of(const statx_timestamp& time) { return time.tv_sec * kSecond + time.tv_nsec; }

Result<Status> status_at(int directory, const char* name, int flags) {
  struct statx found;
  const int wanted = STATX_BASIC_STATS | STATX_BTIME;
  if (retried([&] { return ::statx(directory, name, flags | AT_NO_AUTOMOUNT, wanted, &found); }) < 0)
    return last_error();
  Status status;
  status.identity = {.device = makedev(found.stx_dev_major, found.stx_dev_minor), .ino = found.stx_ino};
  status.foreign = found.stx_attributes & STATX_ATTR_MOUNT_ROOT;
  Attributes& attributes = status.attributes;
  attributes.ino = found.stx_ino;
  attributes.type = static_cast<FileType>(found.stx_mode >> 12);
  attributes.permissions = found.stx_mode & 07777;
  attributes.link_count = found.stx_nlink;
  attributes.uid = found.stx_uid;
  attributes.gid = found.stx_gid;
  attributes.size = found.stx_size;
  attributes.allocated_bytes = found.stx_blocks * 512;
  attributes.device_number = (found.stx_rdev_major << 8) | (found.stx_rdev_minor & 0xff);
  attributes.accessed = time_of(found.stx_atime);
  attributes.modified = time_of(found.stx_mtime);
  attributes.changed = time_of(found.stx_ctime);
  attributes.born = found.stx_mask & STATX_BTIME ? time_of(found.stx_btime) : attributes.changed;
  return status;
}

Result<Ref<Handle>> open_piece(const Handle& root, const std::string& path) {
  static std::atomic<bool> missing = false;
  if (!missing.load(std::memory_order_relaxed)) {
    open_how how{};
    how.flags = kEntry | O_DIRECTORY;
    how.resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS | RESOLVE_NO_SYMLINKS | RESOLVE_NO_XDEV;
    auto handle = opened([&] { return ::syscall(SYS_openat2, root.descriptor, path.c_str(), &how, sizeof how); });
    // Before Linux 5.6, or kept from this process by a filter.
    if (handle.ok() || (handle.error() != Errno::nosys && handle.error() != Errno::perm)) return handle;
    missing.store(handle.error() == Errno::nosys, std::memory_order_relaxed);
  }
  return walk_beneath(root, path);
}

// struct linux_dirent64
struct Entry {
  uint64_t ino;
  int64_t next;
  uint16_t length;
  uint8_t type;
};
constexpr size_t kNameOffset = 19;

FileType type_of(const Handle& listing, const char* name, uint8_t type) {
  if (type != DT_UNKNOWN) return static_cast<FileType>(type);
  const auto found = status_at(listing.descriptor, name, AT_SYMLINK_NOFOLLOW);
  return found ? found->attributes.type : FileType::regular;
}

timespec time_to(const std::optional<Nanoseconds>& time) {
  if (!time) return {.tv_sec = 0, .tv_nsec = UTIME_OMIT};
  const Nanoseconds rest = (*time % kSecond + kSecond) % kSecond;
  return {.tv_sec = (*time - rest) / kSecond, .tv_nsec = rest};
}

}  // namespace

Handle::Handle(int opened) : descriptor(opened) { handles.fetch_add(1, std::memory_order_relaxed); }

Handle::~Handle() {
  ::close(descriptor);
  handles.fetch_sub(1, std::memory_order_relaxed);
}

Result<Ref<Handle>> open_folder(const std::string& path) {
  return opened([&] { return ::open(path.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC); });
}

Result<Ref<Handle>> open_beneath(const Handle& root, std::string_view path) {
  Ref<Handle> at;
  while (!path.empty()) {
    // What is longer than a path may be is walked in pieces.
    size_t length = path.size();
    if (length >= kPathMax) length = path.rfind('/', kPathMax - 1);
    WS_ASSIGN(next, open_piece(at ? *at : root, std::string(path.substr(0, length))));
    at = next;
    path.remove_prefix(std::min(path.size(), length + 1));
  }
  return at;
}

Result<Ref<Handle>> walk_beneath(const Handle& root, std::string_view path) {
  Ref<Handle> at;
  while (!path.empty()) {
    const std::string name(path.substr(0, path.find('/')));
    path.remove_prefix(std::min(path.size(), name.size() + 1));
    if (name == "..") return Errno::xdev;
    const int from = at ? at->descriptor : root.descriptor;
    WS_ASSIGN(next, opened([&] { return ::openat(from, name.c_str(), kEntry | O_DIRECTORY); }));
    WS_ASSIGN(found, status(*next));
    if (found.foreign) return Errno::xdev;
    at = next;
  }
  return at;
}

Result<Ref<Handle>> open_entry(const Handle& directory, const std::string& name) {
  return opened([&] { return ::openat(directory.descriptor, name.c_str(), kEntry); });
}

Result<Status> status(const Handle& handle) { return status_at(handle.descriptor, "", AT_EMPTY_PATH); }

Result<Status> status(const Handle& directory, const std::string& name) {
  return status_at(directory.descriptor, name.c_str(), AT_SYMLINK_NOFOLLOW);
}

Result<FileSystemUsage> usage(const Handle& handle) {
  struct statvfs found;
  WS_TRY(done([&] { return ::fstatvfs(handle.descriptor, &found); }));
  constexpr uint32_t kMagic = 0x00c0ffee;  // HOSTFS_SUPER_MAGIC
  const uint64_t block = found.f_frsize;
  return FileSystemUsage{.block_size = block,
                         .total_bytes = found.f_blocks * block,
                         .free_bytes = found.f_bavail * block,
                         .total_inodes = found.f_files,
                         .free_inodes = found.f_ffree,
                         .magic = kMagic};
}

Result<Opened> open_regular(const Handle& directory, const std::string& name, const Identity& identity, int flags) {
  const int guarded = flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY;
  auto handle = opened([&] { return ::openat(directory.descriptor, name.c_str(), guarded); });
  // Somebody has a lease on it: that is waited for, once it is certain what it is.
  if (handle.error() == Errno::again) {
    WS_ASSIGN(entry, open_entry(directory, name));
    WS_ASSIGN(there, status(*entry));
    if (!(there.identity == identity) || there.attributes.type != FileType::regular) return Errno::stale;
    handle = open_again(*entry, flags);
  }
  if (!handle.ok()) return handle.error() == Errno::loop ? Errno::stale : handle.error();
  WS_ASSIGN(found, status(**handle));
  if (!(found.identity == identity) || found.attributes.type != FileType::regular) return Errno::stale;
  return Opened{*handle, found};
}

Result<Ref<Handle>> open_again(const Handle& handle, int flags) {
  return opened([&] { return ::open(name_of(handle).data(), flags | O_CLOEXEC | O_NOCTTY); });
}

Result<Ref<Handle>> open_listing(const Handle& directory) {
  return opened([&] { return ::openat(directory.descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC); });
}

Result<Ref<Handle>> create_regular(const Handle& directory, const std::string& name, uint16_t permissions) {
  constexpr int kFlags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC | O_NOCTTY;
  return opened([&] { return ::openat(directory.descriptor, name.c_str(), kFlags, permissions & 0777); });
}

Result<void> make_directory(const Handle& directory, const std::string& name, uint16_t permissions) {
  return done([&] { return ::mkdirat(directory.descriptor, name.c_str(), permissions & 01777); });
}

Result<void> make_symlink(const Handle& directory, const std::string& name, const std::string& target) {
  return done([&] { return ::symlinkat(target.c_str(), directory.descriptor, name.c_str()); });
}

Result<std::string> read_link(const Handle& directory, const std::string& name) {
  std::string target(kPathMax, '\0');
  const ssize_t length = ::readlinkat(directory.descriptor, name.c_str(), target.data(), target.size());
  if (length < 0) return last_error();
  target.resize(static_cast<size_t>(length));
  return target;
}

Result<void> link(const Handle& from, const std::string& from_name, const Handle& to, const std::string& to_name) {
  return done([&] { return ::linkat(from.descriptor, from_name.c_str(), to.descriptor, to_name.c_str(), 0); });
}

Result<void> unlink(const Handle& directory, const std::string& name) {
  return done([&] { return ::unlinkat(directory.descriptor, name.c_str(), 0); });
}

Result<void> remove_directory(const Handle& directory, const std::string& name) {
  return done([&] { return ::unlinkat(directory.descriptor, name.c_str(), AT_REMOVEDIR); });
}

Result<void> rename(const Handle& from, const std::string& from_name, const Handle& to, const std::string& to_name,
                    bool exchange) {
  constexpr unsigned kExchange = 2;
  return done([&] {
    return ::syscall(SYS_renameat2, from.descriptor, from_name.c_str(), to.descriptor, to_name.c_str(),
                     exchange ? kExchange : 0U);
  });
}

Result<void> set_attributes(const Handle& handle, const AttributeChange& change, uint32_t own_group) {
  if (change.gid) WS_TRY(done([&] { return ::fchownat(handle.descriptor, "", -1, own_group, AT_EMPTY_PATH); }));
  if (change.permissions) WS_TRY(done([&] { return ::chmod(name_of(handle).data(), *change.permissions); }));
  if (change.accessed || change.modified) {
    const std::array<timespec, 2> times = {time_to(change.accessed), time_to(change.modified)};
    WS_TRY(done([&] { return ::utimensat(AT_FDCWD, name_of(handle).data(), times.data(), 0); }));
  }
  return {};
}

Result<size_t> read(const Handle& file, std::span<std::byte> out) {
  const ssize_t count = retried([&] { return ::read(file.descriptor, out.data(), std::min(out.size(), kAtOnce)); });
  if (count < 0) return last_error();
  return static_cast<size_t>(count);
}

Result<size_t> read_at(const Handle& file, uint64_t offset, std::span<std::byte> out) {
  const ssize_t count = retried(
      [&] { return ::pread(file.descriptor, out.data(), std::min(out.size(), kAtOnce), static_cast<off_t>(offset)); });
  if (count < 0) return last_error();
  return static_cast<size_t>(count);
}

Result<size_t> write(const Handle& file, std::span<const std::byte> data) {
  const ssize_t count = retried([&] { return ::write(file.descriptor, data.data(), std::min(data.size(), kAtOnce)); });
  if (count < 0) return last_error();
  return static_cast<size_t>(count);
}

Result<size_t> write_at(const Handle& file, uint64_t offset, std::span<const std::byte> data) {
  const ssize_t count = retried([&] {
    return ::pwrite(file.descriptor, data.data(), std::min(data.size(), kAtOnce), static_cast<off_t>(offset));
  });
  if (count < 0) return last_error();
  return static_cast<size_t>(count);
}

// SEEK_SET 0 … SEEK_HOLE 4 are Linux's here as there.
Result<uint64_t> seek(const Handle& file, int64_t offset, int whence) {
  const off_t position = ::lseek(file.descriptor, offset, whence);
  if (position < 0) return last_error();
  return static_cast<uint64_t>(position);
}

Result<void> truncate(const Handle& file, uint64_t size) {
  return done([&] { return ::ftruncate(file.descriptor, static_cast<off_t>(size)); });
}

Result<void> allocate(const Handle& file, uint32_t mode, uint64_t offset, uint64_t length) {
  return done([&] {
    return ::fallocate(file.descriptor, static_cast<int>(mode), static_cast<off_t>(offset), static_cast<off_t>(length));
  });
}

Result<void> synchronize(const Handle& file) {
  return done([&] { return ::fsync(file.descriptor); });
}

Result<void> set_append(const Handle& file, bool append) {
  const int flags = ::fcntl(file.descriptor, F_GETFL);
  if (flags < 0) return last_error();
  return done([&] { return ::fcntl(file.descriptor, F_SETFL, append ? flags | O_APPEND : flags & ~O_APPEND); });
}

Result<void> drop_set_id(const Handle& file) {
  WS_ASSIGN(found, status(file));
  if (!(found.attributes.permissions & kSetId)) return {};
  return done([&] { return ::fchmod(file.descriptor, found.attributes.permissions & ~kSetId); });
}

Result<std::vector<Listed>> list(const Handle& listing, uint64_t position, size_t room) {
  std::vector<Listed> entries;
  if (position == kEndOfListing) return entries;
  WS_TRY(seek(listing, static_cast<int64_t>(position), SEEK_SET));
  alignas(Entry) std::array<char, kListedAtOnce> buffer;
  // An entry that has no place is an error.
  room = std::clamp(room, room_of(kNameMax), buffer.size());
  // A piece may hold nothing but "." and "..".
  while (entries.empty()) {
    const long length = retried([&] { return ::syscall(SYS_getdents64, listing.descriptor, buffer.data(), room); });
    if (length < 0) return last_error();
    if (length == 0) break;
    Entry entry;
    for (long at = 0; at < length; at += entry.length) {
      std::memcpy(&entry, &buffer[static_cast<size_t>(at)], kNameOffset);
      const char* name = &buffer[static_cast<size_t>(at) + kNameOffset];
      if (std::strcmp(name, ".") == 0 || std::strcmp(name, "..") == 0) continue;
      entries.push_back({.name = name,
                         .ino = entry.ino,
                         .type = type_of(listing, name, entry.type),
                         .next = static_cast<uint64_t>(entry.next)});
    }
  }
  return entries;
}

Result<void> remove_tree(const Handle& directory, const std::string& name) {
  struct Level {
    Ref<Handle> listing;
    std::string name;  // in the one above
  };
  const auto above = [&](const std::vector<Level>& levels) -> const Handle& {
    return levels.empty() ? directory : *levels.back().listing;
  };
  std::vector<Level> levels;
  std::string entry = name;
  for (;;) {
    // A directory is emptied first: this comes back to it until nothing is left there.
    WS_ASSIGN(listing, opened([&] {
                return ::openat(above(levels).descriptor, entry.c_str(),
                                O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
              }));
    WS_ASSIGN(found, status(*listing));
    if (found.foreign) return Errno::busy;
    levels.push_back({listing, entry});
    for (bool descended = false; !descended;) {
      WS_ASSIGN(entries, list(*levels.back().listing, 0));
      for (const Listed& listed : entries) {
        if (listed.type == FileType::directory) {
          entry = listed.name;
          descended = true;
          break;
        }
        const auto removed = unlink(*levels.back().listing, listed.name);
        if (!removed.ok() && removed.error() != Errno::noent) return removed.error();
      }
      if (descended || !entries.empty()) continue;
      const std::string emptied = levels.back().name;
      levels.pop_back();
      WS_TRY(remove_directory(above(levels), emptied));
      if (levels.empty()) return {};
    }
  }
}

Owner owner() {
  Owner owner{.user = ::geteuid(), .group = ::getegid(), .groups = {}};
  const int count = ::getgroups(0, nullptr);
  if (count <= 0) return owner;
  std::vector<gid_t> groups(static_cast<size_t>(count));
  const int filled = ::getgroups(count, groups.data());
  for (int i = 0; i < filled; i++) owner.groups.push_back(groups[static_cast<size_t>(i)]);
  return owner;
}

}  // namespace wasmsand::host

#else

namespace wasmsand::host {

Handle::Handle(int opened) : descriptor(opened) {}
Handle::~Handle() = default;
Result<Ref<Handle>> open_folder(const std::string&) { return Errno::opnotsupp; }
Result<Ref<Handle>> open_beneath(const Handle&, std::string_view) { return Errno::opnotsupp; }
Result<Ref<Handle>> walk_beneath(const Handle&, std::string_view) { return Errno::opnotsupp; }
Result<Ref<Handle>> open_entry(const Handle&, const std::string&) { return Errno::opnotsupp; }
Result<Status> status(const Handle&) { return Errno::opnotsupp; }
Result<Status> status(const Handle&, const std::string&) { return Errno::opnotsupp; }
Result<FileSystemUsage> usage(const Handle&) { return Errno::opnotsupp; }
Result<Opened> open_regular(const Handle&, const std::string&, const Identity&, int) { return Errno::opnotsupp; }
Result<Ref<Handle>> open_again(const Handle&, int) { return Errno::opnotsupp; }
Result<Ref<Handle>> open_listing(const Handle&) { return Errno::opnotsupp; }
Result<Ref<Handle>> create_regular(const Handle&, const std::string&, uint16_t) { return Errno::opnotsupp; }
Result<void> make_directory(const Handle&, const std::string&, uint16_t) { return Errno::opnotsupp; }
Result<void> make_symlink(const Handle&, const std::string&, const std::string&) { return Errno::opnotsupp; }
Result<std::string> read_link(const Handle&, const std::string&) { return Errno::opnotsupp; }
Result<void> link(const Handle&, const std::string&, const Handle&, const std::string&) { return Errno::opnotsupp; }
Result<void> unlink(const Handle&, const std::string&) { return Errno::opnotsupp; }
Result<void> remove_directory(const Handle&, const std::string&) { return Errno::opnotsupp; }
Result<void> rename(const Handle&, const std::string&, const Handle&, const std::string&, bool) {
  return Errno::opnotsupp;
}
Result<void> set_attributes(const Handle&, const AttributeChange&, uint32_t) { return Errno::opnotsupp; }
Result<size_t> read(const Handle&, std::span<std::byte>) { return Errno::opnotsupp; }
Result<size_t> read_at(const Handle&, uint64_t, std::span<std::byte>) { return Errno::opnotsupp; }
Result<size_t> write(const Handle&, std::span<const std::byte>) { return Errno::opnotsupp; }
Result<size_t> write_at(const Handle&, uint64_t, std::span<const std::byte>) { return Errno::opnotsupp; }
Result<uint64_t> seek(const Handle&, int64_t, int) { return Errno::opnotsupp; }
Result<void> truncate(const Handle&, uint64_t) { return Errno::opnotsupp; }
Result<void> allocate(const Handle&, uint32_t, uint64_t, uint64_t) { return Errno::opnotsupp; }
Result<void> synchronize(const Handle&) { return Errno::opnotsupp; }
Result<void> set_append(const Handle&, bool) { return Errno::opnotsupp; }
Result<void> drop_set_id(const Handle&) { return Errno::opnotsupp; }
Result<std::vector<Listed>> list(const Handle&, uint64_t, size_t) { return Errno::opnotsupp; }
Result<void> remove_tree(const Handle&, const std::string&) { return Errno::opnotsupp; }
Owner owner() { return {}; }

}  // namespace wasmsand::host

#endif
