#include <algorithm>

#include "syscall/generated/flags.h"
#include "syscall/wasi/filestat.h"
#include "syscall/wasi/paths.h"

namespace wasmsand::wasi {

Status path_create_directory(Call& call) {
  WASI_ASSIGN(path, read_path(call, call.u32(0), rights::kPathCreateDirectory, call.u32(1), call.u32(2), Concerns::name,
                              false));
  return status_of(call.kernel().vfs().make_directory(path.caller, path.text, 0777));
}

Status path_filestat_get(Call& call) {
  WASI_ASSIGN(follow, follows(call.u32(1)));
  WASI_ASSIGN(path,
              read_path(call, call.u32(0), rights::kPathFilestatGet, call.u32(2), call.u32(3), Concerns::file, follow));
  Vfs& vfs = call.kernel().vfs();
  WASI_ASSIGN(node, vfs.resolve(path.caller, path.text, follow));
  WASI_ASSIGN(attributes, vfs.attributes(node));
  return status_of(call.memory().store(call.u32(4), filestat_of(attributes)));
}

Status path_filestat_set_times(Call& call) {
  WASI_ASSIGN(follow, follows(call.u32(1)));
  WASI_ASSIGN(times, new_times(call.u64(4), call.u64(5), call.u32(6)));
  WASI_ASSIGN(path, read_path(call, call.u32(0), rights::kPathFilestatSetTimes, call.u32(2), call.u32(3),
                              Concerns::file, follow));
  Vfs& vfs = call.kernel().vfs();
  WASI_ASSIGN(node, vfs.resolve(path.caller, path.text, follow));
  if (!times.change.accessed && !times.change.modified) return Status::success;
  return status_of(vfs.change_times(path.caller, node, times.change, times.to_now));
}

Status path_link(Call& call) {
  WASI_ASSIGN(follow, follows(call.u32(1)));
  WASI_ASSIGN(from,
              read_path(call, call.u32(0), rights::kPathLinkSource, call.u32(2), call.u32(3), Concerns::file, follow));
  WASI_ASSIGN(to,
              read_path(call, call.u32(4), rights::kPathLinkTarget, call.u32(5), call.u32(6), Concerns::name, false));
  return status_of(call.kernel().vfs().link(from.caller, from.text, to.caller, to.text, follow));
}

Status path_readlink(Call& call) {
  WASI_ASSIGN(path,
              read_path(call, call.u32(0), rights::kPathReadlink, call.u32(1), call.u32(2), Concerns::file, false));
  WASI_ASSIGN(buffer, call.memory().range(call.u32(3), call.u32(4)));
  WASI_TRY(call.memory().range(call.u32(5), 4));
  Vfs& vfs = call.kernel().vfs();
  WASI_ASSIGN(node, vfs.resolve(path.caller, path.text, false));
  WASI_ASSIGN(attributes, vfs.attributes(node));
  if (attributes.type != FileType::symlink) return status_of(Errno::inval);
  WASI_ASSIGN(target, node.fs->read_link(node.ino, &call.process()));
  const size_t used = std::min(target.size(), buffer.size());
  if (used > 0) std::memcpy(buffer.data(), target.data(), used);
  return status_of(call.memory().store(call.u32(5), static_cast<uint32_t>(used)));
}

Status path_remove_directory(Call& call) {
  WASI_ASSIGN(path, read_path(call, call.u32(0), rights::kPathRemoveDirectory, call.u32(1), call.u32(2), Concerns::name,
                              false));
  return status_of(call.kernel().vfs().remove_directory(path.caller, path.text));
}

Status path_rename(Call& call) {
  WASI_ASSIGN(from,
              read_path(call, call.u32(0), rights::kPathRenameSource, call.u32(1), call.u32(2), Concerns::name, false));
  WASI_ASSIGN(to,
              read_path(call, call.u32(3), rights::kPathRenameTarget, call.u32(4), call.u32(5), Concerns::name, false));
  from.caller.lock = &call.lock;
  return status_of(call.kernel().vfs().rename(from.caller, from.text, to.caller, to.text, 0));
}

Status path_symlink(Call& call) {
  WASI_ASSIGN(target, read_path_text(call, call.u32(0), call.u32(1)));
  // An absolute target would lead out of every directory but the root; WASI implementations agree on refusing it.
  if (target.starts_with('/')) return Status::not_capable;
  WASI_ASSIGN(path,
              read_path(call, call.u32(2), rights::kPathSymlink, call.u32(3), call.u32(4), Concerns::name, false));
  return status_of(call.kernel().vfs().make_symlink(path.caller, target, path.text));
}

Status path_unlink_file(Call& call) {
  WASI_ASSIGN(path,
              read_path(call, call.u32(0), rights::kPathUnlinkFile, call.u32(1), call.u32(2), Concerns::name, false));
  return status_of(call.kernel().vfs().unlink(path.caller, path.text));
}

}  // namespace wasmsand::wasi
