// Files that the host has open: descriptors without a process. As all calls of the host they never wait: what would is
// EAGAIN.
#include <algorithm>
#include <cstring>

#include "binding/interface.h"
#include "binding/objects/file_call.h"

namespace wasmsand {
namespace {

// (path, flags, mode) → its number
Result<int64_t> open(KernelCall& base) {
  FileCall call(base);
  const auto flags = static_cast<uint32_t>(call.integer(1));
  WS_ASSIGN(file, call.open_or_make(call.path(0), flags, static_cast<uint16_t>(call.integer(2) & 07777)));
  return call.files.add(std::move(file));
}

// (file, position; negative: where the last one ended, into)
Result<int64_t> read(KernelCall& base) {
  FileCall call(base);
  WS_ASSIGN(file, call.files.get(call.integer(0)));
  IoContext context = call.io();
  const int64_t position = call.integer(1);
  const auto count = position < 0 ? file->read(context, call.bytes(2))
                                  : file->read_at(context, static_cast<uint64_t>(position), call.bytes(2));
  if (!count.ok()) return count.error();
  return static_cast<int64_t>(*count);
}

// (file, position; negative: where the last one ended, bytes)
Result<int64_t> write(KernelCall& base) {
  FileCall call(base);
  WS_ASSIGN(file, call.files.get(call.integer(0)));
  IoContext context = call.io();
  const int64_t position = call.integer(1);
  const auto count = position < 0 ? file->write(context, call.bytes(2))
                                  : file->write_at(context, static_cast<uint64_t>(position), call.bytes(2));
  if (!count.ok()) return count.error();
  return static_cast<int64_t>(*count);
}

Result<int64_t> fstat(KernelCall& base) {
  FileCall call(base);
  WS_ASSIGN(file, call.files.get(call.integer(0)));
  WS_ASSIGN(attributes, file->attributes());
  WS_TRY(store_attributes(attributes, call.doubles(1)));
  return 0;
}

Result<int64_t> ftruncate(KernelCall& base) {
  FileCall call(base);
  WS_ASSIGN(file, call.files.get(call.integer(0)));
  if (call.integer(1) < 0) return Errno::inval;
  IoContext context = call.io();
  WS_TRY(file->truncate(context, static_cast<uint64_t>(call.integer(1))));
  return 0;
}

Result<int64_t> fsync(KernelCall& base) {
  FileCall call(base);
  WS_ASSIGN(file, call.files.get(call.integer(0)));
  WS_TRY(file->synchronize());
  return 0;
}

// Pipes and streams of the host, to which /proc leads, have no node: their attributes are not to be changed.
Result<Node> node_of(FileCall& call) {
  WS_ASSIGN(file, call.files.get(call.integer(0)));
  if (!file->node()) return Errno::perm;
  return file->node();
}

Result<int64_t> fchmod(KernelCall& base) {
  FileCall call(base);
  WS_ASSIGN(node, node_of(call));
  WS_TRY(call.vfs().change_permissions(call.caller, node, static_cast<uint16_t>(call.integer(1) & 07777)));
  return 0;
}

Result<int64_t> fchown(KernelCall& base) {
  FileCall call(base);
  WS_ASSIGN(node, node_of(call));
  WS_TRY(call.vfs().change_owner(call.caller, node, owner_of(call.integer(1)), owner_of(call.integer(2))));
  return 0;
}

Result<int64_t> futimes(KernelCall& base) {
  FileCall call(base);
  WS_ASSIGN(node, node_of(call));
  WS_TRY(call.vfs().change_times(call.caller, node, times_of(call.number(1), call.number(2)), false));
  return 0;
}

Result<int64_t> close(KernelCall& base) {
  FileCall call(base);
  WS_TRY(call.files.close(call.integer(0)));
  return 0;
}

// (path, StatfsFields)
Result<int64_t> statfs(KernelCall& base) {
  FileCall call(base);
  WS_ASSIGN(node, call.vfs().resolve(call.caller, call.path(0)));
  const FileSystemUsage usage = node.fs->usage();
  const StatfsFields fields = {
      .type = static_cast<double>(usage.magic),
      .bsize = static_cast<double>(usage.block_size),
      .blocks = static_cast<double>(usage.total_bytes / usage.block_size),
      .bfree = static_cast<double>(usage.free_bytes / usage.block_size),
      .files = static_cast<double>(usage.total_inodes),
      .ffree = static_cast<double>(usage.free_inodes),
  };
  const std::span<double> into = call.doubles(1);
  if (into.size_bytes() < sizeof(fields)) return Errno::inval;
  std::memcpy(into.data(), &fields, sizeof(fields));
  return 0;
}

}  // namespace

std::vector<KernelObject::PropertyDescriptor> KernelObject::open_file_methods() {
  return {
      method<open>("open"),           method<read>("read"),   method<write>("write"),   method<fstat>("fstat"),
      method<ftruncate>("ftruncate"), method<fsync>("fsync"), method<fchmod>("fchmod"), method<fchown>("fchown"),
      method<futimes>("futimes"),     method<close>("close"), method<statfs>("statfs"),
  };
}

}  // namespace wasmsand
