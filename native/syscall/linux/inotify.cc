// inotify.
#include "kernel/io/inotify.h"

#include "syscall/linux/context.h"

namespace wasmsand {
namespace {

constexpr uint32_t kCloseOnExec = abi::kO_CLOEXEC, kNonBlocking = abi::kO_NONBLOCK;
// All bits that Linux knows, those too that only a read shows.
constexpr uint32_t kKnown = abi::kIN_ACCESS | abi::kIN_MODIFY | abi::kIN_ATTRIB | abi::kIN_CLOSE_WRITE |
                            abi::kIN_CLOSE_NOWRITE | abi::kIN_OPEN | abi::kIN_MOVED_FROM | abi::kIN_MOVED_TO |
                            abi::kIN_CREATE | abi::kIN_DELETE | abi::kIN_DELETE_SELF | abi::kIN_MOVE_SELF |
                            abi::kIN_UNMOUNT | abi::kIN_Q_OVERFLOW | abi::kIN_IGNORED | abi::kIN_ONLYDIR |
                            abi::kIN_DONT_FOLLOW | abi::kIN_EXCL_UNLINK | abi::kIN_MASK_CREATE | abi::kIN_MASK_ADD |
                            abi::kIN_ISDIR | abi::kIN_ONESHOT;

Result<Inotify*> inotify_of(OpenFile& file) {
  Inotify* const inotify = file.as_inotify();
  if (inotify == nullptr) return Errno::inval;
  return inotify;
}

}  // namespace

Result<int32_t> sys_inotify_init1(LinuxContext& context, uint32_t flags) {
  if (flags & ~(kCloseOnExec | kNonBlocking)) return Errno::inval;
  Watches& watches = context.vfs().watches();
  WS_TRY(watches.add_instance());
  return context.add_descriptor(make_ref<Inotify>(watches, flags & kNonBlocking), (flags & kCloseOnExec) != 0);
}

Result<int32_t> sys_inotify_add_watch(LinuxContext& context, int32_t fd, uint32_t path_address, uint32_t mask) {
  constexpr uint32_t kAddOrCreate = abi::kIN_MASK_ADD | abi::kIN_MASK_CREATE;
  if (mask == 0 || mask & ~kKnown) return Errno::inval;
  WS_ASSIGN(file, context.file(fd));
  if ((mask & kAddOrCreate) == kAddOrCreate) return Errno::inval;
  WS_ASSIGN(inotify, inotify_of(*file));
  WS_ASSIGN(path, context.path(path_address));
  WS_ASSIGN(caller, context.caller_at(kAtWorkingDirectory, path));
  WS_ASSIGN(walked, context.vfs().walk(caller, path, {.follow_last = !(mask & abi::kIN_DONT_FOLLOW)}));
  if (mask & abi::kIN_ONLYDIR && walked.attributes.type != FileType::directory) return Errno::notdir;
  WS_TRY(context.vfs().check_access(*caller.credentials, walked.attributes, static_cast<uint8_t>(Access::read)));
  WS_ASSIGN(number, inotify->watch(walked.target, mask));
  return int32_t{number};
}

Result<int32_t> sys_inotify_rm_watch(LinuxContext& context, int32_t fd, int32_t watch) {
  WS_ASSIGN(file, context.file(fd));
  WS_ASSIGN(inotify, inotify_of(*file));
  WS_TRY(inotify->forget(watch));
  return 0;
}

}  // namespace wasmsand
