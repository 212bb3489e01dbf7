// Calls of mounts to the host's file systems: descriptors, and errors in this kernel's numbers. Call them without the
// kernel's lock, for a disk may be slow.
//
// Each call names one entry of an open directory and follows no link. Linux only: elsewhere EOPNOTSUPP.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "kernel/ref.h"
#include "kernel/result.h"
#include "kernel/vfs/types.h"

namespace wasmsand::host {

// A descriptor of the host, closed with its last reference. Do not drop that with the lock held: see
// KernelMutex::discards.
// All mounts together may have half as many descriptors as this process may open: ENFILE.
class Handle final : public RefCounted {
 public:
  explicit Handle(int descriptor);
  ~Handle() override;
  const int descriptor;
};

// Identifies a file of the host among all files that exist at the same time.
struct Identity {
  uint64_t device = 0, ino = 0;
  friend bool operator==(const Identity&, const Identity&) = default;
};

struct Status {
  Identity identity;
  Attributes attributes;  // `device`, `uid` and `gid` as the host has them
  bool foreign = false;   // the root of something else that is mounted there
};

// Opens a directory without reading or searching it, as the start for all other calls. Follows links on the way.
Result<Ref<Handle>> open_folder(const std::string& path);
// Opens the directory at `path` (names with slashes) beneath `root`. If a component is a link, ".." or a mount: ELOOP,
// ENOTDIR, EXDEV.
Result<Ref<Handle>> open_beneath(const Handle& root, std::string_view path);
// The same, one name at a time, for systems without the Linux call that does it at once.
Result<Ref<Handle>> walk_beneath(const Handle& root, std::string_view path);
// Opens one entry of any kind only as a reference, for the calls below.
Result<Ref<Handle>> open_entry(const Handle& directory, const std::string& name);

Result<Status> status(const Handle& handle);
Result<Status> status(const Handle& directory, const std::string& name);
Result<FileSystemUsage> usage(const Handle& handle);

// Opens a regular file that was just looked up. If the name now leads to another file or kind of file, closes that
// again: ESTALE. `flags` are the host's. Only the host can have put a device or FIFO there meanwhile; opening it does
// not wait.
struct Opened {
  Ref<Handle> handle;
  Status found;
};
Result<Opened> open_regular(const Handle& directory, const std::string& name, const Identity& identity, int flags);
// The same for an open file.
Result<Ref<Handle>> open_again(const Handle& handle, int flags);
// For list().
Result<Ref<Handle>> open_listing(const Handle& directory);
Result<Ref<Handle>> create_regular(const Handle& directory, const std::string& name, uint16_t permissions);

Result<void> make_directory(const Handle& directory, const std::string& name, uint16_t permissions);
Result<void> make_symlink(const Handle& directory, const std::string& name, const std::string& target);
Result<std::string> read_link(const Handle& directory, const std::string& name);
Result<void> link(const Handle& from, const std::string& from_name, const Handle& to, const std::string& to_name);
Result<void> unlink(const Handle& directory, const std::string& name);
Result<void> remove_directory(const Handle& directory, const std::string& name);
Result<void> rename(const Handle& from, const std::string& from_name, const Handle& to, const std::string& to_name,
                    bool exchange);
// Changes attributes of the file of any handle. `own_group` is given when `change` names a group.
Result<void> set_attributes(const Handle& handle, const AttributeChange& change, uint32_t own_group);

Result<size_t> read(const Handle& file, std::span<std::byte> out);
Result<size_t> read_at(const Handle& file, uint64_t offset, std::span<std::byte> out);
Result<size_t> write(const Handle& file, std::span<const std::byte> data);
Result<size_t> write_at(const Handle& file, uint64_t offset, std::span<const std::byte> data);
Result<uint64_t> seek(const Handle& file, int64_t offset, int whence);
Result<void> truncate(const Handle& file, uint64_t size);
Result<void> allocate(const Handle& file, uint32_t mode, uint64_t offset, uint64_t length);
Result<void> synchronize(const Handle& file);
Result<void> set_append(const Handle& file, bool append);
Result<void> drop_set_id(const Handle& file);

// The position after everything.
inline constexpr uint64_t kEndOfListing = INT64_MAX;
struct Listed {
  std::string name;
  uint64_t ino;
  FileType type;
  uint64_t next;  // the position after it, which holds whatever is made or removed meanwhile
};
// Returns some of the entries after `position` (0: the beginning), without "." and ".."; nothing: the end. `room`: how
// many bytes the caller has for them, as getdents64 counts.
inline constexpr size_t kListedAtOnce = 32 * 1024;
constexpr size_t room_of(size_t name_length) { return (19 + name_length + 1 + 7) / 8 * 8; }
Result<std::vector<Listed>> list(const Handle& listing, uint64_t position, size_t room = kListedAtOnce);

// Removes an entry with all its content.
Result<void> remove_tree(const Handle& directory, const std::string& name);

struct Owner {
  uint32_t user = 0, group = 0;
  std::vector<uint32_t> groups;
};
// The user that this process acts as.
Owner owner();

}  // namespace wasmsand::host
