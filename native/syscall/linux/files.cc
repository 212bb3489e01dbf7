// Open files as wholes: opening, positions, sizes, copies, synchronisation.
#include <algorithm>

#include "kernel/io/transfer.h"
#include "syscall/linux/context.h"

namespace wasmsand {
namespace {

Result<void> check_growth(LinuxContext& context, uint64_t size, uint64_t current) {
  if (size > current) WS_TRY(context.process.within_file_size(size - 1, 1));
  return {};
}

Result<std::optional<uint64_t>> load_offset(GuestMemory& memory, uint32_t address) {
  if (address == 0) return std::optional<uint64_t>();
  WS_ASSIGN(offset, memory.load<int64_t>(address));
  if (offset < 0) return Errno::inval;
  return std::optional<uint64_t>(offset);
}

bool same_file(OpenFile& a, OpenFile& b) { return a.node() && a.node() == b.node(); }

Result<uint64_t> start_of(OpenFile& file, const std::optional<uint64_t>& offset) {
  if (offset) return *offset;
  return file.seek(0, abi::kSEEK_CUR);
}

Result<int32_t> synchronize(LinuxContext& context, int32_t fd) {
  WS_ASSIGN(file, context.file(fd));
  WS_TRY(file->synchronize());
  return 0;
}

}  // namespace

Result<int32_t> sys_openat(LinuxContext& context, int32_t directory, uint32_t path_address, uint32_t flags,
                           uint32_t mode) {
  // Unknown flags are ignored: openat is older than the rule to refuse them.
  constexpr uint32_t kKnown = OpenFile::kAccessModeMask | abi::kO_CREAT | abi::kO_EXCL | abi::kO_NOCTTY |
                              abi::kO_TRUNC | abi::kO_APPEND | abi::kO_NONBLOCK | abi::kO_SYNC | abi::kO_ASYNC |
                              abi::kO_DIRECT | abi::kO_LARGEFILE | abi::kO_DIRECTORY | abi::kO_NOFOLLOW |
                              abi::kO_NOATIME | abi::kO_CLOEXEC | abi::kO_PATH | abi::kO_TMPFILE;
  flags &= kKnown;
  if (flags & abi::kO_PATH) {
    flags &= abi::kO_PATH | abi::kO_DIRECTORY | abi::kO_NOFOLLOW | abi::kO_CLOEXEC;
  }
  Ref<OpenFile>& opening = context.process.progress().opening;
  if (!opening) {
    WS_ASSIGN(path, context.path(path_address));
    WS_ASSIGN(caller, context.caller_at(directory, path));
    WS_ASSIGN(file, context.vfs().open(caller, path, flags, static_cast<uint16_t>(mode & 07777)));
    opening = file;
  }
  IoContext io = context.io();
  WS_TRY(opening->connect(io));
  return context.add_descriptor(std::move(opening), (flags & abi::kO_CLOEXEC) != 0);
}

Result<int32_t> sys_llseek(LinuxContext& context, int32_t fd, int64_t offset, uint32_t result, int32_t whence) {
  WS_ASSIGN(file, context.file(fd));
  if (whence < abi::kSEEK_SET || whence > abi::kSEEK_HOLE) return Errno::inval;
  WS_TRY(context.memory.range(result, sizeof(uint64_t)));
  WS_ASSIGN(position, file->seek(offset, whence));
  WS_TRY(context.memory.store(result, position));
  return 0;
}

Result<int32_t> sys_truncate64(LinuxContext& context, uint32_t path_address, int64_t length) {
  if (length < 0) return Errno::inval;
  WS_ASSIGN(path, context.path(path_address));
  Caller caller = context.process.caller();
  caller.lock = &context.lock;
  WS_ASSIGN(node, context.vfs().resolve(caller, path));
  WS_ASSIGN(attributes, context.vfs().attributes(node));
  WS_TRY(check_growth(context, length, attributes.size));
  WS_TRY(context.vfs().truncate(caller, node, length));
  return 0;
}

Result<int32_t> sys_ftruncate64(LinuxContext& context, int32_t fd, int64_t length) {
  if (length < 0) return Errno::inval;
  WS_ASSIGN(file, context.file(fd));
  if (!file->writable()) return Errno::inval;
  WS_ASSIGN(attributes, file->attributes());
  WS_TRY(check_growth(context, length, attributes.size));
  IoContext io = context.io();
  WS_TRY(file->truncate(io, length));
  return 0;
}

Result<int32_t> sys_fallocate(LinuxContext& context, int32_t fd, uint32_t mode, int64_t offset, int64_t length) {
  if (offset < 0 || length <= 0) return Errno::inval;
  constexpr uint32_t kServed = abi::kFALLOC_FL_KEEP_SIZE | abi::kFALLOC_FL_PUNCH_HOLE | abi::kFALLOC_FL_ZERO_RANGE;
  if (mode & ~kServed) return Errno::opnotsupp;
  const bool punches = mode & abi::kFALLOC_FL_PUNCH_HOLE;
  if (punches && !(mode & abi::kFALLOC_FL_KEEP_SIZE)) return Errno::opnotsupp;
  if (punches && (mode & abi::kFALLOC_FL_ZERO_RANGE)) return Errno::opnotsupp;
  WS_ASSIGN(file, context.file(fd));
  if (!file->writable()) return Errno::badf;
  if (offset > INT64_MAX - length) return Errno::fbig;
  WS_ASSIGN(attributes, file->attributes());
  if (attributes.type == FileType::fifo) return Errno::spipe;
  if (!(mode & abi::kFALLOC_FL_KEEP_SIZE)) WS_TRY(check_growth(context, offset + length, attributes.size));
  IoContext io = context.io();
  WS_TRY(file->allocate(io, mode, offset, length));
  return 0;
}

Result<int32_t> sys_fadvise64_64(LinuxContext& context, int32_t fd, int64_t, int64_t length, int32_t advice) {
  WS_ASSIGN(file, context.file(fd));
  WS_ASSIGN(attributes, file->attributes());
  if (attributes.type == FileType::fifo) return Errno::spipe;
  if (length < 0 || advice < 0 || advice > abi::kPOSIX_FADV_NOREUSE) return Errno::inval;
  return 0;  // all files are in memory already
}

Result<int32_t> sys_readahead(LinuxContext& context, int32_t fd, int64_t, uint32_t) {
  WS_ASSIGN(file, context.file(fd));
  if (!file->readable()) return Errno::badf;
  WS_ASSIGN(attributes, file->attributes());
  if (attributes.type != FileType::regular) return Errno::inval;
  return 0;
}

Result<int32_t> sys_sync(LinuxContext&) { return 0; }
Result<int32_t> sys_syncfs(LinuxContext& context, int32_t fd) {
  WS_TRY(context.file(fd));
  return 0;
}
Result<int32_t> sys_fsync(LinuxContext& context, int32_t fd) { return synchronize(context, fd); }
Result<int32_t> sys_fdatasync(LinuxContext& context, int32_t fd) { return synchronize(context, fd); }

Result<int32_t> sys_sync_file_range(LinuxContext& context, int32_t fd, int64_t offset, int64_t length, uint32_t flags) {
  constexpr uint32_t kKnown = 7;  // SYNC_FILE_RANGE_WAIT_BEFORE, _WRITE, _WAIT_AFTER
  if ((flags & ~kKnown) || offset < 0 || length < 0) return Errno::inval;
  return synchronize(context, fd);
}

Result<int32_t> sys_sendfile64(LinuxContext& context, int32_t out_fd, int32_t in_fd, uint32_t offset_address,
                               uint32_t count) {
  WS_ASSIGN(in, context.file(in_fd));
  WS_ASSIGN(out, context.file(out_fd));
  if (!in->readable() || !out->writable()) return Errno::badf;
  if (out->flags() & OpenFile::kAppend) return Errno::inval;
  WS_ASSIGN(attributes, in->attributes());
  if (attributes.type == FileType::fifo || attributes.type == FileType::directory) return Errno::inval;
  WS_ASSIGN(in_offset, load_offset(context.memory, offset_address));
  std::optional<uint64_t> out_offset;
  IoContext io = context.io();
  WS_ASSIGN(moved, transfer(io, *in, in_offset, *out, out_offset, std::min(count, kTransferMax)));
  if (in_offset) WS_TRY(context.memory.store(offset_address, *in_offset));
  return static_cast<int32_t>(moved);
}

Result<int32_t> sys_copy_file_range(LinuxContext& context, int32_t in_fd, uint32_t in_address, int32_t out_fd,
                                    uint32_t out_address, uint32_t count, uint32_t flags) {
  if (flags != 0) return Errno::inval;
  WS_ASSIGN(in, context.file(in_fd));
  WS_ASSIGN(out, context.file(out_fd));
  WS_ASSIGN(from, in->attributes());
  WS_ASSIGN(to, out->attributes());
  if (from.type == FileType::directory || to.type == FileType::directory) return Errno::isdir;
  if (from.type != FileType::regular || to.type != FileType::regular) return Errno::inval;
  if (!in->readable() || !out->writable() || (out->flags() & OpenFile::kAppend)) return Errno::badf;
  WS_ASSIGN(in_offset, load_offset(context.memory, in_address));
  WS_ASSIGN(out_offset, load_offset(context.memory, out_address));

  const uint64_t length = std::min(count, kTransferMax);
  if (same_file(*in, *out)) {
    WS_ASSIGN(in_start, start_of(*in, in_offset));
    WS_ASSIGN(out_start, start_of(*out, out_offset));
    if (in_start < out_start + length && out_start < in_start + length) return Errno::inval;
  }
  IoContext io = context.io();
  WS_ASSIGN(moved, transfer(io, *in, in_offset, *out, out_offset, length));
  if (in_offset) WS_TRY(context.memory.store(in_address, *in_offset));
  if (out_offset) WS_TRY(context.memory.store(out_address, *out_offset));
  return static_cast<int32_t>(moved);
}

}  // namespace wasmsand
