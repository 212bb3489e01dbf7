// What the file systems of mounts ask of the host's own: descriptors, and errors as this kernel knows them. Nothing
// here needs the kernel's lock, which is not to be held: a disk may take its time.
//
// Each call names one entry of a directory that is open, and follows no link. Linux only: elsewhere EOPNOTSUPP.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "kernel/ref.h"
#include "kernel/result.h"
#include "kernel/vfs/types.h"

namespace wasmsand::host {

// A descriptor of the host, closed with the last reference: not to be dropped with the lock, see KernelMutex::discards.
// All mounts together have half as many as this process may open: ENFILE.
class Handle final : public RefCounted {
 public:
  explicit Handle(int descriptor);
  ~Handle() override;
  const int descriptor;
};

// What tells a file of the host from all others while it exists.
struct Identity {
  uint64_t device = 0, ino = 0;
  friend bool operator==(const Identity&, const Identity&) = default;
};

struct Status {
  Identity identity;
  Attributes attributes;  // `device`, `uid` and `gid` as the host has them
  bool foreign = false;   // the root of something else that is mounted there
};

// Of a directory, without reading or searching it: everything else begins there. Links on the way are followed.
Result<Ref<Handle>> open_folder(const std::string& path);
// Of the directory that `path`, names with slashes between, leads to beneath `root`. Nothing on the way is a link,
// "..", or mounted there: ELOOP, ENOTDIR, EXDEV.
Result<Ref<Handle>> open_beneath(const Handle& root, std::string_view path);
// The same, one name at a time: where the call of Linux that does it at once is missing.
Result<Ref<Handle>> walk_beneath(const Handle& root, std::string_view path);
// Of one entry as it is, whatever it is, opening nothing: for the calls below.
Result<Ref<Handle>> open_entry(const Handle& directory, const std::string& name);

Result<Status> status(const Handle& handle);
Result<Status> status(const Handle& directory, const std::string& name);
Result<FileSystemUsage> usage(const Handle& handle);

// Opens a regular file that was looked at just now; what is none by now, or another, is closed again: ESTALE. `flags`
// are the host's. Only the host can have put a device there meanwhile; neither that nor a FIFO is waited for.
struct Opened {
  Ref<Handle> handle;
  Status found;
};
Result<Opened> open_regular(const Handle& directory, const std::string& name, const Identity& identity, int flags);
// The same of what is open already.
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
// Of what any handle is of. A group of `own_group` is given when `change` names any.
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
// Some of what comes after `position` (0: the beginning), without "." and ".."; nothing: that is all. `room`: for how
// many bytes of it there is use, as getdents64 counts them.
inline constexpr size_t kListedAtOnce = 32 * 1024;
constexpr size_t room_of(size_t name_length) { return (19 + name_length + 1 + 7) / 8 * 8; }
Result<std::vector<Listed>> list(const Handle& listing, uint64_t position, size_t room = kListedAtOnce);

// Removes an entry with all that is in it.
Result<void> remove_tree(const Handle& directory, const std::string& name);

struct Owner {
  uint32_t user = 0, group = 0;
  std::vector<uint32_t> groups;
};
// As whom this process does all that.
Owner owner();

}  // namespace wasmsand::host
