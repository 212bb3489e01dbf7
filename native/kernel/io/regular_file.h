// An open regular file: an offset over the bytes of its inode.
#pragma once

#include "kernel/io/node_file.h"

namespace wasmsand {

// Sets the size of a file. If a lock is given, large amounts are freed in turns, with the lock released in between;
// EINTR when the process is killed in between.
Result<void> truncate_in_turns(KernelLock* lock, Process* process, const Node& node, uint64_t size);

// Reads a file of the base image from the host's disk, once for all sandboxes, without the lock.
Result<void> load(KernelLock& lock, const Node& node);

class RegularFile : public NodeFile {
 public:
  using NodeFile::NodeFile;
  ~RegularFile() override { tell_closed(); }

  Result<size_t> read(IoContext& context, std::span<std::byte> out) override;
  Result<size_t> write(IoContext& context, std::span<const std::byte> data) override;
  Result<size_t> read_at(IoContext& context, uint64_t offset, std::span<std::byte> out) override;
  // With O_APPEND, writes at the end of the file whatever the offset is, as Linux does.
  Result<size_t> write_at(IoContext& context, uint64_t offset, std::span<const std::byte> data) override;
  Result<uint64_t> seek(int64_t offset, int whence) override;
  Result<void> truncate(IoContext& context, uint64_t size) override;
  Result<void> allocate(IoContext& context, uint32_t mode, uint64_t offset, uint64_t length) override;
  Result<size_t> readable_bytes() override;
  Result<void> synchronize() override { return {}; }

 protected:
  uint64_t position_ = 0;

 private:
  Result<void> load_once(IoContext& context);
  Result<size_t> lend_or_read(uint64_t offset, std::span<std::byte> out, std::optional<BorrowedBytes>& lent);
  // Checks that the file can be written, and goes to its end with O_APPEND.
  Result<void> move_to_write(uint64_t& offset);
  Result<size_t> read_now(IoContext& context, std::span<std::byte> out);
  Result<size_t> read_long(IoContext& context, std::span<std::byte> out);
  Result<size_t> read_pieces(IoContext& context, uint64_t offset, std::span<std::byte> out);
  Result<void> allocate_now(IoContext& context, uint32_t mode, uint64_t offset, uint64_t length);
  Result<size_t> put(IoContext& context, uint64_t& offset, std::span<const std::byte> data);
  Result<size_t> put_piece(IoContext& context, uint64_t& offset, std::span<const std::byte>& data);
  Result<PreparedBytes> prepare(IoContext& context, uint64_t& offset, std::span<const std::byte>& data);
  Result<void> punch_hole(IoContext& context, uint64_t offset, uint64_t length);
  Result<void> reserve(IoContext& context, uint64_t offset, uint64_t length, bool keep_size);

  bool loaded_ = false;
};

}  // namespace wasmsand
