// Generated from native/abi/abi.json by scripts/generate-abi.mjs. Do not edit.
// clang-format off
#include "syscall/generated/linux_calls.h"

namespace wasmsand {
namespace {

using Arguments = std::array<uint32_t, 6>;

[[maybe_unused]] constexpr int64_t wide(uint32_t low, uint32_t high) {
  return static_cast<int64_t>(uint64_t{high} << 32 | low);
}

const LinuxCall kCalls[] = {
    // the file systems hold no extended attributes
    {{"setxattr", 5, {{"path", ArgumentKind::path, 0, -1}, {"name", ArgumentKind::string, 1, -1}, {"value", ArgumentKind::address, 2, -1}, {"size", ArgumentKind::size, 3, -1}, {"flags", ArgumentKind::uint, 4, -1}}}, nullptr, Errno::opnotsupp},
    // the file systems hold no extended attributes
    {{"lsetxattr", 5, {{"path", ArgumentKind::path, 0, -1}, {"name", ArgumentKind::string, 1, -1}, {"value", ArgumentKind::address, 2, -1}, {"size", ArgumentKind::size, 3, -1}, {"flags", ArgumentKind::uint, 4, -1}}}, nullptr, Errno::opnotsupp},
    // the file systems hold no extended attributes
    {{"fsetxattr", 5, {{"fd", ArgumentKind::fd, 0, -1}, {"name", ArgumentKind::string, 1, -1}, {"value", ArgumentKind::address, 2, -1}, {"size", ArgumentKind::size, 3, -1}, {"flags", ArgumentKind::uint, 4, -1}}}, nullptr, Errno::opnotsupp},
    // the file systems hold no extended attributes
    {{"getxattr", 4, {{"path", ArgumentKind::path, 0, -1}, {"name", ArgumentKind::string, 1, -1}, {"value", ArgumentKind::address, 2, -1}, {"size", ArgumentKind::size, 3, -1}}}, nullptr, Errno::opnotsupp},
    // the file systems hold no extended attributes
    {{"lgetxattr", 4, {{"path", ArgumentKind::path, 0, -1}, {"name", ArgumentKind::string, 1, -1}, {"value", ArgumentKind::address, 2, -1}, {"size", ArgumentKind::size, 3, -1}}}, nullptr, Errno::opnotsupp},
    // the file systems hold no extended attributes
    {{"fgetxattr", 4, {{"fd", ArgumentKind::fd, 0, -1}, {"name", ArgumentKind::string, 1, -1}, {"value", ArgumentKind::address, 2, -1}, {"size", ArgumentKind::size, 3, -1}}}, nullptr, Errno::opnotsupp},
    // the file systems hold no extended attributes
    {{"listxattr", 3, {{"path", ArgumentKind::path, 0, -1}, {"list", ArgumentKind::address, 1, -1}, {"size", ArgumentKind::size, 2, -1}}}, nullptr, Errno::opnotsupp},
    // the file systems hold no extended attributes
    {{"llistxattr", 3, {{"path", ArgumentKind::path, 0, -1}, {"list", ArgumentKind::address, 1, -1}, {"size", ArgumentKind::size, 2, -1}}}, nullptr, Errno::opnotsupp},
    // the file systems hold no extended attributes
    {{"flistxattr", 3, {{"fd", ArgumentKind::fd, 0, -1}, {"list", ArgumentKind::address, 1, -1}, {"size", ArgumentKind::size, 2, -1}}}, nullptr, Errno::opnotsupp},
    // the file systems hold no extended attributes
    {{"removexattr", 2, {{"path", ArgumentKind::path, 0, -1}, {"name", ArgumentKind::string, 1, -1}}}, nullptr, Errno::opnotsupp},
    // the file systems hold no extended attributes
    {{"lremovexattr", 2, {{"path", ArgumentKind::path, 0, -1}, {"name", ArgumentKind::string, 1, -1}}}, nullptr, Errno::opnotsupp},
    // the file systems hold no extended attributes
    {{"fremovexattr", 2, {{"fd", ArgumentKind::fd, 0, -1}, {"name", ArgumentKind::string, 1, -1}}}, nullptr, Errno::opnotsupp},
    {{"getcwd", 2, {{"buffer", ArgumentKind::out_string, 0, -1}, {"size", ArgumentKind::size, 1, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_getcwd(c, a[0], a[1]); }},
    {{"eventfd2", 2, {{"count", ArgumentKind::uint, 0, -1}, {"flags", ArgumentKind::uint, 1, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_eventfd2(c, a[0], a[1]); }},
    {{"epoll_create1", 1, {{"flags", ArgumentKind::uint, 0, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_epoll_create1(c, a[0]); }},
    {{"epoll_ctl", 4, {{"epoll", ArgumentKind::fd, 0, -1}, {"operation", ArgumentKind::int_, 1, -1}, {"fd", ArgumentKind::fd, 2, -1}, {"event", ArgumentKind::address, 3, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_epoll_ctl(c, static_cast<int32_t>(a[0]), static_cast<int32_t>(a[1]), static_cast<int32_t>(a[2]), a[3]); }},
    {{"epoll_pwait", 6, {{"epoll", ArgumentKind::fd, 0, -1}, {"events", ArgumentKind::address, 1, -1}, {"count", ArgumentKind::int_, 2, -1}, {"timeout", ArgumentKind::int_, 3, -1}, {"mask", ArgumentKind::address, 4, -1}, {"size", ArgumentKind::size, 5, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_epoll_pwait(c, static_cast<int32_t>(a[0]), a[1], static_cast<int32_t>(a[2]), static_cast<int32_t>(a[3]), a[4], a[5]); }},
    {{"dup", 1, {{"fd", ArgumentKind::fd, 0, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_dup(c, static_cast<int32_t>(a[0])); }},
    {{"dup3", 3, {{"from", ArgumentKind::fd, 0, -1}, {"to", ArgumentKind::fd, 1, -1}, {"flags", ArgumentKind::flags, 2, 0}}}, [](LinuxContext& c, const Arguments& a) { return sys_dup3(c, static_cast<int32_t>(a[0]), static_cast<int32_t>(a[1]), a[2]); }},
    {{"fcntl64", 3, {{"fd", ArgumentKind::fd, 0, -1}, {"command", ArgumentKind::enum_, 1, 4}, {"argument", ArgumentKind::uint, 2, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_fcntl64(c, static_cast<int32_t>(a[0]), static_cast<int32_t>(a[1]), a[2]); }, Errno::nosys, true},
    {{"inotify_init1", 1, {{"flags", ArgumentKind::uint, 0, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_inotify_init1(c, a[0]); }},
    {{"inotify_add_watch", 3, {{"fd", ArgumentKind::fd, 0, -1}, {"path", ArgumentKind::path, 1, -1}, {"mask", ArgumentKind::flags, 2, 44}}}, [](LinuxContext& c, const Arguments& a) { return sys_inotify_add_watch(c, static_cast<int32_t>(a[0]), a[1], a[2]); }},
    {{"inotify_rm_watch", 2, {{"fd", ArgumentKind::fd, 0, -1}, {"watch", ArgumentKind::int_, 1, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_inotify_rm_watch(c, static_cast<int32_t>(a[0]), static_cast<int32_t>(a[1])); }},
    {{"ioctl", 3, {{"fd", ArgumentKind::fd, 0, -1}, {"request", ArgumentKind::enum_, 1, 7}, {"argument", ArgumentKind::address, 2, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_ioctl(c, static_cast<int32_t>(a[0]), static_cast<int32_t>(a[1]), a[2]); }},
    // no I/O scheduler
    {{"ioprio_set", 3, {{"which", ArgumentKind::int_, 0, -1}, {"who", ArgumentKind::int_, 1, -1}, {"priority", ArgumentKind::int_, 2, -1}}}, nullptr, Errno::nosys},
    // no I/O scheduler
    {{"ioprio_get", 2, {{"which", ArgumentKind::int_, 0, -1}, {"who", ArgumentKind::int_, 1, -1}}}, nullptr, Errno::nosys},
    {{"flock", 2, {{"fd", ArgumentKind::fd, 0, -1}, {"operation", ArgumentKind::flags, 1, 6}}}, [](LinuxContext& c, const Arguments& a) { return sys_flock(c, static_cast<int32_t>(a[0]), a[1]); }, Errno::nosys, true},
    {{"mknodat", 4, {{"directory", ArgumentKind::dirfd, 0, -1}, {"path", ArgumentKind::path, 1, -1}, {"mode", ArgumentKind::mode, 2, -1}, {"device", ArgumentKind::uint, 3, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_mknodat(c, static_cast<int32_t>(a[0]), a[1], a[2], a[3]); }},
    {{"mkdirat", 3, {{"directory", ArgumentKind::dirfd, 0, -1}, {"path", ArgumentKind::path, 1, -1}, {"mode", ArgumentKind::mode, 2, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_mkdirat(c, static_cast<int32_t>(a[0]), a[1], a[2]); }},
    {{"unlinkat", 3, {{"directory", ArgumentKind::dirfd, 0, -1}, {"path", ArgumentKind::path, 1, -1}, {"flags", ArgumentKind::flags, 2, 1}}}, [](LinuxContext& c, const Arguments& a) { return sys_unlinkat(c, static_cast<int32_t>(a[0]), a[1], a[2]); }},
    {{"symlinkat", 3, {{"target", ArgumentKind::string, 0, -1}, {"directory", ArgumentKind::dirfd, 1, -1}, {"path", ArgumentKind::path, 2, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_symlinkat(c, a[0], static_cast<int32_t>(a[1]), a[2]); }},
    {{"linkat", 5, {{"old_directory", ArgumentKind::dirfd, 0, -1}, {"old_path", ArgumentKind::path, 1, -1}, {"new_directory", ArgumentKind::dirfd, 2, -1}, {"new_path", ArgumentKind::path, 3, -1}, {"flags", ArgumentKind::flags, 4, 1}}}, [](LinuxContext& c, const Arguments& a) { return sys_linkat(c, static_cast<int32_t>(a[0]), a[1], static_cast<int32_t>(a[2]), a[3], a[4]); }},
    // the host owns the mounts
    {{"umount2", 2, {{"target", ArgumentKind::path, 0, -1}, {"flags", ArgumentKind::uint, 1, -1}}}, nullptr, Errno::perm},
    // the host owns the mounts
    {{"mount", 5, {{"source", ArgumentKind::path, 0, -1}, {"target", ArgumentKind::path, 1, -1}, {"type", ArgumentKind::string, 2, -1}, {"flags", ArgumentKind::uint, 3, -1}, {"data", ArgumentKind::address, 4, -1}}}, nullptr, Errno::perm},
    // the host owns the mounts
    {{"pivot_root", 2, {{"new_root", ArgumentKind::path, 0, -1}, {"put_old", ArgumentKind::path, 1, -1}}}, nullptr, Errno::perm},
    {{"statfs64", 3, {{"path", ArgumentKind::path, 0, -1}, {"size", ArgumentKind::size, 1, -1}, {"result", ArgumentKind::address, 2, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_statfs64(c, a[0], a[1], a[2]); }},
    {{"fstatfs64", 3, {{"fd", ArgumentKind::fd, 0, -1}, {"size", ArgumentKind::size, 1, -1}, {"result", ArgumentKind::address, 2, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_fstatfs64(c, static_cast<int32_t>(a[0]), a[1], a[2]); }},
    {{"truncate64", 2, {{"path", ArgumentKind::path, 0, -1}, {"length", ArgumentKind::offset, 1, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_truncate64(c, a[0], wide(a[1], a[2])); }},
    {{"ftruncate64", 2, {{"fd", ArgumentKind::fd, 0, -1}, {"length", ArgumentKind::offset, 1, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_ftruncate64(c, static_cast<int32_t>(a[0]), wide(a[1], a[2])); }},
    {{"fallocate", 4, {{"fd", ArgumentKind::fd, 0, -1}, {"mode", ArgumentKind::flags, 1, 8}, {"offset", ArgumentKind::offset, 2, -1}, {"length", ArgumentKind::offset, 4, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_fallocate(c, static_cast<int32_t>(a[0]), a[1], wide(a[2], a[3]), wide(a[4], a[5])); }},
    {{"faccessat", 3, {{"directory", ArgumentKind::dirfd, 0, -1}, {"path", ArgumentKind::path, 1, -1}, {"mode", ArgumentKind::flags, 2, 2}}}, [](LinuxContext& c, const Arguments& a) { return sys_faccessat(c, static_cast<int32_t>(a[0]), a[1], a[2]); }},
    {{"chdir", 1, {{"path", ArgumentKind::path, 0, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_chdir(c, a[0]); }},
    {{"fchdir", 1, {{"fd", ArgumentKind::fd, 0, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_fchdir(c, static_cast<int32_t>(a[0])); }},
    // only the host may change a root
    {{"chroot", 1, {{"path", ArgumentKind::path, 0, -1}}}, nullptr, Errno::perm},
    {{"fchmod", 2, {{"fd", ArgumentKind::fd, 0, -1}, {"mode", ArgumentKind::mode, 1, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_fchmod(c, static_cast<int32_t>(a[0]), a[1]); }},
    {{"fchmodat", 3, {{"directory", ArgumentKind::dirfd, 0, -1}, {"path", ArgumentKind::path, 1, -1}, {"mode", ArgumentKind::mode, 2, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_fchmodat(c, static_cast<int32_t>(a[0]), a[1], a[2]); }},
    {{"fchownat", 5, {{"directory", ArgumentKind::dirfd, 0, -1}, {"path", ArgumentKind::path, 1, -1}, {"owner", ArgumentKind::id, 2, -1}, {"group", ArgumentKind::id, 3, -1}, {"flags", ArgumentKind::flags, 4, 1}}}, [](LinuxContext& c, const Arguments& a) { return sys_fchownat(c, static_cast<int32_t>(a[0]), a[1], a[2], a[3], a[4]); }},
    {{"fchown", 3, {{"fd", ArgumentKind::fd, 0, -1}, {"owner", ArgumentKind::id, 1, -1}, {"group", ArgumentKind::id, 2, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_fchown(c, static_cast<int32_t>(a[0]), a[1], a[2]); }},
    {{"openat", 4, {{"directory", ArgumentKind::dirfd, 0, -1}, {"path", ArgumentKind::path, 1, -1}, {"flags", ArgumentKind::flags, 2, 0}, {"mode", ArgumentKind::mode, 3, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_openat(c, static_cast<int32_t>(a[0]), a[1], a[2], a[3]); }, Errno::nosys, true},
    {{"close", 1, {{"fd", ArgumentKind::fd, 0, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_close(c, static_cast<int32_t>(a[0])); }},
    // no terminal of its own
    {{"vhangup", 0, {}}, nullptr, Errno::perm},
    {{"pipe2", 2, {{"descriptors", ArgumentKind::address, 0, -1}, {"flags", ArgumentKind::flags, 1, 0}}}, [](LinuxContext& c, const Arguments& a) { return sys_pipe2(c, a[0], a[1]); }},
    // no quotas
    {{"quotactl", 4, {{"command", ArgumentKind::uint, 0, -1}, {"device", ArgumentKind::path, 1, -1}, {"id", ArgumentKind::int_, 2, -1}, {"address", ArgumentKind::address, 3, -1}}}, nullptr, Errno::perm},
    {{"getdents64", 3, {{"fd", ArgumentKind::fd, 0, -1}, {"buffer", ArgumentKind::address, 1, -1}, {"size", ArgumentKind::size, 2, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_getdents64(c, static_cast<int32_t>(a[0]), a[1], a[2]); }},
    {{"_llseek", 4, {{"fd", ArgumentKind::fd, 0, -1}, {"offset", ArgumentKind::offset_high_first, 1, -1}, {"result", ArgumentKind::out_, 3, 8}, {"whence", ArgumentKind::enum_, 4, 3}}}, [](LinuxContext& c, const Arguments& a) { return sys_llseek(c, static_cast<int32_t>(a[0]), wide(a[2], a[1]), a[3], static_cast<int32_t>(a[4])); }},
    {{"read", 3, {{"fd", ArgumentKind::fd, 0, -1}, {"buffer", ArgumentKind::buffer_out, 1, 2}, {"size", ArgumentKind::size, 2, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_read(c, static_cast<int32_t>(a[0]), a[1], a[2]); }, Errno::nosys, true},
    {{"write", 3, {{"fd", ArgumentKind::fd, 0, -1}, {"buffer", ArgumentKind::buffer_in, 1, 2}, {"size", ArgumentKind::size, 2, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_write(c, static_cast<int32_t>(a[0]), a[1], a[2]); }, Errno::nosys, true},
    {{"readv", 3, {{"fd", ArgumentKind::fd, 0, -1}, {"vectors", ArgumentKind::address, 1, -1}, {"count", ArgumentKind::size, 2, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_readv(c, static_cast<int32_t>(a[0]), a[1], a[2]); }, Errno::nosys, true},
    {{"writev", 3, {{"fd", ArgumentKind::fd, 0, -1}, {"vectors", ArgumentKind::address, 1, -1}, {"count", ArgumentKind::size, 2, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_writev(c, static_cast<int32_t>(a[0]), a[1], a[2]); }, Errno::nosys, true},
    {{"pread64", 4, {{"fd", ArgumentKind::fd, 0, -1}, {"buffer", ArgumentKind::buffer_out, 1, 2}, {"size", ArgumentKind::size, 2, -1}, {"offset", ArgumentKind::offset, 3, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_pread64(c, static_cast<int32_t>(a[0]), a[1], a[2], wide(a[3], a[4])); }, Errno::nosys, true},
    {{"pwrite64", 4, {{"fd", ArgumentKind::fd, 0, -1}, {"buffer", ArgumentKind::buffer_in, 1, 2}, {"size", ArgumentKind::size, 2, -1}, {"offset", ArgumentKind::offset, 3, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_pwrite64(c, static_cast<int32_t>(a[0]), a[1], a[2], wide(a[3], a[4])); }, Errno::nosys, true},
    {{"preadv", 4, {{"fd", ArgumentKind::fd, 0, -1}, {"vectors", ArgumentKind::address, 1, -1}, {"count", ArgumentKind::size, 2, -1}, {"offset", ArgumentKind::offset, 3, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_preadv(c, static_cast<int32_t>(a[0]), a[1], a[2], wide(a[3], a[4])); }, Errno::nosys, true},
    {{"pwritev", 4, {{"fd", ArgumentKind::fd, 0, -1}, {"vectors", ArgumentKind::address, 1, -1}, {"count", ArgumentKind::size, 2, -1}, {"offset", ArgumentKind::offset, 3, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_pwritev(c, static_cast<int32_t>(a[0]), a[1], a[2], wide(a[3], a[4])); }, Errno::nosys, true},
    {{"sendfile64", 4, {{"out", ArgumentKind::fd, 0, -1}, {"in", ArgumentKind::fd, 1, -1}, {"offset", ArgumentKind::inout_, 2, 8}, {"count", ArgumentKind::size, 3, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_sendfile64(c, static_cast<int32_t>(a[0]), static_cast<int32_t>(a[1]), a[2], a[3]); }, Errno::nosys, true},
    // no signal descriptors
    {{"signalfd4", 4, {{"fd", ArgumentKind::fd, 0, -1}, {"mask", ArgumentKind::address, 1, -1}, {"size", ArgumentKind::size, 2, -1}, {"flags", ArgumentKind::uint, 3, -1}}}, nullptr, Errno::nosys},
    // programs fall back to read and write
    {{"vmsplice", 4, {{"fd", ArgumentKind::fd, 0, -1}, {"vectors", ArgumentKind::address, 1, -1}, {"count", ArgumentKind::size, 2, -1}, {"flags", ArgumentKind::uint, 3, -1}}}, nullptr, Errno::nosys},
    // programs fall back to read and write
    {{"splice", 6, {{"in", ArgumentKind::fd, 0, -1}, {"in_offset", ArgumentKind::address, 1, -1}, {"out", ArgumentKind::fd, 2, -1}, {"out_offset", ArgumentKind::address, 3, -1}, {"count", ArgumentKind::size, 4, -1}, {"flags", ArgumentKind::uint, 5, -1}}}, nullptr, Errno::inval},
    // programs fall back to read and write
    {{"tee", 4, {{"in", ArgumentKind::fd, 0, -1}, {"out", ArgumentKind::fd, 1, -1}, {"count", ArgumentKind::size, 2, -1}, {"flags", ArgumentKind::uint, 3, -1}}}, nullptr, Errno::inval},
    {{"readlinkat", 4, {{"directory", ArgumentKind::dirfd, 0, -1}, {"path", ArgumentKind::path, 1, -1}, {"buffer", ArgumentKind::out_bytes, 2, -1}, {"size", ArgumentKind::size, 3, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_readlinkat(c, static_cast<int32_t>(a[0]), a[1], a[2], a[3]); }},
    {{"sync", 0, {}}, [](LinuxContext& c, const Arguments&) { return sys_sync(c); }},
    {{"fsync", 1, {{"fd", ArgumentKind::fd, 0, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_fsync(c, static_cast<int32_t>(a[0])); }},
    {{"fdatasync", 1, {{"fd", ArgumentKind::fd, 0, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_fdatasync(c, static_cast<int32_t>(a[0])); }},
    {{"sync_file_range", 4, {{"fd", ArgumentKind::fd, 0, -1}, {"offset", ArgumentKind::offset, 1, -1}, {"length", ArgumentKind::offset, 3, -1}, {"flags", ArgumentKind::uint, 5, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_sync_file_range(c, static_cast<int32_t>(a[0]), wide(a[1], a[2]), wide(a[3], a[4]), a[5]); }},
    // no timer descriptors
    {{"timerfd_create", 2, {{"clock", ArgumentKind::enum_, 0, 12}, {"flags", ArgumentKind::uint, 1, -1}}}, nullptr, Errno::nosys},
    // no process accounting files
    {{"acct", 1, {{"path", ArgumentKind::path, 0, -1}}}, nullptr, Errno::perm},
    // no capabilities
    {{"capget", 2, {{"header", ArgumentKind::address, 0, -1}, {"data", ArgumentKind::address, 1, -1}}}, nullptr, Errno::nosys},
    // no capabilities
    {{"capset", 2, {{"header", ArgumentKind::address, 0, -1}, {"data", ArgumentKind::address, 1, -1}}}, nullptr, Errno::nosys},
    {{"personality", 1, {{"persona", ArgumentKind::uint, 0, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_personality(c, a[0]); }},
    {{"exit", 1, {{"status", ArgumentKind::int_, 0, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_exit(c, static_cast<int32_t>(a[0])); }},
    {{"exit_group", 1, {{"status", ArgumentKind::int_, 0, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_exit_group(c, static_cast<int32_t>(a[0])); }},
    {{"waitid", 5, {{"type", ArgumentKind::enum_, 0, 11}, {"id", ArgumentKind::int_, 1, -1}, {"info", ArgumentKind::address, 2, -1}, {"options", ArgumentKind::flags, 3, 10}, {"usage", ArgumentKind::address, 4, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_waitid(c, static_cast<int32_t>(a[0]), static_cast<int32_t>(a[1]), a[2], a[3], a[4]); }, Errno::nosys, true},
    {{"set_tid_address", 1, {{"address", ArgumentKind::address, 0, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_set_tid_address(c, a[0]); }},
    // no namespaces
    {{"unshare", 1, {{"flags", ArgumentKind::uint, 0, -1}}}, nullptr, Errno::perm},
    // 32-bit times; see futex_time64
    {{"futex", 4, {{"address", ArgumentKind::address, 0, -1}, {"operation", ArgumentKind::uint, 1, -1}, {"value", ArgumentKind::uint, 2, -1}, {"timeout", ArgumentKind::address, 3, -1}}}, nullptr, Errno::nosys},
    // no threads
    {{"set_robust_list", 2, {{"head", ArgumentKind::address, 0, -1}, {"size", ArgumentKind::size, 1, -1}}}, nullptr, Errno::nosys},
    // no threads
    {{"get_robust_list", 3, {{"pid", ArgumentKind::pid, 0, -1}, {"head", ArgumentKind::address, 1, -1}, {"size", ArgumentKind::address, 2, -1}}}, nullptr, Errno::nosys},
    {{"getitimer", 2, {{"which", ArgumentKind::enum_, 0, 14}, {"value", ArgumentKind::address, 1, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_getitimer(c, static_cast<int32_t>(a[0]), a[1]); }},
    {{"setitimer", 3, {{"which", ArgumentKind::enum_, 0, 14}, {"value", ArgumentKind::address, 1, -1}, {"old", ArgumentKind::address, 2, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_setitimer(c, static_cast<int32_t>(a[0]), a[1], a[2]); }},
    {{"timer_create", 3, {{"clock", ArgumentKind::enum_, 0, 12}, {"event", ArgumentKind::address, 1, -1}, {"timer", ArgumentKind::address, 2, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_timer_create(c, static_cast<int32_t>(a[0]), a[1], a[2]); }},
    {{"timer_getoverrun", 1, {{"timer", ArgumentKind::int_, 0, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_timer_getoverrun(c, static_cast<int32_t>(a[0])); }},
    {{"timer_delete", 1, {{"timer", ArgumentKind::int_, 0, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_timer_delete(c, static_cast<int32_t>(a[0])); }},
    // no kernel log
    {{"syslog", 3, {{"type", ArgumentKind::int_, 0, -1}, {"buffer", ArgumentKind::address, 1, -1}, {"size", ArgumentKind::size, 2, -1}}}, nullptr, Errno::perm},
    // no tracing inside
    {{"ptrace", 4, {{"request", ArgumentKind::int_, 0, -1}, {"pid", ArgumentKind::pid, 1, -1}, {"address", ArgumentKind::address, 2, -1}, {"data", ArgumentKind::address, 3, -1}}}, nullptr, Errno::perm},
    {{"sched_setparam", 2, {{"pid", ArgumentKind::pid, 0, -1}, {"parameter", ArgumentKind::address, 1, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_sched_setparam(c, static_cast<int32_t>(a[0]), a[1]); }},
    {{"sched_setscheduler", 3, {{"pid", ArgumentKind::pid, 0, -1}, {"policy", ArgumentKind::int_, 1, -1}, {"parameter", ArgumentKind::address, 2, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_sched_setscheduler(c, static_cast<int32_t>(a[0]), static_cast<int32_t>(a[1]), a[2]); }},
    {{"sched_getscheduler", 1, {{"pid", ArgumentKind::pid, 0, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_sched_getscheduler(c, static_cast<int32_t>(a[0])); }},
    {{"sched_getparam", 2, {{"pid", ArgumentKind::pid, 0, -1}, {"parameter", ArgumentKind::address, 1, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_sched_getparam(c, static_cast<int32_t>(a[0]), a[1]); }},
    {{"sched_setaffinity", 3, {{"pid", ArgumentKind::pid, 0, -1}, {"size", ArgumentKind::size, 1, -1}, {"mask", ArgumentKind::address, 2, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_sched_setaffinity(c, static_cast<int32_t>(a[0]), a[1], a[2]); }},
    {{"sched_getaffinity", 3, {{"pid", ArgumentKind::pid, 0, -1}, {"size", ArgumentKind::size, 1, -1}, {"mask", ArgumentKind::address, 2, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_sched_getaffinity(c, static_cast<int32_t>(a[0]), a[1], a[2]); }},
    {{"sched_yield", 0, {}}, [](LinuxContext& c, const Arguments&) { return sys_sched_yield(c); }},
    {{"sched_get_priority_max", 1, {{"policy", ArgumentKind::int_, 0, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_sched_get_priority_max(c, static_cast<int32_t>(a[0])); }},
    {{"sched_get_priority_min", 1, {{"policy", ArgumentKind::int_, 0, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_sched_get_priority_min(c, static_cast<int32_t>(a[0])); }},
    {{"kill", 2, {{"pid", ArgumentKind::pid, 0, -1}, {"signal", ArgumentKind::signal, 1, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_kill(c, static_cast<int32_t>(a[0]), static_cast<int32_t>(a[1])); }},
    {{"tkill", 2, {{"tid", ArgumentKind::pid, 0, -1}, {"signal", ArgumentKind::signal, 1, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_tkill(c, static_cast<int32_t>(a[0]), static_cast<int32_t>(a[1])); }},
    {{"tgkill", 3, {{"group", ArgumentKind::pid, 0, -1}, {"tid", ArgumentKind::pid, 1, -1}, {"signal", ArgumentKind::signal, 2, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_tgkill(c, static_cast<int32_t>(a[0]), static_cast<int32_t>(a[1]), static_cast<int32_t>(a[2])); }},
    {{"sigaltstack", 2, {{"stack", ArgumentKind::address, 0, -1}, {"old", ArgumentKind::address, 1, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_sigaltstack(c, a[0], a[1]); }},
    {{"rt_sigsuspend", 2, {{"mask", ArgumentKind::address, 0, -1}, {"size", ArgumentKind::size, 1, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_rt_sigsuspend(c, a[0], a[1]); }},
    {{"rt_sigaction", 4, {{"signal", ArgumentKind::signal, 0, -1}, {"action", ArgumentKind::address, 1, -1}, {"old", ArgumentKind::address, 2, -1}, {"size", ArgumentKind::size, 3, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_rt_sigaction(c, static_cast<int32_t>(a[0]), a[1], a[2], a[3]); }},
    {{"rt_sigprocmask", 4, {{"how", ArgumentKind::enum_, 0, 16}, {"set", ArgumentKind::address, 1, -1}, {"old", ArgumentKind::address, 2, -1}, {"size", ArgumentKind::size, 3, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_rt_sigprocmask(c, static_cast<int32_t>(a[0]), a[1], a[2], a[3]); }},
    {{"rt_sigpending", 2, {{"set", ArgumentKind::address, 0, -1}, {"size", ArgumentKind::size, 1, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_rt_sigpending(c, a[0], a[1]); }},
    {{"rt_sigqueueinfo", 3, {{"pid", ArgumentKind::pid, 0, -1}, {"signal", ArgumentKind::signal, 1, -1}, {"info", ArgumentKind::address, 2, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_rt_sigqueueinfo(c, static_cast<int32_t>(a[0]), static_cast<int32_t>(a[1]), a[2]); }},
    {{"setpriority", 3, {{"which", ArgumentKind::enum_, 0, 19}, {"who", ArgumentKind::int_, 1, -1}, {"priority", ArgumentKind::int_, 2, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_setpriority(c, static_cast<int32_t>(a[0]), static_cast<int32_t>(a[1]), static_cast<int32_t>(a[2])); }},
    {{"getpriority", 2, {{"which", ArgumentKind::enum_, 0, 19}, {"who", ArgumentKind::int_, 1, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_getpriority(c, static_cast<int32_t>(a[0]), static_cast<int32_t>(a[1])); }},
    // only the host ends a sandbox
    {{"reboot", 4, {{"magic1", ArgumentKind::uint, 0, -1}, {"magic2", ArgumentKind::uint, 1, -1}, {"command", ArgumentKind::uint, 2, -1}, {"argument", ArgumentKind::address, 3, -1}}}, nullptr, Errno::perm},
    {{"setregid", 2, {{"real", ArgumentKind::id, 0, -1}, {"effective", ArgumentKind::id, 1, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_setregid(c, a[0], a[1]); }},
    {{"setgid", 1, {{"id", ArgumentKind::id, 0, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_setgid(c, a[0]); }},
    {{"setreuid", 2, {{"real", ArgumentKind::id, 0, -1}, {"effective", ArgumentKind::id, 1, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_setreuid(c, a[0], a[1]); }},
    {{"setuid", 1, {{"id", ArgumentKind::id, 0, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_setuid(c, a[0]); }},
    {{"setresuid", 3, {{"real", ArgumentKind::id, 0, -1}, {"effective", ArgumentKind::id, 1, -1}, {"saved", ArgumentKind::id, 2, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_setresuid(c, a[0], a[1], a[2]); }},
    {{"getresuid", 3, {{"real", ArgumentKind::out_, 0, 4}, {"effective", ArgumentKind::out_, 1, 4}, {"saved", ArgumentKind::out_, 2, 4}}}, [](LinuxContext& c, const Arguments& a) { return sys_getresuid(c, a[0], a[1], a[2]); }},
    {{"setresgid", 3, {{"real", ArgumentKind::id, 0, -1}, {"effective", ArgumentKind::id, 1, -1}, {"saved", ArgumentKind::id, 2, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_setresgid(c, a[0], a[1], a[2]); }},
    {{"getresgid", 3, {{"real", ArgumentKind::out_, 0, 4}, {"effective", ArgumentKind::out_, 1, 4}, {"saved", ArgumentKind::out_, 2, 4}}}, [](LinuxContext& c, const Arguments& a) { return sys_getresgid(c, a[0], a[1], a[2]); }},
    {{"setfsuid", 1, {{"id", ArgumentKind::id, 0, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_setfsuid(c, a[0]); }},
    {{"setfsgid", 1, {{"id", ArgumentKind::id, 0, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_setfsgid(c, a[0]); }},
    {{"times", 1, {{"result", ArgumentKind::address, 0, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_times(c, a[0]); }},
    {{"setpgid", 2, {{"pid", ArgumentKind::pid, 0, -1}, {"group", ArgumentKind::pid, 1, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_setpgid(c, static_cast<int32_t>(a[0]), static_cast<int32_t>(a[1])); }},
    {{"getpgid", 1, {{"pid", ArgumentKind::pid, 0, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_getpgid(c, static_cast<int32_t>(a[0])); }},
    {{"getsid", 1, {{"pid", ArgumentKind::pid, 0, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_getsid(c, static_cast<int32_t>(a[0])); }},
    {{"setsid", 0, {}}, [](LinuxContext& c, const Arguments&) { return sys_setsid(c); }},
    {{"getgroups", 2, {{"count", ArgumentKind::int_, 0, -1}, {"groups", ArgumentKind::address, 1, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_getgroups(c, static_cast<int32_t>(a[0]), a[1]); }},
    {{"setgroups", 2, {{"count", ArgumentKind::int_, 0, -1}, {"groups", ArgumentKind::address, 1, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_setgroups(c, static_cast<int32_t>(a[0]), a[1]); }},
    {{"uname", 1, {{"result", ArgumentKind::address, 0, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_uname(c, a[0]); }},
    // the host names the sandbox
    {{"sethostname", 2, {{"name", ArgumentKind::address, 0, -1}, {"length", ArgumentKind::size, 1, -1}}}, nullptr, Errno::perm},
    // the host names the sandbox
    {{"setdomainname", 2, {{"name", ArgumentKind::address, 0, -1}, {"length", ArgumentKind::size, 1, -1}}}, nullptr, Errno::perm},
    {{"getrusage", 2, {{"who", ArgumentKind::enum_, 0, 18}, {"result", ArgumentKind::address, 1, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_getrusage(c, static_cast<int32_t>(a[0]), a[1]); }},
    {{"umask", 1, {{"mask", ArgumentKind::mode, 0, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_umask(c, a[0]); }},
    {{"prctl", 5, {{"option", ArgumentKind::enum_, 0, 21}, {"argument2", ArgumentKind::uint, 1, -1}, {"argument3", ArgumentKind::uint, 2, -1}, {"argument4", ArgumentKind::uint, 3, -1}, {"argument5", ArgumentKind::uint, 4, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_prctl(c, static_cast<int32_t>(a[0]), a[1], a[2], a[3], a[4]); }},
    {{"getcpu", 3, {{"cpu", ArgumentKind::out_, 0, 4}, {"node", ArgumentKind::out_, 1, 4}, {"cache", ArgumentKind::address, 2, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_getcpu(c, a[0], a[1], a[2]); }},
    {{"getpid", 0, {}}, [](LinuxContext& c, const Arguments&) { return sys_getpid(c); }},
    {{"getppid", 0, {}}, [](LinuxContext& c, const Arguments&) { return sys_getppid(c); }},
    {{"getuid", 0, {}}, [](LinuxContext& c, const Arguments&) { return sys_getuid(c); }},
    {{"geteuid", 0, {}}, [](LinuxContext& c, const Arguments&) { return sys_geteuid(c); }},
    {{"getgid", 0, {}}, [](LinuxContext& c, const Arguments&) { return sys_getgid(c); }},
    {{"getegid", 0, {}}, [](LinuxContext& c, const Arguments&) { return sys_getegid(c); }},
    {{"gettid", 0, {}}, [](LinuxContext& c, const Arguments&) { return sys_gettid(c); }},
    {{"sysinfo", 1, {{"result", ArgumentKind::address, 0, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_sysinfo(c, a[0]); }},
    // no message queues
    {{"mq_open", 4, {{"name", ArgumentKind::string, 0, -1}, {"flags", ArgumentKind::uint, 1, -1}, {"mode", ArgumentKind::mode, 2, -1}, {"attributes", ArgumentKind::address, 3, -1}}}, nullptr, Errno::nosys},
    // no message queues
    {{"mq_unlink", 1, {{"name", ArgumentKind::string, 0, -1}}}, nullptr, Errno::nosys},
    // no System V IPC
    {{"msgget", 2, {{"key", ArgumentKind::int_, 0, -1}, {"flags", ArgumentKind::uint, 1, -1}}}, nullptr, Errno::nosys},
    // no System V IPC
    {{"msgctl", 3, {{"id", ArgumentKind::int_, 0, -1}, {"command", ArgumentKind::int_, 1, -1}, {"buffer", ArgumentKind::address, 2, -1}}}, nullptr, Errno::nosys},
    // no System V IPC
    {{"msgrcv", 5, {{"id", ArgumentKind::int_, 0, -1}, {"message", ArgumentKind::address, 1, -1}, {"size", ArgumentKind::size, 2, -1}, {"type", ArgumentKind::int_, 3, -1}, {"flags", ArgumentKind::uint, 4, -1}}}, nullptr, Errno::nosys},
    // no System V IPC
    {{"msgsnd", 4, {{"id", ArgumentKind::int_, 0, -1}, {"message", ArgumentKind::address, 1, -1}, {"size", ArgumentKind::size, 2, -1}, {"flags", ArgumentKind::uint, 3, -1}}}, nullptr, Errno::nosys},
    // no System V IPC
    {{"semget", 3, {{"key", ArgumentKind::int_, 0, -1}, {"count", ArgumentKind::int_, 1, -1}, {"flags", ArgumentKind::uint, 2, -1}}}, nullptr, Errno::nosys},
    // no System V IPC
    {{"semctl", 4, {{"id", ArgumentKind::int_, 0, -1}, {"number", ArgumentKind::int_, 1, -1}, {"command", ArgumentKind::int_, 2, -1}, {"argument", ArgumentKind::address, 3, -1}}}, nullptr, Errno::nosys},
    // no System V IPC
    {{"semop", 3, {{"id", ArgumentKind::int_, 0, -1}, {"operations", ArgumentKind::address, 1, -1}, {"count", ArgumentKind::size, 2, -1}}}, nullptr, Errno::nosys},
    // no shared memory
    {{"shmget", 3, {{"key", ArgumentKind::int_, 0, -1}, {"size", ArgumentKind::size, 1, -1}, {"flags", ArgumentKind::uint, 2, -1}}}, nullptr, Errno::nosys},
    // no shared memory
    {{"shmctl", 3, {{"id", ArgumentKind::int_, 0, -1}, {"command", ArgumentKind::int_, 1, -1}, {"buffer", ArgumentKind::address, 2, -1}}}, nullptr, Errno::nosys},
    // no shared memory
    {{"shmat", 3, {{"id", ArgumentKind::int_, 0, -1}, {"address", ArgumentKind::address, 1, -1}, {"flags", ArgumentKind::uint, 2, -1}}}, nullptr, Errno::nosys},
    // no shared memory
    {{"shmdt", 1, {{"address", ArgumentKind::address, 0, -1}}}, nullptr, Errno::nosys},
    {{"socket", 3, {{"family", ArgumentKind::int_, 0, -1}, {"type", ArgumentKind::uint, 1, -1}, {"protocol", ArgumentKind::int_, 2, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_socket(c, static_cast<int32_t>(a[0]), a[1], static_cast<int32_t>(a[2])); }},
    {{"socketpair", 4, {{"family", ArgumentKind::int_, 0, -1}, {"type", ArgumentKind::uint, 1, -1}, {"protocol", ArgumentKind::int_, 2, -1}, {"descriptors", ArgumentKind::address, 3, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_socketpair(c, static_cast<int32_t>(a[0]), a[1], static_cast<int32_t>(a[2]), a[3]); }},
    {{"bind", 3, {{"fd", ArgumentKind::fd, 0, -1}, {"address", ArgumentKind::address, 1, -1}, {"length", ArgumentKind::size, 2, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_bind(c, static_cast<int32_t>(a[0]), a[1], a[2]); }},
    {{"listen", 2, {{"fd", ArgumentKind::fd, 0, -1}, {"backlog", ArgumentKind::int_, 1, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_listen(c, static_cast<int32_t>(a[0]), static_cast<int32_t>(a[1])); }},
    {{"accept", 3, {{"fd", ArgumentKind::fd, 0, -1}, {"address", ArgumentKind::address, 1, -1}, {"length", ArgumentKind::address, 2, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_accept(c, static_cast<int32_t>(a[0]), a[1], a[2]); }, Errno::nosys, true},
    {{"connect", 3, {{"fd", ArgumentKind::fd, 0, -1}, {"address", ArgumentKind::address, 1, -1}, {"length", ArgumentKind::size, 2, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_connect(c, static_cast<int32_t>(a[0]), a[1], a[2]); }, Errno::nosys, true},
    {{"getsockname", 3, {{"fd", ArgumentKind::fd, 0, -1}, {"address", ArgumentKind::address, 1, -1}, {"length", ArgumentKind::address, 2, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_getsockname(c, static_cast<int32_t>(a[0]), a[1], a[2]); }},
    {{"getpeername", 3, {{"fd", ArgumentKind::fd, 0, -1}, {"address", ArgumentKind::address, 1, -1}, {"length", ArgumentKind::address, 2, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_getpeername(c, static_cast<int32_t>(a[0]), a[1], a[2]); }},
    {{"sendto", 6, {{"fd", ArgumentKind::fd, 0, -1}, {"buffer", ArgumentKind::buffer_in, 1, 2}, {"size", ArgumentKind::size, 2, -1}, {"flags", ArgumentKind::uint, 3, -1}, {"address", ArgumentKind::address, 4, -1}, {"length", ArgumentKind::size, 5, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_sendto(c, static_cast<int32_t>(a[0]), a[1], a[2], a[3], a[4], a[5]); }, Errno::nosys, true},
    {{"recvfrom", 6, {{"fd", ArgumentKind::fd, 0, -1}, {"buffer", ArgumentKind::buffer_out, 1, 2}, {"size", ArgumentKind::size, 2, -1}, {"flags", ArgumentKind::uint, 3, -1}, {"address", ArgumentKind::address, 4, -1}, {"length", ArgumentKind::address, 5, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_recvfrom(c, static_cast<int32_t>(a[0]), a[1], a[2], a[3], a[4], a[5]); }, Errno::nosys, true},
    {{"setsockopt", 5, {{"fd", ArgumentKind::fd, 0, -1}, {"level", ArgumentKind::int_, 1, -1}, {"option", ArgumentKind::int_, 2, -1}, {"value", ArgumentKind::address, 3, -1}, {"length", ArgumentKind::size, 4, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_setsockopt(c, static_cast<int32_t>(a[0]), static_cast<int32_t>(a[1]), static_cast<int32_t>(a[2]), a[3], a[4]); }},
    {{"getsockopt", 5, {{"fd", ArgumentKind::fd, 0, -1}, {"level", ArgumentKind::int_, 1, -1}, {"option", ArgumentKind::int_, 2, -1}, {"value", ArgumentKind::address, 3, -1}, {"length", ArgumentKind::address, 4, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_getsockopt(c, static_cast<int32_t>(a[0]), static_cast<int32_t>(a[1]), static_cast<int32_t>(a[2]), a[3], a[4]); }},
    {{"shutdown", 2, {{"fd", ArgumentKind::fd, 0, -1}, {"how", ArgumentKind::int_, 1, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_shutdown(c, static_cast<int32_t>(a[0]), static_cast<int32_t>(a[1])); }},
    {{"sendmsg", 3, {{"fd", ArgumentKind::fd, 0, -1}, {"message", ArgumentKind::address, 1, -1}, {"flags", ArgumentKind::uint, 2, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_sendmsg(c, static_cast<int32_t>(a[0]), a[1], a[2]); }, Errno::nosys, true},
    {{"recvmsg", 3, {{"fd", ArgumentKind::fd, 0, -1}, {"message", ArgumentKind::address, 1, -1}, {"flags", ArgumentKind::uint, 2, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_recvmsg(c, static_cast<int32_t>(a[0]), a[1], a[2]); }, Errno::nosys, true},
    {{"readahead", 3, {{"fd", ArgumentKind::fd, 0, -1}, {"offset", ArgumentKind::offset, 1, -1}, {"count", ArgumentKind::size, 3, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_readahead(c, static_cast<int32_t>(a[0]), wide(a[1], a[2]), a[3]); }},
    {{"brk", 1, {{"size", ArgumentKind::uint, 0, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_brk(c, a[0]); }},
    // the C library maps memory inside the module
    {{"munmap", 2, {{"address", ArgumentKind::address, 0, -1}, {"length", ArgumentKind::size, 1, -1}}}, nullptr, Errno::nosys},
    // the C library maps memory inside the module
    {{"mremap", 5, {{"address", ArgumentKind::address, 0, -1}, {"length", ArgumentKind::size, 1, -1}, {"new_length", ArgumentKind::size, 2, -1}, {"flags", ArgumentKind::uint, 3, -1}, {"new_address", ArgumentKind::address, 4, -1}}}, nullptr, Errno::nosys},
    // no key rings
    {{"add_key", 5, {{"type", ArgumentKind::string, 0, -1}, {"name", ArgumentKind::string, 1, -1}, {"payload", ArgumentKind::address, 2, -1}, {"size", ArgumentKind::size, 3, -1}, {"ring", ArgumentKind::int_, 4, -1}}}, nullptr, Errno::nosys},
    // no key rings
    {{"request_key", 4, {{"type", ArgumentKind::string, 0, -1}, {"name", ArgumentKind::string, 1, -1}, {"info", ArgumentKind::string, 2, -1}, {"ring", ArgumentKind::int_, 3, -1}}}, nullptr, Errno::nosys},
    // no key rings
    {{"keyctl", 5, {{"operation", ArgumentKind::int_, 0, -1}, {"argument2", ArgumentKind::uint, 1, -1}, {"argument3", ArgumentKind::uint, 2, -1}, {"argument4", ArgumentKind::uint, 3, -1}, {"argument5", ArgumentKind::uint, 4, -1}}}, nullptr, Errno::nosys},
    // linux.fork and linux.clone make processes
    {{"clone", 5, {{"flags", ArgumentKind::uint, 0, -1}, {"stack", ArgumentKind::address, 1, -1}, {"parent_tid", ArgumentKind::address, 2, -1}, {"tls", ArgumentKind::address, 3, -1}, {"child_tid", ArgumentKind::address, 4, -1}}}, nullptr, Errno::nosys},
    {{"execve", 3, {{"path", ArgumentKind::path, 0, -1}, {"arguments", ArgumentKind::strings, 1, -1}, {"environment", ArgumentKind::strings, 2, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_execve(c, a[0], a[1], a[2]); }},
    // the C library maps memory inside the module
    {{"mmap2", 6, {{"address", ArgumentKind::address, 0, -1}, {"length", ArgumentKind::size, 1, -1}, {"protection", ArgumentKind::uint, 2, -1}, {"flags", ArgumentKind::uint, 3, -1}, {"fd", ArgumentKind::fd, 4, -1}, {"page", ArgumentKind::uint, 5, -1}}}, nullptr, Errno::nosys},
    {{"fadvise64_64", 4, {{"fd", ArgumentKind::fd, 0, -1}, {"offset", ArgumentKind::offset, 1, -1}, {"length", ArgumentKind::offset, 3, -1}, {"advice", ArgumentKind::enum_, 5, 22}}}, [](LinuxContext& c, const Arguments& a) { return sys_fadvise64_64(c, static_cast<int32_t>(a[0]), wide(a[1], a[2]), wide(a[3], a[4]), static_cast<int32_t>(a[5])); }},
    // no swap
    {{"swapon", 2, {{"path", ArgumentKind::path, 0, -1}, {"flags", ArgumentKind::uint, 1, -1}}}, nullptr, Errno::perm},
    // no swap
    {{"swapoff", 1, {{"path", ArgumentKind::path, 0, -1}}}, nullptr, Errno::perm},
    // the C library maps memory inside the module
    {{"mprotect", 3, {{"address", ArgumentKind::address, 0, -1}, {"length", ArgumentKind::size, 1, -1}, {"protection", ArgumentKind::uint, 2, -1}}}, nullptr, Errno::nosys},
    // the C library maps memory inside the module
    {{"msync", 3, {{"address", ArgumentKind::address, 0, -1}, {"length", ArgumentKind::size, 1, -1}, {"flags", ArgumentKind::uint, 2, -1}}}, nullptr, Errno::nosys},
    // guest memory is ordinary memory of the host
    {{"mlock", 2, {{"address", ArgumentKind::address, 0, -1}, {"length", ArgumentKind::size, 1, -1}}}, nullptr, Errno::nosys},
    // guest memory is ordinary memory of the host
    {{"munlock", 2, {{"address", ArgumentKind::address, 0, -1}, {"length", ArgumentKind::size, 1, -1}}}, nullptr, Errno::nosys},
    // guest memory is ordinary memory of the host
    {{"mlockall", 1, {{"flags", ArgumentKind::uint, 0, -1}}}, nullptr, Errno::nosys},
    // guest memory is ordinary memory of the host
    {{"munlockall", 0, {}}, nullptr, Errno::nosys},
    // guest memory is ordinary memory of the host
    {{"mincore", 3, {{"address", ArgumentKind::address, 0, -1}, {"length", ArgumentKind::size, 1, -1}, {"vector", ArgumentKind::address, 2, -1}}}, nullptr, Errno::nosys},
    // the C library maps memory inside the module
    {{"madvise", 3, {{"address", ArgumentKind::address, 0, -1}, {"length", ArgumentKind::size, 1, -1}, {"advice", ArgumentKind::uint, 2, -1}}}, nullptr, Errno::nosys},
    // no performance counters
    {{"perf_event_open", 5, {{"attributes", ArgumentKind::address, 0, -1}, {"pid", ArgumentKind::pid, 1, -1}, {"cpu", ArgumentKind::int_, 2, -1}, {"group", ArgumentKind::fd, 3, -1}, {"flags", ArgumentKind::uint, 4, -1}}}, nullptr, Errno::nosys},
    {{"accept4", 4, {{"fd", ArgumentKind::fd, 0, -1}, {"address", ArgumentKind::address, 1, -1}, {"length", ArgumentKind::address, 2, -1}, {"flags", ArgumentKind::uint, 3, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_accept4(c, static_cast<int32_t>(a[0]), a[1], a[2], a[3]); }, Errno::nosys, true},
    {{"session_receive", 5, {{"buffer", ArgumentKind::buffer_out, 0, 1}, {"size", ArgumentKind::size, 1, -1}, {"resume", ArgumentKind::address, 2, -1}, {"argument", ArgumentKind::uint, 3, -1}, {"stack", ArgumentKind::address, 4, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_session_receive(c, a[0], a[1], a[2], a[3], a[4]); }},
    {{"session_reply", 2, {{"buffer", ArgumentKind::buffer_in, 0, 1}, {"size", ArgumentKind::size, 1, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_session_reply(c, a[0], a[1]); }},
    {{"wait4", 4, {{"pid", ArgumentKind::pid, 0, -1}, {"status", ArgumentKind::out_, 1, 4}, {"options", ArgumentKind::flags, 2, 10}, {"usage", ArgumentKind::address, 3, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_wait4(c, static_cast<int32_t>(a[0]), a[1], a[2], a[3]); }, Errno::nosys, true},
    {{"prlimit64", 4, {{"pid", ArgumentKind::pid, 0, -1}, {"resource", ArgumentKind::enum_, 1, 20}, {"limit", ArgumentKind::address, 2, -1}, {"old", ArgumentKind::address, 3, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_prlimit64(c, static_cast<int32_t>(a[0]), static_cast<int32_t>(a[1]), a[2], a[3]); }},
    // no file handles
    {{"name_to_handle_at", 5, {{"directory", ArgumentKind::dirfd, 0, -1}, {"path", ArgumentKind::path, 1, -1}, {"handle", ArgumentKind::address, 2, -1}, {"mount", ArgumentKind::address, 3, -1}, {"flags", ArgumentKind::uint, 4, -1}}}, nullptr, Errno::opnotsupp},
    {{"syncfs", 1, {{"fd", ArgumentKind::fd, 0, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_syncfs(c, static_cast<int32_t>(a[0])); }},
    // no namespaces
    {{"setns", 2, {{"fd", ArgumentKind::fd, 0, -1}, {"type", ArgumentKind::int_, 1, -1}}}, nullptr, Errno::perm},
    {{"sendmmsg", 4, {{"fd", ArgumentKind::fd, 0, -1}, {"messages", ArgumentKind::address, 1, -1}, {"count", ArgumentKind::size, 2, -1}, {"flags", ArgumentKind::uint, 3, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_sendmmsg(c, static_cast<int32_t>(a[0]), a[1], a[2], a[3]); }},
    // no comparison of kernel objects
    {{"kcmp", 5, {{"pid1", ArgumentKind::pid, 0, -1}, {"pid2", ArgumentKind::pid, 1, -1}, {"type", ArgumentKind::int_, 2, -1}, {"first", ArgumentKind::uint, 3, -1}, {"second", ArgumentKind::uint, 4, -1}}}, nullptr, Errno::nosys},
    {{"renameat2", 5, {{"old_directory", ArgumentKind::dirfd, 0, -1}, {"old_path", ArgumentKind::path, 1, -1}, {"new_directory", ArgumentKind::dirfd, 2, -1}, {"new_path", ArgumentKind::path, 3, -1}, {"flags", ArgumentKind::flags, 4, 9}}}, [](LinuxContext& c, const Arguments& a) { return sys_renameat2(c, static_cast<int32_t>(a[0]), a[1], static_cast<int32_t>(a[2]), a[3], a[4]); }},
    // the sandbox is the filter
    {{"seccomp", 3, {{"operation", ArgumentKind::uint, 0, -1}, {"flags", ArgumentKind::uint, 1, -1}, {"argument", ArgumentKind::address, 2, -1}}}, nullptr, Errno::nosys},
    {{"getrandom", 3, {{"buffer", ArgumentKind::address, 0, -1}, {"size", ArgumentKind::size, 1, -1}, {"flags", ArgumentKind::flags, 2, 23}}}, [](LinuxContext& c, const Arguments& a) { return sys_getrandom(c, a[0], a[1], a[2]); }},
    // programs fall back to a temporary file
    {{"memfd_create", 2, {{"name", ArgumentKind::string, 0, -1}, {"flags", ArgumentKind::uint, 1, -1}}}, nullptr, Errno::nosys},
    // no programs in the kernel
    {{"bpf", 3, {{"command", ArgumentKind::int_, 0, -1}, {"attributes", ArgumentKind::address, 1, -1}, {"size", ArgumentKind::size, 2, -1}}}, nullptr, Errno::perm},
    {{"execveat", 5, {{"directory", ArgumentKind::dirfd, 0, -1}, {"path", ArgumentKind::path, 1, -1}, {"arguments", ArgumentKind::strings, 2, -1}, {"environment", ArgumentKind::strings, 3, -1}, {"flags", ArgumentKind::flags, 4, 1}}}, [](LinuxContext& c, const Arguments& a) { return sys_execveat(c, static_cast<int32_t>(a[0]), a[1], a[2], a[3], a[4]); }},
    {{"membarrier", 3, {{"command", ArgumentKind::int_, 0, -1}, {"flags", ArgumentKind::uint, 1, -1}, {"cpu", ArgumentKind::int_, 2, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_membarrier(c, static_cast<int32_t>(a[0]), a[1], static_cast<int32_t>(a[2])); }},
    // guest memory is ordinary memory of the host
    {{"mlock2", 3, {{"address", ArgumentKind::address, 0, -1}, {"length", ArgumentKind::size, 1, -1}, {"flags", ArgumentKind::uint, 2, -1}}}, nullptr, Errno::nosys},
    {{"copy_file_range", 6, {{"in", ArgumentKind::fd, 0, -1}, {"in_offset", ArgumentKind::inout_, 1, 8}, {"out", ArgumentKind::fd, 2, -1}, {"out_offset", ArgumentKind::inout_, 3, 8}, {"count", ArgumentKind::size, 4, -1}, {"flags", ArgumentKind::uint, 5, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_copy_file_range(c, static_cast<int32_t>(a[0]), a[1], static_cast<int32_t>(a[2]), a[3], a[4], a[5]); }, Errno::nosys, true},
    {{"preadv2", 5, {{"fd", ArgumentKind::fd, 0, -1}, {"vectors", ArgumentKind::address, 1, -1}, {"count", ArgumentKind::size, 2, -1}, {"offset", ArgumentKind::offset, 3, -1}, {"flags", ArgumentKind::uint, 5, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_preadv2(c, static_cast<int32_t>(a[0]), a[1], a[2], wide(a[3], a[4]), a[5]); }, Errno::nosys, true},
    {{"pwritev2", 5, {{"fd", ArgumentKind::fd, 0, -1}, {"vectors", ArgumentKind::address, 1, -1}, {"count", ArgumentKind::size, 2, -1}, {"offset", ArgumentKind::offset, 3, -1}, {"flags", ArgumentKind::uint, 5, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_pwritev2(c, static_cast<int32_t>(a[0]), a[1], a[2], wide(a[3], a[4]), a[5]); }, Errno::nosys, true},
    {{"statx", 5, {{"directory", ArgumentKind::dirfd, 0, -1}, {"path", ArgumentKind::path, 1, -1}, {"flags", ArgumentKind::flags, 2, 1}, {"mask", ArgumentKind::flags, 3, 24}, {"result", ArgumentKind::address, 4, 24}}}, [](LinuxContext& c, const Arguments& a) { return sys_statx(c, static_cast<int32_t>(a[0]), a[1], a[2], a[3], a[4]); }},
    // no threads
    {{"rseq", 4, {{"area", ArgumentKind::address, 0, -1}, {"size", ArgumentKind::size, 1, -1}, {"flags", ArgumentKind::uint, 2, -1}, {"signature", ArgumentKind::uint, 3, -1}}}, nullptr, Errno::nosys},
    {{"clock_gettime64", 2, {{"clock", ArgumentKind::enum_, 0, 12}, {"time", ArgumentKind::address, 1, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_clock_gettime64(c, static_cast<int32_t>(a[0]), a[1]); }},
    {{"clock_settime64", 2, {{"clock", ArgumentKind::enum_, 0, 12}, {"time", ArgumentKind::address, 1, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_clock_settime64(c, static_cast<int32_t>(a[0]), a[1]); }},
    // the host owns the clock
    {{"clock_adjtime64", 2, {{"clock", ArgumentKind::enum_, 0, 12}, {"request", ArgumentKind::address, 1, -1}}}, nullptr, Errno::perm},
    {{"clock_getres_time64", 2, {{"clock", ArgumentKind::enum_, 0, 12}, {"resolution", ArgumentKind::address, 1, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_clock_getres_time64(c, static_cast<int32_t>(a[0]), a[1]); }},
    {{"clock_nanosleep_time64", 4, {{"clock", ArgumentKind::enum_, 0, 12}, {"flags", ArgumentKind::flags, 1, 13}, {"request", ArgumentKind::address, 2, -1}, {"remaining", ArgumentKind::address, 3, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_clock_nanosleep_time64(c, static_cast<int32_t>(a[0]), a[1], a[2], a[3]); }},
    {{"timer_gettime64", 2, {{"timer", ArgumentKind::int_, 0, -1}, {"value", ArgumentKind::address, 1, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_timer_gettime64(c, static_cast<int32_t>(a[0]), a[1]); }},
    {{"timer_settime64", 4, {{"timer", ArgumentKind::int_, 0, -1}, {"flags", ArgumentKind::flags, 1, 13}, {"value", ArgumentKind::address, 2, -1}, {"old", ArgumentKind::address, 3, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_timer_settime64(c, static_cast<int32_t>(a[0]), a[1], a[2], a[3]); }},
    {{"utimensat_time64", 4, {{"directory", ArgumentKind::dirfd, 0, -1}, {"path", ArgumentKind::path, 1, -1}, {"times", ArgumentKind::address, 2, -1}, {"flags", ArgumentKind::flags, 3, 1}}}, [](LinuxContext& c, const Arguments& a) { return sys_utimensat_time64(c, static_cast<int32_t>(a[0]), a[1], a[2], a[3]); }},
    {{"pselect6_time64", 6, {{"count", ArgumentKind::int_, 0, -1}, {"read", ArgumentKind::address, 1, -1}, {"write", ArgumentKind::address, 2, -1}, {"except", ArgumentKind::address, 3, -1}, {"timeout", ArgumentKind::address, 4, -1}, {"mask", ArgumentKind::address, 5, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_pselect6_time64(c, static_cast<int32_t>(a[0]), a[1], a[2], a[3], a[4], a[5]); }},
    {{"ppoll_time64", 5, {{"descriptors", ArgumentKind::address, 0, -1}, {"count", ArgumentKind::size, 1, -1}, {"timeout", ArgumentKind::address, 2, -1}, {"mask", ArgumentKind::address, 3, -1}, {"size", ArgumentKind::size, 4, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_ppoll_time64(c, a[0], a[1], a[2], a[3], a[4]); }},
    {{"rt_sigtimedwait_time64", 4, {{"set", ArgumentKind::address, 0, -1}, {"info", ArgumentKind::address, 1, -1}, {"timeout", ArgumentKind::address, 2, -1}, {"size", ArgumentKind::size, 3, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_rt_sigtimedwait_time64(c, a[0], a[1], a[2], a[3]); }},
    {{"futex_time64", 6, {{"address", ArgumentKind::address, 0, -1}, {"operation", ArgumentKind::uint, 1, -1}, {"value", ArgumentKind::uint, 2, -1}, {"timeout", ArgumentKind::address, 3, -1}, {"address2", ArgumentKind::address, 4, -1}, {"value3", ArgumentKind::uint, 5, -1}}}, [](LinuxContext& c, const Arguments& a) { return sys_futex_time64(c, a[0], a[1], a[2], a[3], a[4], a[5]); }},
    // no process descriptors
    {{"pidfd_send_signal", 4, {{"fd", ArgumentKind::fd, 0, -1}, {"signal", ArgumentKind::signal, 1, -1}, {"info", ArgumentKind::address, 2, -1}, {"flags", ArgumentKind::uint, 3, -1}}}, nullptr, Errno::nosys},
    // no rings shared with the kernel
    {{"io_uring_setup", 2, {{"entries", ArgumentKind::uint, 0, -1}, {"parameters", ArgumentKind::address, 1, -1}}}, nullptr, Errno::nosys},
    // no process descriptors
    {{"pidfd_open", 2, {{"pid", ArgumentKind::pid, 0, -1}, {"flags", ArgumentKind::uint, 1, -1}}}, nullptr, Errno::nosys},
    // linux.fork and linux.clone make processes
    {{"clone3", 2, {{"arguments", ArgumentKind::address, 0, -1}, {"size", ArgumentKind::size, 1, -1}}}, nullptr, Errno::nosys},
    {{"close_range", 3, {{"first", ArgumentKind::uint, 0, -1}, {"last", ArgumentKind::uint, 1, -1}, {"flags", ArgumentKind::flags, 2, 25}}}, [](LinuxContext& c, const Arguments& a) { return sys_close_range(c, a[0], a[1], a[2]); }},
    // programs fall back to openat
    {{"openat2", 4, {{"directory", ArgumentKind::dirfd, 0, -1}, {"path", ArgumentKind::path, 1, -1}, {"how", ArgumentKind::address, 2, -1}, {"size", ArgumentKind::size, 3, -1}}}, nullptr, Errno::nosys},
    {{"faccessat2", 4, {{"directory", ArgumentKind::dirfd, 0, -1}, {"path", ArgumentKind::path, 1, -1}, {"mode", ArgumentKind::flags, 2, 2}, {"flags", ArgumentKind::flags, 3, 1}}}, [](LinuxContext& c, const Arguments& a) { return sys_faccessat2(c, static_cast<int32_t>(a[0]), a[1], a[2], a[3]); }},
};

// The place in kCalls by number; -1: unknown.
constexpr int16_t kPlaces[] = {
    -1, -1, -1, -1, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, -1, 13,
    14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, -1, 32,
    33, 34, -1, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51,
    52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, -1, -1, 64, 65, 66, 67, 68, -1,
    -1, 69, 70, 71, 72, 73, -1, -1, -1, 74, 75, 76, 77, 78, 79, 80, 81, 82, 83, 84,
    85, -1, 86, 87, -1, -1, -1, 88, -1, 89, -1, 90, -1, -1, -1, -1, 91, 92, 93, 94,
    95, 96, 97, 98, 99, 100, 101, -1, -1, 102, 103, 104, 105, 106, 107, 108, 109, -1, 110, -1,
    111, 112, 113, 114, 115, 116, 117, 118, 119, 120, 121, 122, 123, 124, 125, 126, 127, 128, 129, 130,
    131, 132, 133, -1, -1, 134, 135, 136, 137, -1, -1, -1, 138, 139, 140, 141, 142, 143, 144, 145,
    146, 147, -1, -1, -1, -1, 148, 149, 150, 151, 152, 153, -1, 154, 155, 156, 157, 158, 159, 160,
    161, 162, 163, 164, 165, 166, 167, 168, 169, 170, 171, 172, 173, 174, 175, 176, 177, 178, 179, 180,
    181, 182, 183, 184, 185, 186, 187, 188, 189, 190, 191, 192, 193, 194, -1, -1, -1, -1, -1, -1,
    -1, 195, 196, -1, 197, 198, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
    199, 200, -1, -1, 201, -1, -1, 202, 203, 204, -1, -1, 205, -1, -1, -1, 206, 207, 208, 209,
    210, 211, -1, 212, 213, 214, 215, 216, -1, -1, -1, 217, -1, 218, -1, -1, -1, -1, -1, -1,
    -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
    -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
    -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
    -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
    -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
    -1, -1, -1, 219, 220, 221, 222, 223, 224, 225, -1, -1, 226, 227, 228, -1, -1, -1, -1, -1,
    -1, 229, 230, -1, 231, 232, -1, -1, -1, -1, -1, -1, -1, -1, 233, 234, 235, 236, -1, 237,
};

}  // namespace

const LinuxCall* find_linux_call(uint32_t number) {
  if (number >= std::size(kPlaces) || kPlaces[number] < 0) return nullptr;
  return &kCalls[kPlaces[number]];
}

}  // namespace wasmsand
