// Bytes in and out: read, write and their vector and positioned forms.
#include <algorithm>

#include "kernel/io/transfer.h"
#include "syscall/linux/context.h"

namespace wasmsand {
namespace {

constexpr uint32_t kVectorsMax = 1024;  // UIO_MAXIOV

struct Vectors {
  std::vector<std::span<std::byte>> parts;  // none is empty
  uint64_t total = 0;
};

// EINVAL for more than IOV_MAX vectors or a total that does not fit the result; like Linux, moves at most kTransferMax.
Result<Vectors> load_vectors(GuestMemory& memory, uint32_t address, uint32_t count) {
  if (count > kVectorsMax) return Errno::inval;
  WS_ASSIGN(bytes, memory.range(address, uint64_t{count} * sizeof(abi::Iovec)));
  std::array<abi::Iovec, kVectorsMax> raw;
  if (count > 0) std::memcpy(raw.data(), bytes.data(), bytes.size());

  Vectors vectors;
  for (const abi::Iovec& vector : std::span(raw).first(count)) {
    if (vector.length > INT32_MAX) return Errno::inval;
    const uint64_t taken = std::min<uint64_t>(vector.length, kTransferMax - vectors.total);
    WS_ASSIGN(part, memory.range(vector.address, vector.length));
    if (taken == 0) continue;
    vectors.parts.push_back(part.first(taken));
    vectors.total += taken;
  }
  return vectors;
}

Result<Ref<OpenFile>> readable(LinuxContext& context, int32_t fd) {
  WS_ASSIGN(file, context.file_or_path(fd));
  if (!file->readable()) return Errno::badf;
  return std::move(file);
}

Result<Ref<OpenFile>> writable(LinuxContext& context, int32_t fd) {
  WS_ASSIGN(file, context.file_or_path(fd));
  if (!file->writable()) return Errno::badf;
  return std::move(file);
}

// The offset that is the file's own position.
constexpr int64_t kAtPosition = -1;

std::optional<uint64_t> place(int64_t offset) {
  return offset == kAtPosition ? std::nullopt : std::optional<uint64_t>(offset);
}

Result<int32_t> read_vectors(LinuxContext& context, int32_t fd, const Vectors& vectors, int64_t offset) {
  WS_ASSIGN(file, readable(context, fd));
  if (vectors.parts.empty()) return 0;
  IoContext io = context.io();
  WS_ASSIGN(count, read_parts(io, *file, vectors.parts, place(offset)));
  return static_cast<int32_t>(count);
}

Result<int32_t> write_vectors(LinuxContext& context, int32_t fd, const Vectors& vectors, int64_t offset) {
  WS_ASSIGN(file, writable(context, fd));
  if (vectors.parts.empty()) return 0;
  IoContext io = context.io();
  WS_ASSIGN(count, write_all(io, *file, vectors.parts, place(offset)));
  return static_cast<int32_t>(count);
}

Result<Vectors> one_part(GuestMemory& memory, uint32_t address, uint32_t size) {
  WS_ASSIGN(bytes, memory.range(address, std::min(size, kTransferMax)));
  Vectors vectors;
  vectors.total = bytes.size();
  if (!bytes.empty()) vectors.parts.push_back(bytes);
  return vectors;
}

}  // namespace

Result<int32_t> sys_read(LinuxContext& context, int32_t fd, uint32_t buffer, uint32_t size) {
  WS_ASSIGN(file, readable(context, fd));
  WS_ASSIGN(bytes, context.memory.range(buffer, std::min(size, kTransferMax)));
  IoContext io = context.io();
  WS_ASSIGN(count, file->read(io, bytes));
  return static_cast<int32_t>(count);
}

Result<int32_t> sys_write(LinuxContext& context, int32_t fd, uint32_t buffer, uint32_t size) {
  WS_ASSIGN(file, writable(context, fd));
  WS_ASSIGN(bytes, context.memory.range(buffer, std::min(size, kTransferMax)));
  IoContext io = context.io();
  WS_ASSIGN(count, write_all(io, *file, bytes));
  return static_cast<int32_t>(count);
}

Result<int32_t> sys_readv(LinuxContext& context, int32_t fd, uint32_t address, uint32_t count) {
  WS_ASSIGN(vectors, load_vectors(context.memory, address, count));
  return read_vectors(context, fd, vectors, kAtPosition);
}

Result<int32_t> sys_writev(LinuxContext& context, int32_t fd, uint32_t address, uint32_t count) {
  WS_ASSIGN(vectors, load_vectors(context.memory, address, count));
  return write_vectors(context, fd, vectors, kAtPosition);
}

Result<int32_t> sys_pread64(LinuxContext& context, int32_t fd, uint32_t buffer, uint32_t size, int64_t offset) {
  if (offset < 0) return Errno::inval;
  WS_ASSIGN(vectors, one_part(context.memory, buffer, size));
  return read_vectors(context, fd, vectors, offset);
}

Result<int32_t> sys_pwrite64(LinuxContext& context, int32_t fd, uint32_t buffer, uint32_t size, int64_t offset) {
  if (offset < 0) return Errno::inval;
  WS_ASSIGN(vectors, one_part(context.memory, buffer, size));
  return write_vectors(context, fd, vectors, offset);
}

Result<int32_t> sys_preadv(LinuxContext& context, int32_t fd, uint32_t address, uint32_t count, int64_t offset) {
  if (offset < 0) return Errno::inval;
  WS_ASSIGN(vectors, load_vectors(context.memory, address, count));
  return read_vectors(context, fd, vectors, offset);
}

Result<int32_t> sys_pwritev(LinuxContext& context, int32_t fd, uint32_t address, uint32_t count, int64_t offset) {
  if (offset < 0) return Errno::inval;
  WS_ASSIGN(vectors, load_vectors(context.memory, address, count));
  return write_vectors(context, fd, vectors, offset);
}

// The flags of preadv2 and pwritev2 (RWF_…) are none of ours: EOPNOTSUPP, as from a file system that has none.
Result<int32_t> sys_preadv2(LinuxContext& context, int32_t fd, uint32_t address, uint32_t count, int64_t offset,
                            uint32_t flags) {
  if (flags != 0) return Errno::opnotsupp;
  if (offset == kAtPosition) return sys_readv(context, fd, address, count);
  return sys_preadv(context, fd, address, count, offset);
}

Result<int32_t> sys_pwritev2(LinuxContext& context, int32_t fd, uint32_t address, uint32_t count, int64_t offset,
                             uint32_t flags) {
  if (flags != 0) return Errno::opnotsupp;
  if (offset == kAtPosition) return sys_writev(context, fd, address, count);
  return sys_pwritev(context, fd, address, count, offset);
}

}  // namespace wasmsand
