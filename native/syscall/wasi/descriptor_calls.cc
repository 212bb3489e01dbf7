#include <algorithm>

#include "syscall/generated/abi_structs.h"
#include "syscall/generated/flags.h"
#include "syscall/wasi/call.h"
#include "syscall/wasi/filestat.h"
#include "syscall/wasi/open_flags.h"

namespace wasmsand::wasi {

Status fd_advise(Call& call) {
  WASI_ASSIGN(file, call.descriptors.get(call.u32(0), rights::kFdAdvise));
  if (call.u64(1) > INT64_MAX || call.u64(2) > INT64_MAX || call.u32(3) > advice::kNoreuse)
    return status_of(Errno::inval);
  WASI_ASSIGN(attributes, file->attributes());
  if (attributes.type == FileType::directory) return status_of(Errno::badf);
  return Status::success;  // files are in memory: nothing to prepare
}

Status fd_allocate(Call& call) {
  WASI_ASSIGN(file, call.descriptors.get(call.u32(0), rights::kFdAllocate));
  const uint64_t offset = call.u64(1), length = call.u64(2);
  if (length == 0 || offset > INT64_MAX || length > INT64_MAX) return status_of(Errno::inval);
  if (offset + length > INT64_MAX) return status_of(Errno::fbig);
  IoContext io = call.io();
  return status_of(file->allocate(io, 0, offset, length));
}

Status fd_close(Call& call) { return call.descriptors.close(call.u32(0)); }

Status fd_datasync(Call& call) {
  WASI_ASSIGN(file, call.descriptors.get(call.u32(0), rights::kFdDatasync));
  return status_of(file->synchronize());
}

Status fd_sync(Call& call) {
  WASI_ASSIGN(file, call.descriptors.get(call.u32(0), rights::kFdSync));
  return status_of(file->synchronize());
}

Status fd_fdstat_get(Call& call) {
  WASI_ASSIGN(file, call.descriptors.get(call.u32(0)));
  WASI_ASSIGN(rights, call.descriptors.rights(call.u32(0)));
  WASI_ASSIGN(attributes, file->attributes());
  Fdstat stat{};
  stat.filetype = filetype_of(attributes.type);
  stat.flags = fdflags_of(file->flags());
  stat.rights_base = rights.base;
  stat.rights_inheriting = rights.inheriting;
  return status_of(call.memory().store(call.u32(1), stat));
}

Status fd_fdstat_set_flags(Call& call) {
  WASI_ASSIGN(file, call.descriptors.get(call.u32(0), rights::kFdFdstatSetFlags));
  WASI_ASSIGN(flags, open_flags_of(call.u32(1)));
  file->set_flags(flags);
  return Status::success;
}

Status fd_fdstat_set_rights(Call& call) {
  return call.descriptors.shrink_rights(call.u32(0), {call.u64(1), call.u64(2)});
}

Status fd_filestat_get(Call& call) {
  WASI_ASSIGN(file, call.descriptors.get(call.u32(0), rights::kFdFilestatGet));
  WASI_ASSIGN(attributes, file->attributes());
  return status_of(call.memory().store(call.u32(1), filestat_of(attributes)));
}

Status fd_filestat_set_size(Call& call) {
  WASI_ASSIGN(file, call.descriptors.get(call.u32(0), rights::kFdFilestatSetSize));
  if (call.u64(1) > INT64_MAX || !file->writable()) return status_of(Errno::inval);
  IoContext io = call.io();
  return status_of(file->truncate(io, call.u64(1)));
}

Status fd_filestat_set_times(Call& call) {
  WASI_ASSIGN(file, call.descriptors.get(call.u32(0), rights::kFdFilestatSetTimes));
  WASI_ASSIGN(times, new_times(call.u64(1), call.u64(2), call.u32(3)));
  const Node node = file->node();
  if (!node) return status_of(Errno::inval);
  if (!times.change.accessed && !times.change.modified) return Status::success;
  return status_of(call.kernel().vfs().change_times(call.process().caller(), node, times.change, times.to_now));
}

Status fd_prestat_get(Call& call) {
  WASI_ASSIGN(name, call.descriptors.preopen_name(call.u32(0)));
  Prestat stat{};
  stat.type = preopentype::kDir;
  stat.name_length = static_cast<uint32_t>(name.size());
  return status_of(call.memory().store(call.u32(1), stat));
}

Status fd_prestat_dir_name(Call& call) {
  WASI_ASSIGN(name, call.descriptors.preopen_name(call.u32(0)));
  if (call.u32(2) < name.size()) return status_of(Errno::nametoolong);
  WASI_ASSIGN(out, call.memory().range(call.u32(1), name.size()));
  std::memcpy(out.data(), name.data(), name.size());
  return Status::success;
}

Status fd_renumber(Call& call) { return call.descriptors.renumber(call.u32(0), call.u32(1)); }

}  // namespace wasmsand::wasi
