// Open files and directories of a mount. Each has a descriptor of the host and uses its position, which all users of
// the description share.
#pragma once

#include "kernel/io/directory_stream.h"
#include "kernel/vfs/host/host_file_system.h"
#include "kernel/vfs/host/host_locks.h"

namespace wasmsand {

class HostFile final : public NodeFile {
 public:
  HostFile(Ref<HostFileSystem> fs, Ref<host::Handle> handle, Vfs& vfs, Node node, NodePlace place, uint32_t flags,
           bool append, HostFileSystem::Finding found_out);
  ~HostFile() override;

  Result<size_t> read(IoContext& context, std::span<std::byte> out) override;
  Result<size_t> write(IoContext& context, std::span<const std::byte> data) override;
  Result<size_t> read_at(IoContext& context, uint64_t offset, std::span<std::byte> out) override;
  Result<size_t> write_at(IoContext& context, uint64_t offset, std::span<const std::byte> data) override;
  Result<uint64_t> seek(int64_t offset, int whence) override;
  Result<void> truncate(IoContext& context, uint64_t size) override;
  Result<void> allocate(IoContext& context, uint32_t mode, uint64_t offset, uint64_t length) override;
  Result<Attributes> attributes() override;
  Result<size_t> readable_bytes() override;
  Result<void> synchronize() override;
  OutsideLocks* outside_locks() override { return fs_->read_only() ? nullptr : &locks_; }

 private:
  Result<size_t> read_now(IoContext& context, std::span<std::byte> out);
  Result<size_t> read_pieces(IoContext& context, uint64_t offset, std::span<std::byte> out);
  Result<void> allocate_now(uint32_t mode, uint64_t offset, uint64_t length);
  Result<size_t> put(IoContext& context, std::optional<uint64_t> offset, std::span<const std::byte> data);
  Result<size_t> put_paid(std::optional<uint64_t> offset, std::span<const std::byte> data, bool append,
                          IoContext& context);
  Result<uint64_t> seek_end();
  void moved() {
    at_beginning_ = false;
    ended_ = {};
  }

  const Ref<HostFileSystem> fs_;
  Ref<host::Handle> handle_;
  HostLocks locks_;
  bool appends_;  // the descriptor does
  // The attributes from opening: most callers ask for them next.
  HostFileSystem::Finding found_out_;
  bool at_beginning_ = true;
  // Set when the whole file was read at once: the next read returns the end, and later changes are seen after the next
  // open.
  HostFileSystem::Moment ended_;
  bool set_id_dropped_ = false;
};

class HostDirectory final : public DirectoryStream {
 public:
  HostDirectory(Ref<HostFileSystem> fs, Ref<host::Handle> listing, Vfs& vfs, Node node, NodePlace place,
                uint32_t flags);
  ~HostDirectory() override;
  OutsideLocks* outside_locks() override { return fs_->read_only() ? nullptr : &locks_; }

 private:
  Result<void> entries(IoContext& context, uint64_t cookie,
                       const std::function<bool(const DirectoryEntry&)>& visit) override;

  const Ref<HostFileSystem> fs_;
  Ref<host::Handle> listing_;
  HostLocks locks_;
  size_t room_ = host::kListedAtOnce;  // as much as was taken at a time
};

}  // namespace wasmsand
